import { readFileSync, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { WebSocketServer, type WebSocket } from 'ws'

/** A server on this machine that plays a provider, and misbehaves as real ones do. */
export type Exchange = {
  /** Its WebSocket, on loopback; any path. */
  readonly url: string
  /** Its pages, on loopback. */
  readonly httpUrl: string
  /** How many connections there have been, and how many are open. */
  connections(): number
  open(): number
  /** The text frames that the newest connection sent, and the pings it sent. */
  received(): readonly string[]
  pings(): number
  /** Sends frames to everyone who is connected, in their order; bytes go as a binary frame. */
  emit(...frames: (string | Uint8Array)[]): void
  /** What each new connection is sent at once, and what the replies to each frame that it sends. */
  greets(frames: readonly string[]): void
  replies(reply: (frame: string) => readonly string[]): void
  respondsToPings(yes: boolean): void
  /** Sends so many pings to everyone, and counts the responses. */
  ping(times: number): void
  pongs(): number
  /** Sends bytes that are no frame of a WebSocket. */
  break(): void
  /** From now on reads nothing and sends nothing on the present connections, without closing them: a cable was cut. */
  freeze(): void
  /** Ends the present connections, or the first so many of them, with a goodbye or without. */
  disconnect(how: 'closed' | 'torn', max?: number): void
  /** Responds to requests for a WebSocket with this status of HTTP; undefined lets them in again. */
  refuses(status: number | undefined): void
  /** The page that a path returns. */
  serves(path: string, page: (request: IncomingMessage, response: ServerResponse) => void): void
  close(): Promise<void>
}

/** Opens an exchange on a free port of loopback. */
export async function openExchange(): Promise<Exchange> {
  const pages = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    const page = pages.get((request.url ?? '').split('?')[0] ?? '')
    if (page === undefined) response.writeHead(404).end()
    else page(request, response)
  })
  const wss = new WebSocketServer({ noServer: true, autoPong: false, maxPayload: 1024 * 1024 })
  const frozen = new WeakSet<WebSocket>()
  const sockets = new WeakMap<WebSocket, Duplex>()
  let connections = 0
  let received: string[] = []
  let pings = 0
  let pongCount = 0
  let greeting: readonly string[] = []
  let reply: (frame: string) => readonly string[] = () => []
  let pongs = true
  let refusal: number | undefined

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (refusal !== undefined)
      return socket.end(`HTTP/1.1 ${refusal} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    wss.handleUpgrade(request, socket, head, (ws) => {
      connections += 1
      sockets.set(ws, socket)
      received = []
      pings = 0
      ws.on('error', () => ws.terminate())
      ws.on('ping', (data: Buffer) => {
        pings += 1
        if (pongs) ws.pong(data)
      })
      ws.on('pong', () => (pongCount += 1))
      ws.on('message', (data: Buffer) => {
        const frame = data.toString('utf8')
        received.push(frame)
        for (const one of reply(frame)) ws.send(one)
      })
      for (const frame of greeting) ws.send(frame)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const listening = (): WebSocket[] => [...wss.clients].filter((ws) => !frozen.has(ws))

  return {
    url: `ws://127.0.0.1:${port}/`,
    httpUrl: `http://127.0.0.1:${port}`,
    connections: () => connections,
    // A frozen one cannot notice that its peer has gone.
    open: () => listening().length,
    received: () => received,
    pings: () => pings,
    emit(...frames) {
      for (const ws of listening()) for (const frame of frames) if (ws.readyState === ws.OPEN) ws.send(frame)
    },
    greets: (frames) => void (greeting = frames),
    replies: (how) => void (reply = how),
    respondsToPings: (yes) => void (pongs = yes),
    ping(times) {
      for (const ws of listening()) for (let time = 0; time < times; time += 1) ws.ping()
    },
    pongs: () => pongCount,
    break() {
      for (const ws of listening()) sockets.get(ws)?.write(Buffer.from([0xf7, 0xff, 0xff, 0xff, 0xff]))
    },
    freeze() {
      for (const ws of wss.clients) {
        frozen.add(ws)
        ws.pause()
      }
    },
    disconnect(how, max = Infinity) {
      for (const ws of [...wss.clients].slice(0, max)) {
        if (how === 'closed') ws.close(1001)
        else ws.terminate()
      }
    },
    refuses: (status) => void (refusal = status),
    serves: (path, page) => void pages.set(path, page),
    async close() {
      for (const ws of wss.clients) ws.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const recordings = new URL('../../../shared/data/wire/', import.meta.url)

/** The frames that a recorded session received, in their order; undefined where the recordings are not beside the checkout. */
export function recordedFrames(source: string): string[] | undefined {
  const file = new URL(`${source}/session.jsonl.gz`, recordings)
  if (!existsSync(file)) return undefined
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { dir: string; raw?: string })
    .flatMap(({ dir, raw }) => (dir === 'recv' && raw !== undefined ? [raw] : []))
}

/** One recorded message or example of the documentation as it is on the wire; undefined where it is not beside the checkout. */
export function recordedMessage(name: string): string | undefined {
  const file = new URL(`${name}.json`, recordings)
  if (!existsSync(file)) return undefined
  return JSON.stringify((JSON.parse(readFileSync(file, 'utf8')) as { message: unknown }).message)
}
