import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

const label = sql`'collectible ' || r.item_id`
const clearing = sql`ledger.account_named('clearing:resales')`
const capital = sql`ledger.account_named('house:capital')`
const lent = sql`r.asset = 3`

/** What resales move: the price from the buyer, and the same sum to charity and seller. */
export const resaleCauses: Pick<Causes, 'entries' | 'rules'> = {
  entries: [
    {
      kind: 'collectible.resale',
      requested: sql`
        select r.id as ref, r.paid_entry as entry, ${label} as label,
          case when ${lent} then array[r.account_id, ${capital}, ${capital}, ${clearing}] else array[r.account_id, ${clearing}] end as accounts,
          case when ${lent} then array[3, 3, 1, 1]::smallint[] else array[1, 1]::smallint[] end as assets,
          case when ${lent} then array[-r.price, r.price, -r.price, r.price] else array[-r.price, r.price] end as amounts
        from collectibles.resales r`,
    },
    {
      kind: 'collectible.proceeds',
      requested: sql`
        select r.id as ref, r.entry, ${label} as label, array[${clearing}, c.account_id, o.account_id] as accounts,
          array[1, 1, 1]::smallint[] as assets, array[-r.price, r.royalty, r.price - r.royalty] as amounts
        from collectibles.resales r join collectibles.charities c on c.id = r.charity_id
        join collectibles.offers o on o.id = r.offer_id`,
    },
  ],
  rules: [
    {
      // One owner after another without a gap, each of whom bought from the one before, at the price of the offer, for the
      // charity of the work.
      wrong: sql`
        select ${label} as at, format('transfer %s of offer %s', r.no, r.offer_id) as found
        from collectibles.resales r join collectibles.items i on i.id = r.item_id
        left join collectibles.offers o on o.id = r.offer_id and o.item_id = r.item_id and o.status = 'SOLD'
          and o.transfer = r.no - 1 and o.price = r.price and o.ended_at = r.at
        left join collectibles.ownerships w on w.item_id = r.item_id and w.no = r.no - 1 and w.at <= r.at
          and w.account_id = o.account_id and w.customer_id = o.customer_id
        where o.id is null or w.item_id is null or o.customer_id = r.customer_id or i.charity_id <> r.charity_id
        order by r.at limit 20`,
    },
    {
      // What is offered is its owner's, and here; what was sold by an offer has another owner.
      wrong: sql`
        select 'collectible ' || o.item_id as at, format('offer %s, %s by owner %s', o.id, o.status, o.transfer) as found
        from collectibles.offers o join collectibles.items i on i.id = o.item_id
        left join collectibles.ownerships w on w.item_id = o.item_id and w.no = o.transfer and w.account_id = o.account_id
          and w.customer_id = o.customer_id
        left join collectibles.resales r on r.offer_id = o.id
        where w.item_id is null or (o.status = 'SOLD') <> (r.id is not null)
          or (o.status = 'OPEN' and (i.status <> 'SOLD' or w.ended_at is not null))
        order by o.at limit 20`,
    },
    {
      // A charity's account has every price and royalty that it was not paid, and no other unit; what a resale passes through
      // keeps nothing.
      wrong: sql`
        select owed.label as at, format('%s, and what is owed is %s', coalesce(has.units, 0), owed.units) as found
        from (
          select c.account_id, 'charity ' || c.id as label,
            coalesce((select sum(w.donated) from collectibles.ownerships w where w.charity_id = c.id), 0)
              - coalesce((select sum(p.amount) from collectibles.payouts p where p.charity_id = c.id and p.status = 'PAID'), 0) as units
          from collectibles.charities c
          union all select ${clearing}, format('account %s, asset 1', ${clearing}), 0) owed
        left join (
          select line.account, sum(line.amount) as units
          from ledger.entries e cross join lateral unnest(e.accounts, e.amounts) line(account, amount)
          where e.accounts && ((select array_agg(c.account_id) from collectibles.charities c) || ${clearing})
          group by 1) has on has.account = owed.account_id
        where coalesce(has.units, 0) <> owed.units order by 1 limit 20`,
    },
  ],
}
