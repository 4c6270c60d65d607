import { sql } from '../../kernel/db/db.ts'
import { goneResults, type Causes } from '../ledger/index.ts'
import { keyRoutes } from './options.rules.ts'

const reserve = sql`(select ledger.account_named('reserve:options'))`

/** Orders of a result that moved money: stake or gain between their customer and the reserve. */
const ordersOf = (status: 'WON' | 'LOST' | 'SOLD') => sql`
  select o.id as ref, o.entry_no as entry, 'order ' || o.order_no as label, array[o.account_id, ${reserve}] as accounts,
    array[o.asset, o.asset] as assets, array[o.gain, -o.gain] as amounts
  from options.orders o where o.status = ${sql.lit(status)} and o.gain <> 0`

/** What options move and hold: settled orders, open orders, and the first funding of the reserve. */
export const optionCauses: Causes = {
  entries: [
    { kind: 'option.win', requested: ordersOf('WON') },
    { kind: 'option.loss', requested: ordersOf('LOST') },
    { kind: 'option.sale', requested: ordersOf('SOLD') },
    {
      kind: 'reserve.opening',
      // How much it was stands in the entry alone, which is sealed.
      requested: sql`
        select e.ref, r.entry_no as entry, 'opening of the options reserve, asset ' || r.asset as label,
          array[${reserve}, (select ledger.account_named('house:capital'))] as accounts,
          array[r.asset, r.asset] as assets, array[abs(e.amounts[1]), -abs(e.amounts[1])] as amounts
        from options.reserve_openings r left join ledger.entries e on e.seq = r.entry_no`,
    },
  ],
  holds: [],
  held: [
    sql`select o.account_id, o.asset, o.stake as amount, 1 as orders from options.open_orders o`,
    sql`select ${reserve} as account_id, o.asset, o.stake * o.payout_ppm / 1000000 as amount, 0 as orders from options.open_orders o`,
  ],
  rules: [
    goneResults(keyRoutes.buy, {
      label: 'order',
      results: sql`select account_id, id from options.open_orders union all select account_id, id from options.orders`,
    }),
    {
      wrong: sql`
        select 'order ' || o.order_no as at, 'open and settled at once' as found
        from options.open_orders o join options.orders s on s.account_id = o.account_id and s.id = o.id limit 20`,
    },
  ],
}
