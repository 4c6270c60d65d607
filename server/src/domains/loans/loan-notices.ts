import { repaymentDate } from '@evenhand/proofs/loans/interest.ts'
import type { NotificationEvent } from '../notices/index.ts'
import { loanNo, usdtText } from './loans.rules.ts'
import type { LoanRow } from './loans.store.ts'
import { disbursedOf } from './view-loan.ts'

type NotifiedLoan = Pick<LoanRow, 'id' | 'accountId' | 'orderNo' | 'amount'>
const paramsOf = (row: NotifiedLoan) => ({ loanId: row.id, orderNo: loanNo(row.orderNo), amount: usdtText(row.amount) })

type Simple = 'loan.submitted'
type Payment = 'loan.repayment' | 'loan.repaid' | 'loan.cancelled' | 'loan.standing_order' | 'loan.set_off'

/** A notice of an application, or of a payment with what was paid. */
export function loanNotice(template: Simple, row: LoanRow): NotificationEvent
export function loanNotice(template: Payment, row: LoanRow, payment: { paid: string; ref: string }): NotificationEvent
export function loanNotice(
  template: Simple | Payment,
  row: LoanRow,
  payment?: { paid: string; ref: string },
): NotificationEvent {
  const { accountId } = row
  const params = paramsOf(row)
  if (template === 'loan.submitted') return { accountId, template, params, ref: `${template} ${row.id}` }
  return {
    accountId,
    template,
    params: { ...params, paid: payment?.paid ?? '0' },
    ref: `${template} ${payment?.ref ?? row.id}`,
  }
}

/** A notice of a decision: paid out with the day of repayment, or rejected by its reason. */
export function decisionNotice(row: LoanRow): NotificationEvent {
  const { accountId, reasonCode } = row
  if (reasonCode !== null)
    return {
      accountId,
      template: 'loan.rejected',
      params: { ...paramsOf(row), reason: reasonCode },
      ref: `loan.rejected ${row.id}`,
    }
  const loan = disbursedOf(row)
  return {
    accountId,
    template: 'loan.disbursed',
    params: { ...paramsOf(row), dueAt: loan === undefined ? 0 : repaymentDate(loan) },
    ref: `loan.disbursed ${row.id}`,
  }
}

export type DueNotice = {
  template: 'loan.due' | 'loan.overdue' | 'loan.arrears' | 'loan.written_off'
  owed: bigint
  at: number
}

/** A notice of the clock: what is owed now, and when it was or is to be repaid. */
export function dueNotice(row: LoanRow, { template, owed, at }: DueNotice): NotificationEvent {
  const loan = disbursedOf(row)
  return {
    accountId: row.accountId,
    template,
    params: { ...paramsOf(row), owed: usdtText(owed), dueAt: loan === undefined ? 0 : repaymentDate(loan) },
    ref: `${template} ${row.id} ${at}`,
  }
}
