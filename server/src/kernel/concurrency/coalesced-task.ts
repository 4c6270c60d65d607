/** A task that runs once at a time; calls that come while it runs share one more run after it. */
export type CoalescedTask = {
  /** Resolves when a run that began after the call has ended; rejects with what that run threw. */
  run(): Promise<void>
  /** Resolves when no run is in flight. */
  idle(): Promise<void>
}

/** Wraps a task that must not overlap itself and reads its own work: any number of calls during a run cost one run more. */
export function createCoalescedTask(task: () => Promise<void>): CoalescedTask {
  let running: Promise<void> | undefined
  let isMore = false
  const runAll = async (): Promise<void> => {
    try {
      do {
        isMore = false
        await task()
      } while (isMore)
    } finally {
      // In the same step as the read of `isMore`: a call right after it begins a run of its own.
      running = undefined
    }
  }
  return {
    run() {
      isMore = true
      return (running ??= runAll())
    },
    async idle() {
      await running?.catch(() => {})
    },
  }
}
