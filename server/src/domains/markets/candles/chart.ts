import type { Interval } from '@evenhand/protocol/markets.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { DB } from '../../../kernel/db/db.ts'
import { bucketOf, minuteCandles, rollUp, spanOf, type Candle } from './candle.ts'
import { getCompactedUntil, listParts, listStored } from './candles.store.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import type { FeedCandle } from '../feeds/feed-types.ts'
import { createGeneratedHistory } from './generated-history.ts'
import type { PriceSource } from '../sources/source.ts'
import { longestWindowMs, type TickReader, type TickWindow } from '../record/tick-reader.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

/** A candle as it is shown, made as feeds make theirs. */
export type ChartCandle = FeedCandle
/** Candles that open at `from` ≤ time ≤ `to` in epoch ms; the newest `limit` of them. */
export type ChartRequest = { interval: Interval; from?: number | undefined; to?: number | undefined; limit: number }
export type ChartDeps = {
  db: Kysely<DB>
  clock: Clock
  reader: TickReader
  /** History before the first recorded tick. */
  source: PriceSource
  firstTsOf: (instrumentId: number) => number | undefined
}
export type Chart = { listCandles(instrument: Instrument, request: ChartRequest): Promise<ChartCandle[]> }

/** Generated history goes back this far behind the first recorded tick; recorded candles go back as far as they are kept. */
const historyMs = 2 * 366 * 1440 * minuteMs

/** In as many windows as the reader takes at once: after a long stop the last minute that was compacted is days ago. */
function windowsSince(code: string, since: number, now: number): TickWindow[] {
  const windows: TickWindow[] = []
  for (let from = since; from <= now; from += longestWindowMs)
    windows.push({ code, from, to: Math.min(from + longestWindowMs - 1, now) })
  return windows
}

/**
 * Candles of an instrument: closed ones as stored, the running one from the record as it stands, and generated ones for
 * the time before its first recorded tick. The candle in which the record begins is made of both.
 */
export function createChart({ db, clock, reader, source, firstTsOf }: ChartDeps): Chart {
  const history = createGeneratedHistory(source)

  /** Everything from the candle that was running when the last minute was compacted, from its parts and the newest ticks. */
  const running = async (instrument: Instrument, interval: Interval, compactedUntil: number): Promise<Candle[]> => {
    const span = spanOf[interval]
    const until = compactedUntil / minuteMs
    const parts = await listParts(db, { id: instrument.id, span, until })
    // Nothing is recorded before its first tick, however long ago the last compaction was.
    const since = Math.max(compactedUntil, Math.floor((firstTsOf(instrument.id) ?? 0) / minuteMs) * minuteMs)
    const ticks = (await reader.read(windowsSince(instrument.code, since, clock.now()))).flat()
    return rollUp([...parts, ...minuteCandles(ticks)], span)
  }

  const recorded = async (
    instrument: Instrument,
    request: { interval: Interval; from: number; to: number; limit: number },
  ): Promise<Candle[]> => {
    const span = spanOf[request.interval]
    const compactedUntil = await getCompactedUntil(db)
    const boundary = bucketOf(compactedUntil / minuteMs, span)
    const first = Math.ceil(request.from / minuteMs)
    const end = Math.floor(request.to / minuteMs) + 1
    const open = end > boundary ? await running(instrument, request.interval, compactedUntil) : []
    const stored = await listStored(db, {
      id: instrument.id,
      span,
      from: first,
      to: Math.min(end, boundary),
      limit: request.limit,
    })
    return [...stored, ...open.filter(({ minute }) => minute >= first && minute < end)].slice(-request.limit)
  }

  const shown = (
    instrument: Instrument,
    interval: Interval,
    { minute, open, high, low, close }: Candle,
  ): ChartCandle => {
    const ts = minute * minuteMs
    const end = Math.min(ts + spanOf[interval] * minuteMs, Math.ceil(clock.now() / 1000) * 1000)
    return { ts, open, high, low, close, volume: source.volumeBetween(instrument, ts, end) }
  }

  return {
    async listCandles(instrument, { interval, limit, ...request }) {
      const now = clock.now()
      const to = Math.min(request.to ?? now, now)
      const from = request.from ?? 0
      const firstTs = firstTsOf(instrument.id)
      const begins =
        firstTs === undefined ? now + 1000 : bucketOf(Math.floor(firstTs / minuteMs), spanOf[interval]) * minuteMs
      const kept =
        firstTs !== undefined && to >= begins ? await recorded(instrument, { interval, from, to, limit }) : []
      const candles = kept.map((candle) => shown(instrument, interval, candle))
      if (firstTs !== undefined && candles[0]?.ts === begins && begins < firstTs) {
        const [before] = source.candlesOf(instrument, { interval, from: begins, to: firstTs, limit: 1 })
        if (before !== undefined) candles[0] = joined(before, candles[0])
      }
      if (candles.length >= limit) return candles
      const until = Math.min(
        begins,
        bucketOf(Math.floor(to / minuteMs), spanOf[interval]) * minuteMs + spanOf[interval] * minuteMs,
        now,
      )
      const generated = { interval, from: Math.max(from, Math.min(begins, now) - historyMs), to: until }
      return [...history.list(instrument, { ...generated, limit: limit - candles.length }), ...candles]
    },
  }
}

/** What was generated before the first recorded tick, and what was recorded since, as one candle. */
const joined = (before: ChartCandle, since: ChartCandle): ChartCandle => ({
  ts: since.ts,
  open: before.open,
  high: before.high > since.high ? before.high : since.high,
  low: before.low < since.low ? before.low : since.low,
  close: since.close,
  volume: since.volume,
})
