import { sql } from '../../kernel/db/db.ts'
import { withdrawalUsdt } from './withdrawal-filter.ts'
import type { StoredWithdrawal, WithdrawalsDb } from './withdrawals.store.ts'

/** Withdrawals of one customer that are added up at most: of a customer who has more the newest count. */
const maxCounted = 5000

/** What went out for a customer, in smallest units of USDT by the prices of their time, and what waits beside this one. */
export async function withdrawalFacts(
  db: WithdrawalsDb,
  { id, customerId }: StoredWithdrawal,
): Promise<{ withdrawn: bigint; unpriced: number; waiting: number; toOrigin: boolean }> {
  const { rows } = await sql<{ withdrawn: bigint; unpriced: number; waiting: number; toOrigin: boolean }>`
    with outgoing as (
      select w.id, w.status, ${withdrawalUsdt} as usdt
      from wallet.withdrawals w where w.customer_id = ${customerId} order by w.requested_at desc limit ${maxCounted})
    select coalesce(sum(usdt) filter (where status in ('BROADCAST', 'COMPLETED')), 0)::bigint as withdrawn,
      (count(*) filter (where status in ('BROADCAST', 'COMPLETED') and usdt is null))::int as unpriced,
      (count(*) filter (where status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING') and id <> ${id}))::int
        as waiting,
      (select w.to_origin from wallet.withdrawals w where w.id = ${id}) as "toOrigin"
    from outgoing`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a withdrawal has no facts')
  return row
}
