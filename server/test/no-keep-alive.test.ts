import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

test('every call of a test has a connection of its own, so that none can have been closed before it', async () => {
  let connections = 0
  const server = createServer((request, response) => response.end(request.headers['x-sent']))
  server.on('connection', () => (connections += 1)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const sent of ['a', 'b']) expect(await (await fetch(address, { headers: { 'x-sent': sent } })).text()).toBe(sent)
  const request = new Request(address, { headers: { 'x-sent': 'c' } })
  expect(await (await fetch(request)).text()).toBe('c')
  expect(connections).toBe(3)
  server.close()
})
