import { useLayoutEffect, useState, type RefObject } from 'react'

/** How wide an element is, in rem; without bound before it was measured. */
export function useWidthRem(element: RefObject<HTMLElement | null>): number {
  const [widthRem, setWidthRem] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    const measure = ({ clientWidth }: HTMLElement) =>
      setWidthRem(clientWidth / Number(getComputedStyle(document.documentElement).fontSize.replace('px', '')))
    measure(element.current)
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.target as HTMLElement))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return widthRem
}
