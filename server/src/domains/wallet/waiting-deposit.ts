import { sql } from '../../kernel/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import { depositNo } from './deposits.rules.ts'

/** The number of the customer's oldest deposit that waits to be credited; undefined where none does. */
export async function waitingDeposit(tx: AnyDb, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orderNo: bigint }>`
    select order_no as "orderNo" from wallet.deposits
    where customer_id = ${customerId} and status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')
    order by order_no limit 1`.execute(tx)
  return rows[0] && depositNo(rows[0].orderNo)
}
