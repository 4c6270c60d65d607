import type { Kysely } from 'kysely'
import { sql, type DB } from '../../kernel/db.ts'
import { bucketOf, minuteCandles, rollUp, spans, type Candle, type CandleSpan } from './candle.ts'
import { getCompactedUntil, listStored } from './candles.store.ts'
import { unpackSegment } from './segment.ts'

/** A candle that is not what the recorded ticks say; `stored` or `recomputed` is undefined where the other has one alone. */
export type CandleDifference = {
  instrumentId: number
  span: CandleSpan
  minute: number
  stored: Candle | undefined
  recomputed: Candle | undefined
}
export type Recomputed = { candles: number; differences: CandleDifference[] }

/** Instruments are recomputed one after the other, so that any length of record fits into memory. */
export type RecomputeAsk = { instrumentId: number; from: number; to: number }

/**
 * Makes the candles of an instrument anew from its recorded ticks and compares them with the stored ones: those of every
 * interval that have ended and lie whole within [from, to), epoch minutes. Ticks whose retention is over cannot be asked about.
 */
export async function recomputeCandles(db: Kysely<DB>, { instrumentId, from, to }: RecomputeAsk): Promise<Recomputed> {
  const { rows } = await sql<{ minute: number; first_seq: number; payload: Buffer }>`
    select minute, first_seq::float8, payload from markets.segments
    where instrument_id = ${instrumentId} and minute >= ${from} and minute < ${to} order by minute`.execute(db)
  const closed = Math.min(to, (await getCompactedUntil(db)) / 60_000)
  const minutes = minuteCandles(rows.flatMap((row) => unpackSegment(row.minute, row.first_seq, row.payload)))
  const all: Recomputed = { candles: 0, differences: [] }
  for (const span of spans) {
    const first = bucketOf(from + span - 1, span)
    const end = bucketOf(closed, span)
    if (first >= end) continue
    const recomputed = rollUp(minutes, span).filter(({ minute }) => minute >= first && minute < end)
    const stored = await listStored(db, { id: instrumentId, span, from: first, to: end, limit: end - first })
    all.candles += stored.length
    all.differences.push(...compared(stored, recomputed).map((one) => ({ ...one, instrumentId, span })))
  }
  return all
}

function compared(
  stored: readonly Candle[],
  recomputed: readonly Candle[],
): Pick<CandleDifference, 'minute' | 'stored' | 'recomputed'>[] {
  const ours = new Map(stored.map((candle) => [candle.minute, candle]))
  const made = new Map(recomputed.map((candle) => [candle.minute, candle]))
  return [...new Set([...ours.keys(), ...made.keys()])]
    .toSorted((a, b) => a - b)
    .map((minute) => ({ minute, stored: ours.get(minute), recomputed: made.get(minute) }))
    .filter((pair) => !isSame(pair.stored, pair.recomputed))
}

const isSame = (a: Candle | undefined, b: Candle | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.ticks === b.ticks &&
  a.open === b.open &&
  a.high === b.high &&
  a.low === b.low &&
  a.close === b.close
