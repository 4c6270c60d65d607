import type { WalletDb } from './deposits.store.ts'
import { depositNo } from './deposits.rules.ts'

type Own = { id: string; customerId: string }

/** The number of a customer's own deposit, as its papers have it; undefined where it is none of this customer's. */
export async function ownDepositNo(db: WalletDb, { id, customerId }: Own): Promise<string | undefined> {
  const rows = await db
    .selectFrom('wallet.deposits')
    .select('order_no')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
  return rows[0] && depositNo(rows[0].order_no)
}

/** The same of a withdrawal. */
export async function ownWithdrawalNo(db: WalletDb, { id, customerId }: Own): Promise<string | undefined> {
  const rows = await db
    .selectFrom('wallet.withdrawals')
    .select('order_no')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .execute()
  return rows[0] && String(rows[0].order_no)
}
