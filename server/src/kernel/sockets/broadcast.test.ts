import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { callerAddress } from '../http/caller-address.ts'
import { manualClock } from '../time/clock.ts'
import { beatEveryMs, droppedAfterMs, maxUnread } from './heartbeat.ts'
import { createBroadcast, routeUpgrades, type Broadcast, type BroadcastParams } from './broadcast.ts'

const opened: { server: Server; broadcast: Broadcast; sockets: (WebSocket | Socket)[] }[] = []
afterEach(async () => {
  for (const { server, broadcast, sockets } of opened.splice(0)) {
    for (const socket of sockets)
      if (socket instanceof WebSocket) socket.terminate()
      else socket.destroy()
    await broadcast.close()
    server.close()
  }
})

async function serve(params: Partial<BroadcastParams> = {}) {
  const clock = manualClock(0)
  const broadcast = createBroadcast({ clock, snapshot: () => '["all"]', maxConnections: 10, ...params })
  const server = createServer()
  routeUpgrades(server, { '/message': broadcast.upgrade })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: (WebSocket | Socket)[] = []
  opened.push({ server, broadcast, sockets })
  /** A client that keeps what it reads; `read(n)` waits for n messages. */
  const client = (options: ConstructorParameters<typeof WebSocket>[2] = {}, path = '/message') => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, options)
    sockets.push(ws)
    const texts: string[] = []
    let wake = (): void => {}
    ws.on('message', (data: Buffer) => {
      texts.push(data.toString())
      wake()
    })
    ws.on('close', () => wake())
    ws.on('error', () => {})
    const read = async (count: number): Promise<string[]> => {
      while (texts.length < count) {
        if (ws.readyState === ws.CLOSED) throw new Error('the connection ended')
        await new Promise<void>((resolve) => (wake = resolve))
      }
      return texts.splice(0, count)
    }
    return { ws, read }
  }
  return { broadcast, clock, client, port, sockets }
}

const lengths = [0, 1, 124, 125, 126, 127, 65_534, 65_535, 65_536, 65_537, 90_000]
const textOf = (length: number): string => '价格 €'.repeat(length).slice(0, length)

for (const [name, perMessageDeflate] of [
  ['with compression', true],
  ['without compression', false],
  ['with a smaller window than ours', { serverMaxWindowBits: 10 }],
] as const) {
  test(`messages of every length are read ${name}`, async () => {
    const { broadcast, client } = await serve()
    const { read } = client({ perMessageDeflate })
    expect(await read(1)).toEqual(['["all"]'])
    for (const length of lengths) {
      // A long one may find the one before it unread still; then everything comes anew, and it is sent once more.
      for (let seen: string[] = []; !seen.includes(textOf(length));) {
        broadcast.send(textOf(length))
        broadcast.send('[0]')
        seen = []
        while (!['[0]', '["all"]'].includes(seen.at(-1) ?? '')) seen.push(...(await read(1)))
      }
    }
  })
}

test('only those who agreed to it get compressed frames, and they take a fraction of the bytes', async () => {
  const { broadcast, client } = await serve()
  const large = JSON.stringify(
    Array.from({ length: 500 }, (_, index) => ({ code: `C${index}`, price: '52100.00', zdf: '0.12' })),
  )
  const received = async (perMessageDeflate: boolean): Promise<number> => {
    const { ws, read } = client({ perMessageDeflate })
    await read(1)
    const socket = (ws as unknown as { _socket: Socket })._socket
    const before = socket.bytesRead
    broadcast.send(large)
    expect(await read(1)).toEqual([large])
    return socket.bytesRead - before
  }
  const plain = await received(false)
  expect(plain).toBeGreaterThanOrEqual(large.length)
  expect(await received(true)).toBeLessThan(plain / 5)
})

test('what the client sends is read and dropped; too much of it, or too large, ends the connection', async () => {
  const { broadcast, client } = await serve()
  const chatty = client()
  await chatty.read(1)
  chatty.ws.send('hello')
  broadcast.send('[1]')
  expect(await chatty.read(1)).toEqual(['[1]'])
  for (let count = 0; count < 200; count += 1) chatty.ws.send('x')
  expect((await once(chatty.ws, 'close'))[0]).toBe(1008)
  const large = client()
  await large.read(1)
  large.ws.send('x'.repeat(5000))
  expect((await once(large.ws, 'close'))[0]).toBe(1009)
})

test('pages of other addresses, unknown paths and one connection too many are refused', async () => {
  const { client, port, broadcast } = await serve({ maxConnections: 2, origins: ['https://app.example'] })
  const status = async (one: WebSocket): Promise<number> =>
    ((await once(one, 'unexpected-response')) as [unknown, { statusCode: number }])[1].statusCode
  expect(await status(client({ origin: 'https://evil.example' }).ws)).toBe(403)
  expect(await status(client({ origin: 'null' }).ws)).toBe(403)
  expect(await status(client({}, '/other').ws)).toBe(404)
  expect(await status(client({}, '/constructor').ws)).toBe(404)
  await client({ origin: `http://127.0.0.1:${port}` }).read(1)
  await client({ origin: 'https://app.example' }).read(1)
  expect(broadcast.connections()).toBe(2)
  expect(await status(client().ws)).toBe(503)
})

test('an address has its share of the connections, and gets it back as they end', async () => {
  const { client, port } = await serve({
    maxConnections: 100,
    perAddress: { max: 3, addressOf: callerAddress('127.0.0.1') },
  })
  const status = async (one: WebSocket): Promise<number> =>
    ((await once(one, 'unexpected-response')) as [unknown, { statusCode: number }])[1].statusCode
  const params = (address: string) => client({ headers: { 'x-forwarded-for': address } })
  const one = params('203.0.113.7')
  await one.read(1)
  for (let count = 0; count < 2; count += 1) await params('203.0.113.7').read(1)
  expect(await status(params('203.0.113.7').ws)).toBe(429)
  expect(await status(params('198.51.100.9, 203.0.113.7').ws)).toBe(429)
  await params('203.0.113.8').read(1)
  for (const host of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3']) await params(host).read(1)
  expect(await status(params('2001:db8:1:2:abcd::4').ws)).toBe(429)
  await params('2001:db8:1:3::1').read(1)
  one.ws.terminate()
  await expect
    .poll(async () => {
      const again = new WebSocket(`ws://127.0.0.1:${port}/message`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
      again.on('error', () => {})
      const [event] = await Promise.race([once(again, 'open'), once(again, 'unexpected-response')])
      if (event === undefined) again.terminate()
      return event === undefined
    })
    .toBe(true)
})

test('who is refused cannot keep the connection open', async () => {
  const { port, sockets, broadcast } = await serve()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  socket.resume()
  socket.write(
    'GET /message HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'end')
  const server = opened[0]?.server
  await expect.poll(() => new Promise((resolve) => server?.getConnections((_, count) => resolve(count)))).toBe(0)
  expect(broadcast.connections()).toBe(0)
})

/** A client that shakes hands and then never reads. */
async function neverReads(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  // A server that drops it resets the connection.
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'GET /message HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'data')
  socket.pause()
  return socket
}
const noise = randomBytes(75_000).toString('base64')

test('a client that does not read holds no more than the bound, and is dropped; others lose nothing', async () => {
  const { broadcast, clock, client, port, sockets } = await serve()
  const fast = client()
  await fast.read(1)
  const stuck = await neverReads(port)
  sockets.push(stuck)
  let held = 0
  expect(broadcast.connections()).toBe(2)
  for (let count = 0; count < 60; count += 1) {
    broadcast.send(noise)
    expect((await fast.read(1))[0] === noise).toBe(true)
  }
  expect(broadcast.connections()).toBe(2)
  // It was pinged when the first of the noise was sent, and has not read the ping.
  clock.advance(droppedAfterMs)
  await expect.poll(broadcast.connections).toBe(1)
  // What it can still read of what was on its way to it, in whichever buffer.
  stuck.on('data', (part: Buffer) => (held += part.length))
  const closed = new Promise((resolve) => stuck.once('close', resolve))
  stuck.resume()
  await closed
  expect(held).toBeLessThanOrEqual(maxUnread + 100)
  broadcast.send('[3]')
  expect(await fast.read(1)).toEqual(['[3]'])
})

test('a client that reads nothing is dropped in time though it is sent next to nothing', async () => {
  const { broadcast, clock, client, port, sockets } = await serve()
  const deaf = await neverReads(port)
  const reset = once(deaf, 'error')
  sockets.push(deaf)
  const fast = client()
  await fast.read(1)
  // Both get a ping; only one replies.
  clock.advance(3000)
  await once(fast.ws, 'ping')
  clock.advance(droppedAfterMs)
  await expect.poll(broadcast.connections).toBe(1)
  expect(fast.ws.readyState).toBe(WebSocket.OPEN)
  // Nothing of it waits in the kernel until it reads after all.
  deaf.resume()
  expect((await reset)[0]).toMatchObject({ code: 'ECONNRESET' })
})

test('a client that reads slowly has ten seconds from the last thing it read, whenever it was requested', async () => {
  const { broadcast, clock, client } = await serve()
  const slow = client({ perMessageDeflate: false })
  await slow.read(1)
  clock.advance(3000)
  await once(slow.ws, 'ping')
  // The response is counted before anything else is sent.
  await new Promise((resolve) => setTimeout(resolve, 100))
  for (const isBackInTime of [true, false]) {
    slow.ws.pause()
    // Pinged at once, behind all this.
    broadcast.send(noise)
    clock.advance(isBackInTime ? droppedAfterMs - 500 : droppedAfterMs)
    if (!isBackInTime) break
    await new Promise((resolve) => setTimeout(resolve, 2 * beatEveryMs))
    expect(broadcast.connections()).toBe(1)
    slow.ws.resume()
    await slow.read(1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await expect.poll(broadcast.connections).toBe(0)
})

test('a pong to no ping of ours is no sign of reading', async () => {
  const { broadcast, clock, port, sockets } = await serve()
  const liar = await neverReads(port)
  sockets.push(liar)
  clock.advance(3000)
  // An empty pong, masked, again and again.
  const lies = setInterval(() => liar.write(Buffer.from([0x8a, 0x80, 1, 2, 3, 4])), 100)
  await new Promise((resolve) => setTimeout(resolve, 700))
  clock.advance(droppedAfterMs)
  await expect.poll(broadcast.connections).toBe(0)
  clearInterval(lies)
})

test('every client is closed with 1001 when the server stops', async () => {
  const { broadcast, client } = await serve()
  const { ws, read } = client()
  await read(1)
  const closed = once(ws, 'close')
  await broadcast.close()
  expect((await closed)[0]).toBe(1001)
})

test('a client that was slow gets everything anew once it reads again, and no queue of old prices', async () => {
  const { broadcast, client } = await serve()
  const slow = client({ perMessageDeflate: false })
  await slow.read(1)
  slow.ws.pause()
  const sent = 200
  for (let count = 0; count < sent; count += 1) {
    broadcast.send(noise)
    await new Promise((resolve) => setImmediate(resolve))
  }
  slow.ws.resume()
  let received = 0
  for (;;) {
    broadcast.send('[1]')
    const [text] = await slow.read(1)
    if (text === '["all"]') break
    expect(text === noise || text === '[1]').toBe(true)
    received += 1
  }
  expect(received).toBeLessThan(sent)
  broadcast.send('[2]')
  await expect.poll(async () => (await slow.read(1))[0]).toBe('[2]')
  expect(maxUnread).toBe(262_144)
})
