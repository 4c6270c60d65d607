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
  /** Rises with every change of the board; tells what changed since a reader last looked. */
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
  /** Takes recorded ticks; late ones and those older than the newest change nothing. `dayAgo` gives what change is measured from. */
  apply(ticks: readonly BlockTick[], dayAgo: (instrument: Instrument, ts: number) => bigint | undefined): void
  /** Ends the minutes before this one: their last prices join the last hundred. */
  enterMinute(minute: number): void
  quote(code: string): Quote | undefined
  /** All quotes in the order of the catalogue. */
  quotes(): readonly Quote[]
  version(): number
}

type Line = { -readonly [K in keyof Quote]: Quote[K] } & {
  lastHundred: string[]
  runningMinute: number
  runningClose: string
}

/** The newest price, change and last hundred closes of every instrument, in memory. It shows; the record decides. */
export function createQuoteBoard(): QuoteBoard {
  const byCode = new Map<string, Line>()
  const byId = new Map<number, Line>()
  /** Instruments without a price. */
  const unpriced = new Map<number, Instrument>()
  let lines: Line[] = []
  let version = 0

  const close = (line: Line, minute: number): void => {
    if (line.runningMinute === 0 || line.runningMinute >= minute) return
    // A list of its own for each close, so that a response being encoded keeps what it read.
    line.lastHundred = [...line.lastHundred.slice(-99), line.runningClose]
    line.runningMinute = 0
    line.version = version
  }

  const add = (line: Line): void => {
    lines.push(line)
    byCode.set(line.instrument.code, line)
    byId.set(line.instrument.id, line)
  }
  /** Puts an instrument on the board with its first tick, in its place in the catalogue. */
  const reveal = (id: number, tick: Tick): Line | undefined => {
    const instrument = unpriced.get(id)
    if (instrument === undefined) return undefined
    unpriced.delete(id)
    const { price, ts, feedKind } = tick
    const line = lineOf({ instrument, price, ts, newest: undefined, feedKind, dayAgo: undefined, closes: [] })
    // A list of its own, so that a response being encoded keeps what it read.
    lines = [...lines]
    add(line)
    lines.sort((a, b) => a.instrument.id - b.instrument.id)
    return line
  }

  return {
    fill(openings, minute) {
      version += 1
      for (const known of [byCode, byId, unpriced]) known.clear()
      lines = []
      for (const { price, ...opening } of openings) {
        if (price === undefined) unpriced.set(opening.instrument.id, opening.instrument)
        else add({ ...lineOf({ ...opening, price }, minute), version })
      }
    },
    apply(ticks, dayAgo) {
      version += 1
      for (const { instrumentId, ...tick } of ticks) {
        const line = byId.get(instrumentId) ?? reveal(instrumentId, tick)
        if (line === undefined || (line.newest !== undefined && tick.ts <= line.newest.ts)) continue
        const minute = Math.floor(tick.ts / 60_000)
        close(line, minute)
        Object.assign(line, { newest: tick, ts: tick.ts, feedKind: tick.feedKind })
        if (tick.price !== line.price) {
          line.price = tick.price
          line.priceText = displayPrice(tick.price, line.instrument)
        }
        if (!tick.late) {
          line.runningMinute = minute
          line.runningClose = line.priceText
        }
        const before = dayAgo(line.instrument, tick.ts)
        line.change = changeOf(tick.price, before)
        line.measured = isMeasure(before)
        line.version = version
      }
    },
    enterMinute(minute) {
      version += 1
      for (const line of lines) close(line, minute)
    },
    quote: (code) => byCode.get(code),
    quotes: () => lines,
    version: () => version,
  }
}

function lineOf(opening: Opening & { price: bigint }, minute?: number): Line {
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
