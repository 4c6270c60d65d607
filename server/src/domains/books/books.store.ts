import type { Hex } from '@evenhand/proofs/crypto.ts'
import type { LogRecord, SignedHead } from '@evenhand/proofs/head.ts'
import { joinHashes, splitHashes } from '@evenhand/proofs/receipt-batch.ts'
import type { ReadSubtree, Subtree } from '@evenhand/proofs/merkle-log.ts'
import { binaryArray } from '../../kernel/db/binary-array.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { sqlList } from '../../kernel/db/sql-list.ts'
import { LogBroken } from './log-broken.ts'

/** What a record is about, as its number in `books.types`. Numbers never change. */
export const recordTypes = {
  ticks: 1,
  receipts: 2,
  listings: 3,
  acts: 4,
  conversions: 5,
  entries: 6,
  contracts: 7,
  safeguards: 9,
  collectibles: 10,
  liabilities: 11,
} as const
export type RecordType = keyof typeof recordTypes

/** A record with its position in the order of what is sealed: the epoch minute of ticks, the seq of a batch, a listing event or an audit entry. */
export type SourcedRecord = LogRecord & { readonly type: RecordType; readonly source: bigint }
/** The leaves under a minute of ticks. */
export type MinuteLeaves = {
  readonly minute: number
  readonly codes: readonly string[]
  readonly leaves: readonly Hex[]
}
/** The leaves under a run of entries, with the entries' numbers. */
export type RunLeaves = { readonly upto: bigint; readonly seqs: readonly number[]; readonly leaves: readonly Hex[] }
/** What one step adds to the log. */
export type Addition = {
  readonly runs: readonly RunLeaves[]
  readonly records: readonly SourcedRecord[]
  readonly nodes: readonly Subtree[]
  readonly minutes: readonly MinuteLeaves[]
}

const bytes = (hash: Hex): Buffer => Buffer.from(hash, 'hex')

/** Adds records, the subtrees that they complete and their leaves, all or nothing. Throws when another process has added meanwhile. */
export const addToLog = (db: Db<'books'>, { records, nodes, minutes, runs }: Addition): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`
      insert into books.records (seq, type, time, actor, payload, source)
      select * from unnest(
        ${binaryArray.bigint(records.map(({ seq }) => seq))}::bigint[],
        ${binaryArray.smallint(records.map(({ type }) => recordTypes[type]))}::smallint[],
        ${binaryArray.bigint(records.map(({ time }) => time))}::bigint[], ${sqlList(records.map(({ actor }) => actor))}::text[],
        ${sqlList(records.map(({ payload }) => bytes(payload)))}::bytea[],
        ${binaryArray.bigint(records.map(({ source }) => source))}::bigint[])`.execute(tx)
    await sql`
      insert into books.nodes (level, index, hash)
      select * from unnest(
        ${binaryArray.smallint(nodes.map(({ level }) => level))}::smallint[],
        ${binaryArray.bigint(nodes.map(({ index }) => index))}::bigint[],
        ${sqlList(nodes.map(({ hash }) => bytes(hash)))}::bytea[])`.execute(tx)
    for (const { minute, codes, leaves } of minutes) {
      await sql`
        insert into books.minutes (minute, codes, leaves)
        values (${minute}, ${codes as string[]}::text[], ${Buffer.from(joinHashes(leaves))})`.execute(tx)
    }
    for (const { upto, seqs, leaves } of runs) {
      await sql`
        insert into books.entry_runs (upto, seqs, leaves)
        values (${upto}, ${binaryArray.bigint(seqs)}::bigint[], ${Buffer.from(joinHashes(leaves))})`.execute(tx)
    }
  })

export type RecordRow = { seq: bigint; type: number; time: bigint; actor: string; payload: Buffer; source: bigint }
const typeNames = new Map(
  Object.entries(recordTypes).map(([name, id]): [number, RecordType] => [id, name as RecordType]),
)
/** A row as a record of the log; a type that this version does not know is `unknown`. */
export const recordOf = (row: RecordRow): SourcedRecord => ({
  seq: Number(row.seq),
  type: typeNames.get(row.type) ?? ('unknown' as RecordType),
  time: Number(row.time),
  actor: row.actor,
  payload: row.payload.toString('hex'),
  source: row.source,
})

/** The records of some sources of a type, rising; those that are not sealed are left out. */
export async function recordsOf(
  db: Db<'books'>,
  params: { type: RecordType; sources: readonly bigint[] },
): Promise<SourcedRecord[]> {
  const { rows } = await sql<RecordRow>`
    select seq, type, time, actor, payload, source from books.records
    where type = ${recordTypes[params.type]} and source = any (${params.sources as bigint[]}::bigint[]) order by source`.execute(
    db,
  )
  return rows.map(recordOf)
}

/** The newest records of a type, newest first. */
export async function newestRecords(
  db: Db<'books'>,
  params: { type: RecordType; limit: number },
): Promise<SourcedRecord[]> {
  const { rows } = await sql<RecordRow>`
    select seq, type, time, actor, payload, source from books.records
    where type = ${recordTypes[params.type]} order by source desc limit ${params.limit}`.execute(db)
  return rows.map(recordOf)
}

/** How many records, and the newest source of each type: −1 before the first, 0 of what is numbered from 1. */
export type LogEnds = {
  size: number
  ticks: bigint
  receipts: bigint
  listings: bigint
  acts: bigint
  conversions: bigint
  entries: bigint
  contracts: bigint
  safeguards: bigint
  collectibles: bigint
  liabilities: bigint
}

type LogEndRow = Omit<LogEnds, 'size'> & { size: bigint }

/** Where the log ends. */
export async function logEnd(db: Db<'books'>): Promise<LogEnds> {
  const { rows } = await sql<LogEndRow>`
    select coalesce((select max(seq) from books.records), -1) + 1 as size,
      coalesce((select max(source) from books.records where type = ${recordTypes.ticks}), -1) as ticks,
      coalesce((select max(source) from books.records where type = ${recordTypes.receipts}), -1) as receipts,
      coalesce((select max(source) from books.records where type = ${recordTypes.listings}), 0) as listings,
      coalesce((select max(source) from books.records where type = ${recordTypes.acts}), 0) as acts,
      coalesce((select max(source) from books.records where type = ${recordTypes.conversions}), 0) as conversions,
      coalesce((select max(source) from books.records where type = ${recordTypes.entries}), 0) as entries,
      coalesce((select max(source) from books.records where type = ${recordTypes.contracts}), 0) as contracts,
      coalesce((select max(source) from books.records where type = ${recordTypes.safeguards}), 0) as safeguards,
      coalesce((select max(source) from books.records where type = ${recordTypes.collectibles}), 0) as collectibles,
      coalesce((select max(source) from books.records where type = ${recordTypes.liabilities}), 0) as liabilities`.execute(
    db,
  )
  const [end] = rows
  return {
    size: Number(end?.size ?? 0n),
    ticks: end?.ticks ?? -1n,
    receipts: end?.receipts ?? -1n,
    listings: end?.listings ?? 0n,
    acts: end?.acts ?? 0n,
    conversions: end?.conversions ?? 0n,
    entries: end?.entries ?? 0n,
    contracts: end?.contracts ?? 0n,
    safeguards: end?.safeguards ?? 0n,
    collectibles: end?.collectibles ?? 0n,
    liabilities: end?.liabilities ?? 0n,
  }
}

/**
 * Runs a computation over the log's subtrees: once to learn which it reads, then with what the database holds of them, so
 * that any proof costs one query. Throws a LogBroken when one is not there.
 */
export async function withSubtrees<T>(db: Db<'books'>, compute: (read: ReadSubtree) => T): Promise<T> {
  const wanted = new Map<string, { level: number; index: number }>()
  compute((level, index) => {
    wanted.set(`${level}/${index}`, { level, index })
    return '0'.repeat(64)
  })
  const positions = [...wanted.values()]
  const { rows } = await sql<{ level: number; index: bigint; hash: Buffer }>`
    select node.level, node.index, node.hash
    from unnest(${positions.map(({ level }) => level)}::smallint[], ${positions.map(({ index }) => index)}::bigint[]) as wanted(level, index)
    join books.nodes node on node.level = wanted.level and node.index = wanted.index`.execute(db)
  const known = new Map(rows.map((row) => [`${row.level}/${row.index}`, row.hash.toString('hex')]))
  return compute((level, index) => {
    const hash = known.get(`${level}/${index}`)
    if (hash === undefined) throw new LogBroken(`the log lacks its node ${level}/${index}`)
    return hash
  })
}

export type NumberedHead = SignedHead & { readonly no: number }

/** Adds a signed head. Throws when another process has signed this number meanwhile. */
export async function addHead(db: Db<'books'>, head: NumberedHead): Promise<void> {
  await sql`
    insert into books.heads (no, origin, size, root, time, build, key_id, signature, after, consistency)
    values (${head.no}, ${head.origin}, ${head.size}, ${bytes(head.root)}, ${head.time}, ${head.build}, ${head.keyId},
      ${bytes(head.signature)}, ${head.after}, ${Buffer.from(joinHashes(head.consistency))})`.execute(db)
}

type HeadRow = {
  no: bigint
  origin: string
  size: bigint
  root: Buffer
  time: bigint
  build: string
  key_id: string
  signature: Buffer
  after: bigint
  consistency: Buffer
}
const headOf = (row: HeadRow): NumberedHead => ({
  no: Number(row.no),
  origin: row.origin,
  size: Number(row.size),
  root: row.root.toString('hex'),
  time: Number(row.time),
  build: row.build,
  keyId: row.key_id,
  signature: row.signature.toString('hex'),
  after: Number(row.after),
  consistency: splitHashes(row.consistency),
})

/** Heads newest first. */
export async function newestHeads(db: Db<'books'>, limit: number): Promise<NumberedHead[]> {
  return (await sql<HeadRow>`select * from books.heads order by no desc limit ${limit}`.execute(db)).rows.map(headOf)
}

/** Heads after a number, oldest first. */
export async function headsAfter(db: Db<'books'>, params: { no: number; limit: number }): Promise<NumberedHead[]> {
  const { rows } =
    await sql<HeadRow>`select * from books.heads where no > ${params.no} order by no limit ${params.limit}`.execute(db)
  return rows.map(headOf)
}

/** The head that carries this signature, or undefined. Searched among those of its size, of which there are few. */
export async function headSigned(
  db: Db<'books'>,
  params: Pick<SignedHead, 'size' | 'signature'>,
): Promise<NumberedHead | undefined> {
  const { rows } = await sql<HeadRow>`
    select * from books.heads where signature = ${bytes(params.signature)} and size = ${params.size}`.execute(db)
  return rows.map(headOf)[0]
}

/** A head as it is published and written to files: without its number, fields in the order of its form. */
export const published = ({ no: _no, ...head }: NumberedHead): SignedHead => head

/** The leaves of minutes, by minute. */
export async function minuteLeaves(db: Db<'books'>, minutes: readonly number[]): Promise<Map<number, MinuteLeaves>> {
  const { rows } = await sql<{ minute: number; codes: string[]; leaves: Buffer }>`
    select minute, codes, leaves from books.minutes where minute = any (${minutes as number[]}::integer[])`.execute(db)
  return new Map(rows.map(({ minute, codes, leaves }) => [minute, { minute, codes, leaves: splitHashes(leaves) }]))
}

/** The leaves of the run of entries that ends with a number; undefined when they are not there. */
export async function runLeaves(db: Db<'books'>, upto: bigint): Promise<RunLeaves | undefined> {
  const { rows } = await sql<{ seqs: bigint[]; leaves: Buffer }>`
    select seqs, leaves from books.entry_runs where upto = ${upto}`.execute(db)
  return rows.map(({ seqs, leaves }) => ({ upto, seqs: seqs.map(Number), leaves: splitHashes(leaves) }))[0]
}

/** Lets go of the leaves of minutes whose ticks are gone. */
export async function dropMinutes(db: Db<'books'>, before: number): Promise<void> {
  await sql`delete from books.minutes where minute < ${before}`.execute(db)
}

/** The result of a check, as it is kept and published. */
export type Check = {
  kind: 'log' | 'settlements' | 'causes'
  at: number
  ok: boolean
  compared: number
  findings: readonly { at: string; expected?: string; found?: string }[]
  tookMs: number
}

/** A result with its signature, in hexadecimal digits. */
export type SignedCheck = Check & { signature: string }

/** Keeps the signed result of a check. */
export async function addCheck(db: Db<'books'>, check: SignedCheck): Promise<void> {
  await sql`
    insert into books.checks (kind, at, ok, compared, findings, took_ms, signature)
    values (${check.kind}, ${check.at}, ${check.ok}, ${check.compared}, ${JSON.stringify(check.findings)}::jsonb, ${check.tookMs},
      decode(${check.signature}, 'hex'))
    on conflict do nothing`.execute(db)
}

/** The newest `limit` results of each kind of check that were made by a time (epoch milliseconds), newest first. */
export async function newestChecks(db: Db<'books'>, params: { by: number; limit: number }): Promise<SignedCheck[]> {
  const { rows } = await sql<Omit<SignedCheck, 'at' | 'compared'> & { at: bigint; compared: bigint }>`
    select c.kind, c.at, c.ok, c.compared, c.findings, c.took_ms as "tookMs", encode(c.signature, 'hex') as signature
    from (values ('log'), ('settlements'), ('causes')) kinds(kind),
      lateral (select * from books.checks c where c.kind = kinds.kind and c.at <= ${params.by} order by c.at desc limit ${params.limit}) c
    order by c.at desc`.execute(db)
  return rows.map((row) => ({ ...row, at: Number(row.at), compared: Number(row.compared) }))
}
