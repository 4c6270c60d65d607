import { sql, type Db } from '../../kernel/db/db.ts'
import { findCustomer, lockCustomer, type Customer } from './accounts.store.ts'

type AccountsDb = Db<'accounts'>

/**
 * The customer as it stands, held until the transaction ends: `share` lets others hold it so too and keeps status and
 * credentials from changing meanwhile; `change` is for a caller that changes them. A sign-in shares, so it is either before a
 * change and ended by it, or after it and refused.
 */
export async function holdCustomer(
  db: AccountsDb,
  { id, to }: { id: string; to: 'share' | 'change' },
): Promise<Customer | undefined> {
  if (to === 'change') await lockCustomer(db, id)
  else await sql`select from accounts.customers where id = ${id} for share`.execute(db)
  return findCustomer(db, id)
}

/** Moves a customer from one status to another; returns false where the customer was in another than `from`. */
export async function moveStatus(db: AccountsDb, params: { id: string; from: string; to: string }): Promise<boolean> {
  const moved = await db
    .updateTable('accounts.customers')
    .set({ status: params.to })
    .where('id', '=', params.id)
    .where('status', '=', params.from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}
