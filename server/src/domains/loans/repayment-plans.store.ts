import type { RepaymentPlanStatus } from '@evenhand/protocol/repayment-plan-rules.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Fragment } from '../../kernel/db/db.ts'
import type { LoansDb } from './loans.store.ts'

/** A repayment plan; amounts in smallest units of USDT, times in epoch milliseconds. */
export type PlanRow = {
  id: string
  status: RepaymentPlanStatus
  preparedBy: string
  preparedAt: number
  principal: bigint
  interest: bigint
  /** How many payments of the loan came before it. */
  payments: number
  instalments: { dueAt: number; amount: bigint }[]
  approvalsNeeded: number
  until: number
  offeredAt: number | null
  acceptedAt: number | null
  endedAt: number | null
}
/** The same as the database writes it in `plansColumn`. */
export type ReadPlan = Omit<PlanRow, 'principal' | 'interest' | 'instalments'> & {
  principal: string
  interest: string
  instalments: { dueAt: number; amount: string }[]
}

const ms = (column: string): Fragment => sql`round(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

/** Every repayment plan of a loan `l`, oldest first, as the column `plans`. */
export const plansColumn: Fragment = sql`(select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status,
    'preparedBy', r.prepared_by_name, 'preparedAt', ${ms('r.prepared_at')}, 'principal', r.principal::text,
    'interest', r.interest::text, 'payments', r.payments, 'approvalsNeeded', r.approvals_needed, 'until', ${ms('r.until')},
    'offeredAt', ${ms('r.offered_at')},
    'acceptedAt', ${ms('r.accepted_at')}, 'endedAt', ${ms('r.ended_at')},
    'instalments', (select json_agg(json_build_object('dueAt', ${ms('one.due_at')}, 'amount', one.amount::text) order by one.n)
      from unnest(r.due_at, r.amounts) with ordinality as one(due_at, amount, n)))
    order by r.prepared_at, r.id), '[]') from loans.repayment_plans r where r.loan_id = l.id) as plans`

/** A plan as rules know it. */
export const planOf = ({ principal, interest, instalments, ...plan }: ReadPlan): PlanRow => ({
  ...plan,
  principal: BigInt(principal),
  interest: BigInt(interest),
  instalments: instalments.map(({ dueAt, amount }) => ({ dueAt, amount: BigInt(amount) })),
})

export type Preparing = {
  id: string
  loanId: string
  operatorId: string
  principal: bigint
  interest: bigint
  payments: number
  instalments: readonly { dueAt: number; amount: bigint }[]
  approvalsNeeded: number
  until: number
  at: number
}
/** Keeps a plan that an operator prepared (`loans.prepare_repayment_plan`). */
export async function preparePlan(db: LoansDb, one: Preparing): Promise<'prepared' | 'changed' | 'state' | 'role'> {
  const { rows } = await sql<{ outcome: 'prepared' | 'changed' | 'state' | 'role' }>`
    select loans.prepare_repayment_plan(${one.id}, ${one.loanId}, ${one.operatorId}, ${one.principal}::bigint,
      ${one.interest}::bigint, ${one.payments}::integer, ${one.instalments.map(({ dueAt }) => dateOf(dueAt))}::timestamptz[],
      ${one.instalments.map(({ amount }) => String(amount))}::bigint[], ${one.approvalsNeeded}::smallint,
      ${dateOf(one.until)}, ${dateOf(one.at)}) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'state'
}

export type PlanApproved = {
  outcome: 'offered' | 'waits' | 'same' | 'unsigned' | 'state'
  given: number
  needed: number
}
/** Adds an operator's approval (`loans.approve_repayment_plan`); `until`: by when the offer is accepted. */
export async function approvePlan(
  db: LoansDb,
  params: { id: string; operatorId: string; assertion: object; until: number; at: number },
): Promise<PlanApproved> {
  const { rows } = await sql<PlanApproved>`
    select outcome, given, needed from loans.approve_repayment_plan(${params.id}, ${params.operatorId},
      ${JSON.stringify(params.assertion)}::jsonb, ${dateOf(params.until)}, ${dateOf(params.at)})`.execute(db)
  return rows[0] ?? { outcome: 'state', given: 0, needed: 0 }
}

/** Who approved, oldest first, by plan. */
export async function planApprovalsOf(db: LoansDb, ids: readonly string[]) {
  const { rows } = await sql<{ planId: string; operatorId: string; operator: string; at: Date }>`
    select plan_id as "planId", operator_id as "operatorId", operator_name as operator, at
    from loans.repayment_plan_approvals where plan_id = any (${[...ids]}::uuid[]) order by at, operator_id`.execute(db)
  return Map.groupBy(rows, ({ planId }) => planId)
}

export type Accepting = {
  id: string
  customerId: string
  text: string
  hash: string
  lang: string
  ipHash: Buffer
  /** When the job first checks the plan. */
  next: number | null
  at: number
}
/** Accepts an offered plan (`loans.accept_repayment_plan`). */
export async function acceptPlan(db: LoansDb, one: Accepting): Promise<'accepted' | 'same' | 'paid' | 'state'> {
  const { rows } = await sql<{ outcome: 'accepted' | 'same' | 'paid' | 'state' }>`
    select loans.accept_repayment_plan(${one.id}, ${one.customerId}, ${one.text}, ${Buffer.from(one.hash, 'hex')}, ${one.lang},
      ${one.ipHash}, ${one.next === null ? null : dateOf(one.next)}, ${dateOf(one.at)}) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'state'
}

/** What was accepted of a plan: its text, what identifies it, and when. */
export type AcceptedPlan = { text: string; hash: string; lang: string; ipHash: string; acceptedAt: number }
export async function acceptedPlan(db: LoansDb, id: string): Promise<AcceptedPlan | undefined> {
  const { rows } = await sql<AcceptedPlan>`
    select agreement as text, encode(agreement_hash, 'hex') as hash, agreement_lang as lang, encode(ip_hash, 'hex') as "ipHash",
      round(extract(epoch from accepted_at) * 1000)::bigint as "acceptedAt"
    from loans.repayment_plans where id = ${id} and accepted_at is not null`.execute(db)
  const found = rows[0]
  return found && { ...found, acceptedAt: Number(found.acceptedAt) }
}

/** Declines an offered plan (`loans.decline_repayment_plan`); whether it was offered. */
export async function declinePlan(db: LoansDb, one: { id: string; customerId: string; at: number }): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select loans.decline_repayment_plan(${one.id}, ${one.customerId}, ${dateOf(one.at)}) as done`.execute(db)
  return rows[0]?.done === true
}

/** Plans that were not approved or accepted in their time, the oldest first. */
export async function lapsingPlans(db: LoansDb, { at, limit }: { at: number; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from loans.repayment_plans where status in ('PREPARED', 'OFFERED') and until <= ${dateOf(at)}
    order by until, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends some of them (`loans.lapse_repayment_plans`); returns the lapsed plans that customers were offered. */
export async function lapsePlans(
  tx: LoansDb,
  { ids, at }: { ids: readonly string[]; at: number },
): Promise<{ id: string; loanId: string }[]> {
  const { rows } = await sql<{ id: string; loanId: string }>`
    select id, loan_id as "loanId" from loans.lapse_repayment_plans(${[...ids]}::uuid[], ${dateOf(at)})`.execute(tx)
  return rows
}

export type PlanStep = {
  loanId: string
  dueAt: number
  missed: number
  next: number | null
  writeOff: number
  at: number
}
/** Takes a step of the clock (`loans.step_repayment_plan`); undefined where another was first. */
export async function stepPlan(tx: LoansDb, one: PlanStep): Promise<'kept' | 'broken' | undefined> {
  const { rows } = await sql<{ outcome: 'kept' | 'broken' | null }>`
    select loans.step_repayment_plan(${one.loanId}, ${dateOf(one.dueAt)}, ${dateOf(one.missed)},
      ${one.next === null ? null : dateOf(one.next)}, ${dateOf(one.writeOff)}, ${dateOf(one.at)}) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome ?? undefined
}
