import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * Whether an element has come into the window once; for what need not be loaded while it is out of sight. `covered`: pixels
 * at the foot of the window that a phone's bar covers.
 */
export function useSeen(covered = 72): [RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current || seen) return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: `0px 0px -${covered}px`,
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [seen, covered])
  return [element, seen]
}
