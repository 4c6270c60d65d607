import { chatFrame, type ChatFrame } from '@evenhand/protocol/chat.ts'
import { virtuallyHeader } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import { responseLimitMs } from '../../feed/reconnect-pace.ts'
import { endingOf, longestAfter, sessionPauseMs } from '../../feed/session-socket-pace.ts'
import { currentMode } from '../../lib/session.ts'

type SocketProps = {
  /** The session of a customer, or what proves a guest's conversation. */
  proof: { readonly token: string } | { readonly chatToken: string }
  /** The conversation, and what of it is here when the socket opens. */
  wanted: () => { readonly chat: string; readonly since: number }
  onFrame: (frame: ChatFrame) => void
  onReady: (ready: boolean) => void
  /** The session or the conversation is not this person's any more. */
  onEnded: () => void
}

/**
 * The socket of one conversation, which opens again by itself and requests what came after the last message that is here.
 * Returns how to send that the writer types, and how to close it.
 */
export function openChatSocket({ proof, wanted, onFrame, onReady, onEnded }: SocketProps) {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let ready = false
  const setReady = (now: boolean) => {
    if (now !== ready) onReady((ready = now))
  }
  const drop = () => {
    clearTimeout(timer)
    const old = socket
    socket = undefined
    setReady(false)
    old?.close()
  }
  const over = (code: number, reason: string) => {
    drop()
    if (code === 1008 && (reason === 'notFound' || reason === 'sessionEnded')) return onEnded()
    if (endingOf(code, reason) === 'unwanted') attempts = Math.max(attempts, longestAfter)
    timer = setTimeout(connect, sessionPauseMs(attempts++))
  }
  const onMessage = (own: WebSocket, text: string) => {
    const frame: unknown = JSON.parse(text)
    const channel = (frame as { channel?: unknown }).channel
    if (channel === 'session' && !ready) {
      clearTimeout(timer)
      attempts = 0
      own.send(JSON.stringify(wanted()))
      setReady(true)
    }
    if (channel === 'chat') onFrame(z.decode(chatFrame, frame as z.input<typeof chatFrame>))
  }
  const connect = () => {
    drop()
    if (!navigator.onLine) return
    const own = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`)
    socket = own
    const first = 'token' in proof ? { ...proof, virtually: virtuallyHeader[currentMode()] } : proof
    own.addEventListener('open', () => own.send(JSON.stringify(first)))
    own.addEventListener('message', ({ data }) => socket === own && onMessage(own, String(data)))
    own.addEventListener('close', ({ code, reason }) => socket === own && over(code, reason))
    timer = setTimeout(() => over(1006, ''), responseLimitMs(attempts))
  }
  addEventListener('online', connect)
  addEventListener('offline', drop)
  connect()
  return {
    /** Requests a conversation again, as after it has become another one. */
    follow: () => ready && socket?.send(JSON.stringify(wanted())),
    typing: (id: string) => ready && socket?.send(JSON.stringify({ typing: id })),
    close: () => {
      removeEventListener('online', connect)
      removeEventListener('offline', drop)
      drop()
    },
  }
}
