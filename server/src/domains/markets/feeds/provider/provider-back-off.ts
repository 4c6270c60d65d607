/** When a lost connection is tried again. */
export type BackOff = {
  /** Milliseconds to wait after a connection that gave good service for so long; 0 where it never did. */
  wait(goodMs: number): number
  /** All is well: the next failure is the first again. */
  reset(): void
}

const lineBounds = { firstMs: 500, maxMs: 30_000 }
/** A connection counts as good again after this; one that drops sooner every time is retried ever more rarely. */
const goodServiceMs = 60_000

/**
 * Waits at random between nothing and a bound that doubles from half a second to half a minute, so that many who lost the
 * same provider do not reconnect in the same moment. `random` returns from 0 up to 1.
 */
export function createBackOff(random: () => number, { firstMs, maxMs } = lineBounds): BackOff {
  let failures = 0
  return {
    wait(goodMs) {
      if (goodMs >= goodServiceMs) failures = 0
      const bound = Math.min(firstMs * 2 ** failures, maxMs)
      failures = Math.min(failures + 1, 20)
      return Math.floor(random() * bound)
    },
    reset: () => void (failures = 0),
  }
}
