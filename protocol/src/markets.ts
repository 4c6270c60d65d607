import * as z from 'zod/mini'
import { contractTerms } from './contract-params.ts'
import { decimalText } from './money.ts'
import { get } from './route.ts'
import { code, epochMs, pageOf, paging, queryInt } from './shapes.ts'
import { dayMs, hourMs, minuteMs, weekMs } from './durations.ts'

/** 1 forex · 2 crypto · 3 stocks · 4 futures · 5 metals and ETF (sub-type). */
export const marketTypes = { forex: 1, crypto: 2, stocks: 3, futures: 4, metals: 5 } as const
export type MarketType = (typeof marketTypes)[keyof typeof marketTypes]
export const feedKinds = ['live', 'thin', 'single', 'delayed', 'replay', 'simulated'] as const
export type FeedKind = (typeof feedKinds)[number]
export const intervals = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': hourMs,
  '4h': 4 * hourMs,
  '1d': dayMs,
  '1w': weekMs,
} as const
export type Interval = keyof typeof intervals

const session = z.object({
  open: z.boolean(),
  /** When it opens next if closed, or closes next if open; null where it never does. */
  until: z.nullable(epochMs),
  /** Why new orders are not taken, when they are not: 'closed' by its calendar, 'halted' by its feed, 'suspended' by an operator. */
  reason: z.optional(z.enum(['closed', 'halted', 'suspended'])),
})

/** Why an operator takes no new orders on an instrument; the public reason, whose text every client has. */
export const listingReasons = [
  'maintenance',
  'corporateAction',
  'sourceFailure',
  'venueHalt',
  'lowLiquidity',
  'renamed',
  'expired',
  'regulatory',
  'other',
] as const
export type ListingReason = (typeof listingReasons)[number]
/** Those for which new orders are suspended. */
export const suspendReasons = [
  'maintenance',
  'corporateAction',
  'sourceFailure',
  'venueHalt',
  'lowLiquidity',
  'regulatory',
  'other',
] as const
/** Those for which an instrument leaves the lists. */
export const delistReasons = [
  'renamed',
  'expired',
  'lowLiquidity',
  'corporateAction',
  'sourceFailure',
  'regulatory',
  'other',
] as const
/** Why an instrument takes new orders again. */
export const resumeReasons = ['resolved', 'mistake'] as const
/** Why a delisted instrument is listed again. */
export const relistReasons = ['introduced', 'resolved', 'mistake'] as const
export type RelistReason = (typeof relistReasons)[number]
export const listingStates = ['listed', 'suspended', 'delisted'] as const
export type ListingState = (typeof listingStates)[number]

/** What an operator decided about an instrument that is not simply listed, since when and why. */
export const listing = z.object({
  state: z.enum(['suspended', 'delisted']),
  reason: z.enum(listingReasons),
  /** The operator's own words, plain text. */
  note: z.optional(z.string().check(z.maxLength(200))),
  since: epochMs,
})
export type Listing = z.output<typeof listing>

/** What a source's price counts for in the index: used, or left out and why. */
export const sourceStates = ['used', 'stale', 'outlier', 'dropped', 'held'] as const
export type SourceState = (typeof sourceStates)[number]
/** What a dropped source did: stated prices far from all others, fell silent, sent too much, went away, sent what is no price. */
export const sourceFaults = ['lied', 'stalled', 'flooded', 'unreachable', 'malformed'] as const
export type SourceFault = (typeof sourceFaults)[number]
/** Why an instrument has no index tick: no source states a fresh price, the sources disagree, or a jump waits for a second source. */
export const haltCauses = ['noSource', 'disagreement', 'jumpHeld'] as const
export type HaltCause = (typeof haltCauses)[number]

const priceSource = z.object({
  /** As the record names it; never renamed. */
  name: z.string(),
  /** As a person reads it. */
  label: z.optional(z.string()),
  /** Its newest price; absent while it has stated none. */
  mid: z.optional(decimalText),
  ageMs: z.optional(z.int()),
  used: z.boolean(),
  /** Only of live prices. */
  state: z.optional(z.enum(sourceStates)),
  /** Why it is dropped, since when, and until when at least if it stays good. */
  reason: z.optional(z.enum(sourceFaults)),
  since: z.optional(epochMs),
  until: z.optional(epochMs),
})
export type PriceSource = z.output<typeof priceSource>

/** What a replayed row states about its recording. */
const recording = z.object({ name: z.string(), date: z.string(), grain: z.string() })

export const marketItem = z.object({
  id: z.string(),
  code,
  type: z.int().check(z.minimum(1), z.maximum(5)),
  subType: z.optional(z.enum(['metal', 'etf'])),
  appName: z.string(),
  /** Its Latin name, by which it is found as well; absent where that is its appName. */
  latinName: z.optional(z.string()),
  /** Path of a bundled picture, or "" where the client draws a letter avatar. */
  logo: z.string(),
  price: decimalText,
  nowPrice: decimalText,
  zdf: decimalText,
  /** Only where there is no price of 24 h ago to measure from: its zdf of 0.00 shows nothing yet. */
  newcomer: z.optional(z.boolean()),
  hundred: z.array(decimalText).check(z.maxLength(100)),
  session,
  /** Only where an operator suspended or delisted it; a delisted instrument is in no list, and `getMarketInfo` states it. */
  listing: z.optional(listing),
  feedKind: z.enum(feedKinds),
  precision: z.int(),
  /** Time of the newest tick. */
  ts: epochMs,
  recording: z.optional(recording),
  /** What was traded in 24 h at the present price, in whole US dollars, so that all markets compare; absent where unknown. */
  volume: z.optional(decimalText),
  /** The accounts on which options on it can be bought now; absent where on none. */
  options: z.optional(z.array(z.enum(['real', 'virtual'])).check(z.maxLength(2))),
  /** The same of contracts. */
  contracts: z.optional(z.array(z.enum(['real', 'virtual'])).check(z.maxLength(2))),
  /** How a Chinese name is read, syllables with spaces, for typing it; absent in other languages. See reading.ts. */
  pinyin: z.optional(z.string()),
})
export type MarketItem = z.output<typeof marketItem>

const codeList = z.string().check(z.regex(/^[A-Z0-9._=-]{1,32}(,[A-Z0-9._=-]{1,32}){0,99}$/))

/** The whole list when no page is requested. */
export const listMarketByType = get('/swx/customer/index/listMarketByType', {
  summary: 'Instruments with their price, change and last hundred one-minute closes.',
  request: z.object({
    type: z.optional(queryInt(1, 5)),
    subType: z.optional(z.enum(['metal', 'etf'])),
    ...paging,
    /** A code, a name, a Latin name, or a Chinese name's pinyin in full or by initials. */
    q: z.optional(z.string().check(z.maxLength(40))),
    sort: z.optional(z.enum(['code', '-code', 'name', '-name', 'price', '-price', 'zdf', '-zdf', 'volume', '-volume'])),
    /** Only these, at most a hundred, as repeated keys or with commas between them, in this order; what is not listed is left out. */
    codes: z.optional(
      z.union([codeList, z.array(codeList).check(z.refine((lists) => lists.join().split(',').length <= 100))]),
    ),
    lang: z.optional(z.string()),
  }),
  result: z.union([z.array(marketItem), pageOf(marketItem)]),
  refusals: [],
})

/** One candle: open time in epoch milliseconds, open, high, low, close, volume. */
export const candle = z.tuple([epochMs, decimalText, decimalText, decimalText, decimalText, decimalText])
export type Candle = z.output<typeof candle>

export const getKValueByCodeAndDate = get('/swx/customer/index/getKValueByCodeAndDate', {
  summary: 'Candles of an instrument, oldest first. UTC; a week starts on Monday; a minute without ticks has none.',
  request: z.object({
    code,
    interval: z.enum(['1m', '5m', '15m', '1h', '4h', '1d', '1w']),
    from: z.optional(queryInt(0, 9_999_999_999_999)),
    to: z.optional(queryInt(0, 9_999_999_999_999)),
    limit: z.optional(queryInt(1, 1000)),
  }),
  result: z.array(candle),
  refusals: ['notFound'],
})

/** The longest span of one response of recorded seconds, in milliseconds: an hour and what is shown around it. */
export const longestSecondsMs = hourMs + 5 * minuteMs

export const listSeconds = get('/swx/customer/index/listSeconds', {
  summary:
    'The price recorded at each second of a span, with its time, oldest first; of a longer span the newest 65 minutes. Late ticks decide nothing and are left out.',
  request: z.object({
    code,
    from: queryInt(0, 9_999_999_999_999),
    to: queryInt(0, 9_999_999_999_999),
  }),
  result: z.array(z.tuple([epochMs, decimalText])),
  refusals: ['notFound'],
})

export const getMarketInfo = get('/swx/customer/index/getMarketInfo/:code', {
  summary: 'What an instrument is and where its price comes from.',
  request: z.object({ code, lang: z.optional(z.string()) }),
  result: z.object({
    item: marketItem,
    lotSize: decimalText,
    pip: decimalText,
    base: z.string(),
    quote: z.string(),
    venue: z.string(),
    /** Name of its trading calendar and the hours of a week in the calendar's own time zone. */
    calendar: z.object({
      name: z.string(),
      timeZone: z.string(),
      week: z.array(z.array(z.object({ open: z.string(), close: z.string() }))),
      /** Days of the next thirty that keep other hours, the nearest first. */
      soon: z.array(
        z.object({
          date: z.string(),
          change: z.enum(['closed', 'closesEarly', 'opensLate']),
          time: z.optional(z.string()),
        }),
      ),
      /** Years whose holidays and short days are known; null where none are, absent where the market never rests. */
      knownYears: z.optional(z.nullable(z.object({ from: z.int(), to: z.int() }))),
    }),
    day: z.object({ high: decimalText, low: decimalText, open: decimalText }),
    sources: z.array(priceSource),
    /**
     * In what steps the price, or the coarsest source it follows, really moves, and the standard deviation of its move over a
     * minute. Options are offered for terms longer than `termFloor` seconds, over which a tenth of the deviation exceeds
     * the step; absent where there is none. Without `measuredAt` it is the step the market quotes in.
     */
    grain: z.optional(
      z.object({
        step: decimalText,
        deviation: decimalText,
        termFloor: z.optional(z.int()),
        measuredAt: z.optional(epochMs),
        source: z.optional(z.string()),
      }),
    ),
    /** The terms of contracts on it that hold for new orders. */
    contract: z.optional(contractTerms),
    /** The terms on which options are offered; empty where they are not. */
    options: z.array(
      z.object({
        limitTime: z.int(),
        min: decimalText,
        max: decimalText,
        payoutRate: decimalText,
        earlySale: z.boolean(),
      }),
    ),
    /** How the reference price of a simulated instrument was set. */
    reference: z.object({ price: decimalText, date: z.string() }),
  }),
  refusals: ['notFound'],
})

export const getPriceSources = get('/swx/customer/index/getPriceSources', {
  summary:
    'How the price of an instrument is made this second: its sources, and why there is none where there is none.',
  request: z.object({ code }),
  result: z.object({
    code,
    price: decimalText,
    ts: epochMs,
    seq: z.int(),
    feedKind: z.enum(feedKinds),
    /** Whether it trades now, by calendar and feed. */
    open: z.boolean(),
    reason: session.shape.reason,
    why: z.optional(z.enum(haltCauses)),
    /** The jump that waits for a second source. */
    held: z.optional(z.object({ price: decimalText, since: epochMs })),
    sources: z.array(priceSource),
  }),
  refusals: ['notFound'],
})

export const tickSources = get('/swx/customer/public/tickSources', {
  summary: 'The sources that a recorded tick was made of: name, middle, age and whether it was used.',
  request: z.object({ code, ts: queryInt(0, 9_999_999_999_999) }),
  result: z.object({
    code,
    seq: z.int(),
    ts: epochMs,
    price: decimalText,
    feedKind: z.enum(feedKinds),
    late: z.boolean(),
    sources: z.array(priceSource),
  }),
  refusals: ['notFound'],
})

/** One element of a `/message` frame: a JSON array of these, the last value of each code that changed. */
export type PriceFrameItem = { code: string; price: string; zdf: string; ts: number; seq: number }
