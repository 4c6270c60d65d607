import { msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { orderNoText } from './view-order.ts'

export type FoundOrder = {
  readonly id: string
  readonly no: string
  readonly accountId: bigint
  readonly status: string
  readonly at: number
}

/** Orders by their number, running and settled; by the blocks that numbers of about that height lie in. */
export async function findOrders(db: Db<'options'>, orderNo: bigint): Promise<FoundOrder[]> {
  const { rows } = await sql<{ id: string; accountId: bigint; status: string; at: Date }>`
    select id, account_id as "accountId", 'OPEN' as status, accepted_at as at
    from options.open_orders where order_no = ${orderNo}::bigint
    union all
    select id, account_id, status, accepted_at from options.orders where order_no = ${orderNo}::bigint
    limit 5`.execute(db)
  return rows.map((row) => ({ ...row, no: orderNoText(orderNo), at: msOf(row.at) }))
}
