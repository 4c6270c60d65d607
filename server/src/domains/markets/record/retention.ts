import type { Clock } from '../../../kernel/time/clock.ts'
import { startJob, type Job } from '../../../kernel/jobs/jobs.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RecordStore } from './record.store.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

/** Closed one-minute candles are kept two whole weeks where ticks are not kept for ever; longer candles always are. */
const minuteCandleDays = 14

export type RetentionParams = { store: RecordStore; clock: Clock; log: Log; retentionDays: number | null }

/** Opens tomorrow's partitions, and drops those of days whose retention is over. */
export async function keepDays({ store, clock, log, retentionDays }: RetentionParams): Promise<void> {
  const today = Math.floor(clock.now() / dayMs)
  await store.openDay(today + 1)
  if (retentionDays === null) return
  const gone = await store.closeDays(today - retentionDays, today - minuteCandleDays)
  if (gone.length > 0) log.info({ gone }, 'days of the record whose retention is over were dropped')
}

/** Keeps days every hour. */
export const startRetention = (params: RetentionParams): Job =>
  startJob({
    name: 'record retention',
    everyMs: hourMs,
    run: () => keepDays(params),
    log: params.log,
    clock: params.clock,
  })
