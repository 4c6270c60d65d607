import { useCallback, useSyncExternalStore } from 'react'
import { currentSession, subscribeSession } from '../../../lib/session.ts'
import { readStored } from '../../../lib/storage.ts'
import { guestKeys } from './guest-keys.ts'
import { keeper } from './watch-keeper.ts'
import { watchView, type Watch } from './watch-view.ts'

const start = (): void => void keeper().then((kept) => kept.start())

function subscribe(listener: () => void): () => void {
  start()
  return watchView.subscribe(listener)
}

const isAnyWatched = (): boolean => currentSession() !== undefined || readStored(guestKeys.list) !== null
let isAwaited = false

/**
 * For what only marks what is watched: a visitor who watches nothing waits for no list. It comes with the first press, with
 * a sign-in, or when another tab of this browser has begun one.
 */
function subscribeToMarks(listener: () => void): () => void {
  if (isAnyWatched()) start()
  else if (!isAwaited) {
    isAwaited = true
    const check = () => isAnyWatched() && start()
    subscribeSession(check)
    addEventListener('storage', check)
  }
  return watchView.subscribe(listener)
}

export const useWatch = (): Watch => useSyncExternalStore(subscribe, watchView.get, watchView.get)

/** Whether a code is watched; the component renders again only when that changes. */
export function useWatched(code: string): boolean {
  const read = useCallback(() => watchView.get().watched.has(code), [code])
  return useSyncExternalStore(subscribeToMarks, read, read)
}

const hasSeveral = () => watchView.get().lists.length > 1

/** Whether there are several lists, of which one has to be chosen. */
export const useSeveral = (): boolean => useSyncExternalStore(subscribeToMarks, hasSeveral, hasSeveral)
