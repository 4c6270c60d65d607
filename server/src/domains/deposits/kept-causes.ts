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
