import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

/** Kept here, so that the chart of the next instrument is as large as the one before. */
const fullScreen = createStore(false)

/** Whether the chart takes the whole window, and the way to turn that round. */
export function useFullScreen(): [full: boolean, toggle: () => void] {
  return [useStore(fullScreen), () => fullScreen.set(!fullScreen.get())]
}

/**
 * What goes with it, for the page around the charts: the browser gives the page the whole screen as well where it can;
 * Escape ends both, and so does leaving the page. It is the page that is enlarged, so that results and notices stay in sight.
 */
export function useFullScreenPage(): void {
  const full = useStore(fullScreen)
  useEffect(() => () => fullScreen.set(false), [])
  useEffect(() => {
    if (!full) return undefined
    const end = () => fullScreen.set(false)
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('dialog[open], [popover]:popover-open')) end()
    }
    const onChange = () => !document.fullscreenElement && end()
    document.documentElement.style.overflow = 'hidden'
    void document.documentElement.requestFullscreen?.().catch(() => {})
    document.addEventListener('fullscreenchange', onChange)
    addEventListener('keydown', onKey)
    return () => {
      document.documentElement.style.overflow = ''
      document.removeEventListener('fullscreenchange', onChange)
      removeEventListener('keydown', onKey)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [full])
}
