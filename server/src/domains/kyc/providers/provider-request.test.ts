import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestProvider } from './provider-request.ts'

let server: Server
let body = ''
beforeAll(async () => {
  server = createServer((_request, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

const request = () =>
  requestProvider({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    method: 'GET',
    headers: {},
    body: Buffer.alloc(0),
  })

it('returns what a provider sends, and an empty object for nothing', async () => {
  body = '{"id":"a"}'
  expect(await request()).toEqual({ status: 200, body: { id: 'a' } })
  body = ''
  expect(await request()).toEqual({ status: 200, body: {} })
})

it('repeats no word of a response that it cannot read, and reads none to its end that is too long', async () => {
  body = 'Amy Tan, E1234567P'
  await expect(request()).rejects.toThrow(/^the provider returned no JSON$/)
  body = `"${'x'.repeat(1_000_001)}"`
  await expect(request()).rejects.toThrow('more than 1000000 bytes')
})
