import { formatUnits, mulDiv } from '@evenhand/protocol/money.ts'
import { sql } from '../../../kernel/db/db.ts'
import { accountNow, type KnownContracts } from '../account-now.ts'
import { assetOfMode } from '../contracts.store.ts'
import { usdtText } from '../contracts.rules.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'

/** How many of each list are shown. */
const maxShown = 10

type Row = { account_id: bigint; positions: number; notional: bigint; may_lose: bigint }
export type CustomersOf = (accountIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, string>>
type Deps = KnownContracts & { customersOf: CustomersOf }

/**
 * The accounts of a mode with the largest open notional, and those that may lose most: balance that contracts may take and
 * margin in use, without what is owed already.
 */
export async function largestAccounts(deps: Deps, mode: AccountMode) {
  const rows = await largest(deps, mode)
  const top = (valueOf: (row: Row) => bigint): Row[] =>
    rows.toSorted((a, b) => (valueOf(a) === valueOf(b) ? 0 : valueOf(a) > valueOf(b) ? -1 : 1)).slice(0, maxShown)
  const byNotional = top(({ notional }) => notional)
  const byLoss = top(({ may_lose }) => may_lose)
  const ids = [...new Set([...byNotional, ...byLoss].map(({ account_id }) => account_id))]
  const customers = await deps.customersOf(ids)
  const states = new Map(
    await Promise.all(
      ids.map(async (accountId) => [accountId, (await accountNow(deps, { accountId, mode })).state] as const),
    ),
  )
  const view = ({ account_id, positions, notional, may_lose }: Row) => {
    const state = states.get(account_id)
    const level = state?.level ?? null
    return {
      customerId: customers.get(account_id) ?? null,
      positions,
      notional: usdtText(notional),
      mayLose: usdtText(may_lose),
      profit: usdtText(state?.profit ?? 0n),
      level: level === null ? null : formatUnits(mulDiv(level, 1n, 100n, 'floor'), 2),
    }
  }
  return { byNotional: byNotional.map(view), byLoss: byLoss.map(view) }
}

/** Those that are among the first of either list. */
async function largest({ db }: Pick<Deps, 'db'>, mode: AccountMode): Promise<Row[]> {
  const asset = assetOfMode[mode]
  const { rows } = await sql<Row>`
    with held as (
      select p.account_id, count(*)::int as positions, sum(p.notional)::bigint as notional, sum(p.margin)::bigint as margin
      from contracts.positions p where p.asset = ${asset} group by 1),
    free as (
      select t.account_id, t.amount from (
        select array_agg(h.account_id) as ids, array_agg(${asset}::smallint) as assets from held h) h,
        ledger.tradable_of(h.ids, h.assets) t where h.ids is not null),
    all_of as (
      select h.account_id, h.positions, h.notional,
        greatest(0, coalesce(f.amount, 0) + h.margin - coalesce(a.debt, 0))::bigint as may_lose
      from held h left join free f using (account_id)
      left join contracts.accounts a on a.account_id = h.account_id and a.asset = ${asset})
    (select * from all_of order by notional desc limit ${maxShown})
    union
    (select * from all_of order by may_lose desc limit ${maxShown})`.execute(db)
  return rows
}
