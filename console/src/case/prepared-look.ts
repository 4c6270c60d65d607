import { createContext, useContext, useEffect, useRef } from 'react'

/** What of the open case may be looked at next, in the order of the page: the key V goes to the first of them. */
export type Looks = { readonly add: (look: () => void) => () => void; readonly first: () => (() => void) | undefined }

export function createLooks(): Looks {
  const all = new Set<() => void>()
  return {
    add(look) {
      all.add(look)
      return () => void all.delete(look)
    },
    first: () => all.values().next().value,
  }
}

export const LooksContext = createContext<Looks | undefined>(undefined)

/** Names what the key V does here, while there is something to look at. */
export function useCaseLook(look: (() => void) | undefined): void {
  const looks = useContext(LooksContext)
  const newest = useRef(look)
  newest.current = look
  const on = look !== undefined
  useEffect(() => (on ? looks?.add(() => newest.current?.()) : undefined), [looks, on])
}
