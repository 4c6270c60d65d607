import type { Kysely } from 'kysely'
import { sql, sqlState, type DB } from '../../../kernel/db/db.ts'

/** The row that fences writers; see the migration for what each value means. */
export type Lease = { holder: bigint; closedThrough: number; compactedUntil: number }
export type SecondRow = { at: number; block: Buffer }

type LeaseRow = { holder: bigint; closed_through: number; compacted_until: number }
const leaseOf = (row: LeaseRow): Lease => ({
  holder: row.holder,
  closedThrough: row.closed_through,
  compactedUntil: row.compacted_until,
})

/** Writes of one recorded second, fenced by the lease of the one writer. */
export const secondRows = (db: Kysely<DB>) => ({
  /** Becomes the one writer: writes in flight end first, and later ones of the former holder are refused. */
  async acquireLease(): Promise<Lease> {
    const { rows } = await sql<LeaseRow>`
      update markets.feed_lease set holder = holder + 1 returning holder, closed_through::float8, compacted_until::float8`.execute(
      db,
    )
    return leaseOf(rows[0] as LeaseRow)
  },

  /** Takes the lease anew for who has it; returns undefined when another took it meanwhile, and leaves it to them. */
  async renewLease(holder: bigint): Promise<Lease | undefined> {
    const { rows } = await sql<LeaseRow>`
      update markets.feed_lease set holder = holder + 1 where holder = ${holder}
      returning holder, closed_through::float8, compacted_until::float8`.execute(db)
    return rows[0] === undefined ? undefined : leaseOf(rows[0])
  },

  async getLease(): Promise<Lease> {
    const { rows } =
      await sql<LeaseRow>`select holder, closed_through::float8, compacted_until::float8 from markets.feed_lease`.execute(
        db,
      )
    return leaseOf(rows[0] as LeaseRow)
  },

  /**
   * From now on a tick with a time up to `ts` is late. Waits for a write in flight, so that a caller that reads the record
   * afterwards sees every tick that is not.
   */
  async closeThrough(ts: number): Promise<void> {
    await sql`update markets.feed_lease set closed_through = ${ts} where closed_through < ${ts}`.execute(db)
  },

  /**
   * Adds what was recorded together, and with it the sources of its ticks, if `holder` still has the lease and no tick that
   * counts (the oldest is of `countsFrom`) lies in what was closed meanwhile. Returns the lease as it was, and whether the
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
      with fence as materialized (select holder, closed_through, compacted_until from markets.feed_lease for share),
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
    if (response === undefined) throw new Error('the record has no lease row')
    return { ...leaseOf(response), written: response.written }
  },

  async hasSecond(at: number): Promise<boolean> {
    const { rows } = await sql`select from markets.seconds where at = ${at}`.execute(db)
    return rows.length > 0
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
      (select compacted_until::float8 from markets.feed_lease) as until
    from markets.seconds where at >= ${after}::bigint order by seconds.at`.execute(db)
  return rows
}

/** True when a write met a row of another writer. */
export const isTaken = (cause: unknown): boolean => sqlState(cause) === '23505'
