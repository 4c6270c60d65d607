import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import { bucketOf, minuteCandles, rollUp, spans, type Candle, type CandleSpan } from './candle.ts'
import { getCompactedUntil, listStored } from './candles.store.ts'
import { unpackSegment } from '../record/segment.ts'

/** A candle that is not what the recorded ticks state; `stored` or `recomputed` is undefined where the other has one alone. */
export type CandleDifference = {
  instrumentId: number
  span: CandleSpan
  minute: number
  stored: Candle | undefined
  recomputed: Candle | undefined
}
export type Recomputed = { candles: number; differences: CandleDifference[] }

/** Epoch minutes, [from, to). */
export type RecomputeRequest = { instrumentId: number; from: number; to: number }

const week = 10_080
/** Who has a thousand wrong candles does not need the rest one by one. */
const differencesKept = 1000

/**
 * Makes the candles of an instrument anew from its recorded ticks and compares them with the stored ones: those of every
 * interval that have ended and lie whole within [from, to). Ticks whose retention is over cannot be recomputed. It goes
 * week by week, which every interval divides, so that a record of any length fits into memory.
 */
export async function recomputeCandles(
  db: Kysely<DB>,
  { instrumentId, from, to }: RecomputeRequest,
): Promise<Recomputed> {
  const all: Recomputed = { candles: 0, differences: [] }
  const end = Math.min(to, (await getCompactedUntil(db)) / 60_000)
  for (let start = from; start < end;) {
    const next = Math.min(end, bucketOf(start, week) + week)
    const found = await recomputeWeek(db, { instrumentId, from: start, to: next })
    all.candles += found.candles
    all.differences.push(...found.differences.slice(0, differencesKept - all.differences.length))
    start = next
  }
  return all
}

/** In one snapshot, whose locks also keep retention from taking the ticks away between two statements. */
const recomputeWeek = (db: Kysely<DB>, { instrumentId, from, to }: RecomputeRequest): Promise<Recomputed> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ minute: number; first_seq: number; payload: Buffer }>`
        select minute, first_seq::float8, payload from markets.segments
        where instrument_id = ${instrumentId} and minute >= ${from} and minute < ${to} order by minute`.execute(tx)
      const minutes = minuteCandles(rows.flatMap((row) => unpackSegment(row.minute, row.first_seq, row.payload)))
      const all: Recomputed = { candles: 0, differences: [] }
      for (const span of spans) {
        const first = bucketOf(from + span - 1, span)
        const end = bucketOf(to, span)
        if (first >= end) continue
        const recomputed = rollUp(minutes, span).filter(({ minute }) => minute >= first && minute < end)
        const stored = await listStored(tx, { id: instrumentId, span, from: first, to: end, limit: end - first })
        all.candles += stored.length
        all.differences.push(...compared(stored, recomputed).map((one) => ({ ...one, instrumentId, span })))
      }
      return all
    })

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
