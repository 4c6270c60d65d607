import type { Clock } from '../../../kernel/time/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { compact, compactAfterMs, type CompactionDeps } from './compaction.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

export type Compactor = {
  /** Compacts everything that is due and returns until when, epoch ms. */
  catchUp(): Promise<number>
  /** Compacts what is due in the background: the next second does not wait for the last minute. */
  runDue(): void
  /** Waits for a run in the background. */
  settled(): Promise<void>
}

/** Compacts each minute once its ticks are all there; a failure is logged and tried again with the next second. */
export function createCompactor(deps: CompactionDeps & { clock: Clock; log: Log }): Compactor {
  let running: Promise<void> | undefined
  let done = 0
  const due = (): number => Math.floor((deps.clock.now() - compactAfterMs) / minuteMs) * minuteMs
  return {
    async catchUp() {
      const until = due()
      await compact(deps, until)
      return (done = until)
    },
    runDue() {
      const until = due()
      if (running !== undefined || until <= done) return
      running = compact(deps, until)
        .then(() => void (done = until))
        .catch((cause: unknown) =>
          deps.log.error({ cause: String(cause) }, 'a minute was not compacted; it is tried again'),
        )
        .finally(() => void (running = undefined))
    },
    settled: async () => void (await running),
  }
}
