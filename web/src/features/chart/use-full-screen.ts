import { useEffect, useState } from 'react'

/**
 * Whether something takes the whole window, and the way to turn that round. The browser gives the page the whole screen as
 * well where it can; Escape ends both. It is the page that is enlarged, so that results and notices stay in sight.
 */
export function useFullScreen(): [full: boolean, toggle: () => void] {
  const [full, setFull] = useState(false)
  useEffect(() => {
    if (!full) return undefined
    const end = () => setFull(false)
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
  return [full, () => setFull(!full)]
}
