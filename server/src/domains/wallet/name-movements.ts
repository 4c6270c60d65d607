import type { OrderOf } from '@evenhand/protocol/settings.ts'
import { sql, type Db } from '../../kernel/db.ts'
import { conversionNo } from './conversions.store.ts'
import { depositNo } from './deposits.rules.ts'

type Named = { id: string; of: 'deposit' | 'withdrawal' | 'conversion'; orderNo: bigint }

const numberOf = ({ of, orderNo }: Named): string => {
  if (of === 'deposit') return depositNo(orderNo)
  return of === 'conversion' ? conversionNo(orderNo) : orderNo.toString()
}

/** Numbers of one customer's deposits, withdrawals and conversions by their ids; one of somebody else is not in the answer. */
export async function nameMovements(
  db: Db<'wallet'>,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderOf>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Named>`
    select id, 'deposit' as of, order_no as "orderNo" from wallet.deposits
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])
    union all
    select id, 'withdrawal', order_no from wallet.withdrawals
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])
    union all
    select id, 'conversion', order_no from wallet.conversions
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, { id: row.id, of: row.of, orderNo: numberOf(row) }]))
}
