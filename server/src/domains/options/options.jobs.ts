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
  let running: Promise<void> | undefined
  let isStopped = false

  const round = async (): Promise<void> => {
    entries.note()
    const done = [...(await settleOptions(deps, known)), ...(await entries.sweep())]
    if (done.length > 0) deps.settled?.(done)
  }
  // Rounds never overlap: two that read the same due orders would do the work twice for one effect.
  const settleNow = (): Promise<void> => {
    running ??= round().finally(() => void (running = undefined))
    return running
  }

  deps.markets.onTicks(second.happened)

  return {
    settleNow,
    async start(lastAcceptedAt: number | undefined): Promise<void> {
      if (lastAcceptedAt !== undefined) await entries.recover(lastAcceptedAt)
      deps.markets.onTicks(() => {
        // Markets stop later: a second that is recorded meanwhile finds no connections any more.
        if (isStopped) return
        settleNow().catch((cause: unknown) =>
          deps.log.error({ cause: String(cause) }, 'settling failed and is tried again'),
        )
      })
      job = startJob({ name: 'settle options', everyMs: 500, run: settleNow, log: deps.log })
    },
    /** Resolves after the next recorded second, or after `untilMs` without one. */
    nextSecond: second.next,
    async stop(): Promise<void> {
      isStopped = true
      await job?.stop()
      await running
    },
  }
}
