import { sql } from '../../kernel/db/db.ts'
import { goneSubjects, joinPasskey, signedChecked, type Causes } from '../ledger/index.ts'
import { resaleCauses } from './resale-causes.ts'

const saleLabel = sql`'collectible ' || s.item_id`
const payoutLabel = sql`'payment to charity ' || p.id`
const capital = sql`ledger.account_named('house:capital')`
const lent = sql`s.asset = 3`

const prepared = sql`array['charity', 'amount', 'destination']`
const preparedValues = sql`array[p.charity_id::text, round(p.amount::numeric / 1000000, 6)::text, p.destination]`

/** What both persons signed of a payment, with their passkeys. */
const preparation = sql`
  select concat(${payoutLabel}, ', approval of ', p.prepared_name) as at, 'charity.payout.prepare' as act,
    'charityPayout:' || p.id as subject, ${prepared} as names, ${preparedValues} as values, null as hash,
    p.prepared_assertion as assertion, k.public_key as "publicKey", coalesce(k.origin, p.prepared_assertion ->> 'origin') as origin
  from collectibles.payouts p ${joinPasskey(sql`p.prepared_by`, sql`p.prepared_assertion`)}
  order by p.prepared_at desc limit ${sql.lit(signedChecked)}`
const confirmation = sql`
  select concat(${payoutLabel}, ', approval of ', p.confirmed_name) as at, 'charity.payout.confirm' as act,
    'charityPayout:' || p.id as subject, ${prepared} || array['reference', 'receiptNo', 'receiptHash'] as names,
    ${preparedValues} || array[p.reference, p.receipt_no, encode(p.receipt_hash, 'hex')] as values, null as hash,
    p.confirmed_assertion as assertion, k.public_key as "publicKey", coalesce(k.origin, p.confirmed_assertion ->> 'origin') as origin
  from collectibles.payouts p ${joinPasskey(sql`p.confirmed_by`, sql`p.confirmed_assertion`)}
  where p.status = 'PAID' order by p.paid_at desc limit ${sql.lit(signedChecked)}`

/** What collectibles move and hold: prices and royalties to charities, what owners sell, payments to charities, and the maximum of an auction's leading bidder. */
export const collectibleCauses: Causes = {
  entries: [
    {
      kind: 'collectible.sale',
      requested: sql`
        select s.id as ref, s.entry, ${saleLabel} as label,
          case when ${lent} then array[s.account_id, ${capital}, ${capital}, c.account_id] else array[s.account_id, c.account_id] end as accounts,
          case when ${lent} then array[3, 3, 1, 1]::smallint[] else array[1, 1]::smallint[] end as assets,
          case when ${lent} then array[-s.price, s.price, -s.price, s.price] else array[-s.price, s.price] end as amounts
        from collectibles.sales s join collectibles.charities c on c.id = s.charity_id`,
    },
    ...resaleCauses.entries,
    {
      kind: 'charity.payout',
      requested: sql`
        select p.id as ref, p.entry, ${payoutLabel} as label, array[c.account_id, p.custody] as accounts,
          array[1, 1]::smallint[] as assets, array[-p.amount, p.amount] as amounts
        from collectibles.payouts p join collectibles.charities c on c.id = p.charity_id where p.status = 'PAID'`,
    },
  ],
  holds: [
    {
      requested: sql`
        select b.hold_id as id, 'collectible ' || b.item_id as label, b.account_id, b.asset, b.ceiling as amount
        from collectibles.bidders b where b.status = 'HELD'`,
    },
  ],
  held: [],
  rules: [
    {
      // The owner is the buyer, and the leading bidder holds something.
      wrong: sql`
        select 'collectible ' || i.id as at, format('%s, with %s sales and %s leaders', i.status, count(s.item_id), count(b.item_id)) as found
        from collectibles.items i left join collectibles.sales s on s.item_id = i.id
        left join collectibles.bidders b on b.item_id = i.id and b.status = 'HELD'
        group by i.id, i.status, i.bids
        having (count(s.item_id) = 1) <> (i.status in ('SOLD', 'DELIVERED'))
          or (count(b.item_id) = 1) <> (i.status = 'LIVE' and i.bids > 0)
        order by 1 limit 20`,
    },
    {
      // A payment is of the prices and royalties that name it, all of them.
      wrong: sql`
        select ${payoutLabel} as at, format('%s, and its prices are %s', p.amount, coalesce(sum(s.donated), 0)) as found
        from collectibles.payouts p left join collectibles.ownerships s on s.payout_id = p.id
        where p.status <> 'CANCELLED' group by p.id, p.amount having p.amount <> coalesce(sum(s.donated), 0) limit 20`,
    },
    ...resaleCauses.rules,
    goneSubjects('collectible', 'collectibles.items'),
    goneSubjects('charity', 'collectibles.charities'),
    goneSubjects('charityPayout', 'collectibles.payouts', 'payment to charity'),
  ],
  signed: [{ signed: preparation }, { signed: confirmation }],
}
