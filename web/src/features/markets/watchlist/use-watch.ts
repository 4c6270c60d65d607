import { useCallback, useSyncExternalStore } from 'react'
import { keeper } from './watch-keeper.ts'
import { watchView, type Watch } from './watch-view.ts'

function subscribe(listener: () => void): () => void {
  void keeper().then(({ start }) => start())
  return watchView.subscribe(listener)
}

export const useWatch = (): Watch => useSyncExternalStore(subscribe, watchView.get, watchView.get)

/** Whether a code is watched; the component renders again only when that changes. */
export function useWatched(code: string): boolean {
  const read = useCallback(() => watchView.get().watched.has(code), [code])
  return useSyncExternalStore(subscribe, read, read)
}

const hasSeveral = () => watchView.get().lists.length > 1

/** Whether there are several lists, of which one has to be chosen. */
export const useSeveral = (): boolean => useSyncExternalStore(subscribe, hasSeveral, hasSeveral)
