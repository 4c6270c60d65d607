import type { FeedKind } from '@evenhand/protocol/markets.ts'
import type { Kysely } from 'kysely'
import { sql, type DB } from '../../../kernel/db/db.ts'
import { unpackBlock } from './second-block.ts'
import { secondRows } from './seconds.store.ts'
import { readFlags } from './tick.ts'

/** What the record knows of an instrument that has ticks. */
export type LastTick = {
  id: number
  firstTs: number
  lastSeq: number
  lastTs: number
  lastPrice: bigint
  lastKind: number
}
type LastTickRow = {
  id: number
  first_ts: number
  last_seq: number
  last_ts: number
  last_price: bigint
  last_kind: number
}
/** Writes and reads of the record as the role feed. Times are read as float8, which holds them exactly and reads as a number. */
export const recordStore = (db: Kysely<DB>) => ({ ...instrumentRows(db), ...secondRows(db), ...dayRows(db) })
export type RecordStore = ReturnType<typeof recordStore>

const instrumentRows = (db: Kysely<DB>) => ({
  /** Adds instruments the record does not know yet. Throws when an id, a code or a precision changed its meaning. */
  async enlist(instruments: readonly { id: number; code: string; precision: number }[]): Promise<void> {
    const ids = instruments.map((one) => one.id)
    const codes = instruments.map((one) => one.code)
    const precisions = instruments.map((one) => one.precision)
    await sql`insert into markets.instruments (id, code, precision)
      select * from unnest(${ids}::integer[], ${codes}::text[], ${precisions}::smallint[]) on conflict do nothing`.execute(
      db,
    )
    const coarser = await sql<{ code: string }>`
      select code from unnest(${ids}::integer[], ${precisions}::smallint[]) as wanted(id, precision)
      join markets.instruments known using (id) where known.precision <> wanted.precision`.execute(db)
    if (coarser.rows.length > 0)
      throw new Error(`the record counts ${coarser.rows[0]?.code} in other decimals: precisions never change`)
    const wrong = await sql<{ code: string }>`
      select wanted.code from unnest(${ids}::integer[], ${codes}::text[]) as wanted(id, code)
      where not exists (select from markets.instruments known where known.id = wanted.id and known.code = wanted.code)`.execute(
      db,
    )
    if (wrong.rows.length > 0)
      throw new Error(`the record knows ${wrong.rows[0]?.code} by another id: ids of the catalogue never change`)
  },

  async listLastTicks(): Promise<LastTick[]> {
    const { rows } = await sql<LastTickRow>`
      select id, first_ts::float8, last_seq::float8, last_ts::float8, last_price, last_kind
      from markets.instruments where first_ts is not null`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      firstTs: row.first_ts,
      lastSeq: row.last_seq,
      lastTs: row.last_ts,
      lastPrice: row.last_price,
      lastKind: row.last_kind,
    }))
  },

  /** The kinds of the newest ticks: of every instrument as compacted, and of the newest second. */
  async kinds(): Promise<FeedKind[]> {
    const compacted = await sql<{ flags: number }>`
      select distinct last_kind::integer as flags from markets.instruments where first_ts is not null`.execute(db)
    const newest = await sql<{ block: Buffer }>`select block from markets.seconds order by at desc limit 1`.execute(db)
    const kinds = new Set(compacted.rows.map(({ flags }) => readFlags(flags).feedKind))
    for (const row of newest.rows) {
      const block = unpackBlock(row.block)
      for (let index = 0; index < block.length; index += 1) kinds.add(block.tick(index).feedKind)
    }
    return [...kinds]
  },

  /** When the record begins, epoch ms: the oldest first tick, or the oldest block where none is compacted; undefined while empty. */
  async beginsAt(): Promise<number | undefined> {
    const { rows } = await sql<{
      at: number | null
    }>`select coalesce((select min(first_ts) from markets.instruments), (select min(at) from markets.seconds))::float8 as at`.execute(
      db,
    )
    return rows[0]?.at ?? undefined
  },
})

const dayRows = (db: Kysely<DB>) => ({
  /** Makes the partitions of an epoch day, unless they are there: making one waits for every reader of the table. */
  async openDay(day: number): Promise<void> {
    const partitions = [`markets.segments_${day}`, `markets.tick_sources_${day}`]
    await sql`select markets.open_day(${day}) where exists (
      select from unnest(${partitions}::text[]) as wanted(name) where to_regclass(wanted.name) is null)`.execute(db)
  },

  /** Drops whole days before `day` and weeks of one-minute candles before `candlesFrom`; returns what went. */
  async closeDays(day: number, candlesFrom: number): Promise<string[]> {
    const { rows } = await sql<{ gone: string[] }>`select markets.close_days(${day}, ${candlesFrom}) as gone`.execute(
      db,
    )
    return rows[0]?.gone ?? []
  },
})
