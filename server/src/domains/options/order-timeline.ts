import { moneyText } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { firstUuidOf, paramsOf, uuidForm, type TimelineSource } from '../../kernel/module/timeline.ts'
import { assetOf } from '../ledger/index.ts'
import { orderNoText } from './view-order.ts'

type Row = {
  us: number
  id: string
  order_no: bigint
  asset: number
  instrument_id: number
  direction: number
  stake: bigint
  limit_time: number
  status: string
  gain: bigint | null
}
const columns = sql`id, order_no, asset, instrument_id, direction, stake, limit_time`

/**
 * Orders of a customer by the time in their ids, which is the order of the tables' own keys: running ones and settled ones
 * together, as the role `console`. `codeOf` names an instrument.
 */
export const orderTimeline = (db: Db<'options'>, codeOf: (instrumentId: number) => string): TimelineSource => ({
  idForm: uuidForm,
  async read({ accountId, before, limit }) {
    const last = before.id ?? firstUuidOf(before.us)
    const { rows } = await sql<Row>`
      select (extract(epoch from uuid_extract_timestamp(id)) * 1000000)::float8 as us, o.* from (
        (select ${columns}, 'OPEN' as status, null::bigint as gain from options.open_orders
         where account_id = ${accountId} and id < ${last}::uuid order by id desc limit ${limit})
        union all
        (select ${columns}, status, gain from options.orders
         where account_id = ${accountId} and id < ${last}::uuid order by id desc limit ${limit})) o
      order by id desc limit ${limit}`.execute(db)
    return rows.map(({ us, id, ...row }) => {
      const asset = assetOf(row.asset)
      return {
        us,
        id,
        params: paramsOf({
          no: orderNoText(row.order_no),
          code: codeOf(row.instrument_id),
          direction: row.direction === 1 ? 'UP' : 'DOWN',
          asset,
          stake: moneyText({ asset, units: row.stake }),
          seconds: row.limit_time,
          status: row.status,
          gain: row.gain === null ? null : moneyText({ asset, units: row.gain }),
        }),
      }
    })
  },
})
