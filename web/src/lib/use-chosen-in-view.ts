import { useEffect, useRef, type RefObject } from 'react'

/** A row of choices that may be wider than a phone: the one that is pressed as it comes, by an address, is brought into sight. */
export function useChosenInView(): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In the next frame, whose layout is computed anyway.
    const frame = requestAnimationFrame(() =>
      row.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return row
}
