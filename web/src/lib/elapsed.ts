/** A moment by both clocks of the browser. */
export type Mark = { readonly running: number; readonly wall: number }

/** Now by both clocks, in milliseconds: for `elapsedMs` later. */
export const markNow = (): Mark => ({ running: performance.now(), wall: Date.now() })

/**
 * Milliseconds since a moment, never too few: the running clock may stand still while a machine sleeps, and the wall
 * clock may be set back. A wall clock that is set forward makes it too many once, which only requests fresh prices.
 */
export const elapsedMs = (since: Mark): number =>
  Math.max(performance.now() - since.running, Date.now() - since.wall, 0)
