import { useEffect, useRef, useState, type RefObject } from 'react'

type Span = { first: number; last: number }
const spare = 6

/**
 * Which rows of a long list of equal heights the page shows now, a few more on either side. `ref` goes on the element
 * of height `count × rowHeight` in which the rows are placed; the page itself scrolls.
 */
export function useWindowRows(count: number, rowHeight: number): Span & { ref: RefObject<HTMLUListElement | null> } {
  const ref = useRef<HTMLUListElement>(null)
  const [span, setSpan] = useState<Span>({ first: 0, last: Math.min(count, 24) })
  useEffect(() => {
    let requested = 0
    const measure = () => {
      requested = 0
      const top = ref.current?.getBoundingClientRect().top ?? 0
      const first = Math.max(0, Math.floor(-top / rowHeight) - spare)
      const last = Math.min(count, Math.ceil((innerHeight - top) / rowHeight) + spare)
      setSpan((before) =>
        before.first === first && before.last === last ? before : { first, last: Math.max(first, last) },
      )
    }
    const request = () => void (requested ||= requestAnimationFrame(measure))
    measure()
    addEventListener('scroll', request, { passive: true })
    addEventListener('resize', request)
    return () => {
      cancelAnimationFrame(requested)
      removeEventListener('scroll', request)
      removeEventListener('resize', request)
    }
  }, [count, rowHeight])
  return { ref, ...span }
}
