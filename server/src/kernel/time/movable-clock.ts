import type { Clock } from './clock.ts'

/** The product's clock where it may be moved forward: in a sandbox whose prices are not live. */
export type MovableClock = Clock & {
  /** Milliseconds it is ahead of the machine's clock. */
  movedMs(): number
  advance(ms: number): void
}

/** A clock that runs as `base` does, `movedMs` ahead of it, and further with every advance. */
export function movableClock(base: Clock, movedMs: number): MovableClock {
  let moved = movedMs
  return {
    now: () => base.now() + moved,
    // How long something takes is never changed by moving the time of day.
    monotonic: base.monotonic,
    movedMs: () => moved,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new Error('a clock moves forward by whole milliseconds')
      moved += ms
    },
  }
}
