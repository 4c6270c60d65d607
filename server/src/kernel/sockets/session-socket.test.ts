import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { isSecure } from '../http/caller-address.ts'
import { manualClock } from '../time/clock.ts'
import { cookieReader } from '../http/cookies.ts'
import type { Session } from '../http/http.ts'
import { silentLog } from '../log.ts'
import { refuse } from '../http/refusal.ts'
import type { SocketPeer } from './enter-socket.ts'
import { createSessionSockets, type SessionSockets, type SessionSocketsParams } from './session-socket.ts'
import { closeWithinMs, droppedAfterMs } from './heartbeat.ts'
import { routeUpgrades } from './broadcast.ts'
import { promised } from '../../../test/promised.ts'

const opened: { server: Server; own: SessionSockets; clients: WebSocket[] }[] = []
afterEach(async () => {
  for (const { server, own, clients } of opened.splice(0)) {
    for (const ws of clients) ws.terminate()
    await own.close()
    server.close()
  }
})

const session: Session = { id: 's', customerId: 'c', accountId: 7n, country: 'SG', lang: 'en' }

async function serve(params: Partial<SessionSocketsParams> = {}) {
  const own = createSessionSockets({
    findSession: (token) => (token === 'good' ? session : undefined),
    cookiesOf: () => () => '',
    log: silentLog,
    maxConnections: 5,
    ...params,
  })
  const server = createServer()
  routeUpgrades(server, { '/ws': own.upgrade })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const clients: WebSocket[] = []
  opened.push({ server, own, clients })
  const client = (headers: Record<string, string> = {}) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
    clients.push(ws)
    const received: unknown[] = []
    ws.on('open', () => ws.send('{"token":"good","virtually":"YES"}'))
    const ready = new Promise<void>((resolve) =>
      ws.on('message', (data: Buffer) => {
        received.push(JSON.parse(data.toString()))
        resolve()
      }),
    )
    const closed = new Promise<string>((resolve) => {
      ws.on('close', (code, reason) => resolve(`${code} ${reason.toString()}`))
      ws.on('error', (cause) => resolve(cause.message))
    })
    return { ws, received, ready, closed }
  }
  return { own, client, port }
}

test('a session that ends by time alone closes its sockets within a second, and one that cannot be read does not', async () => {
  let state: 'runs' | 'away' | 'over' = 'runs'
  const { client, own } = await serve({
    findSession: () => {
      if (state === 'away') return Promise.reject(new Error('the database is away'))
      return state === 'runs' ? session : undefined
    },
  })
  const { ready, closed, ws } = client()
  await ready
  state = 'away'
  own.check('c')
  await new Promise((resolve) => setImmediate(resolve))
  expect(ws.readyState).toBe(WebSocket.OPEN)
  state = 'over'
  const began = performance.now()
  expect(await closed).toBe('1008 sessionEnded')
  expect(performance.now() - began).toBeLessThan(promised(1000))
})

test('the cookie is read under the name that the scheme gives it, by the word of a trusted proxy alone', async () => {
  const read: string[] = []
  const open = async (trustProxy: string | false) => {
    const secure = isSecure(trustProxy)
    const { client } = await serve({
      cookiesOf: (request) => cookieReader(request.headers.cookie, secure(request)),
      findSession: (_token, cookie) => {
        read.push(cookie?.('evenhand') ?? '')
        return undefined
      },
    })
    const headers = { cookie: '__Host-evenhand=tls; evenhand=plain', 'x-forwarded-proto': 'http, https' }
    expect(await client(headers).closed).toBe('1008 sessionEnded')
  }
  await open(false)
  await open('10.0.0.0/8')
  await open('127.0.0.1/32')
  expect(read).toEqual(['plain', 'plain', 'tls'])
})

test('each account receives its own, in the mode it shows', async () => {
  const { client, own } = await serve()
  const { ws, received, ready } = client()
  await ready
  const frame = { channel: 'balances' } as const
  own.send(8n, frame)
  own.send(7n, frame, 'real')
  own.send(7n, frame, 'virtual')
  ws.send('{"virtually":"NO"}')
  await once(ws, 'message')
  expect(received).toEqual([{ channel: 'session', what: 'ready' }, frame])
})

test('what connects too often, or beyond what is served, is refused before it is a socket', async () => {
  const full = await serve({ maxConnections: 1 })
  await full.client().ready
  expect(await full.client().closed).toContain('503')
  const busy = await serve({
    admit: () => {
      throw refuse('tooMany', { retryAfterS: 1 })
    },
  })
  expect(await busy.client().closed).toContain('429')
})

test('a server that stops closes with its code', async () => {
  const { client, own } = await serve()
  const { ready, closed } = client()
  await ready
  await own.close()
  expect(await closed).toBe('1001 stopping')
})

test('a socket that does not read its close frame is cut', async () => {
  const { port } = await serve()
  const socket = connect(port, '127.0.0.1')
  const handshake = ['Host: a', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
  socket.write(
    `GET /ws HTTP/1.1\r\n${handshake.join('\r\n')}\r\nSec-WebSocket-Key: ${btoa('sixteen bytes it')}\r\n\r\n`,
  )
  await once(socket, 'data')
  // A text frame that is no JSON: the server sends 1008 and waits for the same code.
  const began = performance.now()
  socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x7b]))
  await once(socket, 'end')
  expect(performance.now() - began).toBeLessThan(closeWithinMs + 4000)
})

test('a socket that does not read is dropped, by time and by what it holds; one that reads stays', async () => {
  const clock = manualClock(0)
  const { own, client } = await serve({ clock })
  const [stuck, fast] = [client(), client()]
  await Promise.all([stuck.ready, fast.ready])
  stuck.ws.pause()
  clock.advance(3000)
  await once(fast.ws, 'ping')
  clock.advance(droppedAfterMs)
  await expect.poll(own.connections).toBe(1)
  const full = client()
  await full.ready
  full.ws.pause()
  const frame = { channel: 'session', what: 'x'.repeat(60_000) } as never
  for (let count = 0; count < 5; count += 1) {
    own.send(session.accountId, frame)
    await expect.poll(() => fast.received.length).toBe(count + 2)
  }
  await expect.poll(own.connections).toBe(1)
  expect(fast.ws.readyState).toBe(WebSocket.OPEN)
})

test('what a domain does at the end of a socket is done for one that has ended before it could report it', async () => {
  const { own, client } = await serve()
  const peers: SocketPeer[] = []
  own.talkWith({ enterGuest: () => undefined, onFrame: (peer) => peers.push(peer) > 0 })
  const { ws, ready } = client()
  await ready
  ws.send('{}')
  await expect.poll(() => peers.length).toBe(1)
  let ends = 0
  peers[0]?.onClose(() => (ends += 1))
  ws.terminate()
  await expect.poll(own.connections).toBe(0)
  expect(ends).toBe(1)
  peers[0]?.onClose(() => (ends += 1))
  expect(ends).toBe(2)
})
