import { useLayoutEffect, type RefObject } from 'react'

const maxPx = 760

/**
 * Makes a panel as high as what is left of the window under its top, the keyboard of a phone taken off, which some browsers
 * lay over the page instead of making it smaller.
 */
export function usePanelHeight(panel: RefObject<HTMLElement | null>, desktop: boolean): void {
  useLayoutEffect(() => {
    const fit = () => {
      const element = panel.current
      if (!element) return
      const top = element.getBoundingClientRect().top + scrollY
      const left = (visualViewport?.height ?? innerHeight) - top - (desktop ? 24 : 0)
      const height = Math.round(desktop ? Math.min(left, maxPx) : Math.max(left, 240))
      element.style.setProperty('height', `${height}px`)
    }
    fit()
    // What stands above it may come or go: that makes the page longer, or its main part lower or higher in the same page.
    const observer = new ResizeObserver(fit)
    for (const one of [document.body, panel.current?.closest('main')]) if (one) observer.observe(one)
    visualViewport?.addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      visualViewport?.removeEventListener('resize', fit)
    }
  }, [panel, desktop])
}
