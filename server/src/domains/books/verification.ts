import type { Verification } from '@evenhand/protocol/operator-checks.ts'
import { jobBoundMs, withinBound } from '../../kernel/db/query-timeout.ts'
import type { Log } from '../../kernel/log.ts'
import type { Progress } from './audit-log.ts'
import type { Check } from './books.store.ts'

export type VerificationParams = { audit: (progress: Progress) => Promise<Check>; log: Log }

/**
 * The check of the whole log as an operator requests it: it runs on its own, however long it takes, one at a time; a call that
 * asks meanwhile joins it. `ended` hears what each asker's verification came to.
 */
export function createVerification({ audit, log }: VerificationParams) {
  let running: Progress | undefined
  let last: Verification['last'] = null
  let waiting: ((check: Check) => Promise<void>)[] = []

  const run = async (progress: Progress): Promise<void> => {
    const check = await audit(progress)
    const { at, ok, compared, findings } = check
    last = { at, ok, compared, findings: [...findings] }
    for (const ended of waiting) await ended(check)
  }
  const state = (): Verification => ({ running: running === undefined ? null : { ...running }, last })
  return {
    state,
    begin(ended: (check: Check) => Promise<void>): Verification {
      waiting.push(ended)
      if (running === undefined) {
        const progress = { done: 0, of: 0 }
        running = progress
        // No caller waits for it: it has the time of a job, not that of the call that began it.
        void withinBound(jobBoundMs, () => run(progress))
          .catch((cause: unknown) => log.error({ cause: String(cause) }, 'the log could not be verified'))
          .finally(() => {
            running = undefined
            waiting = []
          })
      }
      return state()
    },
  }
}
