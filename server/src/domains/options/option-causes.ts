import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const reserve = sql`(select ledger.account_named('reserve:options'))`

/** Orders of a result that moved money: stake or gain between their customer and the reserve. */
const ordersOf = (status: 'WON' | 'LOST' | 'SOLD') => sql`
  select o.id as ref, o.entry_no as entry, 'order ' || o.order_no as place, array[o.account_id, ${reserve}] as accounts,
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
        select e.ref, r.entry_no as entry, 'opening of the options reserve, asset ' || r.asset as place,
          array[${reserve}, (select ledger.account_named('house:capital'))] as accounts,
          array[r.asset, r.asset] as assets, array[abs(e.amounts[1]), -abs(e.amounts[1])] as amounts
        from options.reserve_openings r left join ledger.entries e on e.seq = r.entry_no`,
    },
  ],
  holds: [
    {
      requested: sql`
        select o.id, 'order ' || o.order_no as place, o.account_id, o.asset, o.stake as amount,
          o.stake * o.payout_ppm / 1000000 as house_amount
        from options.open_orders o`,
    },
  ],
  rules: [
    {
      wrong: sql`
        select format('orders open on account %s, asset %s', coalesce(o.account_id, e.account_id), coalesce(o.asset, e.asset)) as at,
          format('counted %s for %s, open %s for %s', coalesce(e.open_count, 0), coalesce(e.open_stake, 0), coalesce(o.orders, 0), coalesce(o.stake, 0)) as found
        from (select account_id, asset, count(*) as orders, sum(stake) as stake from options.open_orders group by 1, 2) o
        full join (select * from options.exposure where open_count <> 0 or open_stake <> 0) e
          on e.account_id = o.account_id and e.asset = o.asset
        where (coalesce(e.open_count, 0), coalesce(e.open_stake, 0)) <> (coalesce(o.orders, 0), coalesce(o.stake, 0)) limit 20`,
    },
    {
      wrong: sql`
        select 'order ' || o.order_no as at, 'open and settled at once' as found
        from options.open_orders o join options.orders s on s.account_id = o.account_id and s.id = o.id limit 20`,
    },
  ],
}
