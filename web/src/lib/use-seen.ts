import { useEffect, useRef, useState, type RefObject } from 'react'

/** A bar that stands at the foot of a phone's window covers so much: what is under it is not in sight. */
const rootMargin = '0px 0px -72px'

/** Whether an element has come into the window once; for what need not be loaded while it is out of sight. */
export function useSeen(): [RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current || seen) return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [seen])
  return [element, seen]
}
