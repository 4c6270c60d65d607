import type { SocketFrame } from '@evenhand/protocol/notices.ts'
import { createStore, useStore } from '../lib/store.ts'

/** `ready`: what happens to the customer is heard at once. `away`: it is not, and screens ask by themselves. */
type OwnLine = 'ready' | 'away'
type Listener = (frame: SocketFrame) => void

/** Where the customers' socket stands; set by the socket alone (session-socket.ts), which comes after sign-in. */
export const ownLine = createStore<OwnLine>('away')
/** How many notices are unread. */
export const unreadNotices = createStore(0)

const listeners = new Set<Listener>()

export const useUnread = (): number => useStore(unreadNotices)
export const useIsHeard = (): boolean => useStore(ownLine) === 'ready'

/** How often to ask for something that the socket tells of: never while it stands, else every `ms` milliseconds. */
export const useAskEvery = (ms: number): number | false => (useIsHeard() ? false : ms)

/** Runs for every frame from now on. */
export function onOwnFrame(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellOwnFrame(frame: SocketFrame): void {
  for (const listener of listeners) listener(frame)
}
