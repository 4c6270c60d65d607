import { useEffect, useState } from 'react'

/** False until the page has had a quiet moment after its first paint; for parts that are not needed before. */
export function useWhenIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (typeof requestIdleCallback === 'function') {
      const requested = requestIdleCallback(() => setIdle(true), { timeout: 1500 })
      return () => cancelIdleCallback(requested)
    }
    const timer = setTimeout(() => setIdle(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return idle
}
