import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Frame } from './socket-frame.ts'

/** One connected socket of a broadcast. */
export type Peer = {
  readonly ws: WebSocket
  readonly socket: Duplex
  /** Whether our compressed frames may be sent to it. */
  readonly deflates: boolean
  slowSince: number | undefined
  /** Was too slow for at least one message, so it needs the snapshot before the next. */
  missed: boolean
  unansweredPings: number
  messages: number
}

/** A socket with more than this waiting gets no further message until it has caught up; then it gets the snapshot. */
export const slowBytes = 256 * 1024
/** A socket is closed at this much waiting, or after being slow for so long. */
export const closeBytes = 1024 * 1024
export const closeAfterMs = 10_000
/** Nobody has anything to say here between two pings; what arrives is dropped, and too much of it ends the connection. */
const maxMessages = 100

/** Listens to a new socket; `gone` is called when it has ended. */
export function welcome(of: Pick<Peer, 'ws' | 'socket' | 'deflates'>, gone: (peer: Peer) => void): Peer {
  const peer: Peer = { ...of, slowSince: undefined, missed: false, unansweredPings: 0, messages: 0 }
  const { ws } = peer
  ws.on('close', () => gone(peer))
  ws.on('error', () => ws.terminate())
  ws.on('pong', () => (peer.unansweredPings = 0))
  ws.on('message', () => {
    peer.messages += 1
    if (peer.messages > maxMessages) ws.close(1008)
  })
  return peer
}

/** Writes a frame whole, past the library: it writes each of its own frames whole too, so none is ever cut in two. */
export function write(peer: Peer, frame: Frame): void {
  if (peer.ws.readyState === peer.ws.OPEN) peer.socket.write(peer.deflates ? frame.deflated() : frame.plain())
}

/** True while the peer is too slow to be sent anything; one that is so for too long, or by too much, is closed. */
export function isSlow(peer: Peer, now: number): boolean {
  const waiting = peer.ws.bufferedAmount
  if (waiting <= slowBytes) {
    peer.slowSince = undefined
    return false
  }
  peer.slowSince ??= now
  if (waiting >= closeBytes || now - peer.slowSince >= closeAfterMs) peer.ws.terminate()
  return true
}

/** Pings a peer, or ends it when it left two pings unanswered. */
export function ping(peer: Peer): void {
  peer.messages = 0
  if (peer.unansweredPings >= 2) peer.ws.terminate()
  else peer.ws.ping()
  peer.unansweredPings += 1
}
