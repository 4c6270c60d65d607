import { useCallback, useSyncExternalStore } from 'react'
import { watchView, type Watch } from './watch-view.ts'

export const useWatch = (): Watch => useSyncExternalStore(watchView.subscribe, watchView.get, watchView.get)

/** Whether a code is watched; the component renders again only when that changes. */
export function useWatched(code: string): boolean {
  const read = useCallback(() => watchView.get().watched.has(code), [code])
  return useSyncExternalStore(watchView.subscribe, read, read)
}
