import { operatorUser } from '@evenhand/protocol/operator-customers.ts'
import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { sql } from '../../kernel/db/db.ts'
import type { SearchSource } from '../../kernel/module/search.ts'
import { msOf } from '../../kernel/time/clock.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'
import { saleNo } from './collectibles.rules.ts'

/** Purchases by their number, as the role `console`. */
export const saleSearch = (db: CollectiblesDb): SearchSource => ({
  shownBy: { collectible: operatorUser },
  async find({ sought: { saleNo: no }, may }) {
    if (no === undefined || !may(operatorUser)) return []
    const { rows } = await sql<{ id: string; customerId: string; at: Date }>`
      select id, customer_id as "customerId", at from collectibles.ownerships where order_no = ${no}::bigint`.execute(
      db,
    )
    return rows.map((row) => ({ kind: 'collectible', ...row, no: saleNo(no), status: null, at: msOf(row.at) }))
  },
})

/** Numbers of what one customer bought or sold by their ids; those of another customer are left out. */
export async function nameSales(
  db: CollectiblesDb,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  const { rows } = await sql<{ id: string; itemId: string; orderNo: bigint }>`
    select s.id, s.item_id as "itemId", s.order_no as "orderNo" from collectibles.ownerships s
    where s.account_id = ${accountId} and s.id = any (${[...ids]}::uuid[])
    union all
    select r.id, r.item_id, r.order_no from collectibles.offers o join collectibles.resales r on r.offer_id = o.id
    where o.account_id = ${accountId} and r.id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, itemId, orderNo }) => [id, { id: itemId, of: 'collectible', orderNo: saleNo(orderNo) }]),
  )
}
