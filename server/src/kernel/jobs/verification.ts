import { jobBoundMs, withinBound } from '../db/query-timeout.ts'
import type { Log } from '../log.ts'

/** How far a check is, in whatever it counts. */
export type Progress = { done: number; total: number }

export type VerificationState<Result> = {
  running: Progress | null
  last: Result | null
  /** The last one ended without a result. */
  failed: boolean
}

/**
 * A long check as operators request it: it runs on its own, however long it takes, one at a time; a call that comes meanwhile
 * joins it. `ended` is called with the result of each caller's check.
 */
export function createVerification<Result>({
  name,
  audit,
  log,
}: {
  name: string
  audit: (progress: Progress) => Promise<Result>
  log: Log
}) {
  let running: Progress | undefined
  let last: Result | null = null
  let failed = false
  let waiting: ((result: Result) => Promise<void>)[] = []

  const run = async (progress: Progress): Promise<void> => {
    const result = await audit(progress)
    last = result
    for (const ended of waiting) await ended(result)
  }
  const state = (): VerificationState<Result> => ({
    running: running === undefined ? null : { ...running },
    last,
    failed,
  })
  return {
    state,
    begin(ended: (result: Result) => Promise<void>): VerificationState<Result> {
      waiting.push(ended)
      if (running === undefined) {
        const progress = { done: 0, total: 0 }
        running = progress
        failed = false
        // No caller waits for it: it has the time of a job, not that of the call that began it.
        void withinBound(jobBoundMs, () => run(progress))
          .catch((cause: unknown) => {
            failed = true
            log.error({ cause: String(cause), check: name }, 'a verification ended without a result')
          })
          .finally(() => {
            running = undefined
            waiting = []
          })
      }
      return state()
    },
  }
}
