import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Known } from './decide-orders.ts'
import type { OptionsDeps } from './options.deps.ts'
import { orderNoText } from './view-order.ts'

/** Number and instrument of orders of one customer by their ids; those of another customer are left out. */
export async function namesOf(
  { db, instrumentOf }: Pick<OptionsDeps, 'db'> & Pick<Known, 'instrumentOf'>,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; order_no: bigint; instrument_id: number }>`
    select id, order_no, instrument_id from options.orders where account_id = ${accountId} and id = any (${[...ids]}::uuid[])
    union all
    select id, order_no, instrument_id from options.open_orders where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(
    db,
  )
  return new Map(
    rows.map(({ id, order_no, instrument_id }) => [
      id,
      { id, of: 'option', orderNo: orderNoText(order_no), code: instrumentOf(instrument_id).code },
    ]),
  )
}
