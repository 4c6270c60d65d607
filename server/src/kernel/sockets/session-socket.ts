import type { IncomingMessage } from 'node:http'
import type { SocketFrame } from '@evenhand/protocol/notices.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { createShares } from '../http/caller-address.ts'
import { systemClock, type Clock } from '../time/clock.ts'
import type { CookieReader } from '../http/cookies.ts'
import type { FindSession } from '../http/http.ts'
import type { Log } from '../log.ts'
import { createMembers, type Member } from './session-socket-members.ts'
import { enterSocket, type SocketTalk } from './enter-socket.ts'
import { beatEveryMs, closeAll, socketOptions } from './heartbeat.ts'
import { isOwnPage, refuseUpgrade, type Upgrade } from './broadcast.ts'

export type SessionSocketsParams = {
  /** As for calls, without counting as a use of the session: an open page alone keeps no session alive. */
  findSession: FindSession
  /** Whose address a connection is: an API key may be bound to some. The peer's own where left out. */
  addressOf?: (request: IncomingMessage) => string
  /** The cookies of a connection, as its scheme names them. */
  cookiesOf: (request: IncomingMessage) => CookieReader
  log: Log
  maxConnections: number
  /** How many one address may hold, and whose a connection is; unlimited where left out. */
  perAddress?: { max: number; addressOf: (request: IncomingMessage) => string }
  /** Refuses an address that connects too often; none is refused where left out. */
  admit?: (request: IncomingMessage) => void
  origins?: readonly string[]
  clock?: Pick<Clock, 'monotonic'>
}

/** The messages to one customer's sockets. */
export type SessionSockets = {
  upgrade: Upgrade
  /** Sends a frame to a customer's sockets; with a mode to those that show that account. */
  send(accountId: bigint, frame: SocketFrame, mode?: AccountMode): void
  sendAll(frame: SocketFrame): void
  /** Whether any socket is open. */
  has(accountId: bigint): boolean
  /** Checks whether sessions still run: of one customer, or of all. Sockets of those that do not are closed. */
  check(customerId?: string): void
  connections(): number
  /** Sets the domain that talks over these sockets; before it is called no guest enters. */
  talkWith(talk: SocketTalk): void
  close(): Promise<void>
}

const firstFrameWithinMs = 5000
const forgetFramesMs = 15_000
const checkEveryMs = 500

/**
 * Sockets that belong to a customer by their first frame, never by their address, and that end within a second of their session.
 */
export function createSessionSockets(params: SessionSocketsParams): SessionSockets {
  const { maxConnections, perAddress, clock = systemClock } = params
  const shares = createShares(perAddress?.max ?? Number.POSITIVE_INFINITY)
  const members = createMembers()
  const strangers = new Set<WebSocket>()
  const wss = new WebSocketServer({ ...socketOptions, maxPayload: 1024, perMessageDeflate: false })
  const count = (): number => strangers.size + members.count()
  let talk: SocketTalk | undefined

  wss.on('connection', (ws: WebSocket, request: IncomingMessage) => {
    strangers.add(ws)
    ws.on('error', () => ws.terminate())
    const late = setTimeout(() => ws.close(1008, 'malformed'), firstFrameWithinMs).unref()
    ws.once('close', () => {
      clearTimeout(late)
      strangers.delete(ws)
    })
    ws.once('message', (data: Buffer, isBinary: boolean) => {
      clearTimeout(late)
      void enterSocket({
        findSession: params.findSession,
        clock,
        members,
        talk,
        ws,
        socket: request.socket,
        ip: params.addressOf?.(request) ?? request.socket.remoteAddress ?? '',
        cookie: params.cookiesOf(request),
        text: isBinary ? '' : data.toString(),
      })
        .catch((cause: unknown) => {
          params.log.warn({ cause: String(cause) }, 'a socket could not be notified of its owner')
          ws.close(1011, 'fault')
        })
        .finally(() => strangers.delete(ws))
    })
  })

  const sessionCheck = checking(params, members)
  const beats = beating(members, clock)

  return {
    upgrade(request, socket, head) {
      const refused = refusalOf(params, { request, isFull: count() >= maxConnections })
      if (refused !== undefined) return refuseUpgrade(socket, ...refused)
      const giveBack = perAddress === undefined ? () => {} : shares.take(perAddress.addressOf(request))
      if (giveBack === undefined) return refuseUpgrade(socket, '429 Too Many Requests', 'Retry-After: 5\r\n')
      socket.once('close', giveBack)
      wss.handleUpgrade(request, socket, head, (ws) => wss.emit('connection', ws, request))
    },
    send(accountId, frame, mode) {
      const own = members.of(accountId)
      // Most customers who are notified of something have no page open.
      if (own.size === 0) return
      const text = JSON.stringify(frame)
      const isMeant = (member: Member) => (mode === undefined || member.mode() === mode) && member.isSent(frame.channel)
      for (const member of own) if (isMeant(member)) member.send(text)
    },
    sendAll(frame) {
      const text = JSON.stringify(frame)
      for (const member of members.all()) if (member.isSent(frame.channel)) member.send(text)
    },
    has: (accountId) => members.of(accountId).size > 0,
    check: sessionCheck.check,
    connections: count,
    talkWith: (given) => void (talk = given),
    async close() {
      beats.stop()
      sessionCheck.stop()
      wss.close()
      await closeAll([...strangers, ...[...members.everyone()].map(({ ws }) => ws)])
    },
  }
}

/** With what a connection is refused before it is a socket; undefined for one that may become it. */
function refusalOf(
  { origins = [], admit }: SessionSocketsParams,
  { request, isFull }: { request: IncomingMessage; isFull: boolean },
): [status: string, more?: string] | undefined {
  if (!isOwnPage(request, origins)) return ['403 Forbidden']
  if (isFull) return ['503 Service Unavailable', 'Retry-After: 5\r\n']
  try {
    admit?.(request)
  } catch {
    return ['429 Too Many Requests', 'Retry-After: 60\r\n']
  }
  return undefined
}

/** Checks again and again whether every socket reads what it is sent, and counts its frames anew. */
function beating(members: ReturnType<typeof createMembers>, clock: Pick<Clock, 'monotonic'>) {
  const beats = setInterval(() => {
    const now = clock.monotonic()
    for (const member of members.everyone()) member.beat(now)
  }, beatEveryMs).unref()
  const forgets = setInterval(() => {
    for (const member of members.everyone()) member.forgetFrames()
  }, forgetFramesMs).unref()
  return {
    stop(): void {
      clearInterval(beats)
      clearInterval(forgets)
    },
  }
}

/** Checks whether sessions still run: when one was reported ended, and twice a second, since they also end by time. */
function checking(params: SessionSocketsParams, members: ReturnType<typeof createMembers>) {
  const checkSession = async (member: Member): Promise<void> => {
    const found = member.find()
    if ((found instanceof Promise ? await found : found) === undefined) member.close(1008, 'sessionEnded')
  }
  const check = async (customerId?: string): Promise<void> => {
    const some = [...members.all()].filter((one) => customerId === undefined || one.customerId === customerId)
    await Promise.all(some.map(checkSession)).catch((cause: unknown) =>
      // Sessions that cannot be read are not over: the next check decides.
      params.log.warn({ cause: String(cause) }, 'sessions of sockets could not be checked'),
    )
  }
  let running = false
  const timer = setInterval(() => {
    if (running) return
    running = true
    void check().finally(() => (running = false))
  }, checkEveryMs).unref()
  return { check: (customerId?: string) => void check(customerId), stop: () => clearInterval(timer) }
}
