import { dayMs } from '@evenhand/protocol/durations.ts'
import { mulDiv } from '@evenhand/protocol/money.ts'
import type { LoanTerms } from './terms.ts'

/** A payment: when, epoch milliseconds, and how much of it went to the principal, smallest units of USDT. */
export type PrincipalPayment = { readonly at: number; readonly principal: bigint }

/** A loan that was paid out: its principal in smallest units of USDT, and what of it came back, oldest first. */
export type RunningLoan = {
  readonly principal: bigint
  readonly disbursedAt: number
  readonly terms: LoanTerms
  readonly payments: readonly PrincipalPayment[]
  /** Spans without interest, oldest first and apart from one another. */
  readonly pauses?: readonly InterestPause[]
}

/** A span in which interest stands still: from when, and until when; null while it goes on. Epoch milliseconds. */
export type InterestPause = { readonly from: number; readonly to: number | null }

const onePpm = 1_000_000n

/** Whole 24-hour periods from the disbursement until `at`, whatever clocks on walls do. */
export const completedPeriods = (disbursedAt: number, at: number): number =>
  Math.max(0, Math.floor((at - disbursedAt) / dayMs))

/** When the loan is to be repaid. */
export const repaymentDate = ({ disbursedAt, terms }: Pick<RunningLoan, 'disbursedAt' | 'terms'>): number =>
  disbursedAt + terms.days * dayMs

/** What of the principal is still owed at `at`, smallest units. */
export const principalLeft = ({ principal, payments }: RunningLoan, at: number): bigint =>
  payments.reduce((left, payment) => (payment.at <= at ? left - payment.principal : left), principal)

/**
 * Interest from the disbursement until `at`, smallest units: each completed period after the free ones costs the daily rate
 * of the principal that is owed when the period ends, unless it ends within a pause; simple, rounded up once, and never more than the principal that was
 * paid out. It goes on after the term at the same rate.
 */
export function interestUntil(loan: RunningLoan, at: number): bigint {
  const { principal, disbursedAt, terms, payments, pauses = [] } = loan
  const completed = (time: number): number => Math.max(0, completedPeriods(disbursedAt, time) - terms.freeDays)
  const pausedIn = ({ from, to }: InterestPause, time: number): number =>
    from < time ? completed(Math.min(time, to ?? time)) - completed(from) : 0
  const costing = (time: number): bigint =>
    BigInt(pauses.reduce((left, pause) => left - pausedIn(pause, time), completed(time)))
  let left = principal
  let from = 0n
  let weighed = 0n
  for (const payment of payments) {
    if (payment.at > at) break
    const to = costing(payment.at)
    weighed += left * (to - from)
    from = to
    left -= payment.principal
  }
  weighed += left * (costing(at) - from)
  const interest = mulDiv(weighed, terms.dailyPpm, onePpm, 'ceil')
  return interest < principal ? interest : principal
}

/** Interest if nothing is repaid before the term, smallest units. */
export const interestAtTerm = (principal: bigint, terms: LoanTerms): bigint =>
  interestUntil({ principal, disbursedAt: 0, terms, payments: [] }, terms.days * dayMs)

/** What is owed at a time, smallest units; `interestPaid`: interest that was paid before it. */
export function owedAt(loan: RunningLoan, at: number, interestPaid = 0n): { principal: bigint; interest: bigint } {
  const accrued = interestUntil(loan, at)
  return {
    principal: principalLeft(loan, at),
    interest: accrued > interestPaid ? accrued - interestPaid : 0n,
  }
}

/**
 * How a payment is used: for the principal first, so that it stops costing interest, and what is left for the interest.
 * Throws a RangeError for nothing or more than is owed.
 */
export function splitPayment(
  owed: { principal: bigint; interest: bigint },
  amount: bigint,
): { principal: bigint; interest: bigint } {
  if (amount <= 0n || amount > owed.principal + owed.interest) throw new RangeError('a payment beyond what is owed')
  const principal = amount < owed.principal ? amount : owed.principal
  return { principal, interest: amount - principal }
}
