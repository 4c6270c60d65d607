import { createContext, useContext, useLayoutEffect, useRef } from 'react'

/** What of the open case may be viewed next, in the order of the page: the key V goes to the first of them. */
export type PreparedViews = {
  readonly add: (view: () => void) => () => void
  readonly first: () => (() => void) | undefined
}

export function createPreparedViews(): PreparedViews {
  const all = new Set<() => void>()
  return {
    add(view) {
      all.add(view)
      return () => void all.delete(view)
    },
    first: () => all.values().next().value,
  }
}

export const PreparedViewsContext = createContext<PreparedViews | undefined>(undefined)

/** Names what the key V does here, while there is something to view. */
export function useCaseView(view: (() => void) | undefined): void {
  const views = useContext(PreparedViewsContext)
  const newest = useRef(view)
  newest.current = view
  const on = view !== undefined
  useLayoutEffect(() => (on ? views?.add(() => newest.current?.()) : undefined), [views, on])
}
