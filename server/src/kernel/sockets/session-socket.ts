import type { Duplex } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { firstFrame, laterFrame, type SocketFrame } from '@evenhand/protocol/notices.ts'
import { modeOfHeader, type AccountMode } from '@evenhand/protocol/money.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import * as z from 'zod/mini'
import { createShares } from '../http/caller-address.ts'
import { systemClock, type Clock } from '../time/clock.ts'
import type { CookieReader } from '../http/cookies.ts'
import type { FindSession, Session } from '../http/http.ts'
import type { Log } from '../log.ts'
import { createMembers, type Member } from './session-socket-members.ts'
import { beatEveryMs, closeAll, createPulse, socketOptions } from './heartbeat.ts'
import { isOwnPage, refuseUpgrade, type Upgrade } from './broadcast.ts'

export type SessionSocketsParams = {
  /** As for calls, without counting as a use of the session: an open page alone keeps no session alive. */
  findSession: FindSession
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
  close(): Promise<void>
}

const firstFrameWithinMs = 5000
const forgetFramesMs = 15_000
const checkEveryMs = 500
/** Sockets of one customer. */
const maxOfCustomer = 10
/** Frames a client may send in that time: it has nothing to say but which account it shows. */
const maxFrames = 30

/**
 * Sockets that belong to a customer by their first frame, never by their address, and that end within a second of their session.
 */
export function createSessionSockets(params: SessionSocketsParams): SessionSockets {
  const { maxConnections, perAddress, origins = [], clock = systemClock } = params
  const shares = createShares(perAddress?.max ?? Number.POSITIVE_INFINITY)
  const members = createMembers()
  const strangers = new Set<WebSocket>()
  const wss = new WebSocketServer({ ...socketOptions, maxPayload: 1024, perMessageDeflate: false })
  const count = (): number => strangers.size + members.count()

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
      const [cookie, text] = [params.cookiesOf(request), isBinary ? '' : data.toString()]
      void enter({ params, clock, members, ws, socket: request.socket, cookie, text })
        .catch((cause: unknown) => {
          params.log.warn({ cause: String(cause) }, 'a socket could not be notified of its owner')
          ws.close(1011, 'fault')
        })
        .finally(() => strangers.delete(ws))
    })
  })

  const sessionCheck = checking(params, members)
  const beats = setInterval(() => {
    const now = clock.monotonic()
    for (const member of members.all()) member.beat(now)
  }, beatEveryMs).unref()
  const forgets = setInterval(() => {
    for (const member of members.all()) member.forgetFrames()
  }, forgetFramesMs).unref()

  return {
    upgrade(request, socket, head) {
      if (!isOwnPage(request, origins)) return refuseUpgrade(socket, '403 Forbidden')
      if (count() >= maxConnections) return refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 5\r\n')
      try {
        params.admit?.(request)
      } catch {
        return refuseUpgrade(socket, '429 Too Many Requests', 'Retry-After: 60\r\n')
      }
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
      for (const member of own) if (mode === undefined || member.mode() === mode) member.send(text)
    },
    sendAll(frame) {
      const text = JSON.stringify(frame)
      for (const member of members.all()) member.send(text)
    },
    has: (accountId) => members.of(accountId).size > 0,
    check: sessionCheck.check,
    connections: count,
    async close() {
      clearInterval(beats)
      clearInterval(forgets)
      sessionCheck.stop()
      wss.close()
      await closeAll([...strangers, ...[...members.all()].map(({ ws }) => ws)])
    },
  }
}

type Entering = {
  params: SessionSocketsParams
  clock: Pick<Clock, 'monotonic'>
  members: ReturnType<typeof createMembers>
  ws: WebSocket
  socket: Duplex
  cookie: CookieReader
  text: string
}

/** Reads whose a socket is from its first frame. */
async function enter({ params, clock, members, ws, socket, cookie, text }: Entering): Promise<void> {
  const first = z.safeParse(firstFrame, parsed(text))
  if (!first.success) return ws.close(1008, 'malformed')
  const { token, virtually } = first.data
  let frames = 0
  const member = (session: Session): Member => {
    let mode = modeOfHeader(virtually) ?? 'real'
    const pulse = createPulse({ ws, socket, clock })
    ws.on('message', (data: Buffer, isBinary: boolean) => {
      frames += 1
      const later = z.safeParse(laterFrame, isBinary ? undefined : parsed(data.toString()))
      if (frames > maxFrames) ws.close(1008, 'tooMany')
      else if (!later.success) ws.close(1008, 'malformed')
      else mode = modeOfHeader(later.data.virtually) ?? mode
    })
    return {
      ws,
      accountId: session.accountId,
      customerId: session.customerId,
      find: () => params.findSession(token, cookie),
      mode: () => mode,
      send(sent) {
        // A client that does not read what it is sent comes back and reads what there is then.
        const bytes = Buffer.byteLength(sent)
        if (!pulse.hasRoom(bytes)) return ws.terminate()
        if (ws.readyState !== ws.OPEN) return
        ws.send(sent)
        pulse.wrote(bytes, clock.monotonic())
      },
      beat: pulse.beat,
      forgetFrames: () => void (frames = 0),
      close: (code, why) => ws.close(code, why),
    }
  }
  const session = await params.findSession(token, cookie)
  if (ws.readyState !== ws.OPEN) return
  if (session === undefined) return ws.close(1008, 'sessionEnded')
  if (members.of(session.accountId).size >= maxOfCustomer) return ws.close(1013, 'tooMany')
  const mine = member(session)
  members.add(mine)
  ws.once('close', () => members.remove(mine))
  // It may have ended between the check and the joining.
  if ((await mine.find()) === undefined) return mine.close(1008, 'sessionEnded')
  mine.send(JSON.stringify({ channel: 'session', what: 'ready' } satisfies SocketFrame))
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
