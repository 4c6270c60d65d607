import { annualRateBps } from '@evenhand/proofs/loans/annual-rate.ts'
import { interestAtTerm, interestUntil } from '@evenhand/proofs/loans/interest.ts'
import type { LoanTerms } from '@evenhand/proofs/loans/terms.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import type { LoanProduct } from '@evenhand/protocol/loans.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { ppmOf, usdtUnits } from '../../lib/usdt.ts'

/** Terms of a product, for the arithmetic of `proofs`. */
export const termsOf = ({
  days,
  freeDays,
  dailyRate,
}: Pick<LoanProduct, 'days' | 'freeDays' | 'dailyRate'>): LoanTerms => ({
  days,
  freeDays,
  dailyPpm: ppmOf(dailyRate),
})

/** What a principal costs, smallest units of USDT; `apr` in per cent as decimal text. */
export type LoanFigures = {
  readonly interest: bigint
  readonly repay: bigint
  readonly apr: string
  /** Interest if everything is repaid when so many days are complete, from day 0 to the term. */
  readonly byDay: readonly bigint[]
}

/** What a loan costs when it is repaid at its term or on any day before. */
export function loanFigures(terms: LoanTerms, principal: bigint): LoanFigures {
  const interest = interestAtTerm(principal, terms)
  const loan = { principal, disbursedAt: 0, terms, payments: [] }
  return {
    interest,
    repay: principal + interest,
    apr: formatUnits(annualRateBps(principal, terms), 2),
    byDay: Array.from({ length: terms.days + 1 }, (_, day) => interestUntil(loan, day * dayMs)),
  }
}

/** The most that is shown of a product: what this caller may borrow; the table's own to a visitor and where it is nothing yet. */
export const shownMax = ({ max, callerMax }: Pick<LoanProduct, 'max' | 'callerMax'>): string =>
  callerMax === null || usdtUnits(callerMax) === 0n ? max : callerMax

/** What may be calculated of a product, smallest units. */
export const rangeOf = (product: LoanProduct, min: string): { min: bigint; max: bigint } => ({
  min: usdtUnits(min),
  max: usdtUnits(shownMax(product)),
})
