import { intervals, type Interval } from '@evenhand/protocol/markets.ts'
import { dayMs, weekMs } from '@evenhand/protocol/durations.ts'

/** 1970-01-05, the first Monday. */
const firstMonday = 4 * dayMs

/** The open time of the candle that a time falls into: UTC, weeks start on Monday. Epoch ms. */
export function candleStart(interval: Interval, atMs: number): number {
  if (interval === '1w') return Math.floor((atMs - firstMonday) / weekMs) * weekMs + firstMonday
  return Math.floor(atMs / intervals[interval]) * intervals[interval]
}

/** [open time, end] of the candles that open in [from, to), newest first; `to` cuts the newest, to the whole second. */
export function* candleBuckets(request: {
  interval: Interval
  from: number
  to: number
}): Generator<[ts: number, end: number]> {
  const { interval, from } = request
  const to = Math.floor(request.to / 1000) * 1000
  for (let ts = candleStart(interval, to - 1); ts >= from; ts -= intervals[interval]) {
    yield [ts, Math.min(to, ts + intervals[interval])]
  }
}
