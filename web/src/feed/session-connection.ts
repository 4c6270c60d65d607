import type { SocketFrame } from '@evenhand/protocol/notices.ts'
import { createStore, useStore } from '../lib/store.ts'

/** `ready`: the customer's events are pushed. `away`: they are not, and screens poll. */
type SessionConnection = 'ready' | 'away'
type Listener = (frame: SocketFrame) => void

/** Where the customers' socket stands; set by the socket alone (session-socket.ts), which comes after sign-in. */
export const sessionConnection = createStore<SessionConnection>('away')
/** How many notices are unread. */
export const unreadNotices = createStore(0)

const listeners = new Set<Listener>()

export const useUnread = (): number => useStore(unreadNotices)
export const useIsConnected = (): boolean => useStore(sessionConnection) === 'ready'

/** How often to poll what the socket pushes: never while it is open, else every `ms` milliseconds. */
export const usePollEvery = (ms: number): number | false => (useIsConnected() ? false : ms)

/** Runs for every frame from now on. */
export function onSessionFrame(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function publishSessionFrame(frame: SocketFrame): void {
  for (const listener of listeners) listener(frame)
}
