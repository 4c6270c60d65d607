import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Candle as WireCandle, Interval } from '@evenhand/protocol/markets.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Pools } from '../../kernel/db/db.ts'
import type { Raw } from '../../kernel/http/http.ts'
import type { FeedSettings } from '../../kernel/config/feed-settings.ts'
import type { Log } from '../../kernel/log.ts'
import type { Gauge } from '../../kernel/http/metrics.ts'
import type { Instrument } from './catalogue/instrument.ts'
import type { Drawings } from './drawings/drawings.ts'
import type { Providers, ProviderStatus } from './feeds/provider/provider.ts'
import type { Seeds } from './feeds/simulated/simulated-seeds.ts'
import type { ListRequest, ContractModes, OptionModes } from './list-markets.ts'
import type { Listings } from './listings/listings.ts'
import type { ContractTermsOf, MarketInfo, OptionTermsRow } from './market-info.ts'
import type { SourcesOfTick } from './sources/price-sources.ts'
import type { Recomputed } from './candles/recompute-candles.ts'
import type { sealedMinutes } from './record/sealed-minutes.ts'
import type { apartAsText } from './sources/sources-apart.ts'
import type { ListSeconds } from './record/list-seconds.ts'
import type { TickWindow } from './record/tick-reader.ts'
import type { Tick } from './record/tick.ts'
import type { Watchlists } from './watchlist/watchlist.ts'

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
  /** Whether this process may record prices; true where left out. Others read the record. */
  isFeed?: boolean
  /** The other processes of the installation. */
  bus?: Bus | undefined
  /** Which instruments are recorded, where not all are. */
  records?: ((code: string) => boolean) | undefined
  /** Where simulated prices are drawn from. */
  seeds: Seeds
  /** Who states prices from outside, in place of those that are configured. */
  providers?: Providers | undefined
  /** The terms above its floor on which options are offered on an instrument; empty where they are not. */
  optionTerms: (code: string, floor: number) => readonly OptionTermsRow[]
  /** The terms of contracts on an instrument; shown where they are given. */
  contractTerms?: ContractTermsOf
  /** The accounts on which options on an instrument can be bought on prices of a kind; none where left out. */
  optionModes?: OptionModes
  /** The same of contracts. */
  contractModes?: ContractModes
}

export type Markets = Listings & {
  /** Seconds that the term of an option must exceed for the grain of the price to be small against its movement. */
  termFloor(code: string): number
  /** Days on which the exchange of an instrument is closed all day, in days from the epoch by its own date. */
  daysOff(code: string): readonly number[]
  /** Measures the grain of the instruments that are due; see grains.ts. */
  measureGrains(): Promise<void>
  instrument(code: string): Instrument | undefined
  instruments(): readonly Instrument[]
  /**
   * Whether the price of an instrument comes from the one exchange it is traded on, by providers whose contract makes
   * it fit for real orders as a single source.
   */
  isLicensed(code: string): boolean
  /** Which providers quote live prices, and what an operator has not set; a line each. */
  missingSources(): readonly string[]
  /** How the providers do that this process listens to; none where another listens. */
  providers(): readonly ProviderStatus[]
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
  /** Called after each second was recorded. */
  onTicks(listener: (ts: number) => void): void
  listMarkets(request: ListRequest, lang: Lang): Promise<Raw>
  listCandles(request: {
    code: string
    interval: Interval
    from?: number | undefined
    to?: number | undefined
    limit?: number | undefined
  }): Promise<WireCandle[]>
  /** The recorded prices of a span; an unknown code is refused with 40039. */
  listSeconds: ListSeconds
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
  /** Passes the frames of `/message` to `send`: what changed, at once and at most every 250 ms. */
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
  /** Makes an instrument's candles anew from its ticks and returns those that differ from the stored ones; see there. */
  recomputeCandles(request: { code: string; from: number; to: number }): Promise<Recomputed>
  recordedMinutes: ReturnType<typeof sealedMinutes>['recordedMinutes']
  segments: ReturnType<typeof sealedMinutes>['segments']
  oldestMinute: ReturnType<typeof sealedMinutes>['oldestMinute']
  start(): Promise<void>
  stop(): Promise<void>
}
