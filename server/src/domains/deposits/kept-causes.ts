import { maxUnverified } from '@evenhand/protocol/funds.ts'
import { sql } from '../../kernel/db/db.ts'
import type { LedgerRule } from '../ledger/index.ts'

/** How far apart the clocks of two transactions may be that were one after the other. */
const apart = sql`interval '1 minute'`

/** When customers were verified: by the sealed audit entry of an operator or the verdict of a provider, to the end of their document. */
const spans = sql`
  select i.customer_id, case when i.status = 'EXPIRED' then i.decided_at else 'infinity' end as until,
    coalesce((select to_timestamp(min(a.at) / 1000.0) from operators.audit_entries a
        where a.act = 'kyc.verify' and a.subject = 'identification:' || i.id),
      (select p.verdict_at from kyc.provider_cases p where p.identification_id = i.id), i.decided_at) as since
  from kyc.identifications i where i.status in ('VERIFIED', 'EXPIRED')`

/**
 * What may not be traded with is what credits above the limit of unverified customers left, less what was paid out, which it
 * goes out with first. Nothing is kept of a verified customer, and nothing of what came before a verification that ended.
 * Bounds, because a reversal ends at zero.
 */
export const otherKept: LedgerRule = {
  wrong: sql`
    with verified as (select s.customer_id, max(s.since) as since from (${spans}) s group by 1),
    credited as (select d.account_id, d.asset,
        sum(d.kept) filter (where d.status = 'CREDITED' and (v.since is null or e.at >= v.since - ${apart})) as upper,
        sum(d.kept) filter (where d.status = 'CREDITED' and (v.since is null or e.at > v.since + ${apart})) as lower,
        coalesce(sum(d.kept) filter (where d.status = 'REVERSED' and e.at <= v.since + ${apart}), 0) as reversed
      from wallet.deposits d join ledger.entries e on e.seq = d.entry left join verified v on v.customer_id = d.customer_id
      where d.status in ('CREDITED', 'REVERSED') group by 1, 2),
    paid as (select w.account_id, w.asset, sum(w.amount) as amount
      from wallet.withdrawals w left join verified v on v.customer_id = w.customer_id
      where w.status = 'COMPLETED' and (v.since is null or w.completed_at >= v.since - ${apart}) group by 1, 2),
    bound as (select b.account_id, b.asset, b.kept,
        case when c.tier = 'VERIFIED' then 0 else coalesce(credited.upper, 0) end as upper,
        case when c.tier = 'VERIFIED' then 0
          else greatest(0, coalesce(credited.lower, 0) - coalesce(credited.reversed, 0) - coalesce(paid.amount, 0)) end as lower
      from ledger.balances b left join accounts.customers c on c.account_id = b.account_id
      left join credited on (credited.account_id, credited.asset) = (b.account_id, b.asset)
      left join paid on (paid.account_id, paid.asset) = (b.account_id, b.asset)
      where b.kept > 0 or credited.lower > 0)
    select format('account %s, asset %s', b.account_id, b.asset) as at, case when b.kept > b.upper then b.upper else b.lower end::text as expected,
      b.kept::text as found
    from bound b where b.kept not between b.lower and b.upper order by b.account_id, b.asset limit 20`,
}

const limit = sql`${sql.lit(maxUnverified.toString())}::bigint`

/** What is kept of a credit after so much, as wallet.kept_of counts it. */
const keptAfter = (before: string) => sql`case when coalesce(c.usdt, 0) = 0 then c.credited
  else ceil(c.credited::numeric * least(c.usdt, greatest(0, ${sql.ref(before)} + c.usdt - ${limit})) / c.usdt) end`
const before = sql`over (partition by d.customer_id order by d.entry rows between unbounded preceding and 1 preceding)`

/**
 * What a credit kept is its part above the limit of what was paid in before and with it, in the order of the entries; nothing
 * while its customer was verified. USDT is worth itself; another coin what its row states, which `otherWorth` compares. Bounds,
 * because what was reversed since counted or did not, and because of credits in the minute of a verification or its end.
 */
export const otherCreditKept: LedgerRule = {
  wrong: sql`
    with valued as (select d.*, e.at, case when d.asset = 1 then d.credited else d.credited_usdt end as usdt
      from wallet.deposits d join ledger.entries e on e.seq = d.entry where d.status in ('CREDITED', 'REVERSED')),
    credits as (select d.order_no, d.status, d.credited, d.kept, d.usdt, coalesce(sum(coalesce(d.usdt, ${limit})) ${before}, 0) as upper,
        coalesce(sum(case when d.status = 'CREDITED' then coalesce(d.usdt, ${limit}) end) ${before}, 0) as lower,
        exists (select from (${spans}) s where s.customer_id = d.customer_id and d.at > s.since - ${apart} and d.at < s.until + ${apart}) as perhaps,
        exists (select from (${spans}) s where s.customer_id = d.customer_id and d.at > s.since + ${apart} and d.at < s.until - ${apart}) as verified
      from valued d),
    bound as (select c.order_no, c.kept, case when c.perhaps then 0 else ${keptAfter('c.lower')} end as lower,
        case when c.verified then 0 else ${keptAfter('c.upper')} end as upper
      from credits c where c.status = 'CREDITED')
    select 'deposit DP' || lpad(b.order_no::text, 9, '0') as at, case when b.kept > b.upper then b.upper else b.lower end::text as expected,
      b.kept::text as found
    from bound b where coalesce(b.kept not between b.lower and b.upper, true) order by b.order_no limit 20`,
}

/** The range of an instrument's price in closed candles of a length, so many minutes before a minute and with it. */
const range = (
  span: number,
  minutes: number,
) => sql`(select min(k.low) as low, max(k.high) as high from markets.candles k
  where k.instrument_id = c.instrument and k.span = ${sql.lit(span)} and k.minute between c.minute - ${sql.lit(minutes)} and c.minute)`

/**
 * What a coin was worth at its credit lies in the range of its recorded price at that time, which is at most a minute old
 * there: of minutes while they are kept, of the hour or the day after that. What rounding takes is a thousandth at most.
 */
export const otherWorth: LedgerRule = {
  wrong: sql`
    with credits as (select d.order_no, d.credited, d.credited_usdt, i.id as instrument, i.precision, s.scale,
        floor(extract(epoch from e.at) / 60)::int as minute
      from wallet.deposits d join ledger.entries e on e.seq = d.entry join ledger.assets s on s.id = d.asset
      join markets.instruments i on i.code = s.name || 'USDT'
      where d.status in ('CREDITED', 'REVERSED') and s.name <> 'USDT' and d.credited_usdt is not null),
    bound as (select c.order_no, c.credited_usdt, coalesce(minutes.low, hours.low, days.low) * c.credited::numeric * worth.unit as lower,
        coalesce(minutes.high, hours.high, days.high) * c.credited::numeric * worth.unit as upper
      from credits c, lateral (select 10::numeric ^ (6 - c.precision - c.scale) as unit) worth,
        lateral ${range(1, 2)} minutes, lateral ${range(60, 62)} hours, lateral ${range(1440, 1442)} days
      where exists (select from markets.candles k where k.instrument_id = c.instrument and k.span = 1 and k.minute >= c.minute))
    select 'deposit DP' || lpad(b.order_no::text, 9, '0') as at,
      floor(case when b.credited_usdt > b.upper then b.upper else b.lower end)::text as expected, b.credited_usdt::text as found
    from bound b where b.credited_usdt < floor(b.lower * 0.999) or b.credited_usdt > ceil(b.upper * 1.001) order by b.order_no limit 20`,
}
