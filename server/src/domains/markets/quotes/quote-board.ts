import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { displayPrice } from './display-price.ts'
import type { BlockTick } from '../record/second-block.ts'
import type { Tick } from '../record/tick.ts'

/** What is shown of an instrument now. Prices are in its units where they are big integers, and otherwise text as lists show it. */
export type Quote = {
  readonly instrument: Instrument
  readonly price: bigint
  readonly priceText: string
  readonly ts: number
  /** The newest recorded tick; undefined while the record has none. */
  readonly newest: Tick | undefined
  readonly feedKind: FeedKind
  /** Percent against the last price at or before 24 h ago, two decimals; 0.00 where there is none. */
  readonly change: string
  /** Whether there was a price above zero 24 h ago to measure the change from. */
  readonly measured: boolean
  /** The last hundred one-minute closes as decimal text, oldest first. */
  readonly lastHundred: readonly string[]
  /** Rises with every change of the board, so that a reader knows what changed since its last read. */
  readonly version: number
}
/** Where an instrument stands when the board is filled. */
export type Opening = {
  instrument: Instrument
  /** Undefined where it has none yet: it is not on the board before its first tick. */
  price: bigint | undefined
  ts: number
  newest: Tick | undefined
  feedKind: FeedKind
  dayAgo: bigint | undefined
  closes: readonly bigint[]
}

export type QuoteBoard = {
  fill(openings: readonly Opening[], minute: number): void
  /**
   * Takes recorded ticks; those no newer than the newest change nothing, and a late one is shown but closes no minute, as
   * no candle takes it. `dayAgo` gives what change is measured from.
   */
  apply(ticks: readonly BlockTick[], dayAgo: (instrument: Instrument, ts: number) => bigint | undefined): void
  /** Ends the minutes before this one: their last prices join the last hundred. */
  enterMinute(minute: number): void
  quote(code: string): Quote | undefined
  /** All quotes in the order of the catalogue. */
  quotes(): readonly Quote[]
  version(): number
}

type MutableQuote = { -readonly [K in keyof Quote]: Quote[K] } & {
  lastHundred: string[]
  runningMinute: number
  runningClose: string
}

/** The newest price, change and last hundred closes of every instrument, in memory. It shows; the record decides. */
export function createQuoteBoard(): QuoteBoard {
  const byCode = new Map<string, MutableQuote>()
  const byId = new Map<number, MutableQuote>()
  /** Instruments without a price. */
  const unpriced = new Map<number, Instrument>()
  let quotes: MutableQuote[] = []
  let version = 0

  const close = (quote: MutableQuote, minute: number): void => {
    if (quote.runningMinute === 0 || quote.runningMinute >= minute) return
    // A list of its own for each close, so that a response being encoded keeps what it read.
    quote.lastHundred = [...quote.lastHundred.slice(-99), quote.runningClose]
    quote.runningMinute = 0
    quote.version = version
  }

  const add = (quote: MutableQuote): void => {
    quotes.push(quote)
    byCode.set(quote.instrument.code, quote)
    byId.set(quote.instrument.id, quote)
  }
  /** Puts an instrument on the board with its first tick, in its place in the catalogue. */
  const reveal = (id: number, tick: Tick): MutableQuote | undefined => {
    const instrument = unpriced.get(id)
    if (instrument === undefined) return undefined
    unpriced.delete(id)
    const { price, ts, feedKind } = tick
    const quote = openingQuote({ instrument, price, ts, newest: undefined, feedKind, dayAgo: undefined, closes: [] })
    // A list of its own, so that a response being encoded keeps what it read.
    quotes = [...quotes]
    add(quote)
    quotes.sort((a, b) => a.instrument.id - b.instrument.id)
    return quote
  }

  return {
    fill(openings, minute) {
      version += 1
      for (const known of [byCode, byId, unpriced]) known.clear()
      quotes = []
      for (const { price, ...opening } of openings) {
        if (price === undefined) unpriced.set(opening.instrument.id, opening.instrument)
        else add({ ...openingQuote({ ...opening, price }, minute), version })
      }
    },
    apply(ticks, dayAgo) {
      version += 1
      for (const { instrumentId, ...tick } of ticks) {
        const quote = byId.get(instrumentId) ?? reveal(instrumentId, tick)
        if (quote === undefined || (quote.newest !== undefined && tick.ts <= quote.newest.ts)) continue
        const minute = Math.floor(tick.ts / 60_000)
        close(quote, minute)
        Object.assign(quote, { newest: tick, ts: tick.ts, feedKind: tick.feedKind })
        if (tick.price !== quote.price) {
          quote.price = tick.price
          quote.priceText = displayPrice(tick.price, quote.instrument)
        }
        if (!tick.late) {
          quote.runningMinute = minute
          quote.runningClose = quote.priceText
        }
        const before = dayAgo(quote.instrument, tick.ts)
        quote.change = changeOf(tick.price, before)
        quote.measured = isMeasure(before)
        quote.version = version
      }
    },
    enterMinute(minute) {
      version += 1
      for (const quote of quotes) close(quote, minute)
    },
    quote: (code) => byCode.get(code),
    quotes: () => quotes,
    version: () => version,
  }
}

function openingQuote(opening: Opening & { price: bigint }, minute?: number): MutableQuote {
  const { instrument, price, dayAgo, closes, ts, newest, feedKind } = opening
  const priceText = displayPrice(price, instrument)
  const running = newest !== undefined && minute !== undefined && Math.floor(ts / 60_000) === minute
  return {
    instrument,
    price,
    priceText,
    ts,
    newest,
    feedKind,
    change: changeOf(price, dayAgo),
    measured: isMeasure(dayAgo),
    lastHundred: closes.slice(-100).map((one) => displayPrice(one, instrument)),
    version: 0,
    runningMinute: running ? minute : 0,
    runningClose: priceText,
  }
}

/** (price ÷ the price of 24 h ago − 1) × 100, two decimals, half-even; 0.00 where there is nothing above zero to measure from. */
export function changeOf(price: bigint, dayAgo: bigint | undefined): string {
  if (!isMeasure(dayAgo)) return '0.00'
  return formatUnits(mulDiv(price - dayAgo, 10_000n, dayAgo, 'half-even'), 2)
}

const isMeasure = (dayAgo: bigint | undefined): dayAgo is bigint => dayAgo !== undefined && dayAgo > 0n
