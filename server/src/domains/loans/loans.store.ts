import type { LoanClause } from '@evenhand/protocol/loan-rules.ts'
import type { CreditScoreKind } from '@evenhand/protocol/credit-score.ts'
import type { LoanTerms } from '@evenhand/proofs/loans/terms.ts'
import type { OrderParams } from '@evenhand/protocol/settings.ts'
import type { LoanReason, LoanStatus } from '@evenhand/protocol/states.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db, type Fragment } from '../../kernel/db/db.ts'
import type { LoanClauses } from './loan-agreement.ts'
import { loanNo, type Payment } from './loans.rules.ts'
import { planOf, plansColumn, type ReadPlan } from './repayment-plans.store.ts'

export type LoansDb = Db<'loans'>
type PaymentRow = { kind: Payment['kind']; at: number; principal: string; interest: string }
type Read = {
  id: string
  order_no: bigint
  customer_id: string
  account_id: bigint
  amount: bigint
  days: number
  free_days: number
  daily_ppm: number
  agreement: string
  agreement_hash: Buffer
  agreement_lang: string
  template_version: number
  signature_file_id: string | null
  typed_name: string
  signed_at: Date
  remark: string
  approvals_needed: number
  status: LoanStatus
  reason_code: LoanReason | null
  review_due_at: Date
  decided_at: Date | null
  disbursed_at: Date | null
  due_at: Date | null
  ended_at: Date | null
  paid: PaymentRow[]
  ip_hash: Buffer
  standing_order: boolean
  set_off: boolean
  revoked: { clause: LoanClause; at: number }[]
  plans: ReadPlan[]
}
export type LoanRow = Awaited<ReturnType<typeof rowOf>>

const columns = sql`l.*, (select coalesce(json_agg(json_build_object('kind', p.kind,
    'at', round(extract(epoch from p.at) * 1000)::bigint, 'principal', p.principal::text, 'interest', p.interest::text)
    order by p.n), '[]') from loans.payments p where p.loan_id = l.id) as paid,
  (select coalesce(json_agg(json_build_object('clause', r.clause, 'at', round(extract(epoch from r.at) * 1000)::bigint)), '[]')
    from loans.revocations r where r.loan_id = l.id) as revoked, ${plansColumn}`

const msOrNull = (at: Date | null): number | null => (at === null ? null : msOf(at))

function rowOf(row: Read) {
  const terms: LoanTerms = { days: row.days, freeDays: row.free_days, dailyPpm: BigInt(row.daily_ppm) }
  const payments: Payment[] = row.paid.map(({ principal, interest, ...one }) => ({
    ...one,
    principal: BigInt(principal),
    interest: BigInt(interest),
  }))
  return {
    id: row.id,
    orderNo: row.order_no,
    customerId: row.customer_id,
    accountId: row.account_id,
    amount: row.amount,
    terms,
    agreement: row.agreement,
    agreementHash: row.agreement_hash.toString('hex'),
    agreementLang: row.agreement_lang,
    templateVersion: row.template_version,
    signatureFileId: row.signature_file_id,
    typedName: row.typed_name,
    ipHash: row.ip_hash.toString('hex'),
    signedAt: msOf(row.signed_at),
    remark: row.remark,
    approvalsNeeded: row.approvals_needed,
    status: row.status,
    reasonCode: row.reason_code,
    reviewDueAt: msOf(row.review_due_at),
    decidedAt: msOrNull(row.decided_at),
    disbursedAt: msOrNull(row.disbursed_at),
    dueAt: msOrNull(row.due_at),
    endedAt: msOrNull(row.ended_at),
    payments,
    plans: row.plans.map(planOf),
    standingOrder: clauseOf(row.standing_order, row, 'STANDING_ORDER'),
    setOff: clauseOf(row.set_off, row, 'SET_OFF'),
  }
}

/** A clause that was signed, with when it was revoked; null for one that was not. */
const clauseOf = (isSigned: boolean, { revoked }: Read, clause: LoanClause): { revokedAt: number | null } | null =>
  isSigned ? { revokedAt: revoked.find((one) => one.clause === clause)?.at ?? null } : null

/** Loans that a condition over `loans.loans l` is true of, with their payments. */
export async function loansWhere(
  db: LoansDb,
  { where, order = sql`l.signed_at desc, l.id desc`, limit, offset = 0 }: LoansWhere,
): Promise<LoanRow[]> {
  const { rows } = await sql<Read>`
    select ${columns} from loans.loans l where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => rowOf(row))
}
type LoansWhere = { where: Fragment; order?: Fragment; limit: number; offset?: number }

/** How many loans a condition is true of. */
export async function countLoans(db: LoansDb, where: Fragment): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from loans.loans l where ${where}`.execute(db)
  return rows[0]?.n ?? 0
}

/** One loan, of a customer where one is named. */
export async function findLoan(db: LoansDb, params: { id: string; customerId?: string }): Promise<LoanRow | undefined> {
  const own = params.customerId === undefined ? sql`true` : sql`l.customer_id = ${params.customerId}`
  return (await loansWhere(db, { where: sql`l.id = ${params.id} and ${own}`, limit: 1 }))[0]
}

/** Each state of a loan with its time, oldest first. */
export async function stepsOf(db: LoansDb, loanId: string): Promise<{ step: LoanStatus; at: number }[]> {
  const { rows } = await sql<{ step: LoanStatus; at: Date }>`
    select step, at from loans.steps where loan_id = ${loanId} order by id`.execute(db)
  return rows.map(({ step, at }) => ({ step, at: msOf(at) }))
}

/** What a customer's loans came to, the one that is open, and when the last rejection was. */
export type CustomerRecord = {
  repaid: number
  overdue: number
  writtenOff: number
  openId: string | null
  rejectedAt: number | null
}
export async function recordsOf(db: LoansDb, customerIds: readonly string[]): Promise<Map<string, CustomerRecord>> {
  const { rows } = await sql<Omit<CustomerRecord, 'rejectedAt'> & { customerId: string; rejectedAt: Date | null }>`
    select l.customer_id as "customerId", (count(*) filter (where l.status = 'REPAID'))::int as repaid,
      (count(*) filter (where exists (select from loans.steps s where s.loan_id = l.id and s.step = 'OVERDUE')))::int as overdue,
      (count(*) filter (where l.status = 'WRITTEN_OFF'))::int as "writtenOff",
      (array_agg(l.id) filter (where l.status in ('PENDING_REVIEW', 'APPROVED', 'ACTIVE', 'OVERDUE', 'IN_ARREARS')))[1] as "openId",
      max(l.decided_at) filter (where l.status = 'REJECTED') as "rejectedAt"
    from loans.loans l where l.customer_id = any (${[...customerIds]}::uuid[]) group by 1`.execute(db)
  return new Map(
    rows.map(({ customerId, rejectedAt, ...row }) => [customerId, { ...row, rejectedAt: msOrNull(rejectedAt) }]),
  )
}

export type Application = {
  id: string
  customerId: string
  accountId: bigint
  amount: bigint
  terms: LoanTerms
  agreement: { text: string; hash: string; lang: string; templateVersion: number }
  signatureFileId: string | null
  typedName: string
  ipHash: Buffer
  remark: string
  approvalsNeeded: number
  reviewDueAt: number
  at: number
  clauses: LoanClauses
}
export type Applied = { outcome: 'applied' | 'open' | 'wait' | 'unverified' | 'held' | 'account'; until: Date | null }

/** Keeps a signed application (`loans.apply`). */
export async function applyLoan(db: LoansDb, one: Application, retryDays: number): Promise<Applied | undefined> {
  const { agreement, terms } = one
  const { rows } = await sql<Applied>`
    select outcome, until from loans.apply(row(${one.id}, ${one.customerId}, ${one.accountId}, ${one.amount}, ${terms.days},
      ${terms.freeDays}, ${terms.dailyPpm}, ${agreement.text}, ${Buffer.from(agreement.hash, 'hex')}, ${agreement.lang},
      ${agreement.templateVersion}, ${one.signatureFileId}, ${one.typedName}, ${one.ipHash}, ${one.remark},
      ${one.approvalsNeeded}, ${dateOf(one.reviewDueAt)}, ${dateOf(one.at)}, ${one.clauses.standingOrder},
      ${one.clauses.setOff})::loans.application,
      make_interval(days => ${retryDays}))`.execute(db)
  return rows[0]
}

export type Paying = {
  id: string
  loanId: string
  customerId: string
  /** How many payments the caller had seen. */
  payments: number
  principal: bigint
  interest: bigint
  ends: 'REPAID' | 'CANCELLED_14D' | null
  /** The repayment plan that the caller saw in force. */
  planId: string | null
  at: number
}
export type Paid = { outcome: 'paid' | 'changed' | 'balance'; free: bigint }

/** Takes a payment (`loans.repay`). */
export async function payLoan(db: LoansDb, one: Paying): Promise<Paid> {
  const { rows } = await sql<Paid>`
    select outcome, free from loans.repay(${one.id}, ${one.loanId}, ${one.customerId}, ${one.payments}::integer,
      ${one.principal}::bigint, ${one.interest}::bigint, ${one.ends}::text, ${dateOf(one.at)},
      ${one.planId}::uuid)`.execute(db)
  return rows[0] ?? { outcome: 'changed', free: 0n }
}

/** Takes an application back; whether it was undecided. */
export async function withdrawLoan(
  db: LoansDb,
  params: { id: string; customerId: string; at: number },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select loans.withdraw(${params.id}, ${params.customerId}, ${dateOf(params.at)}) as done`.execute(db)
  return rows[0]?.done === true
}

export type ScoreMove = { loanId: string; kind: CreditScoreKind; points: number; at: number }
/** Moves a credit score by what became of a loan (`loans.move_score`). */
export async function moveScore(db: LoansDb, { loanId, kind, points, at }: ScoreMove): Promise<void> {
  await sql`select loans.move_score(${loanId}, ${kind}, ${points}::integer, ${dateOf(at)})`.execute(db)
}

/** What moved a customer's score, newest first. */
export async function scoreEventsOf(db: LoansDb, customerId: string) {
  const { rows } = await sql<{ kind: CreditScoreKind; points: number; score: number; at: Date; orderNo: bigint }>`
    select e.kind, e.points, e.score, e.at, l.order_no as "orderNo"
    from loans.score_events e join loans.loans l on l.id = e.loan_id
    where e.customer_id = ${customerId} order by e.id desc limit 100`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: msOf(at) }))
}

export type LoanApproval = { operatorId: string; operator: string; at: number }
/** Who approved, oldest first, by loan. */
export async function approvalsOf(db: LoansDb, ids: readonly string[]): Promise<Map<string, LoanApproval[]>> {
  const { rows } = await sql<Omit<LoanApproval, 'at'> & { loanId: string; at: Date }>`
    select loan_id as "loanId", operator_id as "operatorId", operator_name as operator, at
    from loans.approvals where loan_id = any (${[...ids]}::uuid[]) order by at, operator_id`.execute(db)
  const found = Map.groupBy(rows, ({ loanId }) => loanId)
  return new Map(
    [...found].map(([id, given]) => [
      id,
      given.map(({ operatorId, operator, at }) => ({ operatorId, operator, at: msOf(at) })),
    ]),
  )
}

/** Numbers of one customer's loans by what entries refer to: the loan of a disbursement, the payment of a repayment. */
export async function nameLoans(
  db: LoansDb,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  const { rows } = await sql<{ ref: string; id: string; orderNo: bigint }>`
    select l.id as ref, l.id, l.order_no as "orderNo" from loans.loans l
      where l.account_id = ${accountId} and l.id = any (${[...ids]}::uuid[])
    union all
    select p.id, l.id, l.order_no from loans.payments p join loans.loans l on l.id = p.loan_id
      where l.account_id = ${accountId} and p.id = any (${[...ids]}::uuid[])
    union all
    select r.id, l.id, l.order_no from loans.releases r join loans.loans l on l.id = r.loan_id
      where l.account_id = ${accountId} and r.id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ ref, id, orderNo }) => [ref, { id, of: 'loan', orderNo: loanNo(orderNo) }]))
}

/** A loan by its whole id or number. */
export async function searchLoans(db: LoansDb, params: { id?: string; loanNo?: bigint }) {
  const { rows } = await sql<{ id: string; no: bigint; customerId: string; status: string; at: Date }>`
    select id, order_no as no, customer_id as "customerId", status, signed_at as at from loans.loans
    where id = ${params.id ?? null}::uuid or order_no = ${params.loanNo ?? null}::bigint`.execute(db)
  return rows.map((row) => ({ ...row, kind: 'loan' as const, no: loanNo(row.no), at: msOf(row.at) }))
}
