import type { Duplex } from 'node:stream'
import { firstFrame, laterFrame, type SocketFrame } from '@evenhand/protocol/notices.ts'
import { modeOfHeader, type AccountMode } from '@evenhand/protocol/money.ts'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { CookieReader } from '../http/cookies.ts'
import type { FindSession, Session } from '../http/http.ts'
import type { Clock } from '../time/clock.ts'
import { createPulse } from './heartbeat.ts'
import type { Guest, Member, createMembers } from './session-socket-members.ts'

/** An open socket as a domain that talks over it sees it: a customer's, or that of a guest whom it let in itself. */
export type SocketPeer = {
  readonly customerId: string | undefined
  readonly guestId: string | undefined
  send(text: string): void
  close(code: number, why: string): void
  /** Runs when it is closed; at once where it is. */
  onClose(run: () => void): void
}

/** What a domain that talks over these sockets adds to them. */
export type SocketTalk = {
  /** Which guest a first frame is of; undefined for a frame that is no guest's. Resolves to undefined for a stranger. */
  enterGuest(frame: unknown): Promise<string | undefined> | undefined
  /** Takes a later frame; false where it is none of its own. */
  onFrame(peer: SocketPeer, frame: unknown): boolean
}

export type Entering = {
  findSession: FindSession
  clock: Pick<Clock, 'monotonic'>
  members: ReturnType<typeof createMembers>
  talk: SocketTalk | undefined
  ws: WebSocket
  socket: Duplex
  /** Whose address it is: an API key may be bound to some. */
  ip: string
  cookie: CookieReader
  text: string
}

/** Sockets of one customer, or of one guest. */
const maxOfOne = 10
/** Frames a client may send in a window: which account it shows, and what it opens or writes of a conversation. */
const maxFrames = 30

const ready = JSON.stringify({ channel: 'session', what: 'ready' } satisfies SocketFrame)

/** What a key's socket is sent: notices and conversations are their customer's alone. */
const keyChannels: ReadonlySet<SocketFrame['channel']> = new Set(['session', 'orders', 'balances'])

/** Whether a key may open a socket from this address that shows this account. */
const isForKey = ({ key }: Session, ip: string, mode: AccountMode): boolean =>
  key === undefined || (key.isFrom(ip) && (!key.virtualOnly || mode === 'virtual'))

/** Reads whose a socket is from its first frame, and listens to it from then on. */
export async function enterSocket(entering: Entering): Promise<void> {
  const { ws, text, members, talk } = entering
  const frame = parsed(text)
  const guest = talk?.enterGuest(frame)
  if (guest !== undefined) return enterGuest(entering, await guest)
  const first = z.safeParse(firstFrame, frame)
  if (!first.success) return ws.close(1008, 'malformed')
  const { token, virtually } = first.data
  const session = await entering.findSession(token, entering.cookie)
  if (ws.readyState !== ws.OPEN) return
  if (session === undefined) return ws.close(1008, 'sessionEnded')
  if (members.of(session.accountId).size >= maxOfOne) return ws.close(1013, 'tooMany')
  const mode = modeOfHeader(virtually) ?? 'real'
  if (!isForKey(session, entering.ip, mode)) return ws.close(1008, 'keyNotAllowed')
  const mine = memberOf(entering, { session, token, mode })
  members.add(mine)
  ws.once('close', () => members.remove(mine))
  // It may have ended between the check and the joining.
  if ((await mine.find()) === undefined) return mine.close(1008, 'sessionEnded')
  mine.send(ready)
}

function enterGuest(entering: Entering, guestId: string | undefined): void {
  const { ws, members, talk } = entering
  if (ws.readyState !== ws.OPEN) return
  if (guestId === undefined) return ws.close(1008, 'notFound')
  if (members.ofGuest(guestId) >= maxOfOne) return ws.close(1013, 'tooMany')
  const sending = sendingTo(entering)
  const peer: SocketPeer = { customerId: undefined, guestId, ...sending.peer }
  const frames = countFrames(entering, (frame) => talk?.onFrame(peer, frame) === true)
  const guest: Guest = { ws, guestId, beat: sending.beat, forgetFrames: frames.forget }
  members.addGuest(guest)
  ws.once('close', () => members.removeGuest(guest))
  peer.send(ready)
}

type Opened = { session: Session; token: string; mode: AccountMode }

function memberOf(entering: Entering, { session, token, mode: first }: Opened): Member {
  const { ws, talk, cookie } = entering
  let mode = first
  const sending = sendingTo(entering)
  const peer: SocketPeer = { customerId: session.customerId, guestId: undefined, ...sending.peer }
  const frames = countFrames(entering, (frame) => {
    // Conversations are a person's.
    if (session.key === undefined && talk?.onFrame(peer, frame) === true) return true
    const later = z.safeParse(laterFrame, frame)
    const next = modeOfHeader(later.data?.virtually) ?? mode
    if (!isForKey(session, entering.ip, next)) return false
    mode = next
    return later.success
  })
  return {
    ws,
    accountId: session.accountId,
    customerId: session.customerId,
    find: () => entering.findSession(token, cookie),
    mode: () => mode,
    isSent: (channel) => session.key === undefined || keyChannels.has(channel),
    send: peer.send,
    beat: sending.beat,
    forgetFrames: frames.forget,
    close: peer.close,
  }
}

/** Writes to a socket no more than its client reads. */
function sendingTo({ ws, socket, clock }: Entering) {
  const pulse = createPulse({ ws, socket, clock })
  return {
    beat: pulse.beat,
    peer: {
      send(sent: string): void {
        // A client that does not read what it is sent comes back and reads what there is then.
        const bytes = Buffer.byteLength(sent)
        if (!pulse.canSend(bytes)) return ws.terminate()
        if (ws.readyState !== ws.OPEN) return
        ws.send(sent)
        pulse.wrote(bytes, clock.monotonic())
      },
      close: (code: number, why: string): void => ws.close(code, why),
      onClose: (run: () => void): void => (ws.readyState === ws.CLOSED ? run() : void ws.once('close', run)),
    },
  }
}

/** Ends a socket that sends too many frames, or one that is not understood. */
function countFrames({ ws }: Entering, take: (frame: unknown) => boolean) {
  let frames = 0
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    frames += 1
    if (frames > maxFrames) ws.close(1008, 'tooMany')
    else if (isBinary || !take(parsed(data.toString()))) ws.close(1008, 'malformed')
  })
  return { forget: () => void (frames = 0) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
