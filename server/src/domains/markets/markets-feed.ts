import type { Kysely } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import type { DB } from '../../kernel/db.ts'
import { startJob, type Job } from '../../kernel/jobs.ts'
import type { Log } from '../../kernel/log.ts'
import { openings } from './board-opening.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { compact, compactAfterMs } from './compaction.ts'
import { createDayAgo } from './day-ago.ts'
import { createFeed } from './feed.ts'
import { tryFeedTurn, type FeedTurn } from './feed-turn.ts'
import type { QuoteBoard } from './quote-board.ts'
import type { RecordStore } from './record.store.ts'
import type { Recorder } from './recorder.ts'
import type { BlockTick } from './second-block.ts'
import type { PriceSource } from './source.ts'

export type MarketsFeedDeps = {
  db: Kysely<DB>
  store: RecordStore
  clock: Clock
  log: Log
  instruments: readonly Instrument[]
  config: { retentionDays: number | null; everyMs?: number }
  source: PriceSource
  /** The same prices from a source of its own, which is asked about 24 h ago. */
  yesterday: PriceSource
  recorder: Recorder
  board: QuoteBoard
}
export type MarketsFeed = {
  onTicks(listener: (ts: number) => void): void
  turn(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const minuteMs = 60_000
const dayMs = 86_400_000
/** Closed one-minute candles are kept two whole weeks where ticks are not kept for ever; longer candles always are. */
const minuteCandleDays = 14
const retryTurnMs = 500

/** Runs the one acting feed: takes its turn, brings the record up to date, and then every second feed, board and listeners. */
export function createMarketsFeed(deps: MarketsFeedDeps): MarketsFeed {
  const { db, store, clock, log, instruments, config, source, recorder, board } = deps
  const dayAgo = createDayAgo({ db, source: deps.yesterday })
  const listeners: ((ts: number) => void)[] = []
  let held: FeedTurn | undefined
  let compacting: Promise<void> | undefined
  let compactedUntil = 0
  let minute = 0
  let retention: Job | undefined
  let stopping = false

  const compactUntil = (): number => Math.floor((clock.now() - compactAfterMs) / minuteMs) * minuteMs

  /** In the background: the next second does not wait for the last minute. */
  const compactDue = (): void => {
    const until = compactUntil()
    if (compacting !== undefined || until <= compactedUntil) return
    compacting = compact({ db, store, recorder }, until)
      .then(() => void (compactedUntil = until))
      .catch((cause: unknown) => log.error({ cause: String(cause) }, 'a minute was not compacted; it is tried again'))
      .finally(() => void (compacting = undefined))
  }

  const onRecorded = async (ts: number, ticks: readonly BlockTick[]): Promise<void> => {
    const current = Math.floor(ts / minuteMs)
    if (current !== minute) {
      minute = current
      board.enterMinute(current)
      await dayAgo
        .prepare(ts)
        .catch((cause: unknown) => log.error({ cause: String(cause) }, 'prices of a day ago were not read'))
    }
    board.apply(ticks, dayAgo.priceBefore)
    for (const listener of listeners) listener(ts)
    compactDue()
  }

  const feed = createFeed({
    ...deps,
    onRecorded,
    onTurnLost: () => void returnToTurn(),
    ...(config.everyMs === undefined ? {} : { everyMs: config.everyMs }),
  })

  /** Waits until no other feed acts, then continues where the record stands. */
  const takeOver = async (): Promise<void> => {
    await held?.release()
    for (let waited = false; (held = await tryFeedTurn(db)) === undefined; waited = true) {
      if (stopping) return
      if (!waited) log.warn({}, 'another feed is acting; this one waits for its turn')
      await new Promise((resolve) => setTimeout(resolve, retryTurnMs))
    }
    await recorder.open()
    const now = clock.now()
    await store.openDay(Math.floor(now / dayMs))
    compactedUntil = compactUntil()
    await compact({ db, store, recorder }, compactedUntil)
    board.fill(
      await openings({ db, source, dayAgo, instruments, standing: recorder.standing }, now),
      compactedUntil / minuteMs,
    )
    minute = Math.floor(now / minuteMs)
    board.enterMinute(minute)
    if (!stopping) feed.start()
  }

  const returnToTurn = async (): Promise<void> => {
    await takeOver().catch((cause: unknown) => {
      log.error({ cause: String(cause) }, 'the feed could not take its turn; it tries again')
      if (!stopping) setTimeout(() => void returnToTurn(), retryTurnMs)
    })
  }

  const dropOld = async (): Promise<void> => {
    const today = Math.floor(clock.now() / dayMs)
    await store.openDay(today + 1)
    if (config.retentionDays === null) return
    const gone = await store.closeDays(today - config.retentionDays, today - minuteCandleDays)
    if (gone.length > 0) log.info({ gone }, 'days of the record whose retention is over were dropped')
  }

  return {
    onTicks: (listener) => void listeners.push(listener),
    turn: feed.turn,
    async start() {
      await takeOver()
      retention = startJob({ name: 'record retention', everyMs: 3_600_000, run: dropOld, log })
    },
    async stop() {
      stopping = true
      await retention?.stop()
      await feed.stop()
      await compacting
      await held?.release()
    },
  }
}
