import { sql, type Db, type Fragment } from '../../../kernel/db/db.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { accountOfKey } from './account-of-key.ts'

/** Which accounts the record is held against: the named ones, or all that are not held back. */
export type HeldAccounts = readonly string[] | 'all'

/** The condition on rows of `account_id` and `asset` that chooses them. */
export function chosen(accounts: HeldAccounts): Fragment {
  if (accounts === 'all')
    return sql`(account_id, asset) not in (select a.account_id, a.asset from contracts.accounts a where a.held_back_to is not null)`
  const keys = accounts.map((key) => accountOfKey({ key }))
  return sql`(account_id, asset) in (select * from unnest(${keys.map(({ account }) => account)}::bigint[],
    ${keys.map(({ asset }) => asset)}::smallint[]))`
}

/** The keys of all accounts that have something open or waiting and are not held back. */
export async function heldAccounts(db: Db<'contracts'>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select account_id || '/' || asset as key from (
      select account_id, asset from contracts.positions union select account_id, asset from contracts.orders) o
    where ${chosen('all')} order by account_id, asset`.execute(db)
  return rows.map(({ key }) => key)
}

export type HeldBack = { key: string; from: Progress }

/** Up to where the record was held, epoch ms: time and orders up to `doneTo`, and every tick up to `ticksTo`. */
export type Progress = { readonly doneTo: number; readonly ticksTo: number }

/**
 * A second is recorded some time after it began, so a round may have ended in one before its ticks were there. Up to
 * `ticksTo` all were held; up to three seconds before `doneTo` as well, since nothing that counts is recorded later.
 */
export const recordProgress = (doneTo: number, ticksTo: number | null): Progress => ({
  doneTo,
  ticksTo: ticksTo === null ? doneTo : Math.max(ticksTo, doneTo - 3_000),
})

/** The accounts that are held back, and from where in the record on. */
export async function accountsHeldBack(db: Db<'contracts'>): Promise<HeldBack[]> {
  const { rows } = await sql<{ key: string; at: Date; ticks: Date | null }>`
    select account_id || '/' || asset as key, held_back_to as at, held_back_ticks as ticks from contracts.accounts where held_back_to is not null
    order by held_back_to, account_id`.execute(db)
  return rows.map(({ key, at, ticks }) => ({
    key,
    from: recordProgress(msOf(at), ticks === null ? null : msOf(ticks)),
  }))
}

export async function holdBack(db: Db<'contracts'>, key: string, from: Progress | null): Promise<void> {
  const { account, asset } = accountOfKey({ key })
  const [doneTo, ticksTo] = from === null ? [null, null] : [dateOf(from.doneTo), dateOf(from.ticksTo)]
  await sql`select contracts.hold_back(${account}::bigint, ${asset}::smallint, ${doneTo}::timestamptz,
    ${ticksTo}::timestamptz)`.execute(db)
}
