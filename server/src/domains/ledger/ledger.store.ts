import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'
import { assetScales, type Asset } from '@evenhand/protocol/money.ts'
import type { QueryExecutorProvider } from 'kysely'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { assetIds, assetOf } from './asset-ids.ts'

export type Balance = { asset: Asset; free: bigint; held: bigint }
/** A handle or a transaction of any domain: the ledger's functions run inside the caller's transaction. */
export type AnyDb = QueryExecutorProvider

/** A customer's balances, in the order of the asset table. */
export async function balancesOf(db: AnyDb, accountId: bigint): Promise<Balance[]> {
  const rows = await sql<{ asset: number; free: bigint; held: bigint }>`
    select asset, free, held from ledger.balances where account_id = ${accountId} and shard = 0 order by asset`.execute(
    db,
  )
  return rows.rows.map(({ asset, free, held }) => ({ asset: assetOf(asset), free, held }))
}

/** A balance with what of its free part may leave and may be traded with, all of one moment. */
export type UsableBalance = Balance & { withdrawable: bigint; tradable: bigint }

/** A customer's balances with what may be done with them, in the order of the asset table. */
export async function usableBalances(db: AnyDb, accountId: bigint): Promise<UsableBalance[]> {
  const { rows } = await sql<Omit<UsableBalance, 'asset'> & { asset: number }>`
    select asset, free, held, greatest(0, free - at_risk) as withdrawable, greatest(0, free - kept - at_risk) as tradable
    from ledger.balances where account_id = ${accountId} and shard = 0 order by asset`.execute(db)
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
}

/** What of a customer's free balance may be traded with: all but what waits for the customer to be verified. */
export async function tradableOf(db: AnyDb, params: { accountId: bigint; asset: Asset }): Promise<bigint> {
  const { rows } = await sql<{ tradable: bigint }>`
    select greatest(0, free - kept - at_risk) as tradable from ledger.balances
    where account_id = ${params.accountId} and asset = ${assetIds[params.asset]} and shard = 0`.execute(db)
  return rows[0]?.tradable ?? 0n
}

/** What may leave: what is free without what open positions may lose. */
export async function withdrawableOf(db: AnyDb, params: { accountId: bigint; asset: Asset }): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select greatest(0, free - at_risk) as amount from ledger.balances
    where account_id = ${params.accountId} and asset = ${assetIds[params.asset]} and shard = 0`.execute(db)
  return rows[0]?.amount ?? 0n
}

/** The same before what open positions may lose is taken off: what a product counts that knows these itself. */
export async function tradableBeforeRisk(db: AnyDb, params: { accountId: bigint; asset: Asset }): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select amount from ledger.tradable_of(array[${params.accountId}]::bigint[], array[${assetIds[params.asset]}]::smallint[])`.execute(
    db,
  )
  return rows[0]?.amount ?? 0n
}

/** What a customer's entries of an asset came to at a time, and what of it may not be traded with now, smallest units. */
export async function moneyAt(
  db: Db<'ledger'>,
  { accountId, asset, at }: { accountId: bigint; asset: Asset; at: number },
): Promise<{ total: bigint; kept: bigint }> {
  const id = assetIds[asset]
  const { rows } = await sql<{ total: bigint; kept: bigint }>`
    select (select coalesce(sum(l.amount), 0) from ledger.entries e, unnest(e.accounts, e.assets, e.amounts) l(account, asset, amount)
        where e.owner = ${accountId} and e.at <= ${dateOf(at)} and l.account = ${accountId} and l.asset = ${id})::bigint as total,
      coalesce((select b.kept from ledger.balances b
        where b.account_id = ${accountId} and b.asset = ${id} and b.shard = 0), 0) as kept`.execute(db)
  return rows[0] ?? { total: 0n, kept: 0n }
}

/** What a house account has free in all its shards, in smallest units. */
export async function houseFree(db: Db<'ledger'>, accountId: bigint, asset: Asset): Promise<bigint> {
  const rows = await sql<{ free: bigint }>`
    select coalesce(sum(free), 0)::bigint as free from ledger.balances
    where account_id = ${accountId} and asset = ${assetIds[asset]}`.execute(db)
  return rows.rows[0]?.free ?? 0n
}

/** What an account of the house holds of an asset, as a statement that can be published. */
export const houseHeld = (db: Db<'ledger'>, name: string, asset: Asset): FigureSource =>
  figureSource(
    db,
    `select coalesce(sum(held), 0)::text as value from ledger.balances join ledger.accounts a on a.id = account_id
where a.name = '${name}' and asset = ${assetIds[asset]}`,
  )

/** The number of the newest account, a customer's or not. */
export async function newestAccount(db: AnyDb): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from ledger.accounts`.execute(db)
  return rows[0]?.id ?? 0n
}

/** The number of an account that exists by name, such as `house:capital`. Throws when it does not. */
export async function accountNamed(db: Db<'ledger'>, name: string): Promise<bigint> {
  const rows = await sql<{ id: bigint }>`select id from ledger.accounts where name = ${name}`.execute(db)
  const id = rows.rows[0]?.id
  if (id === undefined) throw new Error(`no ledger account ${name}`)
  return id
}

export type Line = { accountId: bigint; asset: Asset; units: bigint }
export type Posting = { kind: string; ref: string; lines: readonly Line[]; at: number }

/** Writes one entry; its lines sum to zero per asset. Returns its number; fails (23514) rather than go below zero. */
export async function postEntry(db: AnyDb, { kind, ref, lines, at }: Posting): Promise<bigint> {
  const rows = await sql<{ entry: bigint }>`
    select ledger.post(${kind}, ${ref}::uuid, ${lines.map((line) => line.accountId)}::bigint[],
      ${lines.map((line) => assetIds[line.asset])}::smallint[], ${lines.map((line) => line.units)}::bigint[], ${dateOf(at)}) as entry`.execute(
    db,
  )
  return rows.rows[0]?.entry ?? 0n
}

/** Opens a customer's accounts with the virtual opening balance, inside the caller's transaction. */
export async function openCustomer(db: AnyDb, params: { customerId: string; at: number }): Promise<bigint> {
  const rows = await sql<{ id: bigint }>`
    select ledger.open_customer(${params.customerId}::uuid, ${virtualOpening}::bigint, ${dateOf(params.at)}) as id`.execute(
    db,
  )
  const id = rows.rows[0]?.id
  if (id === undefined) throw new Error('the ledger opened no account')
  return id
}

/** 10 000 USDT.virtual in smallest units: the opening balance and what a reset brings it to. */
export const virtualOpening = 10_000n * 10n ** BigInt(assetScales['USDT.virtual'])

export type Reset = { accountId: bigint; ref: string; at: number }

/** Brings the free virtual balance to the opening amount by one entry. Returns the entry, or null when it was there already. */
export async function resetVirtual(db: AnyDb, { accountId, ref, at }: Reset): Promise<bigint | null> {
  const rows = await sql<{ entry: bigint | null }>`
    select entry from ledger.bring_virtual_to(${accountId}, ${virtualOpening}::bigint, ${ref}::uuid, ${dateOf(at)})`.execute(
    db,
  )
  return rows.rows[0]?.entry ?? null
}

/** Empties an account for good, or returns the balances that hinder it and changes nothing. */
export async function closeAccount(db: AnyDb, { accountId, ref, at }: Reset): Promise<Balance[]> {
  const { rows } = await sql<{ asset: number; free: bigint; held: bigint }>`
    select asset, free, held from ledger.close_account(${accountId}, ${ref}::uuid, ${dateOf(at)})`.execute(db)
  return rows.map(({ asset, free, held }) => ({ asset: assetOf(asset), free, held }))
}

/** What an entry moved for the customer it belongs to, in smallest units, and what it refers to. */
export type Moved = { owner: bigint | null; ref: string; units: bigint }

/** Entries by their numbers; one that does not exist is not in the response. */
export async function entriesOf(db: Db<'ledger'>, numbers: readonly bigint[]): Promise<Map<bigint, Moved>> {
  const rows = await sql<Moved & { seq: bigint }>`
    select seq, owner, ref, (select coalesce(sum(amount), 0) from unnest(accounts, amounts) as line(account, amount)
      where account = owner)::bigint as units
    from ledger.entries where seq = any (${[...numbers]}::bigint[])`.execute(db)
  return new Map(rows.rows.map(({ seq, ...moved }) => [seq, moved]))
}

export type Remembered = { accountId: bigint; key: string; route: string; request: Buffer; ref: string; at: number }

/** Keeps what came of a call under its key. Returns false when the key is taken; the caller looks up by which call. */
export async function rememberKey(db: AnyDb, params: Remembered): Promise<boolean> {
  const rows = await sql<{ kept: boolean }>`
    select ledger.remember(${params.accountId}, ${params.key}, ${params.route}, ${params.request}, ${params.ref}::uuid, ${dateOf(params.at)}) as kept`.execute(
    db,
  )
  return rows.rows[0]?.kept ?? false
}

/** Keys are kept 30 days. */
export const keyDays = 30
const forgottenAtOnce = 10_000

/** Forgets keys that are older than a time, a bounded number at once. Returns how many. */
export async function forgetKeys(db: Db<'ledger'>, before: number): Promise<number> {
  const rows = await sql<{ forgotten: number }>`
    with old as (select account_id, key, route from ledger.keys where at < ${dateOf(before)} limit ${forgottenAtOnce}),
      gone as (delete from ledger.keys k using old where k.account_id = old.account_id and k.key = old.key and k.route = old.route returning 1)
    select count(*)::int as forgotten from gone`.execute(db)
  return rows.rows[0]?.forgotten ?? 0
}

/** Forgets which balances were changed more than a minute or two ago (ledger.changed_since). */
export async function forgetChanges(db: Db<'ledger'>): Promise<void> {
  await sql`select ledger.forget_changes()`.execute(db)
}

export type KnownKey = { route: string; request: Buffer; ref: string; at: number }

/** What a customer requested before under a key, on any route. */
export async function findKey(db: AnyDb, params: { accountId: bigint; key: string }): Promise<KnownKey[]> {
  const rows = await sql<{ route: string; request: Buffer; ref: string; at: Date }>`
    select route, request, ref, at from ledger.keys where account_id = ${params.accountId} and key = ${params.key}`.execute(
    db,
  )
  return rows.rows.map((row) => ({ ...row, at: msOf(row.at) }))
}
