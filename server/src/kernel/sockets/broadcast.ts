import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { createShares } from '../http/caller-address.ts'
import type { Clock } from '../time/clock.ts'
import { isAmbiguous } from '../http/guards.ts'
import { frameOf, type Frame } from './frame.ts'
import { welcome, write, type Peer } from './peer.ts'
import { beatEveryMs, closeAll, socketOptions } from './heartbeat.ts'

/** Takes over a connection that requests to become a WebSocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void
export type BroadcastParams = {
  clock: Pick<Clock, 'monotonic'>
  /** What a client gets first, and again after it missed messages. */
  snapshot: () => string
  maxConnections: number
  /** How many of them one address may hold, and whose a connection is; unlimited where left out. */
  perAddress?: { max: number; addressOf: (request: IncomingMessage) => string }
  /** Pages of other addresses that may connect, as in the Origin header; the server's own may always. */
  origins?: readonly string[]
}
/** The same messages to every socket that is connected. */
export type Broadcast = {
  upgrade: Upgrade
  /** Sends a message to everyone: encoded once and compressed once, the same bytes to each socket. */
  send(text: string): void
  connections(): number
  close(): Promise<void>
}

const forgetMessagesMs = 60_000

/**
 * Opens a server of sockets that all get the same messages. An upgrade is refused 503 above `maxConnections`, 429 above
 * the share of its address, and 403 from a page of a foreign origin.
 */
export function createBroadcast(params: BroadcastParams): Broadcast {
  const { clock, snapshot, maxConnections, perAddress, origins = [] } = params
  const peers = new Set<Peer>()
  const shares = createShares(perAddress?.max ?? Number.POSITIVE_INFINITY)
  const deflating = new WeakSet<IncomingMessage>()
  const wss = new WebSocketServer({
    ...socketOptions,
    maxPayload: 4096,
    perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true },
  })
  // The response's own header is the only public record of what was agreed on.
  wss.on('headers', (headers: string[], request: IncomingMessage) => {
    if (agreesToSharedDeflate(headers)) deflating.add(request)
  })

  let first: Frame | undefined
  wss.on('connection', (ws: WebSocket, request: IncomingMessage) => {
    const now = clock.monotonic()
    const peer = welcome({ ws, socket: request.socket, deflates: deflating.has(request), clock }, (ended) =>
      peers.delete(ended),
    )
    peers.add(peer)
    write(peer, (first ??= frameOf(snapshot())), now)
  })

  const beats = setInterval(() => {
    const now = clock.monotonic()
    for (const { pulse } of peers) pulse.beat(now)
  }, beatEveryMs).unref()
  const forgets = setInterval(() => {
    for (const peer of peers) peer.messages = 0
  }, forgetMessagesMs).unref()

  return {
    upgrade(request, socket, head) {
      if (!isOwnPage(request, origins)) return refuseUpgrade(socket, '403 Forbidden')
      if (peers.size >= maxConnections) return refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 5\r\n')
      // Taken before the handshake, so that connections which never finish it count as well.
      const giveBack = perAddress === undefined ? () => {} : shares.take(perAddress.addressOf(request))
      if (giveBack === undefined) return refuseUpgrade(socket, '429 Too Many Requests', 'Retry-After: 5\r\n')
      socket.once('close', giveBack)
      wss.handleUpgrade(request, socket, head, (ws) => wss.emit('connection', ws, request))
    },
    send(text) {
      first = undefined
      const frame = frameOf(text)
      const now = clock.monotonic()
      for (const peer of peers) peer.missed = !write(peer, peer.missed ? (first ??= frameOf(snapshot())) : frame, now)
    },
    connections: () => peers.size,
    async close() {
      clearInterval(beats)
      clearInterval(forgets)
      wss.close()
      await closeAll([...peers].map(({ ws }) => ws))
    },
  }
}

/**
 * True when our frames may be sent compressed: each is deflated by itself with the full window, which a client can read
 * only if it agreed to no context takeover and to no smaller window.
 */
function agreesToSharedDeflate(headers: readonly string[]): boolean {
  const agreed = headers.find((header) => header.toLowerCase().startsWith('sec-websocket-extensions:')) ?? ''
  return (
    agreed.includes('permessage-deflate') &&
    agreed.includes('server_no_context_takeover') &&
    !agreed.includes('server_max_window_bits')
  )
}

/** Whether an upgrade comes from a page of ours, or of none: a browser names the page, other programs name none. */
export function isOwnPage({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  if (headers.origin === undefined || origins.includes(headers.origin)) return true
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host
}

/** Responds to a connection that may not become a WebSocket, and ends it. */
export function refuseUpgrade(socket: Duplex, status: string, more = ''): void {
  // The server leaves its side of a connection open after the other has spoken; one that never closes would stay for ever.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Passes each upgrade request for a WebSocket to the handler of its path; others get 404. */
export function routeUpgrades(server: Server, byPath: Readonly<Record<string, Upgrade>>): void {
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (isAmbiguous(request)) return refuseUpgrade(socket, '400 Bad Request')
    const path = (request.url ?? '').split('?')[0] ?? ''
    const upgrade = Object.hasOwn(byPath, path) ? byPath[path] : undefined
    if (upgrade === undefined) refuseUpgrade(socket, '404 Not Found')
    else upgrade(request, socket, head)
  })
}
