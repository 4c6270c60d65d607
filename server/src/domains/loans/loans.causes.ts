import { sql } from '../../kernel/db/db.ts'
import { repaymentPlanCauses } from './repayment-plan-causes.ts'
import { collateralCauses } from './collateral.causes.ts'
import { goneSubjects, joinPasskey, signedChecked, type Causes } from '../ledger/index.ts'

const loanLabel = sql`'loan LN' || lpad(l.order_no::text, 9, '0')`

const terms = sql`
  array['orderNo', 'customer', 'amount', 'days', 'freeDays', 'dailyPpm', 'agreementHash', 'signedAt'] as names,
  array[l.order_no::text, l.customer_id::text, round(l.amount::numeric / 1000000, 6)::text, l.days::text, l.free_days::text,
    l.daily_ppm::text, encode(l.agreement_hash, 'hex'), round(extract(epoch from l.signed_at) * 1000)::bigint::text] as values`

const approvals = sql`
  select concat(${loanLabel}, ', approval of ', a.operator_name) as at, 'loan.approve' as act, 'loan:' || l.id as subject, ${terms},
    null as hash, a.assertion, k.public_key as "publicKey", coalesce(k.origin, a.assertion ->> 'origin') as origin
  from loans.approvals a join loans.loans l on l.id = a.loan_id ${joinPasskey(sql`a.operator_id`, sql`a.assertion`)}
  order by a.at desc limit ${sql.lit(signedChecked)}`

/** What was paid out without the approvals that it takes. */
const unapproved = sql`
  select ${loanLabel} as at, format('%s with %s of %s approvals', l.status, given.n, l.approvals_needed) as found
  from loans.loans l, lateral (select count(*) as n from loans.approvals a where a.loan_id = l.id) given
  where l.entry is not null and given.n < l.approvals_needed order by l.signed_at limit 20`

/** What came back by a loan's row, against its payments. */
const otherPaid = sql`
  select ${loanLabel} as at, 'other than its payments' as found
  from loans.loans l, lateral (select count(*) as n, coalesce(sum(p.principal), 0) as principal, coalesce(sum(p.interest), 0) as interest
    from loans.payments p where p.loan_id = l.id) paid
  where (l.payments, l.principal_paid, l.interest_paid) is distinct from (paid.n, paid.principal, paid.interest)
  order by l.signed_at limit 20`

/** A loan's own columns against its agreement, its entry and its last step. */
const otherwiseMoved = sql`
  select ${loanLabel} as at, format('%s since %s', l.status, l.moved_at) as found
  from loans.loans l left join ledger.entries e on e.seq = l.entry
  left join lateral (select s.step, s.at from loans.steps s where s.loan_id = l.id order by s.id desc limit 1) last on true
  where (l.agreement_hash = sha256(convert_to(l.agreement, 'UTF8')) and (l.signature_file_id is not null or l.typed_name <> '')
    and l.status = last.step and l.moved_at = last.at and l.disbursed_at is not distinct from e.at
    and (l.entry is not null) = (l.status in ('ACTIVE', 'OVERDUE', 'IN_ARREARS', 'REPAID', 'CANCELLED_14D', 'WRITTEN_OFF'))
    and (l.ended_at is not null) = (l.status in ('REPAID', 'CANCELLED_14D', 'WRITTEN_OFF', 'REJECTED', 'CANCELLED_BY_CUSTOMER'))
    and (l.ended_at is null or l.ended_at = l.moved_at)
    and (l.status in ('REPAID', 'CANCELLED_14D')) <= (l.principal_paid = l.amount)) is not true
  order by l.signed_at limit 20`

/** Steps that do not follow one another as loans.keep_loan has it, or go back in time. */
const otherSteps = sql`
  select ${loanLabel} as at, format('%s after %s', s.step, coalesce(s.before, 'nothing')) as found
  from (select loan_id, id, step, at, lag(step) over steps as before, lag(at) over steps as earlier
    from loans.steps window steps as (partition by loan_id order by id)) s
  left join loans.loans l on l.id = s.loan_id
  where (l.id is not null and (s.earlier is null or s.at >= s.earlier) and case
    when s.before is null then s.step = 'PENDING_REVIEW' and s.at = l.signed_at
    when s.before = 'PENDING_REVIEW' then s.step in ('APPROVED', 'REJECTED', 'CANCELLED_BY_CUSTOMER')
    when s.before = 'APPROVED' then s.step = 'ACTIVE'
    when s.before = 'ACTIVE' then s.step in ('REPAID', 'CANCELLED_14D', 'OVERDUE', 'IN_ARREARS')
    when s.before = 'OVERDUE' then s.step in ('REPAID', 'CANCELLED_14D', 'IN_ARREARS')
    when s.before = 'IN_ARREARS' then s.step in ('RESTRUCTURED', 'REPAID', 'WRITTEN_OFF')
    when s.before = 'RESTRUCTURED' then s.step = 'ACTIVE' and s.at = s.earlier end) is not true
  order by s.id limit 20`

/** Payments and releases at another time than their entries, and numbers of payments that are not one after the other. */
const otherTimes = sql`
  select ${loanLabel} as at, format('a movement of %s, and its entry is of %s', m.at, e.at) as found
  from (select loan_id, entry, at from loans.payments union all select loan_id, entry, at from loans.releases) m
  left join loans.loans l on l.id = m.loan_id left join ledger.entries e on e.seq = m.entry
  where e.at is distinct from m.at
  union all
  select ${loanLabel}, format('payments up to %s, and %s in all', p.last, l.payments)
  from (select loan_id, max(n) as last, bool_or(kind = 'CANCELLATION') as cancelled from loans.payments group by 1) p
  join loans.loans l on l.id = p.loan_id
  where p.last <> l.payments or p.cancelled <> (l.status = 'CANCELLED_14D') limit 20`

/** Clauses of which the text that was signed states otherwise: there each has its number at the beginning of a paragraph. */
const otherClauses = sql`
  select ${loanLabel} as at, 'other clauses than its agreement' as found from loans.loans l
  where (l.standing_order, l.set_off) is distinct from
    (l.template_version > 1 and strpos(l.agreement, E'\n(1) ') > 0, l.template_version > 1 and strpos(l.agreement, E'\n(2) ') > 0)
  order by l.signed_at limit 20`

/** What a clause took that was not signed, or was revoked, before it was due, or beyond the deposit that it names. */
const otherCollections = sql`
  select ${loanLabel} as at, format('%s of %s by no clause', p.kind, p.principal + p.interest) as found
  from loans.payments p left join loans.loans l on l.id = p.loan_id
  left join loans.revocations r on r.loan_id = p.loan_id and r.clause = p.kind
  left join ledger.entries e on e.kind = 'deposit' and e.ref = p.deposit_id
  where p.kind in ('STANDING_ORDER', 'SET_OFF')
    and (case p.kind when 'SET_OFF' then l.set_off else l.standing_order and p.principal + p.interest - p.from_loan <=
        (select sum(line.amount) from unnest(e.accounts, e.assets, e.amounts) line(account_id, asset, amount)
          where line.account_id = l.account_id and line.asset = 1) end
      and coalesce(r.at >= p.at, true) and p.at >= l.disbursed_at + make_interval(hours => 24 * l.days)) is not true
  order by p.at limit 20`

/** A score that is not what its events come to, one after the other, within its bounds. */
const otherScores = sql`
  select 'credit score of ' || s.customer_id as at, format('%s after %s and %s points', s.score, s.before, s.points) as found
  from (select customer_id, id, points, score, lag(score, 1, 600::smallint) over events as before,
    lead(id) over events is null as last from loans.score_events window events as (partition by customer_id order by id)) s
  left join accounts.customers c on c.id = s.customer_id
  where s.score <> greatest(300, least(850, s.before + s.points)) or (s.last and c.credit_score is distinct from s.score)
  limit 20`

/** Loan money that is paid out from the house's capital and comes back, with its interest. */
export const loanCauses: Causes = {
  entries: [
    {
      kind: 'loan.disbursement',
      requested: sql`
      select l.id as ref, l.entry, ${loanLabel} as label, array[ledger.account_named('house:capital'), l.account_id] as accounts,
        array[3, 3]::smallint[] as assets, array[-l.amount, l.amount] as amounts
      from loans.loans l where l.entry is not null`,
    },
    {
      kind: 'loan.repayment',
      requested: sql`
      select p.id as ref, p.entry, ${loanLabel} as label, line.accounts, line.assets, line.amounts
      from loans.payments p join loans.loans l on l.id = p.loan_id,
        lateral loans.payment_lines(l.account_id, p.principal, p.interest, p.from_loan) line`,
    },
    {
      kind: 'loan.release',
      requested: sql`
      select r.id as ref, r.entry, ${loanLabel} as label, line.accounts, line.assets, line.amounts
      from loans.releases r join loans.loans l on l.id = r.loan_id, lateral loans.release_lines(l.account_id, r.amount) line`,
    },
  ],
  holds: [],
  held: collateralCauses.held,
  rules: [
    { wrong: unapproved },
    { wrong: otherPaid },
    { wrong: otherwiseMoved },
    { wrong: otherSteps },
    { wrong: otherTimes },
    { wrong: otherClauses },
    { wrong: otherCollections },
    { wrong: otherScores },
    ...repaymentPlanCauses.rules,
    ...collateralCauses.rules,
    goneSubjects('loan', 'loans.loans'),
  ],
  signed: [{ signed: approvals }, ...(repaymentPlanCauses.signed ?? [])],
}
