import { useEffect, useState } from 'react'
import { isRefused } from './problem.ts'
import { everySecond } from './second.ts'

/** Seconds to wait where a refusal of too many requests does not name the wait. */
const unsaid = 1

const secondsOf = (problem: unknown): number => {
  if (!isRefused(problem, 'tooMany')) return 0
  const { retryAfterS } = problem.params
  return typeof retryAfterS === 'number' ? Math.max(0, Math.ceil(retryAfterS)) : unsaid
}

/** Whole seconds, going down, until the server takes again what it refused for coming too often (40029); else 0. */
export function useRetryWait(problem: unknown): number {
  const [left, setLeft] = useState(() => secondsOf(problem))
  useEffect(() => {
    const seconds = secondsOf(problem)
    setLeft(seconds)
    if (seconds === 0) return undefined
    const until = performance.now() + seconds * 1000
    return everySecond(() => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000))))
  }, [problem])
  return left
}
