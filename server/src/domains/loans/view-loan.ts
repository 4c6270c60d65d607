import { completedPeriods, interestUntil, repaymentDate } from '@evenhand/proofs/loans/interest.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import type { Loan, LoanEvent, WholeLoan } from '@evenhand/protocol/loans.ts'
import type { LoanStatus } from '@evenhand/protocol/states.ts'
import { cancelUntil, loanNo, owedOf, runningOf, runs, termsOf, usdtText, type Disbursed } from './loans.rules.ts'
import { shownPlan, viewPlan } from './repayment-plan.rules.ts'
import { stepsOf, type LoanRow, type LoansDb } from './loans.store.ts'

/** The same once it is paid out; undefined before. */
export const disbursedOf = (row: LoanRow): Disbursed | undefined =>
  row.disbursedAt === null ? undefined : { ...row, disbursedAt: row.disbursedAt }

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** A loan as customers and operators see it, with what is owed at a time. */
export function viewLoan(row: LoanRow, now: number): Loan {
  const paidOut = disbursedOf(row)
  const plan = shownPlan(row.plans, now)
  const owed = paidOut === undefined ? { principal: 0n, interest: 0n } : owedOf(paidOut, now)
  return {
    id: row.id,
    orderNo: loanNo(row.orderNo),
    ...termsOf(row.amount, row.terms),
    agreementHash: row.agreementHash,
    templateVersion: row.templateVersion,
    agreementLang: row.agreementLang,
    signatureFileId: row.signatureFileId,
    typedName: row.typedName,
    signedAt: row.signedAt,
    remark: row.remark,
    status: row.status,
    reasonCode: row.reasonCode,
    reviewDueAt: row.reviewDueAt,
    decidedAt: row.decidedAt,
    disbursedAt: row.disbursedAt,
    repaymentDate: paidOut === undefined ? null : repaymentDate(paidOut),
    endedAt: row.endedAt,
    outstanding: usdtText(owed.principal),
    owed: {
      principal: usdtText(owed.principal),
      interest: usdtText(owed.interest),
      total: usdtText(owed.principal + owed.interest),
      at: now,
    },
    repaid: {
      principal: usdtText(sumOf(row.payments.map(({ principal }) => principal))),
      interest: usdtText(sumOf(row.payments.map(({ interest }) => interest))),
    },
    cancelUntil: paidOut === undefined ? null : cancelUntil(paidOut, now),
    standingOrder: row.standingOrder,
    setOff: row.setOff,
    repaymentPlan: plan === undefined ? null : viewPlan(plan, row.payments),
    acceptedPlans: row.plans.flatMap(({ id, acceptedAt }) => (acceptedAt === null ? [] : [{ id, acceptedAt }])),
  }
}

const eventKinds: Readonly<Partial<Record<LoanStatus, LoanEvent['kind']>>> = {
  PENDING_REVIEW: 'APPLIED',
  APPROVED: 'APPROVED',
  ACTIVE: 'DISBURSED',
  REJECTED: 'REJECTED',
  CANCELLED_BY_CUSTOMER: 'WITHDRAWN',
  REPAID: 'REPAID',
  CANCELLED_14D: 'CANCELLED',
  OVERDUE: 'OVERDUE',
  IN_ARREARS: 'IN_ARREARS',
  RESTRUCTURED: 'RESTRUCTURED',
  WRITTEN_OFF: 'WRITTEN_OFF',
}

function eventsOf(row: LoanRow, steps: readonly { step: LoanStatus; at: number }[]): LoanEvent[] {
  const cancelled = row.payments.find(({ kind }) => kind === 'CANCELLATION')
  const states = steps.flatMap(({ step, at }, index): LoanEvent[] => {
    const kind = eventKinds[step]
    // A loan that runs again by a repayment plan is not paid out again.
    if (kind === undefined || steps[index - 1]?.step === 'RESTRUCTURED') return []
    const principal = kind === 'DISBURSED' ? row.amount : kind === 'CANCELLED' ? cancelled?.principal : undefined
    return [{ kind, at, principal: principal === undefined ? null : usdtText(principal), interest: null }]
  })
  const payments = row.payments.flatMap(({ kind, at, principal, interest }): LoanEvent[] => {
    if (kind === 'CANCELLATION') return []
    return [{ kind, at, principal: usdtText(principal), interest: usdtText(interest) }]
  })
  // What ended it comes after the payment that did.
  const isEnd = ({ kind }: LoanEvent): boolean => kind === 'REPAID' || kind === 'CANCELLED'
  return [...states, ...payments].toSorted((a, b) => a.at - b.at || Number(isEnd(a)) - Number(isEnd(b)))
}

/** Days that a schedule shows at least, also of a loan that is overdue. */
const shownDays = 30

function scheduleOf(row: LoanRow, now: number): Pick<WholeLoan, 'schedule' | 'nextInterestAt'> {
  const loan = disbursedOf(row)
  if (loan === undefined || !runs(row.status)) return { schedule: [], nextInterestAt: null }
  const today = completedPeriods(loan.disbursedAt, now)
  const running = runningOf(loan)
  const atDay = (day: number): number => Math.max(now, loan.disbursedAt + day * dayMs)
  const last = Math.max(loan.terms.days, today + shownDays)
  const schedule = Array.from({ length: last - today + 1 }, (_, ahead) => {
    const { principal, interest } = owedOf(loan, atDay(today + ahead))
    return { day: today + ahead, interest: usdtText(interest), total: usdtText(principal + interest) }
  })
  const interestNow = interestUntil(running, now)
  const rises = schedule.find(({ day }) => interestUntil(running, atDay(day)) > interestNow)
  return { schedule, nextInterestAt: rises === undefined ? null : loan.disbursedAt + rises.day * dayMs }
}

/** One loan with its history and what repaying it on a day to come costs. */
export async function viewWholeLoan(db: LoansDb, row: LoanRow, now: number): Promise<WholeLoan> {
  return { ...viewLoan(row, now), events: eventsOf(row, await stepsOf(db, row.id)), ...scheduleOf(row, now) }
}
