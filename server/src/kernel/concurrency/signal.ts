/** Who is woken at once; of more than these, the others wait their time out. */
const maxWoken = 10_000

export type Signal = {
  /** Resolves when it happens next, or after so many milliseconds without it. */
  next(untilMs: number): Promise<void>
  /** Wakes all waiters. */
  happened(): void
}

/** Something that happens again and again, and that calls wait for: a recorded second. */
export function createSignal(): Signal {
  let waiting: (() => void)[] = []
  return {
    next: (untilMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, untilMs)
        if (waiting.length >= maxWoken) return
        waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
    happened() {
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
  }
}
