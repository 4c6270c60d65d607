import { unverifiedMost } from '@evenhand/protocol/funds.ts'
import { sql } from '../../kernel/db/db.ts'
import type { LedgerRule } from '../ledger/index.ts'

/**
 * What may not be traded with is what credits above the limit of unverified customers left, less what was paid out, which it
 * goes out with first. Nothing is kept of a verified customer; of one who was verified once the credits say the most alone.
 * Bounds, because a reversal ends at zero.
 */
export const otherKept: LedgerRule = {
  wrong: sql`
    with credited as (select d.account_id, d.asset, sum(d.kept) as kept from wallet.deposits d
      where d.status = 'CREDITED' group by 1, 2),
    paid as (select w.account_id, w.asset, sum(w.amount) as amount from wallet.withdrawals w
      where w.status = 'COMPLETED' group by 1, 2),
    bound as (select b.account_id, b.asset, b.kept,
        case when c.tier = 'VERIFIED' then 0 else coalesce(credited.kept, 0) end as most,
        case when c.tier = 'VERIFIED' or exists (select from operators.acts a where a.customer_id = c.id and a.act = 'kyc.verify')
            or exists (select from kyc.identifications i where i.customer_id = c.id and i.status in ('VERIFIED', 'EXPIRED')) then 0
          else greatest(0, coalesce(credited.kept, 0) - coalesce(paid.amount, 0)) end as least
      from ledger.balances b left join accounts.customers c on c.account_id = b.account_id
      left join credited on (credited.account_id, credited.asset) = (b.account_id, b.asset)
      left join paid on (paid.account_id, paid.asset) = (b.account_id, b.asset)
      where b.kept > 0 or credited.kept > 0)
    select format('account %s, asset %s', b.account_id, b.asset) as at, case when b.kept > b.most then b.most else b.least end::text as expected,
      b.kept::text as found
    from bound b where b.kept not between b.least and b.most order by b.account_id, b.asset limit 20`,
}

const limit = sql`${sql.lit(unverifiedMost.toString())}::bigint`

/** Customers who were never verified: their credits alone say what was kept. */
const neverVerified = sql`select c.id from accounts.customers c
  where c.tier <> 'VERIFIED'
    and not exists (select from operators.acts a where a.customer_id = c.id and a.act = 'kyc.verify')
    and not exists (select from kyc.identifications i where i.customer_id = c.id and i.status in ('VERIFIED', 'EXPIRED'))`

/** What is kept of a credit after so much, as wallet.kept_of counts it. */
const keptAfter = (before: string) => sql`case when coalesce(c.usdt, 0) = 0 then c.credited
  else ceil(c.credited::numeric * least(c.usdt, greatest(0, ${sql.ref(before)} + c.usdt - ${limit})) / c.usdt) end`
const before = sql`over (partition by d.customer_id order by d.entry rows between unbounded preceding and 1 preceding)`

/**
 * What a credit kept is its part above the limit of what was paid in before and with it, in the order of the entries. USDT is
 * worth itself; another coin what its row says. Bounds, because what was reversed since counted or did not.
 */
export const otherCreditKept: LedgerRule = {
  wrong: sql`
    with valued as (select d.*, case when d.asset = 1 then d.credited else d.credited_usdt end as usdt
      from wallet.deposits d where d.status in ('CREDITED', 'REVERSED') and d.customer_id in (${neverVerified})),
    credits as (select d.order_no, d.status, d.credited, d.kept, d.usdt, coalesce(sum(coalesce(d.usdt, ${limit})) ${before}, 0) as most,
        coalesce(sum(case when d.status = 'CREDITED' then coalesce(d.usdt, ${limit}) end) ${before}, 0) as least
      from valued d),
    bound as (select c.order_no, c.kept, ${keptAfter('c.least')} as least, ${keptAfter('c.most')} as most
      from credits c where c.status = 'CREDITED')
    select 'deposit DP' || lpad(b.order_no::text, 9, '0') as at, case when b.kept > b.most then b.most else b.least end::text as expected,
      b.kept::text as found
    from bound b where coalesce(b.kept not between b.least and b.most, true) order by b.order_no limit 20`,
}
