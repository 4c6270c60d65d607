import type { Hex } from '@evenhand/proofs/crypto.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { recordOf, recordTypes, type RecordRow, type RecordType, type SourcedRecord } from './books.store.ts'

// The rows of the log as a check reads them: a row that is not there is a result, never a failure.

/** Records from `from` on in order, at most `limit`. */
export async function listRecords(db: Db<'books'>, params: { from: number; limit: number }): Promise<SourcedRecord[]> {
  const { rows } = await sql<RecordRow>`
    select seq, type, time, actor, payload, source from books.records where seq >= ${params.from} order by seq limit ${params.limit}`.execute(
    db,
  )
  return rows.map(recordOf)
}

/** The records of a type after a source, in the order of sources, at most `limit`. */
export async function recordsAfter(
  db: Db<'books'>,
  params: { type: RecordType; after: bigint; limit: number },
): Promise<SourcedRecord[]> {
  const { rows } = await sql<RecordRow>`
    select seq, type, time, actor, payload, source from books.records
    where type = ${recordTypes[params.type]} and source > ${params.after} order by source limit ${params.limit}`.execute(
    db,
  )
  return rows.map(recordOf)
}

type Position = { readonly level: number; readonly index: number }

/** The kept hash at each of some positions, undefined where none is. */
export async function subtreesAt(db: Db<'books'>, positions: readonly Position[]): Promise<(Hex | undefined)[]> {
  const { rows } = await sql<{ level: number; index: bigint; hash: Buffer }>`
    select node.level, node.index, node.hash
    from unnest(${positions.map(({ level }) => level)}::smallint[], ${positions.map(({ index }) => index)}::bigint[]) as wanted(level, index)
    join books.nodes node on node.level = wanted.level and node.index = wanted.index`.execute(db)
  const known = new Map(rows.map((row) => [`${row.level}/${row.index}`, row.hash.toString('hex')]))
  return positions.map(({ level, index }) => known.get(`${level}/${index}`))
}

/** The first nodes that stand over no whole run of records. */
export async function strayNodes(db: Db<'books'>): Promise<Position[]> {
  const { rows } = await sql<{ level: number; index: bigint }>`
    select level, index from books.nodes
    where level not between 0 and 50 or index < 0
      or (index + 1) * 2::numeric ^ level > (select coalesce(max(seq), -1) + 1 from books.records)
    order by level, index limit 5`.execute(db)
  return rows.map(({ level, index }) => ({ level, index: Number(index) }))
}

/** Numbers of heads that do not follow the head before them. */
export async function brokenHeads(db: Db<'books'>): Promise<{ no: number; found: string }[]> {
  const { rows } = await sql<{ no: bigint; before: bigint | null }>`
    select no, before from (
      select no, size, after, lag(no) over (order by no) as before, lag(size) over (order by no) as reached from books.heads) head
    where no <> coalesce(before, 0) + 1 or (before is not null and after <> reached) or size < after
    order by no limit 10`.execute(db)
  return rows.map(({ no, before }) => ({
    no: Number(no),
    found: `after head ${before ?? 'none'}`,
  }))
}

/** The rows that a record can be about. */
export async function listTypes(db: Db<'books'>): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from books.types order by id`.execute(db)
  return rows
}
