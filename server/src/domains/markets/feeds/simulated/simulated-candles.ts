import { candleBuckets } from '../candle-buckets.ts'
import type { CandleRequest, FeedCandle } from '../feed-types.ts'
import type { Line, Stage } from './simulated-lines.ts'
import { openSecondsBefore } from './open-second-index.ts'
import { volumeWithin } from './simulated-volume.ts'

const secondsPerDay = 86_400

/** Log prices of a stretch of time. */
type Span = { open: number; close: number; low: number; high: number }

/** The candles of a line, oldest first; see Simulated.candlesOf. */
export function candlesOn(stage: Stage, line: Line, request: CandleRequest): FeedCandle[] {
  const found: FeedCandle[] = []
  for (const [ts, end] of candleBuckets(request)) {
    if (found.length >= request.limit) break
    const made = candleOn(stage, line, [ts, end])
    if (made !== undefined) found.push(made)
  }
  return found.toReversed()
}

function candleOn(stage: Stage, line: Line, [ts, end]: readonly [number, number]): FeedCandle | undefined {
  const { market, pricing } = line
  const { scratch } = stage
  let span: Span | undefined
  for (const { day, from, to } of daysWithin(ts, end)) {
    const open = market.calendar.openDay(day)
    const first = openSecondsBefore(open, from)
    const last = openSecondsBefore(open, to) - 1
    if (last < first) continue
    stage.enter(scratch, line, day)
    const [low, high] = scratch.extremes(first, last)
    span = joined(span, { open: scratch.at(first), close: scratch.at(last), low, high })
  }
  if (span === undefined) return undefined
  return {
    ts,
    open: pricing(span.open),
    high: pricing(span.high),
    low: pricing(span.low),
    close: pricing(span.close),
    volume: volumeOn(line, ts, end),
  }
}

/** Volume of a line between two whole seconds in epoch ms; see Simulated.volumeBetween. */
export function volumeOn(line: Line, fromMs: number, toMs: number): bigint {
  const { market, perSecond, instrument } = line
  let sum = 0n
  for (const { day, from, to } of daysWithin(fromMs, toMs)) {
    const open = market.calendar.openDay(day)
    sum += volumeWithin({ instrument: instrument.id, perSecond, day, open }, from, to)
  }
  return sum
}

/** A stretch of time cut at midnights: each UTC day with the seconds of it that fall in. */
function* daysWithin(fromMs: number, toMs: number): Generator<{ day: number; from: number; to: number }> {
  const until = Math.floor(toMs / 1000)
  for (let at = Math.floor(fromMs / 1000); at < until;) {
    const day = Math.floor(at / secondsPerDay)
    const to = Math.min(until, (day + 1) * secondsPerDay)
    yield { day, from: at - day * secondsPerDay, to: to - day * secondsPerDay }
    at = to
  }
}

const joined = (one: Span | undefined, two: Span): Span =>
  one === undefined
    ? two
    : { open: one.open, close: two.close, low: Math.min(one.low, two.low), high: Math.max(one.high, two.high) }
