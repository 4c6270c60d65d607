import { manualClock } from '../../src/kernel/time/clock.ts'
import type { Timers } from '../../src/kernel/time/timers.ts'

/** A clock and its timers that stand still until a test moves them; nothing sleeps. */
export type ManualTime = {
  clock: ReturnType<typeof manualClock>
  timers: Timers
  /** Moves on by so many milliseconds; timers that fall due run in their order, each at its own time. */
  advance(ms: number): void
}

export function manualTime(start: number): ManualTime {
  const clock = manualClock(start)
  const waiting = new Map<number, { at: number; run: () => void }>()
  let made = 0
  const timers: Timers = {
    after(ms, run) {
      made += 1
      const id = made
      waiting.set(id, { at: clock.now() + ms, run })
      return () => void waiting.delete(id)
    },
  }
  return {
    clock,
    timers,
    advance(ms) {
      const end = clock.now() + ms
      for (;;) {
        const [next] = [...waiting].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)
        if (next === undefined) break
        waiting.delete(next[0])
        clock.set(Math.max(clock.now(), next[1].at))
        next[1].run()
      }
      clock.set(end)
    },
  }
}

/** Lets the sockets of this machine work until something holds; fails when it never does. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`It never came about: ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
