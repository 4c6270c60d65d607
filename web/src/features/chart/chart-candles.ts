import type { Candle } from '@evenhand/protocol/markets.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { spans, type ChartInterval } from './chart-intervals.ts'

/**
 * A candle as the chart draws it. Heights are floating-point numbers, for pixels alone; `texts` keeps open, high, low and
 * close as the record wrote them, for whatever is read.
 */
export type Bar = {
  timestamp: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  texts: readonly [string, string, string, string]
}

/** 1970-01-01 was a Thursday and weeks start on Monday, four days later. */
const firstMonday = 4 * dayMs

/** The open time of the candle that holds a moment, both epoch milliseconds, UTC. */
export function openTimeOf(ts: number, interval: ChartInterval): number {
  const span = spans[interval]
  const from = interval === '1w' ? firstMonday : 0
  return Math.floor((ts - from) / span) * span + from
}

/** A candle of the wire for drawing. */
export const barOf = ([timestamp, open, high, low, close, volume]: Candle): Bar => ({
  timestamp,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
  texts: [open, high, low, close],
})

/** A recorded second for drawing: a candle without a body. */
export const secondOf = ([ts, price]: readonly [number, string]): Bar => {
  const at = Number(price)
  const timestamp = openTimeOf(ts, '1s')
  return { timestamp, open: at, high: at, low: at, close: at, volume: 0, texts: [price, price, price, price] }
}

/**
 * The newest candle after a tick: the same one with its close moved, or the next one begun. Undefined when the tick changes
 * nothing: it is older than the candle, or its price is the candle's already.
 */
export function withTick(
  last: Bar | undefined,
  tick: { price: string; ts: number },
  interval: ChartInterval,
): Bar | undefined {
  const timestamp = openTimeOf(tick.ts, interval)
  const at = Number(tick.price)
  const { price } = tick
  if (last === undefined || timestamp > last.timestamp)
    return { timestamp, open: at, high: at, low: at, close: at, volume: 0, texts: [price, price, price, price] }
  if (timestamp < last.timestamp || price === last.texts[3]) return undefined
  const [open, high, low] = last.texts
  return {
    ...last,
    high: Math.max(last.high, at),
    low: Math.min(last.low, at),
    close: at,
    texts: [open, at > last.high ? price : high, at < last.low ? price : low, price],
  }
}

/**
 * Candles to open with, whose newest one has the price that came since they were read. A price that begins another candle is
 * left to what follows prices, which then requests the record of the one that ended.
 */
export function withNewest(
  bars: readonly Bar[],
  tick: { price: string; ts: number } | undefined,
  interval: ChartInterval,
): Bar[] {
  const last = bars.at(-1)
  const moved = last && tick && withTick(last, tick, interval)
  return moved && moved.timestamp === last.timestamp ? [...bars.slice(0, -1), moved] : [...bars]
}

/**
 * The candles after recorded ones came: they take the place of those built from passing prices, missed ones are added
 * where they belong, and what the record does not have goes. The newest keeps the close of the price that came last.
 */
export function withRecorded(bars: readonly Bar[], recorded: readonly Bar[], interval: ChartInterval): Bar[] {
  const [first, last, live] = [recorded[0], recorded.at(-1), bars.at(-1)]
  if (!first || !last) return [...bars]
  const taken = recorded.map((bar) =>
    live?.timestamp === bar.timestamp
      ? (withTick(bar, { price: live.texts[3], ts: bar.timestamp }, interval) ?? bar)
      : bar,
  )
  return [
    ...bars.filter(({ timestamp }) => timestamp < first.timestamp),
    ...taken,
    ...bars.filter(({ timestamp }) => timestamp > last.timestamp),
  ]
}
