import { createCoalescedTask } from '../../kernel/concurrency/coalesced-task.ts'
import { createSignal } from '../../kernel/concurrency/signal.ts'
import { startJob, type Job } from '../../kernel/jobs/jobs.ts'
import type { Known } from './decide-orders.ts'
import type { OptionsDeps } from './options.deps.ts'
import { settleOptions } from './settle-options.ts'
import { watchEntries } from './void-unentered.ts'

/** Settling after every recorded second, and by a timer too, because a feed that is silent decides orders as well. */
export function createSettling(deps: OptionsDeps, known: Known) {
  const entries = watchEntries(deps, known)
  let job: Job | undefined
  const second = createSignal()
  let isStopped = false

  // Rounds never overlap: two that read the same due orders would do the work twice for one effect. A call during a round
  // has another after it, because that round may have read the time before a second that the call is about.
  const rounds = createCoalescedTask(async () => {
    entries.note()
    const done = [...(await settleOptions(deps, known)), ...(await entries.sweep())]
    if (done.length > 0) deps.settled?.(done)
  })

  deps.markets.onTicks(second.happened)

  return {
    /** Decides what is due by now; resolves when it is written. */
    settleNow: rounds.run,
    async start(lastAcceptedAt: number | undefined): Promise<void> {
      if (lastAcceptedAt !== undefined) await entries.recover(lastAcceptedAt)
      deps.markets.onTicks(() => {
        // Markets stop later: a second that is recorded meanwhile finds no connections any more.
        if (isStopped) return
        rounds
          .run()
          .catch((cause: unknown) => deps.log.error({ cause: String(cause) }, 'settling failed and is tried again'))
      })
      job = startJob({ name: 'settle options', everyMs: 500, run: rounds.run, log: deps.log })
    },
    /** Resolves after the next recorded second, or after `untilMs` without one. */
    nextSecond: second.next,
    async stop(): Promise<void> {
      isStopped = true
      await job?.stop()
      await rounds.idle()
    },
  }
}
