import { createCoalescedTask } from '../../kernel/concurrency/coalesced-task.ts'
import { createSignal } from '../../kernel/concurrency/signal.ts'
import { startJob, type Job } from '../../kernel/jobs/jobs.ts'
import { createHolding, type HoldDeps } from './holding/hold-record.ts'

/** Holding the record after every recorded second, and by a timer too, because a silent feed lets time pass as well. */
export function createHoldingJob(deps: HoldDeps) {
  const holding = createHolding(deps)
  const second = createSignal()
  let job: Job | undefined
  let stopped = false

  // Rounds never overlap: a second that comes meanwhile is held by the next, which begins right after.
  const rounds = createCoalescedTask(() => holding.round(() => stopped))
  // Seconds are still recorded when the database is about to be closed.
  const holdNow = (): Promise<void> => (stopped ? Promise.resolve() : rounds.run())
  deps.markets.onTicks(second.happened)

  return {
    holdNow,
    /** Resolves after the next recorded second, or after `untilMs` without one. */
    nextSecond: second.next,
    start(): void {
      deps.markets.onTicks(() => {
        holdNow().catch((cause: unknown) =>
          deps.log.error({ cause: String(cause) }, 'holding contracts failed and is tried again'),
        )
      })
      job = startJob({ name: 'hold contracts', everyMs: 500, run: holdNow, log: deps.log })
    },
    async stop(): Promise<void> {
      stopped = true
      await job?.stop()
      await rounds.idle()
    },
  }
}
