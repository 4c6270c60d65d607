import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { sql } from '../../kernel/db/db.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'
import { saleNo } from './collectibles.rules.ts'

/** Numbers of one customer's purchases by their ids; those of another customer are left out. */
export async function nameSales(
  db: CollectiblesDb,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  const { rows } = await sql<{ id: string; itemId: string; orderNo: bigint }>`
    select id, item_id as "itemId", order_no as "orderNo" from collectibles.sales
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, itemId, orderNo }) => [id, { id: itemId, of: 'collectible', orderNo: saleNo(orderNo) }]),
  )
}
