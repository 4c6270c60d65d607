import type { Kysely } from 'kysely'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { DB } from '../../../kernel/db/db.ts'
import { leaseKeys, tryLease, type Lease } from '../../../kernel/db/lease.ts'
import type { Job } from '../../../kernel/jobs/jobs.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { createCompactor } from '../record/compactor.ts'
import { createApartReport } from './apart-report.ts'
import { createFeed, type Feed } from './feed.ts'
import type { BoardUpdates } from '../quotes/board-updates.ts'
import type { RecordStore } from '../record/record.store.ts'
import type { Recorder } from '../record/recorder.ts'
import { startRetention } from '../record/retention.ts'
import type { BlockTick } from '../record/second-block.ts'
import type { PriceSource } from './source.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export type MarketsFeedDeps = {
  db: Kysely<DB>
  store: RecordStore
  clock: Clock
  log: Log
  instruments: readonly Instrument[]
  config: { retentionDays: number | null; everyMs?: number }
  source: PriceSource
  recorder: Recorder
  updates: BoardUpdates
  /** Called once a second is recorded, for the processes that follow. */
  announce: () => void
  records?: ((code: string) => boolean) | undefined
}
export type MarketsFeed = {
  tick(): Promise<void>
  /** Whether this process is the one that records prices. */
  isActing(): boolean
  /** Waits until the minutes that are over stand in their candles. */
  compacted(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const retryLeaseMs = 500

/** Runs the one acting feed: brings the record up to date, and then every second feed, board and listeners. */
export function createMarketsFeed(deps: MarketsFeedDeps): MarketsFeed {
  const { db, store, clock, log, config, source, recorder, updates } = deps
  const compactor = createCompactor({ db, store, recorder, clock, log })
  const reportApart = createApartReport({ source, log })

  const onRecorded = async (ts: number, ticks: readonly BlockTick[]): Promise<void> => {
    deps.announce()
    await updates.apply(ts, ticks)
    reportApart(ts)
    compactor.runDue()
  }

  /** Continues where the record stands. Called with the lease. */
  const resume = async (): Promise<void> => {
    await recorder.open()
    const now = clock.now()
    await store.openDay(Math.floor(now / dayMs))
    const compactedUntil = await compactor.catchUp()
    await updates.open({ now, compactedUntil })
    source.live?.start()
  }

  const feed = createFeed({
    ...deps,
    onRecorded,
    onLeaseLost: () => lease.reacquire(),
    ...(config.everyMs === undefined ? {} : { everyMs: config.everyMs }),
  })
  const lease = createFeedLease({ db, log, feed, resume })
  let retention: Job | undefined

  return {
    tick: feed.tick,
    isActing: () => lease.isHeld(),
    compacted: compactor.settled,
    async start() {
      await lease.acquire()
      retention = startRetention({ store, clock, log, retentionDays: config.retentionDays })
    },
    async stop() {
      await retention?.stop()
      await lease.stop()
      await source.live?.stop()
      await compactor.settled()
      await lease.release()
    },
  }
}

/** Acquires, loses and acquires again the lease of the one acting feed. */
function createFeedLease({
  db,
  log,
  feed,
  resume,
}: {
  db: Kysely<DB>
  log: Log
  feed: Feed
  resume: () => Promise<void>
}) {
  let held: Lease | undefined
  let stopping = false

  const acquire = async (): Promise<void> => {
    await held?.release()
    for (let waited = false; (held = await tryLease(db, leaseKeys.feed)) === undefined; waited = true) {
      if (stopping) return
      if (!waited) log.warn({}, 'another feed is acting; this one waits for its lease')
      await new Promise((resolve) => setTimeout(resolve, retryLeaseMs))
    }
    await resume()
    if (!stopping) feed.start()
  }

  return {
    acquire,
    isHeld: () => held !== undefined,
    /** After the lease was lost: acquires it again in the background. */
    reacquire(): void {
      acquire().catch((cause: unknown) => {
        log.error({ cause: String(cause) }, 'the feed could not take its lease; it tries again')
        if (!stopping) setTimeout(() => this.reacquire(), retryLeaseMs).unref()
      })
    },
    async stop() {
      stopping = true
      await feed.stop()
    },
    release: async () => void (await held?.release()),
  }
}
