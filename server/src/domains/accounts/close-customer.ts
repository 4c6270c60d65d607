import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { AnyDb, Balance } from '../ledger/index.ts'
import type { AccountsDeps } from './index.ts'

/**
 * Closes a customer whom the caller holds: empties the virtual account by one entry and moves ACTIVE to CLOSED. Returns
 * what is still there, held by an open order or real, and then nothing has changed; undefined where the customer was not
 * ACTIVE.
 */
export async function closeCustomer(
  { ledger, clock }: AccountsDeps,
  tx: AnyDb,
  { id, accountId }: { id: string; accountId: bigint },
): Promise<Balance[] | undefined> {
  const at = clock.now()
  const left = await ledger.closeAccount(tx, { accountId, ref: uuidV7(at) })
  if (left.length > 0) return left
  const moved = await sql`
    update accounts.customers set status = 'CLOSED', closed_at = ${dateOf(at)}
    where id = ${id} and status = 'ACTIVE' returning id`.execute(tx)
  return moved.rows.length === 1 ? [] : undefined
}
