import type { Candle as WireCandle, FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import { noOthers } from '../../kernel/bus/bus.ts'
import { owned, type Pools } from '../../kernel/db/db.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { loadCalendars, type CalendarBook } from './calendars/calendar-book.ts'
import { daysOffOf } from './calendars/days-off.ts'
import type { Instrument } from './catalogue/instrument.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createChart, type Chart, type ChartCandle } from './candles/chart.ts'
import { closeAsRead } from './record/close-as-read.ts'
import { createDrawings } from './drawings/drawings.ts'
import { displayPrice } from './quotes/display-price.ts'
import { createDayVolume } from './candles/day-volume.ts'
import { createListMarkets } from './list-markets.ts'
import { createListings } from './listings/listings.ts'
import { isLicensed } from './sources/licensed.ts'
import { createMarketInfo } from './market-info.ts'
import { createMarketsFeed, type MarketsFeed, type MarketsFeedDeps } from './sources/markets-feed.ts'
import { createRecordFollower } from './sources/record-follower.ts'
import { createLastTicks, type LastTicks } from './sources/source-statuses.ts'
import { createLivePublisher } from './sources/shared-live.ts'
import { openSources, type OpenedSources } from './sources/open-sources.ts'
import { priceGauges } from './quotes/price-gauges.ts'
import { createSourcesNow, createTickSources } from './sources/price-sources.ts'
import { createPriceFrames, createPusher, type Pusher } from './quotes/price-frames.ts'
import { openGrains } from './grains/open-grains.ts'
import { createBoardUpdates } from './quotes/board-updates.ts'
import { createQuoteBoard } from './quotes/quote-board.ts'
import { recordStore, type RecordStore } from './record/record.store.ts'
import { newestSecond } from './record/seconds.store.ts'
import { createRecorder } from './record/recorder.ts'
import { recomputeCandles } from './candles/recompute-candles.ts'
import { sealedMinutes } from './record/sealed-minutes.ts'
import type { PriceSource, SessionState } from './sources/source.ts'
import { apartAsText } from './sources/sources-apart.ts'
import { createListSeconds } from './record/list-seconds.ts'
import { createTickReader } from './record/tick-reader.ts'
import { createWatchlists } from './watchlist/watchlist.ts'
import type { Markets, MarketsDeps } from './markets.api.ts'

export type { Markets, MarketsDeps } from './markets.api.ts'
export { nameOf, type Instrument } from './catalogue/instrument.ts'
export type { Providers, StatedPrice } from './feeds/provider/provider.ts'
export { seedsOf, type Seeds } from './feeds/simulated/simulated-seeds.ts'
export { simulatedPrices } from './feeds/simulated/simulated-prices.ts'
export { changeListing, type ListingChange } from './listings/change-listing.ts'
export { marketsModule } from './markets.module.ts'
export { marketsRoutes } from './markets.routes.ts'
export { listedCrypto } from './listings/listed-crypto.ts'
export { tradableNow } from './quotes/tradable-now.ts'
export { usdtEquivalent, type UsdtEquivalent } from './quotes/usdt-equivalent.ts'
export type { OptionTermsRow } from './market-info.ts'
export type { SessionState } from './sources/source.ts'
export type { Tick } from './record/tick.ts'
export type { TickWindow } from './record/tick-reader.ts'

const frameEveryMs = 250
/** Where the process that records prices reports that a second stands in the record. */
const recordedTopic = 'recorded'

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
  const { bus, isFeed } = deps
  const sources = await openSources({
    ...config,
    bus,
    isFeed,
    instruments,
    calendars,
    seeds,
    providers,
    store,
    clock,
    log,
  })
  return bindMarkets(deps, { instruments, calendars, store, sources })
}

type Parts = {
  instruments: readonly Instrument[]
  calendars: CalendarBook
  store: RecordStore
  sources: OpenedSources
}

function bindMarkets(deps: MarketsDeps, { instruments, calendars, store, sources }: Parts): Markets {
  const { pools, clock, log, config, contractTerms } = deps
  const byCode = new Map(instruments.map((one) => [one.code, one]))
  const find = (code: string): Instrument | undefined => byCode.get(code)
  const lastTicks = createLastTicks()
  const { source, yesterday } = sources.over((id) => lastTicks.get(id)?.newest)
  const reader = createTickReader({ db: pools.api, find })
  const board = createQuoteBoard()
  const frames = createPriceFrames(board)
  const chart = createChart({ db: pools.api, clock, reader, source, firstTsOf: (id) => lastTicks.get(id)?.firstTs })
  const base = { clock, log, instruments, source, board }
  const updates = createBoardUpdates({ ...base, db: pools.feed, yesterday, lastTick: lastTicks.get })
  const feed = openFeed(deps, { ...base, store, lastTicks, updates })
  const closing = closeAsRead(store, clock)
  const grains = openGrains({ ...base, pools, calendars, ticks: reader.read })
  const following = createListings({ db: owned<'markets'>(pools.api), log, priceSession: sessionsOf(find, source) })
  const { listings } = following
  const pushers: Pusher[] = []
  const licensed = (code: string): boolean => isLicensed(find(code), { source, licensed: config.licensed ?? [] })
  const offers = optionOffers(deps, { floorOf: grains.termFloor, licensed })
  const shown = { board, source, clock, listings, contractTerms, volumeOf: createDayVolume({ board, source, clock }) }

  return {
    instrument: find,
    instruments: () => instruments,
    missingSources: () => sources.missing,
    providers: () => source.live?.status() ?? [],
    sourcesApart: () => (source.live?.apart() ?? []).map(apartAsText),
    isLicensed: licensed,
    latest: (code) => board.quote(code)?.newest,
    dayChange: (code) => parseUnits(board.quote(code)?.change, 2),
    ...listings,
    termFloor: grains.termFloor,
    daysOff: daysOffOf(find, calendars),
    measureGrains: grains.measure,
    ticks: (windows) => closing(windows).then(() => reader.read(windows)),
    onTicks: updates.onTicks,
    listMarkets: createListMarkets({ ...shown, optionModes: offers.modes, contractModes: deps.contractModes }),
    ...candlesOf({ chart, find, db: pools.api }),
    listSeconds: createListSeconds({ reader, clock, find }),
    ...customersOwn({ pools, clock, isKnown: (code) => byCode.has(code) }),
    marketInfo: createMarketInfo({ ...shown, chart, calendars, optionTerms: offers.terms, grainOf: grains.grain }),
    gauges: priceGauges(shown),
    priceSources: createSourcesNow(shown),
    tickSources: createTickSources({ db: pools.api, source, find, ticks: reader.read }),
    pushTo(send) {
      const pusher = createPusher(frames, { everyMs: Math.min(frameEveryMs, config.everyMs ?? frameEveryMs), send })
      updates.onTicks(() => pusher.changed())
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
      await grains.start({ measures: deps.isFeed !== false })
    },
    async stop() {
      await following.stop()
      await grains.stop()
      for (const pusher of pushers) pusher.stop()
      await feed.stop()
    },
  }
}

/** Prices of this process: recorded by it, or read from the record where another process has that role. */
function openFeed(
  { pools, config, records, bus = noOthers, isFeed = true }: MarketsDeps,
  parts: Pick<MarketsFeedDeps, 'clock' | 'log' | 'instruments' | 'source' | 'store' | 'updates'> & {
    lastTicks: LastTicks
  },
): MarketsFeed {
  const db = pools.feed
  if (!isFeed) return createRecordFollower({ ...parts, db, onRecorded: (wake) => bus.subscribe(recordedTopic, wake) })
  const recorder = createRecorder({ ...parts, db })
  const { source, clock } = parts
  const publish =
    source.live && bus !== noOthers && createLivePublisher({ ...parts, bus, live: source.live, now: clock.now })
  const announce = (): void => {
    bus.publish(recordedTopic, '')
    if (publish) publish()
  }
  return createMarketsFeed({ ...parts, db, config, recorder, announce, records })
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

/** What is requested from an instrument's candles; an unknown code is refused with 40039. */
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
