import type { FeedKind } from '@evenhand/protocol/markets.ts'
import type { Kysely } from 'kysely'
import { sql, sqlState, type DB } from '../../../kernel/db/db.ts'
import { unpackBlock } from './second-block.ts'
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
/** The row that fences writers; see the migration for what each value means. */
export type Lease = { holder: bigint; closedThrough: number; compactedUntil: number }
export type SecondRow = { at: number; block: Buffer }

type LastTickRow = {
  id: number
  first_ts: number
  last_seq: number
  last_ts: number
  last_price: bigint
  last_kind: number
}
type LeaseRow = { holder: bigint; closed_through: number; compacted_until: number }
const turnOf = (row: LeaseRow): Lease => ({
  holder: row.holder,
  closedThrough: row.closed_through,
  compactedUntil: row.compacted_until,
})

/** Writes and reads of the record as the role feed. Times are asked as float8, which holds them exactly and reads as a number. */
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

  /** The time of the oldest first tick of all instruments, epoch ms; undefined while the record is empty. */
  async beginsAt(): Promise<number | undefined> {
    const { rows } = await sql<{
      at: number | null
    }>`select min(first_ts)::float8 as at from markets.instruments`.execute(db)
    return rows[0]?.at ?? undefined
  },
})

const secondRows = (db: Kysely<DB>) => ({
  /** Becomes the one writer: writes in flight end first, and later ones of the former holder are refused. */
  async acquireLease(): Promise<Lease> {
    const { rows } = await sql<LeaseRow>`
      update markets.turn set holder = holder + 1 returning holder, closed_through::float8, compacted_until::float8`.execute(
      db,
    )
    return turnOf(rows[0] as LeaseRow)
  },

  /** Takes the turn anew for who has it; answers undefined when another took it meanwhile, and leaves it to them. */
  async renewLease(holder: bigint): Promise<Lease | undefined> {
    const { rows } = await sql<LeaseRow>`
      update markets.turn set holder = holder + 1 where holder = ${holder}
      returning holder, closed_through::float8, compacted_until::float8`.execute(db)
    return rows[0] === undefined ? undefined : turnOf(rows[0])
  },

  async getLease(): Promise<Lease> {
    const { rows } =
      await sql<LeaseRow>`select holder, closed_through::float8, compacted_until::float8 from markets.turn`.execute(db)
    return turnOf(rows[0] as LeaseRow)
  },

  /**
   * From now on a tick with a time up to `ts` is late. Waits for a write in flight, so that whoever reads the record
   * afterwards sees every tick that is not.
   */
  async closeThrough(ts: number): Promise<void> {
    await sql`update markets.turn set closed_through = ${ts} where closed_through < ${ts}`.execute(db)
  },

  /**
   * Adds what was recorded together, and with it the sources of its ticks, if `holder` still has the turn and no tick that
   * counts (the oldest is of `countsFrom`) lies in what was closed meanwhile. Answers the turn as it was, and whether the
   * rows were written: both or none.
   */
  async addSecond(row: {
    at: number
    block: Buffer
    sources?: Buffer | undefined
    holder: bigint
    countsFrom: number
  }): Promise<Lease & { written: boolean }> {
    const { rows } = await sql<LeaseRow & { written: boolean }>`
      with fence as materialized (select holder, closed_through, compacted_until from markets.turn for share),
        added as (
          insert into markets.seconds (at, block)
          select ${row.at}::bigint, ${row.block}::bytea from fence
          where holder = ${row.holder}::bigint and closed_through < ${row.countsFrom}::bigint
          returning at),
        made as (
          insert into markets.tick_sources (at, block)
          select at, ${row.sources ?? null}::bytea from added where ${row.sources !== undefined}::boolean)
      select holder, closed_through::float8, compacted_until::float8, exists (select from added) as written from fence`.execute(
      db,
    )
    const [response] = rows
    if (response === undefined) throw new Error('the record has no turn row')
    return { ...turnOf(response), written: response.written }
  },

  async hasSecond(at: number): Promise<boolean> {
    const { rows } = await sql`select from markets.seconds where at = ${at}`.execute(db)
    return rows.length > 0
  },
})

const dayRows = (db: Kysely<DB>) => ({
  /** Makes the partitions of an epoch day, unless they are there: making one waits for every reader of the table. */
  async openDay(day: number): Promise<void> {
    const partitions = [`markets.segments_${day}`, `markets.tick_sources_${day}`]
    await sql`select markets.open_day(${day}) where exists (
      select from unnest(${partitions}::text[]) as wanted(name) where to_regclass(wanted.name) is null)`.execute(db)
  },

  /** Drops whole days before `day` and weeks of one-minute candles before `candlesFrom`; answers what went. */
  async closeDays(day: number, candlesFrom: number): Promise<string[]> {
    const { rows } = await sql<{ gone: string[] }>`select markets.close_days(${day}, ${candlesFrom}) as gone`.execute(
      db,
    )
    return rows[0]?.gone ?? []
  },
})

/** Blocks written after `after`, oldest first. */
export async function listSeconds(db: Kysely<DB>, after: number): Promise<SecondRow[]> {
  const { rows } =
    await sql<SecondRow>`select at::float8, block from markets.seconds where at > ${after}::bigint order by seconds.at`.execute(
      db,
    )
  return rows
}

/** When the newest block was written, 0 while there is none. */
export async function newestSecond(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ at: number }>`select coalesce(max(at), 0)::float8 as at from markets.seconds`.execute(db)
  return rows[0]?.at ?? 0
}

/**
 * Blocks written after `after`, and first, without its block, the row of `after` itself while it is kept: with it nothing
 * was dropped in between. Every row carries until when ticks were compacted at that moment.
 */
export async function listSecondsSince(
  db: Kysely<DB>,
  after: number,
): Promise<(Pick<SecondRow, 'at'> & { block: Buffer | null; until: number })[]> {
  const { rows } = await sql<{ at: number; block: Buffer | null; until: number }>`
    select at::float8, case when at > ${after}::bigint then block end as block,
      (select compacted_until::float8 from markets.turn) as until
    from markets.seconds where at >= ${after}::bigint order by seconds.at`.execute(db)
  return rows
}

/** True when a write met a row of another writer. */
export const isTaken = (cause: unknown): boolean => sqlState(cause) === '23505'
