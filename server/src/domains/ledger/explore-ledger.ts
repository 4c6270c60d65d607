import { assetScales, formatUnits, type Asset } from '@evenhand/protocol/money.ts'
import { msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { assetOf } from './asset-ids.ts'
import { coverageOf } from './coverage.ts'

type LedgerDb = Db<'ledger'>
const text = (asset: Asset, units: bigint): string => formatUnits(units, assetScales[asset])

export type Explored = {
  seq: string
  at: number
  kind: string
  ref: string
  lines: { account: string; asset: string; amount: string }[]
}
export type ExploreRequest = {
  account?: string | undefined
  kind?: string | undefined
  ref?: string | undefined
  before?: string | undefined
  limit: number
}

/** Whose account of the books a name is; undefined for the house's own, and where there is none. */
export async function customerOf(db: LedgerDb, account = ''): Promise<string | undefined> {
  if (!account.startsWith('user:')) return undefined
  const { rows } = await sql`select from ledger.accounts where name = ${account}`.execute(db)
  return rows.length === 0 ? undefined : account.slice('user:'.length)
}

/** Whole entries, newest first: every change of a balance with its cause. */
export async function exploreLedger(db: LedgerDb, request: ExploreRequest): Promise<Explored[]> {
  const account =
    request.account === undefined
      ? sql`true`
      : request.account.startsWith('user:')
        ? sql`e.owner = (select id from ledger.accounts where name = ${request.account})`
        : sql`(select id from ledger.accounts where name = ${request.account}) = any (e.accounts)`
  const { rows } = await sql<{
    seq: bigint
    at: Date
    kind: string
    ref: string
    names: string[]
    assets: number[]
    amounts: bigint[]
  }>`
    select e.seq, e.at, e.kind, e.ref, e.assets::int[] as assets, e.amounts,
      array(select a.name from unnest(e.accounts) with ordinality as line(id, ord)
        join ledger.accounts a on a.id = line.id order by line.ord) as names
    from ledger.entries e
    where ${account}
      and (${request.kind ?? null}::text is null or e.kind = ${request.kind ?? null})
      and (${request.ref ?? null}::uuid is null or e.ref = ${request.ref ?? null}::uuid)
      and (${request.before ?? null}::bigint is null or e.seq < ${request.before ?? null}::bigint)
    order by e.seq desc limit ${request.limit}`.execute(db)
  return rows.map((row) => ({
    seq: row.seq.toString(),
    at: msOf(row.at),
    kind: row.kind,
    ref: row.ref,
    lines: row.names.map((name, index) => {
      const asset = assetOf(row.assets[index] ?? 0)
      return { account: name, asset, amount: text(asset, row.amounts[index] ?? 0n) }
    }),
  }))
}

/** What the house's accounts hold, and for each asset what customers own beside what custody keeps. */
export async function houseAccounts(db: LedgerDb) {
  const [held, coverage] = await Promise.all([
    sql<{ name: string; asset: number; free: bigint; held: bigint }>`
      select a.name, b.asset, sum(b.free)::bigint as free, sum(b.held)::bigint as held
      from ledger.accounts a join ledger.balances b on b.account_id = a.id
      where a.name not like 'user:%' group by 1, 2 having sum(b.free + b.held) <> 0
      union all
      select a.name, o.asset, -o.issued, 0 from ledger.accounts a join ledger.origins o on o.account_id = a.id
      where o.issued <> 0 order by 1, 2`.execute(db),
    coverageOf(db),
  ])
  return {
    accounts: held.rows.map((row) => ({
      account: row.name,
      asset: assetOf(row.asset),
      free: text(assetOf(row.asset), row.free),
      held: text(assetOf(row.asset), row.held),
    })),
    coverage,
  }
}
