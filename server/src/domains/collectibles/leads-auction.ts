import { sql } from '../../kernel/db/db.ts'
import type { AnyDb } from '../ledger/index.ts'

/** Whether a bid of the customer leads an auction: it cannot be withdrawn, and may win the work. */
export async function leadsAuction(tx: AnyDb, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ leads: boolean }>`
    select exists (select from collectibles.bidders where customer_id = ${customerId} and status = 'HELD') as leads`.execute(
    tx,
  )
  return rows[0]?.leads === true
}
