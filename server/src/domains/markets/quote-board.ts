import type { FeedKind } from '@evenhand/protocol/markets.ts'
import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import type { Instrument } from './catalogue/instrument.ts'
import type { BlockTick } from './second-block.ts'
import type { Tick } from './tick.ts'

/** What is shown of an instrument now. Prices are in its units where they are big integers, and decimal text otherwise. */
export type Quote = {
  readonly instrument: Instrument
  readonly price: bigint
  readonly priceText: string
  readonly ts: number
  /** The newest recorded tick; undefined while the record has none. */
  readonly newest: Tick | undefined
  readonly feedKind: FeedKind
  /** Percent against the last price at or before 24 h ago, two decimals. */
  readonly change: string
  /** The last hundred one-minute closes as decimal text, oldest first. */
  readonly lastHundred: readonly string[]
  /** Rises with every change of the board; tells what changed since a reader last looked. */
  readonly version: number
}
/** Where an instrument stands when the board is filled. */
export type Opening = {
  instrument: Instrument
  price: bigint
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
  let lines: Line[] = []
  let version = 0

  const close = (line: Line, minute: number): void => {
    if (line.runningMinute === 0 || line.runningMinute >= minute) return
    // A list of its own for each close, so that an answer being encoded keeps what it read.
    line.lastHundred = [...line.lastHundred.slice(-99), line.runningClose]
    line.runningMinute = 0
    line.version = version
  }

  return {
    fill(openings, minute) {
      version += 1
      byCode.clear()
      byId.clear()
      lines = openings.map(({ instrument, price, dayAgo, closes, ts, newest, feedKind }) => {
        const { precision } = instrument
        const running = newest !== undefined && Math.floor(ts / 60_000) === minute
        return {
          instrument,
          price,
          priceText: formatUnits(price, precision),
          ts,
          newest,
          feedKind,
          change: changeOf(price, dayAgo),
          lastHundred: closes.slice(-100).map((one) => formatUnits(one, precision)),
          version,
          runningMinute: running ? minute : 0,
          runningClose: formatUnits(price, precision),
        }
      })
      for (const line of lines) {
        byCode.set(line.instrument.code, line)
        byId.set(line.instrument.id, line)
      }
    },
    apply(ticks, dayAgo) {
      version += 1
      for (const { instrumentId, ...tick } of ticks) {
        const line = byId.get(instrumentId)
        if (line === undefined || (line.newest !== undefined && tick.ts <= line.newest.ts)) continue
        const minute = Math.floor(tick.ts / 60_000)
        close(line, minute)
        line.newest = tick
        line.ts = tick.ts
        line.feedKind = tick.feedKind
        if (tick.price !== line.price) {
          line.price = tick.price
          line.priceText = formatUnits(tick.price, line.instrument.precision)
        }
        if (!tick.late) {
          line.runningMinute = minute
          line.runningClose = line.priceText
        }
        line.change = changeOf(tick.price, dayAgo(line.instrument, tick.ts))
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

/** (price ÷ the price of 24 h ago − 1) × 100, two decimals, half-even; 0.00 where there is nothing above zero to measure from. */
export function changeOf(price: bigint, dayAgo: bigint | undefined): string {
  if (dayAgo === undefined || dayAgo <= 0n) return '0.00'
  return formatUnits(mulDiv(price - dayAgo, 10_000n, dayAgo, 'half-even'), 2)
}
