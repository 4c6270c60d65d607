import type { Asset } from '@evenhand/protocol/money.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { assetIds, assetOf } from './asset-ids.ts'

export type StatementParams = {
  accountId: bigint
  assets: readonly Asset[]
  /** Kinds of entries; `without` is every kind but these. */
  kinds?: { only: readonly string[] } | { without: readonly string[] } | undefined
  /** Epoch milliseconds, `to` not included. */
  from?: number | undefined
  to?: number | undefined
  /** The newest entry that counts, so that pages stay where they are while new entries are written. */
  upTo: bigint
  /** Pages from the first entry on, for who reads all of them: new entries then come after the last page. */
  oldestFirst?: true
}

/** What one entry moved of one asset for one account, and what the account held right after. Smallest units. */
export type StatementLine = {
  seq: bigint
  at: number
  kind: string
  ref: string
  asset: Asset
  units: bigint
  balance: bigint
}

/** The number of the newest entry of an account; 0 where there is none. */
export async function newestEntry(db: Db<'ledger'>, accountId: bigint): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`
    select coalesce(max(seq), 0) as seq from ledger.entries where owner = ${accountId}`.execute(db)
  return rows[0]?.seq ?? 0n
}

const linesOf = ({ accountId, assets, kinds, from, to, upTo }: StatementParams) => sql`
  select e.seq, e.at, e.kind, e.ref, line.asset, sum(line.amount)::bigint as units
  from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account, asset, amount)
  where e.owner = ${accountId} and e.seq <= ${upTo} and line.account = ${accountId}
    and line.asset = any (${assets.map((asset) => assetIds[asset])}::smallint[])
    and ${kinds === undefined ? sql`true` : 'only' in kinds ? sql`e.kind = any (${[...kinds.only]}::text[])` : sql`e.kind <> all (${[...kinds.without]}::text[])`}
    and ${from === undefined ? sql`true` : sql`e.at >= ${dateOf(from)}`}
    and ${to === undefined ? sql`true` : sql`e.at < ${dateOf(to)}`}
  group by e.seq, e.at, e.kind, e.ref, line.asset`

/** How many lines a statement has. */
export async function countStatement(db: Db<'ledger'>, params: StatementParams): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${linesOf(params)}) line`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * A page of a statement, newest first unless requested otherwise. The balance after each line is what the account holds now less what later entries
 * moved, in the one snapshot of one statement, so the newest pages read little.
 */
export async function readStatement(
  db: Db<'ledger'>,
  params: StatementParams,
  { limit, offset }: { limit: number; offset: number },
): Promise<StatementLine[]> {
  const { accountId } = params
  const direction = params.oldestFirst === true ? sql`asc` : sql`desc`
  const { rows } = await sql<Omit<StatementLine, 'at' | 'asset'> & { at: Date; asset: number }>`
    with page as materialized (${linesOf(params)} order by e.seq ${direction}, line.asset limit ${limit} offset ${offset}),
    moved as (
      select e.seq, line.asset, sum(line.amount) as units
      from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account, asset, amount)
      where e.owner = ${accountId} and line.account = ${accountId} and e.seq >= (select min(seq) from page)
      group by 1, 2),
    later as (select seq, asset, sum(units) over (partition by asset order by seq desc) - units as units from moved)
    select page.*, (coalesce(b.free + b.held, 0) - later.units)::bigint as balance
    from page join later using (seq, asset)
      left join ledger.balances b on b.account_id = ${accountId} and b.asset = page.asset and b.shard = 0
    order by page.seq ${direction}, page.asset`.execute(db)
  return rows.map((row) => ({ ...row, at: msOf(row.at), asset: assetOf(row.asset) }))
}

/** What one kind of entry brought (`into`) and took (`out`, at most zero) of one asset in a time, in smallest units. */
export type KindSum = { asset: Asset; kind: string; into: bigint; out: bigint; lines: number }
export type Sums = { openings: Map<Asset, bigint>; kinds: KindSum[] }

/**
 * What an account held of each asset when a time began, and what each kind of entry moved until it ended; no entry after
 * `upTo`, as in the statement whose lines are read beside.
 */
export async function sumsOf(
  db: Db<'ledger'>,
  { accountId, from, to, upTo }: { accountId: bigint; from: number; to: number; upTo: bigint },
): Promise<Sums> {
  const { rows } = await sql<{ asset: number; kind: string | null; into: bigint; out: bigint; lines: number }>`
    select line.asset, case when e.at < ${dateOf(from)} then null else e.kind end as kind,
      sum(greatest(line.amount, 0))::bigint as into, sum(least(line.amount, 0))::bigint as out, count(*)::int as lines
    from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) as line(account, asset, amount)
    where e.owner = ${accountId} and e.seq <= ${upTo} and line.account = ${accountId} and e.at < ${dateOf(to)}
    group by 1, 2 order by 1, 2`.execute(db)
  const named = rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
  return {
    openings: new Map(named.flatMap(({ asset, kind, into, out }) => (kind === null ? [[asset, into + out]] : []))),
    kinds: named.flatMap(({ kind, ...row }) => (kind === null ? [] : [{ kind, ...row }])),
  }
}
