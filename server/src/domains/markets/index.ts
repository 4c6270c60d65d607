import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Candle as WireCandle, FeedKind, Interval } from '@evenhand/protocol/markets.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { owned, type Pools } from '../../kernel/db/db.ts'
import type { Raw } from '../../kernel/http/http.ts'
import type { FeedSettings } from '../../kernel/config/feed-settings.ts'
import type { Log } from '../../kernel/log.ts'
import type { Gauge } from '../../kernel/http/metrics.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { loadCalendars, type CalendarBook } from './calendars/calendar-book.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createChart, type Chart, type ChartCandle } from './candles/chart.ts'
import { closeAsRead } from './record/close-as-read.ts'
import { createDrawings, type Drawings } from './drawings/drawings.ts'
import type { Providers } from './feeds/provider/provider.ts'
import type { Seeds } from './feeds/simulated/simulated-seeds.ts'
import { displayPrice } from './quotes/display-price.ts'
import { createDayVolume } from './candles/day-volume.ts'
import { createListMarkets, type ListRequest, type OptionModes } from './list-markets.ts'
import { createListings, type Listings } from './listings/listings.ts'
import { isLicensed } from './sources/licensed.ts'
import { createMarketInfo, type MarketInfo, type OptionTermsRow } from './market-info.ts'
import { createMarketsFeed } from './sources/markets-feed.ts'
import { openSources, type OpenedSources } from './sources/open-sources.ts'
import { priceGauges } from './quotes/price-gauges.ts'
import { createSourcesNow, createTickSources, type SourcesOfTick } from './sources/price-sources.ts'
import { createPriceFrames, createPusher, type Pusher } from './quotes/price-frames.ts'
import { openGrains } from './grains/open-grains.ts'
import { createQuoteBoard } from './quotes/quote-board.ts'
import { newestSecond, recordStore, type RecordStore } from './record/record.store.ts'
import { createRecorder } from './record/recorder.ts'
import { recomputeCandles, type Recomputed } from './candles/recompute-candles.ts'
import { sealedMinutes } from './record/sealed-minutes.ts'
import type { PriceSource, SessionState } from './sources/source.ts'
import { apartAsText } from './sources/sources-apart.ts'
import { createTickReader, type TickWindow } from './record/tick-reader.ts'
import type { Tick } from './record/tick.ts'
import { createWatchlists, type Watchlists } from './watchlist/watchlist.ts'

export type { Instrument } from './catalogue/instrument.ts'
export type { Providers, StatedPrice } from './feeds/provider/provider.ts'
export { seedsOf, type Seeds } from './feeds/simulated/simulated-seeds.ts'
export { changeListing, type ListingChange } from './listings/change-listing.ts'
export { marketsModule } from './markets.module.ts'
export { marketsRoutes } from './markets.routes.ts'
export { listedCrypto } from './listings/listed-crypto.ts'
export { usdtEquivalent, type UsdtEquivalent } from './quotes/usdt-equivalent.ts'
export type { OptionTermsRow } from './market-info.ts'
export type { SessionState } from './sources/source.ts'
export type { Tick } from './record/tick.ts'
export type { TickWindow } from './record/tick-reader.ts'

export type MarketsDeps = {
  pools: Pick<Pools, 'api' | 'feed'>
  clock: Clock
  log: Log
  config: {
    feed: 'simulated' | 'replay' | 'live'
    /** Folder of the recordings; needed for a replay. */
    replayDir?: string | undefined
    /** What live prices are configured by; plain where left out. */
    live?: FeedSettings | undefined
    /** Providers under a contract for the exchange itself; none where left out. */
    licensed?: readonly string[]
    /** Whole days of ticks kept beside today's; null keeps all. */
    retentionDays: number | null
    /** Milliseconds between ticks where it is not a second: for trying how much the rest can take. */
    everyMs?: number
  }
  /** Where simulated prices are drawn from. */
  seeds: Seeds
  /** Who states prices from outside, in place of those that are configured. */
  providers?: Providers | undefined
  /** The terms above its floor on which options are offered on an instrument; empty where they are not. */
  optionTerms: (code: string, floor: number) => readonly OptionTermsRow[]
  /** The accounts on which options on an instrument can be bought on prices of a kind; none where left out. */
  optionModes?: OptionModes
}

export type Markets = Listings & {
  /** Seconds that the term of an option must exceed for the grain of the price to be small against its movement. */
  termFloor(code: string): number
  /** Measures the grain of the instruments whose turn it is; see grains.ts. */
  measureGrains(): Promise<void>
  instrument(code: string): Instrument | undefined
  instruments(): readonly Instrument[]
  /**
   * Whether the price of an instrument comes from the one exchange it is traded on, by providers whose contract makes
   * it fit for real orders as a single source.
   */
  isLicensed(code: string): boolean
  /** Who is asked for live prices, and what an operator has not set; a line each. */
  missingSources(): readonly string[]
  /** The sources of this process that are more than 5 % from the others of the same instrument; prices as text. */
  sourcesApart(): readonly ReturnType<typeof apartAsText>[]
  /** The newest recorded tick, in memory. Undefined while the record has none. */
  latest(code: string): Tick | undefined
  /** Its percentage against the price of 24 hours before, in hundredths. Undefined while it has no price. */
  dayChange(code: string): bigint | undefined
  /**
   * The ticks of each window (inclusive, epoch ms) from the record, in the order of seq. Once a window that ended more
   * than two seconds ago has been read, nothing that counts is ever added to it: what comes then is late.
   */
  ticks(windows: readonly TickWindow[]): Promise<Tick[][]>
  /** Told after each second was recorded. */
  onTicks(listener: (ts: number) => void): void
  listMarkets(request: ListRequest, lang: Lang): Promise<Raw>
  listCandles(request: {
    code: string
    interval: Interval
    from?: number | undefined
    to?: number | undefined
    limit?: number | undefined
  }): Promise<WireCandle[]>
  marketInfo(code: string, lang: Lang): Promise<MarketInfo>
  /** How the price of an instrument is made now, encoded. */
  priceSources(code: string): Promise<Raw>
  /** The sources that a recorded tick was made of. */
  tickSources(request: { code: string; ts: number }): Promise<SourcesOfTick>
  /** What operators see of prices. */
  gauges: readonly Gauge[]
  /** What customers draw on charts. */
  drawings: Drawings
  /** What customers watch. */
  watchlists: Watchlists
  /** Hands the frames of `/message` to `send`: what changed, at once and at most every 250 ms. */
  pushTo(send: (frame: string) => void): void
  /** The frame of all prices, for a socket that has just come. */
  snapshot(): string
  /** Records the ticks of the present second now; for a clock that is moved by hand. */
  tick(): Promise<void>
  /** Whether this process is the one that records prices. */
  isActing(): boolean
  /** When the newest second was recorded, by whichever process; epoch milliseconds, 0 while there is none. */
  newestRecorded(): Promise<number>
  /** Waits until the minutes that are over stand in their candles. */
  compacted(): Promise<void>
  /** Makes an instrument's candles anew from its ticks and answers those that differ from the stored ones; see there. */
  recomputeCandles(request: { code: string; from: number; to: number }): Promise<Recomputed>
  minutesToSeal: ReturnType<typeof sealedMinutes>['minutesToSeal']
  segments: ReturnType<typeof sealedMinutes>['segments']
  oldestMinute: ReturnType<typeof sealedMinutes>['oldestMinute']
  start(): Promise<void>
  stop(): Promise<void>
}

const frameEveryMs = 250

/**
 * Instruments, their prices and their record. Reads the database for when the record begins, and changes nothing before
 * `start`. Throws a SetupError when the recordings of a replay cannot be read, or the record is of another kind of feed.
 */
export async function createMarkets(deps: MarketsDeps): Promise<Markets> {
  const { clock, config, log } = deps
  const instruments = loadCatalogue()
  const calendars = loadCalendars()
  const store = recordStore(deps.pools.feed)
  const { providers, seeds } = deps
  const sources = await openSources({ ...config, instruments, calendars, seeds, providers, store, clock, log })
  return bindMarkets(deps, { instruments, calendars, store, sources })
}

type Parts = {
  instruments: readonly Instrument[]
  calendars: CalendarBook
  store: RecordStore
  sources: OpenedSources
}

function bindMarkets(deps: MarketsDeps, { instruments, calendars, store, sources }: Parts): Markets {
  const { pools, clock, log, config } = deps
  const byCode = new Map(instruments.map((one) => [one.code, one]))
  const find = (code: string): Instrument | undefined => byCode.get(code)
  const recorder = createRecorder({ db: pools.feed, store, clock, instruments })
  const { source, yesterday } = sources.over((id) => recorder.lastTick(id)?.newest)
  const reader = createTickReader({ db: pools.api, find })
  const board = createQuoteBoard()
  const frames = createPriceFrames(board)
  const chart = createChart({ db: pools.api, clock, reader, source, firstTsOf: (id) => recorder.lastTick(id)?.firstTs })
  const base = { clock, log, instruments, source, board }
  const feed = createMarketsFeed({ ...base, db: pools.feed, store, config, yesterday, recorder })
  const closing = closeAsRead(recorder, clock)
  const grains = openGrains({ ...base, pools, calendars, ticks: reader.read })
  const following = createListings({ db: owned<'markets'>(pools.api), log, priceSession: sessionsOf(find, source) })
  const { listings } = following
  const pushers: Pusher[] = []
  const licensed = (code: string): boolean => isLicensed(find(code), { source, licensed: config.licensed ?? [] })
  const offers = optionOffers(deps, { floorOf: grains.termFloor, licensed })
  const shown = { board, source, clock, listings, volumeOf: createDayVolume({ board, source, clock }) }

  return {
    instrument: find,
    instruments: () => instruments,
    missingSources: () => sources.missing,
    sourcesApart: () => (source.live?.apart() ?? []).map(apartAsText),
    isLicensed: licensed,
    latest: (code) => board.quote(code)?.newest,
    dayChange: (code) => parseUnits(board.quote(code)?.change, 2),
    ...listings,
    termFloor: grains.termFloor,
    measureGrains: grains.measure,
    async ticks(windows) {
      await closing(windows)
      return reader.read(windows)
    },
    onTicks: feed.onTicks,
    listMarkets: createListMarkets({ ...shown, optionModes: offers.modes }),
    ...candlesOf({ chart, find, db: pools.api }),
    ...customersOwn({ pools, clock, isKnown: (code) => byCode.has(code) }),
    marketInfo: createMarketInfo({ ...shown, chart, calendars, optionTerms: offers.terms, grainOf: grains.grain }),
    gauges: priceGauges(shown),
    priceSources: createSourcesNow(shown),
    tickSources: createTickSources({ db: pools.api, source, find, ticks: reader.read }),
    pushTo(send) {
      const pusher = createPusher(frames, { everyMs: Math.min(frameEveryMs, config.everyMs ?? frameEveryMs), send })
      feed.onTicks(() => pusher.changed())
      pushers.push(pusher)
    },
    snapshot: () => frames.all(),
    tick: feed.tick,
    isActing: feed.isActing,
    newestRecorded: () => newestSecond(pools.api),
    compacted: feed.compacted,
    ...sealedMinutes(pools.api, new Map(instruments.map((one) => [one.id, one]))),
    async start() {
      await following.start()
      await feed.start()
      await grains.start()
    },
    async stop() {
      await following.stop()
      await grains.stop()
      for (const pusher of pushers) pusher.stop()
      await feed.stop()
    },
  }
}

/** What options offer on an instrument, by what its prices allow. */
const optionOffers = (
  { optionTerms, optionModes }: Pick<MarketsDeps, 'optionTerms' | 'optionModes'>,
  { floorOf, licensed }: { floorOf: (code: string) => number; licensed: (code: string) => boolean },
) => ({
  terms: (code: string) => optionTerms(code, floorOf(code)),
  modes: (code: string, kind: FeedKind) =>
    optionModes?.(code, kind, { floor: floorOf(code), licensed: licensed(code) }) ?? [],
})

/** What is asked of an instrument's candles; an unknown code is refused with 40039. */
function candlesOf({
  chart,
  find,
  db,
}: {
  chart: Chart
  find: Markets['instrument']
  db: Pools['api']
}): Pick<Markets, 'listCandles' | 'recomputeCandles'> {
  const known = (code: string): Instrument => {
    const instrument = find(code)
    if (instrument === undefined) throw refuse('notFound')
    return instrument
  }
  return {
    async listCandles({ code, limit = 500, ...request }) {
      const instrument = known(code)
      const candles = await chart.listCandles(instrument, { ...request, limit })
      return candles.map((candle) => wireCandle(candle, instrument))
    },
    recomputeCandles: async ({ code, from, to }) => recomputeCandles(db, { instrumentId: known(code).id, from, to }),
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
  (find: Markets['instrument'], source: PriceSource) =>
  (code: string, at: number): SessionState => {
    const instrument = find(code)
    return instrument === undefined ? { open: false, until: null, reason: 'closed' } : source.sessionAt(instrument, at)
  }

const wireCandle = ({ ts, open, high, low, close, volume }: ChartCandle, instrument: Instrument): WireCandle => {
  const text = (units: bigint): string => displayPrice(units, instrument)
  return [ts, text(open), text(high), text(low), text(close), formatUnits(volume, 3)]
}
