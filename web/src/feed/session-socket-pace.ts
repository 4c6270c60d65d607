const shortestMs = 1000
const longestMs = 30_000

/** How a socket ended, and what the page does then. */
export type Ending =
  /** Lost on the way, or the server stops: try again. */
  | 'lost'
  /** The server reports that the session is over. */
  | 'ended'
  /** It does not want another socket of this customer now. */
  | 'unwanted'

/** Doubling from 1 s to 30 s, spread by up to half, so that the pages of one server do not return in step. */
export function sessionPauseMs(attempt: number, random: number = Math.random()): number {
  const maxMs = Math.min(longestMs, shortestMs * 2 ** Math.min(attempt, 10))
  return Math.round(maxMs * (0.5 + random / 2))
}

/** After this many attempts the pause is the longest. */
export const longestAfter = 5

export function endingOf(code: number, reason: string): Ending {
  if (code === 1008 && reason === 'sessionEnded') return 'ended'
  return code === 1008 || code === 1013 ? 'unwanted' : 'lost'
}
