import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../time/clock.ts'

/**
 * What a peer may have unread in all, wherever it is: in this process, in the kernels of both sides, on the wire. What
 * waits there cannot be seen from here, so a peer shows what it has read by the pong to a ping that was sent behind it.
 */
export const maxUnread = 256 * 1024
/** A peer is requested again so long after the last time, or when so much was written since. */
const pollEveryMs = 3000
const pollEveryBytes = 64 * 1024
/** So long it has for a response at least, also where it was requested late because this process stood still. */
const responseWithinMs = 6000
/**
 * One that has shown nothing of what it read for so long is dropped: within ten seconds of the last thing. Counted from the last
 * pong and not from the ping, which is sent at once behind much that a slow reader has yet to read.
 */
export const droppedAfterMs = 9500
/** How often every peer is checked. */
export const beatEveryMs = 500
/** The time in which a peer must acknowledge a close frame: one that reads nothing never does. */
export const closeWithinMs = 1000
/** What every server of sockets is opened with. */
export const socketOptions = { noServer: true, clientTracking: false, closeTimeout: closeWithinMs }

/** Whether a peer reads what it is sent. Times are of a clock that only rises. */
export type Pulse = {
  /** Whether so many bytes more may be written. */
  canSend(bytes: number): boolean
  /** Counts what was written. */
  wrote(bytes: number, now: number): void
  /** Pings when it is time, and ends a peer that leaves a ping open for too long. */
  beat(now: number): void
}

type PulseOptions = { ws: WebSocket; socket: Duplex; clock: Pick<Clock, 'monotonic'> }

/**
 * Watches one peer from now on; its pings carry a random nonce, so only a peer that has read one can return it.
 */
export function createPulse({ ws, socket, clock }: PulseOptions): Pulse {
  const now = clock.monotonic()
  let written = 0
  let read = 0
  let requestedAt = now
  let respondedAt = now
  let open: { written: number; word: Buffer } | undefined
  const request = (at: number): void => {
    if (ws.readyState !== ws.OPEN) return
    // Only a peer that has read the nonce can send it back.
    open = { written, word: randomBytes(4) }
    requestedAt = at
    ws.ping(open.word)
  }
  ws.on('pong', (word: Buffer) => {
    if (open === undefined || !open.word.equals(word)) return
    read = open.written
    respondedAt = clock.monotonic()
    open = undefined
  })
  return {
    // A single message may be larger than the bound where nothing else is unread.
    canSend: (bytes) => written === read || written - read + bytes <= maxUnread,
    wrote(bytes, at) {
      written += bytes
      if (open === undefined && written - read >= pollEveryBytes) request(at)
    },
    beat(at) {
      if (open === undefined) {
        if (at - requestedAt >= pollEveryMs) request(at)
      } else if (at - requestedAt >= responseWithinMs && at - respondedAt >= droppedAfterMs) {
        // What was not read would stay in the kernel after an ordinary end, for as long as the caller likes.
        if (socket instanceof Socket) socket.resetAndDestroy()
        ws.terminate()
      }
    },
  }
}

/** Closes sockets with 1001 as the server stops; those that do not respond in time are cut. */
export async function closeAll(sockets: Iterable<WebSocket>): Promise<void> {
  const all = [...sockets]
  let cut: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (cut = setTimeout(resolve, closeWithinMs)))
  const closed = all.map(
    (ws) =>
      new Promise<void>((resolve) => {
        if (ws.readyState === ws.CLOSED) return resolve()
        ws.once('close', () => resolve())
        ws.close(1001, 'stopping')
      }),
  )
  await Promise.race([Promise.all(closed), late])
  clearTimeout(cut)
  for (const ws of all) ws.terminate()
}
