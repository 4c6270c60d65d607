import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import { bucketOf, spans, type Candle, type CandleSpan } from './candle.ts'

const columns = sql`minute, ticks, open, high, low, close`

/** Epoch milliseconds before which every tick stands in a segment and every ended candle is stored. */
export async function getCompactedUntil(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{
    until: number
  }>`select compacted_until::float8 as until from markets.feed_lease`.execute(db)
  return rows[0]?.until ?? 0
}

export type StoredRequest = { id: number; span: CandleSpan; from: number; to: number; limit: number }

/** The newest `limit` stored candles that open at a minute in [from, to), oldest first. */
export async function listStored(db: Kysely<DB>, request: StoredRequest): Promise<Candle[]> {
  const { rows } = await sql<Candle>`
    select ${columns} from markets.candles
    where instrument_id = ${request.id} and span = ${request.span} and minute >= ${request.from} and minute < ${request.to}
    order by minute desc limit ${request.limit}`.execute(db)
  return rows.toReversed()
}

/**
 * Stored candles that together fill [the candle of `span` that `until` lies in, until): the longest that have ended, then
 * shorter and shorter ones. Oldest first.
 */
export async function listParts(
  db: Kysely<DB>,
  request: { id: number; span: CandleSpan; until: number },
): Promise<Candle[]> {
  const shorter = spans.filter((span) => span < request.span).toReversed()
  if (shorter.length === 0) return []
  const from = shorter.map((_, index) => bucketOf(request.until, shorter[index - 1] ?? request.span))
  const to = shorter.map((span) => bucketOf(request.until, span))
  // What is requested stands there once more as plain bounds, so that weeks that cannot hold it are not even planned for.
  const oldest = Math.min(...from)
  const { rows } = await sql<Candle>`
    select part.* from unnest(${shorter}::integer[], ${from}::integer[], ${to}::integer[]) as wanted(span, first, ends)
    cross join lateral (
      select ${columns} from markets.candles
      where instrument_id = ${request.id} and candles.span = wanted.span and minute >= first and minute < ends
        and candles.span = any (${shorter}::integer[]) and minute >= ${oldest}::integer and minute < ${request.until}::integer offset 0) part
    order by part.minute`.execute(db)
  return rows
}
