/** A task that runs once at a time; calls that come while it runs share one more run after it. */
export type CoalescedTask = {
  /** Resolves when the first run that began after the call has ended; rejects with what that run threw. */
  run(): Promise<void>
  /** Resolves when no run is in flight. */
  idle(): Promise<void>
}

/** Wraps a task that must not overlap itself and reads its own work: any number of calls during a run cost one run more. */
export function createCoalescedTask(task: () => Promise<void>): CoalescedTask {
  let running: Promise<void> | undefined
  /** What calls during a run wait for; it begins when that one has ended. */
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    next = undefined
    running = task().finally(() => void (running = undefined))
    return running
  }
  return {
    run() {
      // Right after a run has ended the next one is still to begin, and no other may begin beside it.
      if (next !== undefined) return next
      if (running === undefined) return begin()
      next = running.then(begin, begin)
      return next
    },
    async idle() {
      while (running !== undefined || next !== undefined) await (next ?? running)?.catch(() => {})
    },
  }
}
