const shortestMs = 500
const longestMs = 2500
const hiddenMs = 30_000
const responseMs = 3000
const longestResponseMs = 15_000
const silentMs = 6000
const longestSilentMs = 60_000

/** Doubling from 0.5 s to 2.5 s (30 s while hidden), spread by up to half so that clients do not return in step. */
export function pauseMs(attempt: number, hidden: boolean, random: number = Math.random()): number {
  const maxMs = Math.min(hidden ? hiddenMs : longestMs, shortestMs * 2 ** Math.min(attempt, 10))
  return Math.round(Math.max(shortestMs, maxMs * (0.5 + random / 2)))
}

/** How long a new line may take to its first message; a slow network gets more time with each try. */
export const responseLimitMs = (attempt: number): number => Math.min(longestResponseMs, responseMs * 1.5 ** attempt)

/**
 * How long a connection may be silent. Coins tick every second, so six seconds mean that it is dead; when new lines are as
 * silent, nothing is coming at all, and they are replaced ever more rarely.
 */
export const silenceLimitMs = (silences: number): number =>
  Math.min(longestSilentMs, silentMs * 2 ** Math.min(silences, 10))
