import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { post } from '@evenhand/protocol/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { multipart, fileBoundary } from '../../../test/uploads.ts'
import { bodyBounds } from './arriving-bodies.ts'
import { createHttp, handle, handleUpload, mountRoutes } from './http.ts'
import { silentLog } from '../log.ts'

const folder = mkdtempSync(join(tmpdir(), 'evenhand-guards-'))
const app = createHttp({ bodies: { withinMs: 200, uploadBytes: 1000 }, unreadWithinMs: 300 })
const definition = { request: z.strictObject({}), result: z.object({}), refusals: [], summary: 'Takes what is sent.' }
mountRoutes(
  app,
  [
    handle(post('/plain', definition), async () => ({})),
    handleUpload(
      post('/upload', definition),
      { folder, maxBytes: 100_000, begin: () => () => undefined },
      async () => ({}),
    ),
  ],
  { log: silentLog, findSession: () => undefined },
)
/** More than the kernels of both sides keep for one connection. */
const large = Buffer.alloc(16_000_000, 7)
app.get('/large', (_request, reply) => reply.type('application/octet-stream').send(large))
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** A connection that has sent nothing yet, and all it receives until it is closed. */
async function open(): Promise<{ socket: Socket; received: Promise<string> }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.on('error', () => {})
  // The reset of one that went on writing is an end like any other.
  return { socket, received: new Promise((resolve) => socket.once('close', () => resolve(text))) }
}
const send = async (request: string): Promise<string> => {
  const { socket, received } = await open()
  socket.write(request)
  return received
}

test.each([
  ['Host: a\r\nHost: b'],
  ['Host: a\r\nHOST: a'],
  ['Host: a, b'],
  ['Host: '],
  ['Host: a b'],
  ['Host: a/b'],
  ['Host: a\r\nContent-Length: 0\r\nContent-Length: 2'],
  ['Host: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked'],
  ['Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
  ['Host: a\r\nContent-Type: application/json\r\nContent-Type: text/plain'],
  ['Host: a\r\nAuthorization: one\r\nAuthorization: two'],
])('refuses a request that sends twice what must be sent once, or no host: %j', async (headers) => {
  for (const path of ['/plain', '/nothing'])
    expect(await send(`POST ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
})

test('a body that trickles is not waited for, whatever it goes to', async () => {
  for (const path of ['/plain', '/nothing']) {
    const { socket, received } = await open()
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`)
    const trickle = setInterval(() => socket.write(' '), 20)
    expect(await received).toMatch(/^HTTP\/1\.1 408 /)
    clearInterval(trickle)
  }
})

const file = multipart([['file', Buffer.alloc(20_000, 7), 'a.bin']])
const head = `POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=${fileBoundary}\r\nContent-Length: ${file.length}\r\nConnection: close\r\n\r\n`

test('an upload that moves goes on beyond the time of a body, and ends when it stands still', async () => {
  const { socket, received } = await open()
  socket.write(head)
  const began = performance.now()
  for (let at = 0; at < file.length; at += 1000) {
    socket.write(file.subarray(at, at + 1000))
    await wait(25)
  }
  expect(await received).toMatch(/^HTTP\/1\.1 200 .*"code":200/s)
  expect(performance.now() - began).toBeGreaterThan(400)
  const stalled = await open()
  stalled.socket.write(head)
  stalled.socket.write(file.subarray(0, 500))
  expect(await stalled.received).toMatch(/^HTTP\/1\.1 408 /)
  // One that pauses too long ends too, although it moved before and would move again.
  const paused = await open()
  paused.socket.write(head)
  await wait(20)
  paused.socket.write(file.subarray(0, 10_000))
  await wait(380)
  paused.socket.write(file.subarray(10_000))
  expect(await paused.received).toMatch(/^HTTP\/1\.1 408 /)
})

test('a caller that does not read is dropped, and one that reads slowly gets all of it', async () => {
  const silent = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const failed = new Promise((resolve) => silent.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)))
  silent.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_cause, count) => resolve(count)))
  await expect.poll(connections).toBeGreaterThan(0)
  const slow = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  slow.write('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let read = 0
  for await (const part of slow as AsyncIterable<Buffer>) {
    if (Math.floor(read / 2_000_000) < Math.floor((read + part.length) / 2_000_000)) await wait(150)
    read += part.length
  }
  expect(read).toBeGreaterThan(large.length)
  await expect.poll(connections).toBe(0)
  silent.resume()
  expect(await failed).toBe('ECONNRESET')
})

test('the bounds are those of the product', () => {
  expect(bodyBounds.withinMs).toBe(30_000)
  expect(app.server.headersTimeout + 5000).toBeLessThanOrEqual(30_000)
})
