import { sql } from '../../kernel/db/db.ts'
import { goneSubjects, joinPasskey, signedChecked, type Causes } from '../ledger/index.ts'

const loanPlace = sql`'loan LN' || lpad(l.order_no::text, 9, '0')`

const terms = sql`
  array['orderNo', 'customer', 'amount', 'days', 'freeDays', 'dailyPpm', 'agreementHash', 'signedAt'] as names,
  array[l.order_no::text, l.customer_id::text, round(l.amount::numeric / 1000000, 6)::text, l.days::text, l.free_days::text,
    l.daily_ppm::text, encode(l.agreement_hash, 'hex'), round(extract(epoch from l.signed_at) * 1000)::bigint::text] as values`

const approvals = sql`
  select concat(${loanPlace}, ', approval of ', a.operator_name) as at, 'loan.approve' as act, 'loan:' || l.id as subject, ${terms},
    null as hash, a.assertion, k.public_key as "publicKey", coalesce(k.origin, a.assertion ->> 'origin') as origin
  from loans.approvals a join loans.loans l on l.id = a.loan_id ${joinPasskey(sql`a.operator_id`, sql`a.assertion`)}
  order by a.at desc limit ${sql.lit(signedChecked)}`

/** What was paid out without the approvals that it takes. */
const unapproved = sql`
  select ${loanPlace} as at, format('%s with %s of %s approvals', l.status, given.n, l.approvals_needed) as found
  from loans.loans l, lateral (select count(*) as n from loans.approvals a where a.loan_id = l.id) given
  where l.entry is not null and given.n < l.approvals_needed order by l.signed_at limit 20`

/** What a loan says came back against its payments. */
const otherPaid = sql`
  select ${loanPlace} as at, 'other than its payments' as found
  from loans.loans l, lateral (select count(*) as n, coalesce(sum(p.principal), 0) as principal, coalesce(sum(p.interest), 0) as interest
    from loans.payments p where p.loan_id = l.id) paid
  where (l.payments, l.principal_paid, l.interest_paid) is distinct from (paid.n, paid.principal, paid.interest)
  order by l.signed_at limit 20`

/** Loan money that is paid out from the house's capital and comes back, with its interest. */
export const loanCauses: Causes = {
  entries: [
    {
      kind: 'loan.disbursement',
      requested: sql`
      select l.id as ref, l.entry, ${loanPlace} as place, array[ledger.account_named('house:capital'), l.account_id] as accounts,
        array[3, 3]::smallint[] as assets, array[-l.amount, l.amount] as amounts
      from loans.loans l where l.entry is not null`,
    },
    {
      kind: 'loan.repayment',
      requested: sql`
      select p.id as ref, p.entry, ${loanPlace} as place, line.accounts, line.assets, line.amounts
      from loans.payments p join loans.loans l on l.id = p.loan_id,
        lateral loans.payment_lines(l.account_id, p.principal, p.interest, p.from_loan) line`,
    },
    {
      kind: 'loan.release',
      requested: sql`
      select r.id as ref, r.entry, ${loanPlace} as place, line.accounts, line.assets, line.amounts
      from loans.releases r join loans.loans l on l.id = r.loan_id, lateral loans.release_lines(l.account_id, r.amount) line`,
    },
  ],
  holds: [],
  held: [],
  rules: [{ wrong: unapproved }, { wrong: otherPaid }, goneSubjects('loan', 'loans.loans')],
  signed: [{ signed: approvals }],
}
