import type { NotificationEvent } from '../notices/index.ts'
import { loanNo, owedOf, usdtText } from './loans.rules.ts'
import type { LoanRow } from './loans.store.ts'
import { planTotal, type Instalment, type Missed } from './repayment-plan.rules.ts'
import type { PlanRow } from './repayment-plans.store.ts'
import { disbursedOf } from './view-loan.ts'

const paramsOf = (row: LoanRow) => ({ loanId: row.id, orderNo: loanNo(row.orderNo), amount: usdtText(row.amount) })

/** A notice that a plan is offered, and until when; or that it was accepted, with its first instalment. */
export function planNotice(
  template: 'loan.plan_offered' | 'loan.plan_accepted',
  row: LoanRow,
  plan: PlanRow,
): NotificationEvent {
  const first = plan.instalments[0]?.dueAt ?? 0
  return {
    accountId: row.accountId,
    template,
    params: {
      ...paramsOf(row),
      owed: usdtText(planTotal(plan)),
      count: String(plan.instalments.length),
      dueAt: template === 'loan.plan_offered' ? plan.until : first,
    },
    ref: `${template} ${plan.id}`,
  }
}

type Reminded = { plan: PlanRow; instalment: Instalment; checkAt: number }

/** A reminder of an instalment that is not paid, with what is left of it. */
export const instalmentNotice = (row: LoanRow, { plan, instalment, checkAt }: Reminded): NotificationEvent => ({
  accountId: row.accountId,
  template: 'loan.plan_due',
  params: {
    ...paramsOf(row),
    owed: usdtText(instalment.left),
    n: String(instalment.n),
    count: String(plan.instalments.length),
    dueAt: instalment.dueAt,
  },
  ref: `loan.plan_due ${plan.id} ${instalment.n} ${checkAt}`,
})

/** A notice that an instalment was missed: all of the plan that is due, and until when paying it keeps the plan. */
export const missedNotice = (
  row: LoanRow,
  plan: PlanRow,
  { instalment: { n, dueAt }, owed, until }: Missed,
): NotificationEvent => ({
  accountId: row.accountId,
  template: 'loan.plan_missed',
  params: {
    ...paramsOf(row),
    owed: usdtText(owed),
    n: String(n),
    count: String(plan.instalments.length),
    dueAt,
    until,
  },
  ref: `loan.plan_missed ${plan.id} ${n}`,
})

/**
 * A notice that a plan ended, since an instalment was missed; or that one which was offered cannot be accepted any more. It
 * states what is owed at that time.
 */
export function endedPlanNotice(
  template: 'loan.plan_broken' | 'loan.plan_lapsed',
  row: LoanRow,
  { planId, at }: { planId: string; at: number },
): NotificationEvent {
  const loan = disbursedOf(row)
  const { principal, interest } = loan === undefined ? { principal: 0n, interest: 0n } : owedOf(loan, at)
  return {
    accountId: row.accountId,
    template,
    params: { ...paramsOf(row), owed: usdtText(principal + interest) },
    ref: `${template} ${planId}`,
  }
}
