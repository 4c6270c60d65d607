import { sql } from '../../kernel/db.ts'
import type { AnyDb } from '../ledger/index.ts'

/** The number of the customer's oldest withdrawal that has not ended, sent or not; undefined where there is none. */
export async function waitingWithdrawal(tx: AnyDb, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orderNo: string }>`
    select order_no::text as "orderNo" from wallet.withdrawals
    where customer_id = ${customerId} and status not in ('REJECTED', 'COMPLETED', 'FAILED', 'CANCELLED')
    order by order_no limit 1`.execute(tx)
  return rows[0]?.orderNo
}
