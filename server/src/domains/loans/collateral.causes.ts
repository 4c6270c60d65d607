import {
  collateralMaxLtv,
  collateralSaleLtv,
  collateralSoldToLtv,
  collateralSteps,
} from '@evenhand/protocol/collateral-rules.ts'
import { loanWriteOffDays } from '@evenhand/protocol/loan-rules.ts'
import { assetScales } from '@evenhand/protocol/money.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Causes } from '../ledger/index.ts'

/** BTC and ETH have as many decimals; who audits may not call the ledger's own functions. */
const coinUnit = sql`(10::numeric ^ ${sql.lit(assetScales.BTC)})`

const loanLabel = sql`'loan LN' || lpad(l.order_no::text, 9, '0')`
const ended = sql`('REPAID', 'CANCELLED_14D', 'REJECTED', 'CANCELLED_BY_CUSTOMER', 'WRITTEN_OFF')`

/** What is held of a loan against its movements: nothing once it has ended, one coin, pledged once and of its customer. */
const otherSums = sql`
  select coalesce(${loanLabel}, 'collateral of ' || c.loan_id) as at, format('%s held of %s pledged, %s', c.amount, c.pledged, l.status) as found
  from loans.collateral c left join loans.loans l on l.id = c.loan_id,
    lateral (select count(*) as n, max(m.n) as last, count(*) filter (where m.kind = 'PLEDGE') as pledges,
      coalesce(sum(case m.kind when 'TAKE_BACK' then -m.amount else m.amount end)
        filter (where m.kind in ('PLEDGE', 'ADD', 'TAKE_BACK')), 0) as pledged,
      coalesce(sum(m.amount) filter (where m.kind in ('SALE', 'RELEASE')), 0) as gone
      from loans.collateral_moves m where m.loan_id = c.loan_id) moved
  where (c.account_id = l.account_id and c.pledged = moved.pledged and c.amount = moved.pledged - moved.gone
    and c.moves = moved.n and moved.last = moved.n and moved.pledges = 1 and (l.status not in ${ended} or c.amount = 0)) is not true
  order by c.loan_id limit 20`

/** A text that was signed and states otherwise: what is pledged, its value and its price stand there in figures alone. */
const otherTexts = sql`
  select ${loanLabel} as at, 'other collateral than its agreement' as found from loans.loans l
  left join loans.collateral c on c.loan_id = l.id
  left join loans.collateral_moves m on m.loan_id = l.id and m.kind = 'PLEDGE',
    lateral (select case c.asset when 4 then 'BTC' when 5 then 'ETH' end as coin) named,
    lateral (select div(m.amount * (m.tick ->> 'price')::numeric * 1000000, ${coinUnit}) as value) priced
  where case when l.template_version > 2 and strpos(l.agreement, E'\n(3) ') > 0 then
    (c.loan_id is not null and m.at = l.signed_at and l.amount * 100 <= priced.value * ${sql.lit(collateralMaxLtv)}
      and m.tick ->> 'code' = named.coin || 'USDT'
      and strpos(l.agreement, format(E'\n(3) %s %s = %s USDT (%s %s, #%s, %s);',
        round(m.amount::numeric / ${coinUnit}, ${sql.lit(assetScales.BTC)}), named.coin,
        round(priced.value / 1000000, 6), m.tick ->> 'code', m.tick ->> 'price', m.tick ->> 'seq',
        to_char(to_timestamp((m.tick ->> 'ts')::numeric / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) > 0) is not true
    else c.loan_id is not null end
  order by l.signed_at limit 20`

/** A call's time is when it came, and another may be first to the lock: no call waits this long. */
const longestWait = sql`interval '1 minute'`

/** Releases at another time than the end of their loan, additions to one that had ended, and times that go back. */
const otherTimes = sql`
  select coalesce(${loanLabel}, 'collateral of ' || m.loan_id) as at, format('%s at %s', m.kind, m.at) as found
  from (select *, lag(at) over (partition by loan_id order by n) as earlier from loans.collateral_moves) m
  left join loans.loans l on l.id = m.loan_id
  where ((m.earlier is null or m.at >= m.earlier - ${longestWait}) and case m.kind
    when 'RELEASE' then m.at = l.ended_at and l.status in ${ended} and l.status <> 'WRITTEN_OFF'
    else l.ended_at is null or m.at <= l.ended_at + ${longestWait} end) is not true
  order by m.loan_id limit 20`

const step = sql`ceil(m.pledged / ${sql.lit(collateralSteps)}::numeric)`
const valueOf = (amount: ReturnType<typeof sql>) => sql`div((${amount}) * m.price * 1000000, ${coinUnit})`
/** As in proofs/convert: the fee is a thousandth, rounded up, and what is received rounded down. */
const receivedFor = (amount: ReturnType<typeof sql>) => valueOf(sql`${amount} - ceil(${amount} / 1000::numeric)`)

/** Movements with their price, and what was held and counted as pledged before each. */
const movesBefore = sql`(select *, (tick ->> 'price')::numeric as price,
    sum(case when kind in ('PLEDGE', 'ADD') then amount else -amount end) over earlier as before,
    sum(case kind when 'TAKE_BACK' then -amount else amount end) filter (where kind in ('PLEDGE', 'ADD', 'TAKE_BACK')) over earlier as pledged
  from (select m.*, c.asset from loans.collateral_moves m left join loans.collateral c on c.loan_id = m.loan_id) moves
  window earlier as (partition by loan_id order by n rows between unbounded preceding and 1 preceding))`

/** What was taken back of loans that did not run or were due, or although less than twice what was owed was left. */
const otherTakings = sql`
  select coalesce(${loanLabel}, 'collateral of ' || m.loan_id) as at, format('%s taken back at %s', m.amount, m.price) as found
  from ${movesBefore} m left join loans.loans l on l.id = m.loan_id,
    lateral (select coalesce(sum(q.principal), 0) as principal from loans.payments q where q.loan_id = m.loan_id and q.at <= m.at) paid
  where m.kind = 'TAKE_BACK' and (m.amount < m.before and m.at >= l.disbursed_at and m.at < l.disbursed_at + make_interval(hours => 24 * l.days)
    and m.tick ->> 'code' = case m.asset when 4 then 'BTC' when 5 then 'ETH' end || 'USDT'
    and m.owed between l.amount - paid.principal and 2 * l.amount
    and m.owed * 100 <= ${valueOf(sql`m.before - m.amount`)} * ${sql.lit(collateralMaxLtv)}) is not true
  order by m.loan_id limit 20`

/**
 * Sales that are not what proofs/loans/collateral makes of the tick: below the threshold or before the end, of another number
 * of steps, of more than was there, for another yield, or without the payment and the conversion that they are.
 */
const otherSales = sql`
  select coalesce(${loanLabel}, 'collateral of ' || m.loan_id) as at, format('a sale of %s at %s', m.amount, m.price) as found
  from ${movesBefore} m
  left join loans.loans l on l.id = m.loan_id
  left join loans.payments p on p.id = m.id and p.loan_id = m.loan_id and p.kind = 'COLLATERAL'
  left join ledger.entries e on e.kind = 'convert' and e.ref = m.id,
    lateral (select coalesce(sum(q.principal), 0) as principal from loans.payments q where q.loan_id = m.loan_id and q.n < p.n) paid,
    lateral (select (m.steps - 1) * ${step} as amount) less
  where m.kind = 'SALE' and (p.at = m.at and e.at = m.at and e.owner = l.account_id and e.assets[1] = m.asset and e.assets[4] = 1
    and e.amounts[1] = -m.amount and e.amounts[4] = ${receivedFor(sql`m.amount`)} and p.from_loan = 0
    and p.principal + p.interest = least(e.amounts[4], m.owed)
    and m.owed between l.amount - paid.principal and 2 * l.amount - paid.principal
    and m.amount = least(m.steps * ${step}, m.before) and less.amount < m.before
    and case m.cause
      when 'LTV' then m.owed * 100 >= ${valueOf(sql`m.before`)} * ${sql.lit(collateralSaleLtv)} and (m.steps = 1
        or (m.owed - ${receivedFor(sql`less.amount`)}) * 100 >= ${valueOf(sql`m.before - less.amount`)} * ${sql.lit(collateralSoldToLtv)})
      when 'END' then (m.steps = 1 or ${receivedFor(sql`less.amount`)} < m.owed)
        and m.at >= l.disbursed_at + make_interval(hours => 24 * (l.days + ${sql.lit(loanWriteOffDays)})) end) is not true
  order by m.loan_id limit 20`

/** Payments by collateral that nothing was sold for, and loan money that was taken for a loan without any. */
const otherPayments = sql`
  select ${loanLabel} as at, format('%s of %s by no collateral', p.kind, p.principal + p.interest) as found
  from loans.payments p left join loans.loans l on l.id = p.loan_id
  left join loans.collateral_moves m on m.id = p.id and m.loan_id = p.loan_id and m.kind = 'SALE'
  where p.kind in ('COLLATERAL', 'LOAN_MONEY') and (case p.kind when 'COLLATERAL' then m.id is not null
    else m.id is null and p.from_loan = p.principal + p.interest
      and exists (select from loans.collateral c where c.loan_id = p.loan_id) end) is not true
  order by p.at limit 20`

/** Coins that secure loans: what is held of them, and what became of it. */
export const collateralCauses: Pick<Causes, 'held' | 'rules'> = {
  held: [sql`select c.account_id, c.asset, c.amount, 0 as orders from loans.collateral c where c.amount > 0`],
  rules: [otherSums, otherTexts, otherTimes, otherTakings, otherSales, otherPayments].map((wrong) => ({ wrong })),
}
