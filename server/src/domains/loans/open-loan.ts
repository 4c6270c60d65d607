import { sql } from '../../kernel/db/db.ts'
import type { AnyDb } from '../ledger/index.ts'
import { loanNo } from './loans.rules.ts'

/** The number of a customer's loan that is under review or not repaid; undefined where there is none, or it was written off. */
export async function openLoan(tx: AnyDb, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orderNo: bigint }>`
    select order_no as "orderNo" from loans.loans
    where customer_id = ${customerId}
      and status in ('PENDING_REVIEW', 'APPROVED', 'ACTIVE', 'OVERDUE', 'IN_ARREARS')`.execute(tx)
  return rows[0] && loanNo(rows[0].orderNo)
}
