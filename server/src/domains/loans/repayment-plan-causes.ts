import { sql } from '../../kernel/db/db.ts'
import { joinPasskey, signedChecked, type Causes } from '../ledger/index.ts'

const label = sql`'loan LN' || lpad(l.order_no::text, 9, '0')`
const ofLoan = sql`loans.repayment_plans p left join loans.loans l on l.id = p.loan_id`

const approvals = sql`
  select concat(${label}, ', approval of a plan by ', a.operator_name) as at, 'loan.plan' as act, 'loan:' || l.id as subject,
    array['plan', 'orderNo', 'customer', 'principal', 'interest', 'instalments', 'preparedAt'] as names,
    array[p.id::text, l.order_no::text, p.customer_id::text, round(p.principal::numeric / 1000000, 6)::text,
      round(p.interest::numeric / 1000000, 6)::text, loans.repayment_plan_terms(p),
      round(extract(epoch from p.prepared_at) * 1000)::bigint::text] as values,
    null as hash, a.assertion, k.public_key as "publicKey", coalesce(k.origin, a.assertion ->> 'origin') as origin
  from loans.repayment_plan_approvals a join loans.repayment_plans p on p.id = a.plan_id join loans.loans l on l.id = p.loan_id
    ${joinPasskey(sql`a.operator_id`, sql`a.assertion`)}
  order by a.at desc limit ${sql.lit(signedChecked)}`

/** Plans that were offered without the approvals that they take. */
const unapproved = sql`
  select ${label} as at, format('a plan with %s of %s approvals', given.n, p.approvals_needed) as found
  from ${ofLoan}, lateral (select count(*) as n from loans.repayment_plan_approvals a where a.plan_id = p.id) given
  where p.offered_at is not null and given.n < p.approvals_needed order by p.prepared_at limit 20`

/** Plans of another sum than was owed, or of more interest than there ever is, or whose instalments do not come to it. */
const otherSums = sql`
  select ${label} as at, format('a plan over %s and %s', p.principal, p.interest) as found
  from ${ofLoan}, lateral (select coalesce(sum(y.principal), 0) as principal, coalesce(sum(y.interest), 0) as interest
    from loans.payments y where y.loan_id = p.loan_id and y.n <= p.payments) before
  where (p.customer_id = l.customer_id and p.principal = l.amount - before.principal
    and p.interest + before.interest <= l.amount and loans.are_instalments(p.due_at, p.amounts, p.principal + p.interest)) is not true
  order by p.prepared_at limit 20`

/** Instalments that do not stand in the text that was accepted, each with its number at the beginning of a paragraph. */
const otherTexts = sql`
  select ${label} as at, 'another plan than was accepted' as found from ${ofLoan}
  where p.agreement is not null and (p.agreement_hash = sha256(convert_to(p.agreement, 'UTF8'))
    and strpos(p.agreement, encode(l.agreement_hash, 'hex')) > 0
    and strpos(p.agreement, E'\n(' || cardinality(p.amounts) + 1 || ') ') = 0
    and (select bool_and(strpos(p.agreement, format(E'\n(%s) %s: %s USDT\n', one.n,
        to_char(one.due_at at time zone 'UTC', 'YYYY-MM-DD'), round(one.amount::numeric / 1000000, 6))) > 0)
      from unnest(p.due_at, p.amounts) with ordinality as one(due_at, amount, n))) is not true
  order by p.prepared_at limit 20`

/** Plans in another state than their loans, or that were accepted or ended at another time than their loans. */
const otherStates = sql`
  select ${label} as at, format('a plan %s, and the loan %s', p.status, l.status) as found from ${ofLoan}
  where (case p.status when 'ACCEPTED' then l.status = 'ACTIVE' when 'KEPT' then l.status = 'REPAID' and p.ended_at = l.ended_at
      when 'PREPARED' then l.status = 'IN_ARREARS' when 'OFFERED' then l.status = 'IN_ARREARS' else l.id is not null end
    and (p.accepted_at is null or exists (select from loans.steps s
      where s.loan_id = p.loan_id and s.step = 'RESTRUCTURED' and s.at = p.accepted_at))
    and (p.status <> 'BROKEN' or exists (select from loans.steps s
      where s.loan_id = p.loan_id and s.step = 'IN_ARREARS' and s.at = p.ended_at))
    and p.prepared_at <= coalesce(p.offered_at, p.prepared_at) and coalesce(p.offered_at, p.prepared_at) <= coalesce(p.accepted_at, p.ended_at, 'infinity')
    and coalesce(p.accepted_at < p.until, true)) is not true
  order by p.prepared_at limit 20`

/** Loans that run again, or are in arrears again, by no plan. */
const otherReturns = sql`
  select ${label} as at, format('%s by no plan', s.step) as found
  from (select loan_id, step, at, lag(step) over (partition by loan_id order by id) as before from loans.steps) s
  join loans.loans l on l.id = s.loan_id
  where (s.step = 'RESTRUCTURED' and not exists (select from loans.repayment_plans p where p.loan_id = s.loan_id and p.accepted_at = s.at))
    or (s.step = 'IN_ARREARS' and s.before = 'ACTIVE' and not exists (select from loans.repayment_plans p
      where p.loan_id = s.loan_id and p.status = 'BROKEN' and p.ended_at = s.at))
  limit 20`

/** Plans that were ended although they were kept: what was due a week before was paid. */
const endedWrongly = sql`
  select ${label} as at, 'a plan ended that was kept' as found from ${ofLoan},
    lateral (select coalesce(sum(y.principal + y.interest), 0) as units from loans.payments y
      where y.loan_id = p.loan_id and y.n > p.payments and y.at <= p.ended_at) paid,
    lateral loans.paid_in_plan(p, p.ended_at - make_interval(days => 7)) sum
  where p.status = 'BROKEN' and paid.units >= sum.due limit 20`

/** What a standing order took of a loan that runs by a plan beyond the instalments that were due. */
const takenEarly = sql`
  select ${label} as at, format('%s of %s before it was due by the plan', y.kind, y.principal + y.interest) as found
  from loans.payments y join loans.repayment_plans p on p.loan_id = y.loan_id and p.accepted_at <= y.at and p.payments < y.n
      and coalesce(y.at < p.ended_at or p.status = 'KEPT', true)
    left join loans.loans l on l.id = y.loan_id,
    lateral loans.paid_in_plan(p, y.at) sum,
    lateral (select sum(z.principal + z.interest) as units from loans.payments z
      where z.loan_id = y.loan_id and z.n > p.payments and z.n <= y.n) paid
  where y.kind in ('STANDING_ORDER', 'SET_OFF') and paid.units > sum.due limit 20`

/** What stands of repayment plans beside loans: no money moves by them. */
export const repaymentPlanCauses: Pick<Causes, 'rules' | 'signed'> = {
  rules: [unapproved, otherSums, otherTexts, otherStates, otherReturns, endedWrongly, takenEarly].map((wrong) => ({
    wrong,
  })),
  signed: [{ signed: approvals }],
}
