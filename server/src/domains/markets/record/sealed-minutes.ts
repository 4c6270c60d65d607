import type { FeedKind } from '@evenhand/protocol/markets.ts'
import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import { getCompactedUntil } from '../candles/candles.store.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { unpackSegment } from './segment.ts'

/** One instrument's recorded ticks of one closed minute, in the order of seq, as the log seals them. */
export type ClosedSegment = {
  readonly code: string
  readonly precision: number
  readonly minute: number
  readonly ticks: readonly { seq: number; ts: number; price: bigint; late: boolean; feedKind: FeedKind }[]
}

/** Closed minutes of the record: nothing is ever added to them. */
export const sealedMinutes = (db: Kysely<DB>, instruments: ReadonlyMap<number, Instrument>) => ({
  ...closedMinutes(db, instruments),
  oldestMinute: oldestMinuteOf(db),
})

const closedMinutes = (db: Kysely<DB>, instruments: ReadonlyMap<number, Instrument>) => ({
  /** Closed minutes after this one that have ticks, rising, at most `limit`. Minutes are epoch minutes. */
  async recordedMinutes({ after, limit }: { after: number; limit: number }): Promise<number[]> {
    // From each minute the index is read for the next one, which skips over the thousand rows of each. The bounds keep
    // the days of a long record out of the plan that cannot hold it.
    const until = (await getCompactedUntil(db)) / 60_000
    const { rows } = await sql<{ minute: number }>`
      with recursive closed(minute) as (
        (select minute from markets.segments
          where minute > ${after}::integer and minute < ${until}::integer order by minute limit 1)
        union all
        select (select segments.minute from markets.segments
          where segments.minute > closed.minute and segments.minute > ${after}::integer and segments.minute < ${until}::integer
          order by segments.minute limit 1)
        from closed where closed.minute is not null)
      select minute from closed where minute is not null limit ${limit}`.execute(db)
    return rows.map((row) => row.minute)
  },

  /** The segments of a closed minute, or those of some codes, in the order of instruments. */
  async segments({ minute, codes }: { minute: number; codes?: readonly string[] }): Promise<ClosedSegment[]> {
    const ids =
      codes === undefined
        ? null
        : [...instruments.values()].filter((one) => codes.includes(one.code)).map(({ id }) => id)
    const { rows } = await sql<{ instrument_id: number; first_seq: number; payload: Buffer }>`
      select instrument_id, first_seq::float8, payload from markets.segments
      where minute = ${minute} and (${ids}::integer[] is null or instrument_id = any (${ids}::integer[]))
      order by instrument_id`.execute(db)
    return rows.flatMap((row) => {
      const instrument = instruments.get(row.instrument_id)
      if (instrument === undefined) return []
      const { code, precision } = instrument
      return [{ code, precision, minute, ticks: unpackSegment(minute, row.first_seq, row.payload) }]
    })
  },
})

/** The oldest minute whose ticks are kept; 0 while there is none. */
function oldestMinuteOf(db: Kysely<DB>): () => Promise<number> {
  // Days leave at this end only, and none is filled later that was empty.
  let oldestDay = 0
  return async () => {
    // Day by day: querying all at once would plan for each of thousands.
    for (const { day } of await keptDays(db, oldestDay)) {
      const { rows } = await sql<{ minute: number }>`
        select minute from markets.segments
        where minute >= ${day * 1440}::integer and minute < ${(day + 1) * 1440}::integer order by minute limit 1`.execute(
        db,
      )
      if (rows[0] === undefined) continue
      oldestDay = day
      return rows[0].minute
    }
    return 0
  }
}

/** The epoch days from `from` on that have a part in the record, rising. */
async function keptDays(db: Kysely<DB>, from: number): Promise<{ day: number }[]> {
  const { rows } = await sql<{ day: number }>`
    select day from (
      select substring(child.relname from '[0-9]+$')::integer as day
      from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'markets.segments'::regclass) days
    where day >= ${from} order by day`.execute(db)
  return rows
}
