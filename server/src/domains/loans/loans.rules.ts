import { annualRateBps } from '@evenhand/proofs/loans/annual-rate.ts'
import {
  interestAtTerm,
  owedAt,
  repaymentDate,
  type PrincipalPayment,
  type RunningLoan,
} from '@evenhand/proofs/loans/interest.ts'
import {
  loanProductOf,
  loanProducts,
  maxLoan,
  minLoan,
  type LoanProduct,
  type LoanTerms,
} from '@evenhand/proofs/loans/terms.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import {
  loanArrearsDays,
  loanCancelDays,
  loanReminderDays,
  loanWriteOffDays,
  type LoanClause,
} from '@evenhand/protocol/loan-rules.ts'
import { formatUnits, moneyText, parseUnits } from '@evenhand/protocol/money.ts'
import type { LoanStatus } from '@evenhand/protocol/states.ts'
import { refuse, type Refusal } from '../../kernel/http/refusal.ts'
import { brokenAt, dueInPlan, pausesOf, planInForce } from './repayment-plan.rules.ts'
import type { PlanRow } from './repayment-plans.store.ts'
import type { Pledged } from './collateral.rules.ts'

export const usdtText = (units: bigint): string => moneyText({ asset: 'USDT', units })
/** A daily rate in millionths as per cent: 300 is `0.03`. */
export const rateText = (dailyPpm: bigint): string => formatUnits(dailyPpm, 4, 2)
/** The number of a loan as customers know it. */
export const loanNo = (orderNo: bigint): string => `LN${orderNo.toString().padStart(9, '0')}`

/** A customer's record with loans: the score, and how many were repaid. */
export type Record = { score: number; repaidLoans: number }
/** What is wanted, and what secures it where its customer pledges something. */
export type Wanted = { product: LoanProduct; amount: bigint; collateral?: Pledged }

/** 10017 with every term that there is. */
export const otherTerm = (): Refusal => refuse('termUnknown', { terms: loanProducts.map((one) => one.days) })

/**
 * What is wanted, in smallest units with its terms. Refuses in this order: 10017 days that are in no table, 30001 a score
 * below what the term needs, 10023 an amount that only other terms have, 10016 one that no term has or that is malformed.
 */
export function wantedLoan({ days, amount }: { days: number; amount: string }, record: Record): Wanted {
  const product = loanProductOf(days)
  if (product === undefined) throw otherTerm()
  if (record.score < product.minScore) throw refuse('scoreInsufficient', { score: record.score, min: product.minScore })
  const max = maxLoan(product, record)
  const units = parseUnits(amount, 6)
  if (units !== undefined && units > max) {
    const terms = loanProducts.filter((one) => units <= maxLoan(one, record)).map((one) => one.days)
    if (terms.length > 0) throw refuse('termClosed', { terms })
  }
  if (units === undefined || units < minLoan || units > max)
    throw refuse('amountWrong', { min: usdtText(minLoan), max: usdtText(max), step: formatUnits(1n, 6) })
  return { product, amount: units }
}

/** The terms of an amount as they are on the wire and in the agreement. */
export function termsOf(amount: bigint, terms: LoanTerms) {
  const interest = interestAtTerm(amount, terms)
  return {
    amount: usdtText(amount),
    days: terms.days,
    freeDays: terms.freeDays,
    dailyRate: rateText(terms.dailyPpm),
    totalInterest: usdtText(interest),
    repaymentAmount: usdtText(amount + interest),
    apr: formatUnits(annualRateBps(amount, terms), 2),
    maxInterest: usdtText(amount),
  }
}

/** A payment as it is kept; amounts in smallest units. */
export type Payment = PrincipalPayment & {
  kind: 'REPAYMENT' | 'CANCELLATION' | LoanClause | 'COLLATERAL' | 'LOAN_MONEY'
  interest: bigint
}
export type Disbursed = {
  amount: bigint
  terms: LoanTerms
  disbursedAt: number
  payments: readonly Payment[]
  plans: readonly PlanRow[]
  status: LoanStatus
}

export const runningOf = ({ amount, terms, disbursedAt, payments, plans }: Disbursed): RunningLoan => ({
  principal: amount,
  disbursedAt,
  terms,
  payments,
  pauses: pausesOf(plans),
})

export const runs = (status: LoanStatus): boolean =>
  status === 'ACTIVE' || status === 'OVERDUE' || status === 'IN_ARREARS'

/** What is owed at a time; nothing once the loan has ended. */
export function owedOf(loan: Disbursed, at: number): { principal: bigint; interest: bigint } {
  if (!runs(loan.status)) return { principal: 0n, interest: 0n }
  const interestPaid = loan.payments.reduce((sum, { interest }) => sum + interest, 0n)
  return owedAt(runningOf(loan), at, interestPaid)
}

/** What is due at a time: all that is owed once the term is over, nothing before; by a repayment plan its instalments. */
export function dueOf(loan: Disbursed, at: number): bigint {
  const plan = planInForce(loan.plans)
  if (plan !== undefined) return dueInPlan(plan, loan.payments, at)
  if (at < repaymentDate(loan)) return 0n
  const { principal, interest } = owedOf(loan, at)
  return principal + interest
}

/** Until when a loan is cancelled without interest; null where that is over, or interest has been paid already. */
export function cancelUntil(loan: Disbursed, at: number): number | null {
  const until = loan.disbursedAt + loanCancelDays * dayMs
  const isOpen = (loan.status === 'ACTIVE' || loan.status === 'OVERDUE') && at < until
  return isOpen && loan.payments.every(({ interest }) => interest === 0n) ? until : null
}

/** What the clock does with a loan: a reminder with the days that are left, or a state that it comes to. */
export type ClockStep = { at: number; status: 'OVERDUE' | 'IN_ARREARS' | 'WRITTEN_OFF' | null }

/**
 * Every step of a loan that is not repaid, in their order. After a repayment plan that was not kept it is written off no
 * earlier than a loan is that comes to be in arrears then.
 */
export function clockSteps(loan: { disbursedAt: number; terms: LoanTerms; plans?: readonly PlanRow[] }): ClockStep[] {
  const end = repaymentDate(loan)
  return [
    { at: end - loanReminderDays * dayMs, status: null },
    { at: end - dayMs, status: null },
    { at: end, status: 'OVERDUE' },
    { at: end + loanArrearsDays * dayMs, status: 'IN_ARREARS' },
    { at: writeOffAt(end, brokenAt(loan.plans ?? [])), status: 'WRITTEN_OFF' },
  ]
}

/** When a loan in arrears is written off that was to be repaid at `end`; `resumedAt`: when its last plan was not kept. */
export const writeOffAt = (end: number, resumedAt = 0): number =>
  Math.max(end + loanWriteOffDays * dayMs, resumedAt + loanArrearsDays * dayMs)

/** When the job first checks a loan that is paid out at a time. */
export const firstCheckAt = (disbursedAt: number, terms: LoanTerms): number =>
  clockSteps({ disbursedAt, terms })[0]?.at ?? disbursedAt
