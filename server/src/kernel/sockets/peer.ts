import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../time/clock.ts'
import type { Frame } from './frame.ts'
import { createPulse, type Pulse } from './heartbeat.ts'

/** One connected socket of a broadcast. */
export type Peer = {
  readonly ws: WebSocket
  readonly socket: Duplex
  /** Whether our compressed frames may be sent to it. */
  readonly deflates: boolean
  readonly pulse: Pulse
  /** Had too much unread for at least one message, so it needs the snapshot before the next. */
  missed: boolean
  messages: number
}

/** Clients send nothing here; what arrives is dropped, and so much of it within a minute ends the connection. */
const maxMessages = 100

/** Listens to a new socket; `gone` is called when it has ended. */
export function welcome(
  params: Pick<Peer, 'ws' | 'socket' | 'deflates'> & { clock: Pick<Clock, 'monotonic'> },
  gone: (peer: Peer) => void,
): Peer {
  const { ws, socket, deflates, clock } = params
  const peer: Peer = { ws, socket, deflates, pulse: createPulse({ ws, socket, clock }), missed: false, messages: 0 }
  ws.on('close', () => gone(peer))
  ws.on('error', () => ws.terminate())
  ws.on('message', () => {
    peer.messages += 1
    if (peer.messages > maxMessages) ws.close(1008)
  })
  return peer
}

/**
 * Writes a frame whole, past the library (which writes each of its own frames whole too, so none is ever cut in two), or
 * returns false where the peer has too much unread: then it gets nothing until it has caught up.
 */
export function write(peer: Peer, frame: Frame, now: number): boolean {
  const bytes = peer.deflates ? frame.deflated() : frame.plain()
  if (!peer.pulse.canSend(bytes.length)) return false
  if (peer.ws.readyState !== peer.ws.OPEN) return true
  peer.socket.write(bytes)
  peer.pulse.wrote(bytes.length, now)
  return true
}
