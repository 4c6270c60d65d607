import type { Interval } from '@evenhand/protocol/markets.ts'
import type { Tick } from '../record/tick.ts'

/** A candle: opening minute (epoch minutes, UTC), prices in units, and how many ticks made it. */
export type Candle = {
  readonly minute: number
  readonly ticks: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
}

/** Length of each interval in minutes, shortest first; each divides the next. */
export const spanOf = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
  '1w': 10_080,
} as const satisfies Record<Interval, number>
export const spans = Object.values(spanOf)
export type CandleSpan = (typeof spans)[number]

/** Epoch minute of a Monday: weeks start there, not on the Thursday on which counting began. */
const monday = 4 * 1440

/** The opening minute of the candle of `span` minutes that a minute lies in. */
export const bucketOf = (minute: number, span: CandleSpan): number =>
  span === 10_080 ? minute - ((((minute - monday) % span) + span) % span) : minute - (minute % span)

/** One-minute candles of ticks in the order of seq. Late ticks make none: a closed candle never changes. */
export function minuteCandles(ticks: readonly Tick[]): Candle[] {
  const candles: Candle[] = []
  for (const { ts, price, late } of ticks) {
    if (late) continue
    const minute = Math.floor(ts / 60_000)
    const one = { minute, ticks: 1, open: price, high: price, low: price, close: price }
    const last = candles.at(-1)
    if (last?.minute === minute) candles[candles.length - 1] = joined(last, one)
    else candles.push(one)
  }
  return candles
}

/** Candles of `span` minutes made of shorter ones, which follow one another in time. */
export function rollUp(candles: readonly Candle[], span: CandleSpan): Candle[] {
  const rolled: Candle[] = []
  for (const candle of candles) {
    const minute = bucketOf(candle.minute, span)
    const last = rolled.at(-1)
    if (last?.minute === minute) rolled[rolled.length - 1] = joined(last, candle)
    else rolled.push({ ...candle, minute })
  }
  return rolled
}

/** One candle of two that follow one another. */
const joined = (first: Candle, next: Candle): Candle => ({
  minute: first.minute,
  ticks: first.ticks + next.ticks,
  open: first.open,
  high: next.high > first.high ? next.high : first.high,
  low: next.low < first.low ? next.low : first.low,
  close: next.close,
})
