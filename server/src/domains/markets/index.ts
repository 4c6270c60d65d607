import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Candle as WireCandle, Interval } from '@evenhand/protocol/markets.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SetupError } from '../../kernel/config.ts'
import { owned, type Pools } from '../../kernel/db.ts'
import type { Raw } from '../../kernel/http.ts'
import type { Log } from '../../kernel/log.ts'
import { refuse } from '../../kernel/refusal.ts'
import { loadCalendars, type CalendarBook } from './calendar-book.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createChart, type ChartCandle } from './chart.ts'
import { createDrawings, type Drawings } from './drawings.ts'
import { openReplay, ReplayFault, type Replay } from './feeds/replay.ts'
import type { Seeds } from './feeds/simulated-seeds.ts'
import { createListMarkets, type ListAsk, type OptionModes } from './list-markets.ts'
import { createListings, type Listings } from './listings.ts'
import { createMarketInfo, type MarketInfo, type OptionTermsRow } from './market-info.ts'
import { createMarketsFeed } from './markets-feed.ts'
import { createPriceFrames, createPusher, type Pusher } from './price-frames.ts'
import { createQuoteBoard } from './quote-board.ts'
import { recordStore, type RecordStore } from './record.store.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { recomputeCandles, type Recomputed } from './recompute-candles.ts'
import { sealedMinutes } from './sealed-minutes.ts'
import { lateAfterMs } from './standings.ts'
import { replaySource, simulatedSource, type PriceSource, type SessionState } from './source.ts'
import { createTickReader, type TickWindow } from './tick-reader.ts'
import type { Tick } from './tick.ts'
import { createWatchlists, type Watchlists } from './watchlist.ts'

export type { Instrument } from './catalogue/instrument.ts'
export { seedsOf, type Seeds } from './feeds/simulated-seeds.ts'
export { marketsRoutes } from './markets.routes.ts'
export type { ListingEvent } from './listings.store.ts'
export { listedCrypto } from './listed-crypto.ts'
export type { OptionTermsRow } from './market-info.ts'
export type { SessionState } from './source.ts'
export type { Tick } from './tick.ts'
export type { TickWindow } from './tick-reader.ts'

export type MarketsDeps = {
  pools: Pick<Pools, 'api' | 'feed'>
  clock: Clock
  log: Log
  config: {
    feed: 'simulated' | 'replay'
    /** Folder of the recordings; needed for a replay. */
    replayDir?: string | undefined
    /** Whole days of ticks kept beside today's; null keeps all. */
    retentionDays: number | null
    /** Milliseconds between ticks where it is not a second: for trying how much the rest can take. */
    everyMs?: number
  }
  /** Where simulated prices are drawn from. */
  seeds: Seeds
  /** The terms on which options are offered on an instrument; empty where they are not. */
  optionTerms: (code: string) => readonly OptionTermsRow[]
  /** The accounts on which options on an instrument can be bought on prices of a kind; none where left out. */
  optionModes?: OptionModes
}

export type Markets = Listings & {
  instrument(code: string): Instrument | undefined
  instruments(): readonly Instrument[]
  /** The newest recorded tick, in memory. Undefined while the record has none. */
  latest(code: string): Tick | undefined
  /**
   * The ticks of each window (inclusive, epoch ms) from the record, in the order of seq. Once a window that ended more
   * than two seconds ago has been read, nothing that counts is ever added to it: what comes then is late.
   */
  ticks(windows: readonly TickWindow[]): Promise<Tick[][]>
  /** Told after each second was recorded. */
  onTicks(listener: (ts: number) => void): void
  listMarkets(ask: ListAsk, lang: Lang): Promise<Raw>
  listCandles(ask: {
    code: string
    interval: Interval
    from?: number | undefined
    to?: number | undefined
    limit?: number | undefined
  }): Promise<WireCandle[]>
  marketInfo(code: string, lang: Lang): Promise<MarketInfo>
  /** What customers draw on charts. */
  drawings: Drawings
  /** What customers watch. */
  watchlists: Watchlists
  /** Hands the frames of `/message` to `send`: what changed, at once and at most every 250 ms. */
  pushTo(send: (frame: string) => void): void
  /** The frame of all prices, for a socket that has just come. */
  snapshot(): string
  /** Records the ticks of the present second now; for a clock that is moved by hand. */
  turn(): Promise<void>
  /** Waits until the minutes that are over stand in their candles. */
  compacted(): Promise<void>
  /** Makes an instrument's candles anew from its ticks and answers those that differ from the stored ones; see there. */
  recomputeCandles(ask: { code: string; from: number; to: number }): Promise<Recomputed>
  minutesToSeal: ReturnType<typeof sealedMinutes>['minutesToSeal']
  segments: ReturnType<typeof sealedMinutes>['segments']
  oldestMinute: ReturnType<typeof sealedMinutes>['oldestMinute']
  start(): Promise<void>
  stop(): Promise<void>
}

const frameEveryMs = 250

/**
 * Instruments, their prices and their record. Reads the database for when the record begins, and changes nothing before
 * `start`. Throws a SetupError when the recordings of a replay cannot be read.
 */
export async function createMarkets(deps: MarketsDeps): Promise<Markets> {
  const { clock, config } = deps
  const instruments = loadCatalogue()
  const calendars = loadCalendars()
  const store = recordStore(deps.pools.feed)
  const replay =
    config.feed === 'replay'
      ? playReplay(config.replayDir ?? '', instruments, (await store.beginsAt()) ?? clock.now())
      : undefined
  // Two of them: one stays on today for the feed, one on yesterday for the change since then.
  const makeSource = (): PriceSource => {
    const of = { instruments, calendars, seeds: deps.seeds }
    return replay === undefined ? simulatedSource(of) : replaySource(of, replay)
  }
  return bindMarkets(deps, { instruments, calendars, store, source: makeSource(), yesterday: makeSource() })
}

/** Recordings begin where the record does, so that a server that comes back plays on and not anew. */
function playReplay(folder: string, instruments: readonly Instrument[], startAt: number): Replay {
  try {
    return openReplay(folder, instruments, startAt)
  } catch (cause) {
    throw cause instanceof ReplayFault ? new SetupError(cause.message, { cause }) : cause
  }
}

type Parts = {
  instruments: readonly Instrument[]
  calendars: CalendarBook
  store: RecordStore
  source: PriceSource
  yesterday: PriceSource
}

function bindMarkets(deps: MarketsDeps, { instruments, calendars, store, source, yesterday }: Parts): Markets {
  const { pools, clock, log, config } = deps
  const byCode = new Map(instruments.map((one) => [one.code, one]))
  const recorder = createRecorder({ db: pools.feed, store, clock, instruments })
  const reader = createTickReader({ db: pools.api, find: (code) => byCode.get(code) })
  const board = createQuoteBoard()
  const frames = createPriceFrames(board)
  const chart = createChart({ db: pools.api, clock, reader, source, firstTsOf: (id) => recorder.standing(id)?.firstTs })
  const feed = createMarketsFeed({
    db: pools.feed,
    store,
    clock,
    log,
    instruments,
    config,
    source,
    yesterday,
    recorder,
    board,
  })
  const closing = closeAsRead(recorder, clock)
  const following = createListings({ db: owned<'markets'>(pools.api), log, priceSession: sessionsOf(byCode, source) })
  const { listings } = following
  const pushers: Pusher[] = []

  return {
    instrument: (code) => byCode.get(code),
    instruments: () => instruments,
    latest: (code) => board.quote(code)?.newest,
    ...listings,
    async ticks(windows) {
      await closing(windows)
      return reader.read(windows)
    },
    onTicks: feed.onTicks,
    listMarkets: createListMarkets({ board, source, clock, listings, optionModes: deps.optionModes }),
    async listCandles({ code, limit = 500, ...ask }) {
      const instrument = byCode.get(code)
      if (instrument === undefined) throw refuse('notFound')
      return (await chart.listCandles(instrument, { ...ask, limit })).map((candle) =>
        wireCandle(candle, instrument.precision),
      )
    },
    ...customersOwn({ pools, clock, isKnown: (code) => byCode.has(code) }),
    marketInfo: createMarketInfo({ board, source, chart, calendars, clock, listings, optionTerms: deps.optionTerms }),
    pushTo(send) {
      const pusher = createPusher(frames, { everyMs: Math.min(frameEveryMs, config.everyMs ?? frameEveryMs), send })
      feed.onTicks(() => pusher.changed())
      pushers.push(pusher)
    },
    snapshot: () => frames.all(),
    turn: feed.turn,
    compacted: feed.compacted,
    async recomputeCandles({ code, from, to }) {
      const instrument = byCode.get(code)
      if (instrument === undefined) throw refuse('notFound')
      return recomputeCandles(pools.api, { instrumentId: instrument.id, from, to })
    },
    ...sealedMinutes(pools.api, new Map(instruments.map((one) => [one.id, one]))),
    async start() {
      await following.start()
      await feed.start()
    },
    async stop() {
      await following.stop()
      for (const pusher of pushers) pusher.stop()
      await feed.stop()
    },
  }
}

/** What customers keep about instruments. */
function customersOwn({
  pools,
  clock,
  isKnown,
}: Pick<MarketsDeps, 'pools' | 'clock'> & { isKnown: (code: string) => boolean }) {
  const db = owned<'markets'>(pools.api)
  return {
    watchlists: createWatchlists({ db, clock, isInstrument: isKnown }),
    drawings: createDrawings({ db, clock, isKnown }),
  }
}

const sessionsOf =
  (byCode: ReadonlyMap<string, Instrument>, source: PriceSource) =>
  (code: string, at: number): SessionState => {
    const instrument = byCode.get(code)
    return instrument === undefined ? { open: false, until: null, reason: 'closed' } : source.sessionAt(instrument, at)
  }

const wireCandle = ({ ts, open, high, low, close, volume }: ChartCandle, precision: number): WireCandle => {
  const text = (units: bigint): string => formatUnits(units, precision)
  return [ts, text(open), text(high), text(low), text(close), formatUnits(volume, 3)]
}

/** Who reads a window that ended more than two seconds ago decides by it, so nothing that counts may join it afterwards. */
function closeAsRead(recorder: Recorder, clock: Clock): (windows: readonly TickWindow[]) => Promise<void> {
  let closedThrough = 0
  return async (windows) => {
    const settled = clock.now() - lateAfterMs
    const newest = windows.reduce((so, { to }) => (to <= settled && to > so ? to : so), closedThrough)
    if (newest <= closedThrough) return
    await recorder.closeThrough(newest)
    closedThrough = Math.max(closedThrough, newest)
  }
}
