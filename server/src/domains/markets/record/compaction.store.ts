import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import type { LastTick } from './record.store.ts'
import { bucketOf, spans, type Candle, type CandleSpan } from '../candles/candle.ts'

export type SegmentRow = { instrumentId: number; minute: number; firstSeq: number; payload: Buffer }
/** What one minute leaves: all of it is added in one transaction. */
export type MinuteRows = {
  segments: readonly SegmentRow[]
  candles: readonly (Candle & { instrumentId: number })[]
  newest: readonly LastTick[]
}
export type Step = { holder: bigint; from: number; until: number }

/** Blocks stay this long after their ticks stand in segments, so that a reader between the two misses nothing. */
const keepBlocksMs = 120_000

type Tx = Kysely<DB>

/** Adds a minute's rows and moves the mark from `from` to `until`, all or nothing. Throws when another feed holds the lease. */
export async function addMinute(db: Kysely<DB>, rows: MinuteRows, step: Step): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await addSegments(tx, rows.segments)
    await addCandles(tx, rows.candles)
    for (const [index, span] of spans.entries()) await addLongerCandles(tx, { span, shorter: spans[index - 1], step })
    await noteNewest(tx, rows.newest)
    const moved = await sql`
      update markets.feed_lease set compacted_until = ${step.until}
      where holder = ${step.holder} and compacted_until = ${step.from} returning 1`.execute(tx)
    if (moved.rows.length !== 1) throw new Error('another feed has moved the mark of what is compacted')
    await sql`delete from markets.seconds where at < ${step.until - keepBlocksMs}`.execute(tx)
  })
}

async function addSegments(tx: Tx, rows: readonly SegmentRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into markets.segments (minute, instrument_id, first_seq, payload)
    select * from unnest(
      ${rows.map((row) => row.minute)}::integer[], ${rows.map((row) => row.instrumentId)}::integer[],
      ${rows.map((row) => row.firstSeq)}::bigint[], ${rows.map((row) => row.payload)}::bytea[])`.execute(tx)
}

async function addCandles(tx: Tx, rows: MinuteRows['candles']): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into markets.candles (instrument_id, span, minute, ticks, open, high, low, close)
    select id, 1, minute, ticks, open, high, low, close from unnest(
      ${rows.map((row) => row.instrumentId)}::integer[], ${rows.map((row) => row.minute)}::integer[],
      ${rows.map((row) => row.ticks)}::integer[], ${rows.map((row) => row.open)}::bigint[], ${rows.map((row) => row.high)}::bigint[],
      ${rows.map((row) => row.low)}::bigint[], ${rows.map((row) => row.close)}::bigint[])
      as made(id, minute, ticks, open, high, low, close)`.execute(tx)
}

/** Makes the candles of `span` that ended in this step from the next shorter ones. */
async function addLongerCandles(
  tx: Tx,
  { span, shorter, step }: { span: CandleSpan; shorter: CandleSpan | undefined; step: Step },
): Promise<void> {
  const from = bucketOf(Math.floor(step.from / 60_000), span)
  const until = bucketOf(Math.floor(step.until / 60_000), span)
  if (shorter === undefined || from === until) return
  const offset = bucketOf(0, span)
  await sql`
    insert into markets.candles (instrument_id, span, minute, ticks, open, high, low, close)
    select instrument_id, ${span}::integer, bucket, sum(ticks)::integer,
      (array_agg(open order by minute))[1], max(high), min(low), (array_agg(close order by minute desc))[1]
    from (
      select *, (minute - ${offset}::integer) / ${span}::integer * ${span}::integer + ${offset}::integer as bucket
      from markets.candles where span = ${shorter}::integer and minute >= ${from}::integer and minute < ${until}::integer) parts
    group by instrument_id, bucket`.execute(tx)
}

async function noteNewest(tx: Tx, rows: readonly LastTick[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update markets.instruments known
    set first_ts = coalesce(known.first_ts, made.first_ts), last_seq = made.last_seq,
      last_ts = case when newer then made.last_ts else known.last_ts end,
      last_price = case when newer then made.last_price else known.last_price end,
      last_kind = case when newer then made.last_kind else known.last_kind end
    from unnest(
      ${rows.map((row) => row.id)}::integer[], ${rows.map((row) => row.firstTs)}::bigint[], ${rows.map((row) => row.lastSeq)}::bigint[],
      ${rows.map((row) => row.lastTs)}::bigint[], ${rows.map((row) => row.lastPrice)}::bigint[], ${rows.map((row) => row.lastKind)}::smallint[])
      as made(id, first_ts, last_seq, last_ts, last_price, last_kind)
      join markets.instruments before using (id)
      cross join lateral (select before.last_ts is null or made.last_ts > before.last_ts as newer) compared
    where known.id = made.id`.execute(tx)
}
