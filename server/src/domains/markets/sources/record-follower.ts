import type { Kysely } from 'kysely'
import { createCoalescedTask } from '../../../kernel/concurrency/coalesced-task.ts'
import { isAway, type DB } from '../../../kernel/db/db.ts'
import { startJob, type Job } from '../../../kernel/jobs/jobs.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { BoardUpdates } from '../quotes/board-updates.ts'
import type { RecordStore } from '../record/record.store.ts'
import { restoreLastTicks, ticksOf } from '../record/restore-last-ticks.ts'
import { listSecondsSince } from '../record/seconds.store.ts'
import type { MarketsFeed } from './markets-feed.ts'
import type { LastTicks } from './source-statuses.ts'

export type RecordFollowerDeps = {
  db: Kysely<DB>
  store: Pick<RecordStore, 'listLastTicks' | 'getLease'>
  clock: Clock
  log: Log
  lastTicks: LastTicks
  updates: BoardUpdates
  /** Calls back whenever the process that records prices reports that it recorded a second. */
  onRecorded: (wake: () => void) => void
}

/** How long a second may stay unread where it was not announced; milliseconds. */
const unannouncedMs = 500

/**
 * Prices in a process that does not record them: it reads each second from the record once it is announced, and twice a
 * second without a message. What it shows is what the record has, so an announcement that is lost costs half a second.
 */
export function createRecordFollower(deps: RecordFollowerDeps): MarketsFeed {
  const { db, store, clock, log, lastTicks, updates } = deps
  /** When the newest block was written that was read, epoch ms; 0 before the first. */
  let last = 0
  let job: Job | undefined

  const open = async (): Promise<void> => {
    last = await restoreLastTicks({ db, store, lastTicks })
    const { compactedUntil } = await store.getLease()
    await updates.open({ now: clock.now(), compactedUntil })
  }
  const read = async (): Promise<void> => {
    const rows = await listSecondsSince(db, last)
    // Where the block read last is no longer there, others may have come and gone unseen.
    if (last > 0 && rows[0]?.at !== last) return open()
    for (const { at, block } of rows) {
      if (block === null) continue
      const ticks = ticksOf(block)
      lastTicks.apply(ticks)
      last = at
      await updates.apply(Math.max(...ticks.map(({ ts }) => ts)), ticks)
    }
  }
  const reading = createCoalescedTask(read)
  const wake = (): void =>
    void reading.run().catch((cause: unknown) => {
      if (!isAway(cause)) log.warn({ cause: String(cause) }, 'recorded prices could not be read; they are read again')
    })

  return {
    tick: reading.run,
    isActing: () => false,
    compacted: async () => {},
    async start() {
      await open()
      deps.onRecorded(wake)
      job = startJob({ name: 'follow the record', everyMs: unannouncedMs, log, run: async () => wake() })
    },
    async stop() {
      await job?.stop()
      await reading.idle()
    },
  }
}
