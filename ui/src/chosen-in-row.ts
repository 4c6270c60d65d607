import { useEffect, useRef, type RefObject } from 'react'

/** For a row that may be wider than its container: what is chosen of it is brought into sight as it comes, and with each other `value`. */
export function useChosenInRow(value?: unknown): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In the next frame, whose layout is computed anyway.
    const frame = requestAnimationFrame(() => row.current && bringIntoRow(row.current))
    return () => cancelAnimationFrame(frame)
  }, [value])
  return row
}

/** Moves the row until the chosen one is in its middle, where the snapping of the row cuts none of it; the page itself stays where it is. */
function bringIntoRow(row: HTMLElement): void {
  const chosen = row.querySelector('[aria-selected=true], [aria-pressed=true]')?.getBoundingClientRect()
  const bounds = row.getBoundingClientRect()
  if (!chosen) return
  if (chosen.left < bounds.left || chosen.right > bounds.right)
    row.scrollLeft += (chosen.left + chosen.right - bounds.left - bounds.right) / 2
}
