import { sql, type Db } from '../../kernel/db/db.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'

/** A fee as it was paid, smallest units of USDT; `ref` is that of its entry in the ledger, `at` the tick it was paid at. */
export type FeePaid = {
  kind: 'OPEN' | 'CLOSE'
  ref: string
  orderNo: bigint
  accountId: bigint
  fee: bigint
  at: number
}

/**
 * Fees of real contracts of some accounts: of the opening of what is open or closed since a time (epoch ms), and of those
 * closings. Some of them may have been returned before.
 */
export async function feesPaid(
  db: Db<'contracts'>,
  { accountIds, since }: { accountIds: readonly bigint[]; since: number },
): Promise<FeePaid[]> {
  if (accountIds.length === 0) return []
  const accounts = sql`account_id = any (${[...accountIds]}::bigint[]) and asset = 1`
  const { rows } = await sql<Omit<FeePaid, 'at'> & { at: Date }>`
    with closed as (
      select account_id, id, parent_id, order_no, fee_close, open_ts, close_ts from contracts.history
      where ${accounts} and status = 'CLOSED' and ended_at >= ${dateOf(since)}),
    opened as (
      select account_id, id, order_no, open_ts from contracts.positions where ${accounts}
      union
      select account_id, coalesce(parent_id, id), order_no, open_ts from closed)
    select 'CLOSE' as kind, id as ref, order_no as "orderNo", account_id as "accountId", fee_close as fee, close_ts as at
    from closed
    union all
    select 'OPEN', o.id, o.order_no, o.account_id, sum(p.fee_open)::bigint, o.open_ts
    from opened o cross join lateral (
      select fee_open from contracts.positions p where p.account_id = o.account_id and p.id = o.id
      union all
      select fee_open from contracts.history h where h.account_id = o.account_id and h.id = o.id and h.status = 'CLOSED'
      union all
      select fee_open from contracts.history h where h.account_id = o.account_id and h.parent_id = o.id) p
    group by 2, 3, 4, 6`.execute(db)
  return rows.map((row) => ({ ...row, at: msOf(row.at) }))
}
