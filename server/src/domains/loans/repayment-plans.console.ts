import { repaymentPlanApproval } from '@evenhand/proofs/approval-payloads.ts'
import type { ApprovalPayload } from '@evenhand/proofs/approval.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { maxLoanByOnePerson } from '@evenhand/protocol/loan-rules.ts'
import type {
  approveRepaymentPlan as approveRoute,
  prepareRepaymentPlan as prepareRoute,
  SeenRepaymentPlan,
} from '@evenhand/protocol/loans-console.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { planApprovalDays, planInstalments, planOfferDays } from '@evenhand/protocol/repayment-plan-rules.ts'
import * as z from 'zod/mini'
import { msOf, utcDay } from '../../kernel/time/clock.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { LoansConsoleDeps } from './loans.deps.ts'
import { loanNo, owedOf, usdtText } from './loans.rules.ts'
import { findLoan, type LoanRow } from './loans.store.ts'
import { endedPlanNotice, planNotice } from './repayment-plan-notices.ts'
import { dueAtOf, planTotal, viewPlan } from './repayment-plan.rules.ts'
import { approvePlan, planApprovalsOf, preparePlan, type PlanApproved, type PlanRow } from './repayment-plans.store.ts'
import { disbursedOf } from './view-loan.ts'

/** What an approver of a plan signs. */
const payloadOf = (row: LoanRow, plan: PlanRow): ApprovalPayload =>
  repaymentPlanApproval({
    id: plan.id,
    loanId: row.id,
    orderNo: row.orderNo.toString(),
    customerId: row.customerId,
    principal: usdtText(plan.principal),
    interest: usdtText(plan.interest),
    instalments: plan.instalments.map(({ dueAt, amount }) => ({ day: utcDay(dueAt), amount: usdtText(amount) })),
    preparedAt: plan.preparedAt,
  })

/** A loan's repayment plans as operators see them, newest first. */
export async function seePlans({ db }: Pick<LoansConsoleDeps, 'db'>, row: LoanRow): Promise<SeenRepaymentPlan[]> {
  const approvals = await planApprovalsOf(
    db,
    row.plans.map(({ id }) => id),
  )
  return row.plans.toReversed().map((plan) => {
    const { fields, ...payload } = payloadOf(row, plan)
    return {
      ...viewPlan(plan, row.payments),
      preparedBy: plan.preparedBy,
      approvalsNeeded: plan.approvalsNeeded,
      approvals: (approvals.get(plan.id) ?? []).map(({ operatorId, operator, at }) => ({
        operatorId,
        operator,
        at: msOf(at),
      })),
      approval: { ...payload, fields: fields.map(([name, value]): [string, string] => [name, value]) },
    }
  })
}

type Given = z.output<typeof prepareRoute.request>['instalments']

/**
 * Instalments as they are kept. Refuses 10017 another number of them, days that are none, do not follow one another, are
 * over or too far away; 10016 with `max` amounts that do not add up to what is owed.
 */
function mustAddUp(given: Given, { owed, now }: { owed: bigint; now: number }): { dueAt: number; amount: bigint }[] {
  const step = '0.000001'
  const wrong = () => refuse('amountWrong', { min: step, max: usdtText(owed), step })
  if (given.length < planInstalments.min || given.length > planInstalments.max)
    throw refuse('termUnknown', { terms: [planInstalments.min, planInstalments.max] })
  const read = given.map(({ day, amount }) => {
    const [dueAt, units] = [dueAtOf(day), parseUnits(amount, 6)]
    if (units === undefined || units <= 0n) throw wrong()
    return { dueAt: dueAt ?? 0, amount: units }
  })
  const last = now + planInstalments.days * dayMs
  // The first day is tomorrow at the earliest: its customer has to read the offer before.
  const areDays = read.every(
    ({ dueAt }, at) => dueAt > Math.max(now + dayMs, read[at - 1]?.dueAt ?? 0) && dueAt <= last,
  )
  if (!areDays) throw refuse('termUnknown', { terms: [planInstalments.days] })
  if (read.reduce((sum, { amount }) => sum + amount, 0n) !== owed) throw wrong()
  return read
}

/** A call that finds another payment before its own plan computes anew, at most so often. */
const tries = 20

/**
 * Prepares a repayment plan for a loan in arrears, over exactly what is owed now; one that was not accepted yet lapses.
 * Refuses 40039 a loan that is not in arrears, and as `mustAddUp` does.
 */
export async function prepareRepayment(
  deps: LoansConsoleDeps,
  { id, reason, instalments }: z.output<typeof prepareRoute.request>,
  call: OperatorCall,
): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    const row = await findLoan(deps.db, { id })
    const loan = row && disbursedOf(row)
    if (row === undefined || loan === undefined || row.status !== 'IN_ARREARS') throw refuse('notFound')
    const at = Math.max(deps.clock.now(), row.payments.at(-1)?.at ?? 0)
    const owed = owedOf(loan, at)
    const total = owed.principal + owed.interest
    const parts = mustAddUp(instalments, { owed: total, now: at })
    const planId = uuidV7(at)
    const approvalsNeeded = total > maxLoanByOnePerson ? 2 : 1
    const outcome = await deps.db.transaction().execute(async (tx) => {
      const kept = await preparePlan(tx, {
        id: planId,
        loanId: id,
        operatorId: call.operator.id,
        ...owed,
        payments: row.payments.length,
        instalments: parts,
        approvalsNeeded,
        until: at + planApprovalDays * dayMs,
        at,
      })
      if (kept !== 'prepared') return kept
      await deps.operators.recordAuditEntry(tx, call, {
        act: 'loan.prepare',
        subject: `loan:${id}`,
        customerId: row.customerId,
        reason,
        after: {
          plan: planId,
          no: loanNo(row.orderNo),
          amount: usdtText(total),
          instalments: parts.length,
          needed: approvalsNeeded,
        },
      })
      // An offer that this plan takes the place of cannot be accepted any more, and its customer is notified.
      const now = await findLoan(tx, { id })
      const replaced = now?.plans.filter(({ offeredAt, endedAt }) => offeredAt !== null && endedAt === at) ?? []
      if (now !== undefined)
        await deps.enqueueNotices(
          tx,
          replaced.map((plan) => endedPlanNotice('loan.plan_lapsed', now, { planId: plan.id, at })),
        )
      return kept
    })
    if (outcome === 'prepared') return
    if (outcome !== 'changed') throw refuse('notFound')
  }
  throw refuse('notFound')
}

/**
 * One operator's approval, signed over the instalments; with the last one that it takes, the plan is offered to its customer.
 * Refuses 40033 the same operator again, 40036 what is not signed over this plan, 40039 one that is not to be approved (any
 * more).
 */
export async function approveRepayment(
  deps: LoansConsoleDeps,
  { id, planId, reason, assertion }: z.output<typeof approveRoute.request>,
  call: OperatorCall,
): Promise<void> {
  const row = await findLoan(deps.db, { id })
  const plan = row?.plans.find((one) => one.id === planId)
  const first = plan?.instalments[0]
  if (row === undefined || plan === undefined || first === undefined) throw refuse('notFound')
  const stored = await deps.operators.verifyOperatorAssertion(call, payloadOf(row, plan), assertion)
  const at = deps.clock.now()
  // Accepted before the day of its first instalment begins.
  const until = Math.min(at + planOfferDays * dayMs, first.dueAt + 1 - dayMs)
  await deps.db.transaction().execute(async (tx) => {
    const approved = await approvePlan(tx, { id: planId, operatorId: call.operator.id, assertion: stored, until, at })
    mustBeTaken(approved)
    const { outcome, given, needed } = approved
    await deps.operators.recordAuditEntry(tx, call, {
      act: 'loan.plan',
      subject: `loan:${id}`,
      customerId: row.customerId,
      reason,
      before: { status: plan.status, approvals: given - 1 },
      after: {
        status: outcome === 'offered' ? 'OFFERED' : plan.status,
        approvals: given,
        needed,
        plan: planId,
        no: loanNo(row.orderNo),
        amount: usdtText(planTotal(plan)),
      },
    })
    if (outcome === 'offered') await deps.enqueueNotices(tx, [planNotice('loan.plan_offered', row, { ...plan, until })])
  })
}

function mustBeTaken({ outcome, needed }: PlanApproved): void {
  if (outcome === 'same') throw refuse('fourEyesNeeded', { needed })
  if (outcome === 'unsigned') throw refuse('proofNeeded', { accepts: ['passkey'] })
  if (outcome === 'state') throw refuse('notFound')
}
