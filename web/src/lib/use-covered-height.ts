import { useLayoutEffect, type RefObject } from 'react'

/**
 * Sets a variable of the page to how many pixels a fixed bar or sheet covers at the foot of the window: the chart above it
 * is no higher than what is left, so that its newest prices stay in sight.
 */
export function useCoveredHeight(variable: '--bar' | '--sheet', element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => style.setProperty(variable, `${element.current?.offsetHeight ?? 0}px`)
    // The observer reports what it begins with as well, before the frame is painted and after the layout it needs.
    const observer = new ResizeObserver(measure)
    if (element.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      style.removeProperty(variable)
    }
  }, [variable, element])
}
