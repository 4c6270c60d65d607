import { useCallback, useEffect, useState } from 'react'
import { everySecond } from '../second.ts'

/** Whole seconds left until something may be done again, and the call that starts them. 0 when it may be done now; `first` run at once. */
export function useCountdown(first = 0): readonly [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(() => (first > 0 ? performance.now() + first * 1000 : 0))
  const [left, setLeft] = useState(first)
  useEffect(() => {
    if (until === 0) return
    return everySecond(() => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000))))
  }, [until])
  const start = useCallback((seconds: number) => {
    setUntil(seconds > 0 ? performance.now() + seconds * 1000 : 0)
    setLeft(Math.max(0, Math.ceil(seconds)))
  }, [])
  return [left, start]
}
