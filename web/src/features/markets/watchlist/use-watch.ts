import { useCallback, useSyncExternalStore } from 'react'
import { watchStore, type Watch } from './watch-store.ts'

export const useWatch = (): Watch => useSyncExternalStore(watchStore.subscribe, watchStore.get, watchStore.get)

/** Whether a code is watched; the component renders again only when that changes. */
export function useWatched(code: string): boolean {
  const read = useCallback(() => watchStore.get().watched.has(code), [code])
  return useSyncExternalStore(watchStore.subscribe, read, read)
}
