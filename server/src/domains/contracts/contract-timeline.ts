import { formatUnits, moneyText } from '@evenhand/protocol/money.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { firstUuidOf, paramsOf, uuidForm, type TimelineSource } from '../../kernel/module/timeline.ts'
import { assetOf } from '../ledger/index.ts'
import { contractNoText } from './contracts.rules.ts'

type Row = {
  us: number
  id: string
  order_no: bigint
  asset: number
  instrument_id: number
  side: number
  lots: bigint
  status: string
  reason: string | null
  profit: bigint | null
}
const columns = sql`id, order_no, asset, instrument_id, side, lots`

/**
 * Contracts of a customer by the time in their ids, as the role `console`: those that wait, are open, or have ended; a part
 * that was closed stands at the time of its closing. `codeOf` names an instrument.
 */
export const contractTimeline = (db: Db<'contracts'>, codeOf: (instrumentId: number) => string): TimelineSource => ({
  idForm: uuidForm,
  async read({ accountId, before, limit }) {
    const last = before.id ?? firstUuidOf(before.us)
    const page = sql`account_id = ${accountId} and id < ${last}::uuid order by id desc limit ${limit}`
    const { rows } = await sql<Row>`
      select (extract(epoch from uuid_extract_timestamp(id)) * 1000000)::float8 as us, o.* from (
        (select ${columns}, case order_type when 'MARKET' then 'ACCEPTED' else 'PENDING' end as status,
           null::text as reason, null::bigint as profit from contracts.orders where ${page})
        union all
        (select ${columns}, 'OPEN', null, null from contracts.positions where ${page})
        union all
        (select ${columns}, status, close_reason, profit - fee_open - fee_close - financing from contracts.history where ${page})) o
      order by id desc limit ${limit}`.execute(db)
    return rows.map(({ us, id, ...row }) => {
      const asset = assetOf(row.asset)
      return {
        us,
        id,
        params: paramsOf({
          no: contractNoText(row.order_no),
          code: codeOf(row.instrument_id),
          side: row.side === 1 ? 'BUY' : 'SELL',
          lots: formatUnits(row.lots, 2),
          asset,
          status: row.status,
          reason: row.reason,
          gain: row.profit === null ? null : moneyText({ asset, units: row.profit }),
        }),
      }
    })
  },
})
