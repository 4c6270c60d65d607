import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether an element has come into the window once; for what need not be loaded while it is out of sight. */
export function useSeen(): [RefObject<HTMLDivElement | null>, boolean] {
  const element = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current || seen) return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [seen])
  return [element, seen]
}
