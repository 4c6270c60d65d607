/** Terms that a loan keeps to its end; the rate in millionths of the principal for each 24 hours. */
export type LoanTerms = {
  readonly days: number
  /** Completed 24-hour periods from the disbursement that cost nothing. */
  readonly freeDays: number
  /** 300 is 0.03 %. */
  readonly dailyPpm: bigint
}

/** Terms that are offered, from which score on, and up to which amount in smallest units of USDT. */
export type LoanProduct = LoanTerms & { readonly minScore: number; readonly max: bigint }

const usdt = 1_000_000n

/** The table of terms, the shortest first. */
export const loanProducts: readonly LoanProduct[] = [
  { days: 7, freeDays: 3, dailyPpm: 300n, minScore: 600, max: 500n * usdt },
  { days: 15, freeDays: 3, dailyPpm: 300n, minScore: 600, max: 1_000n * usdt },
  { days: 30, freeDays: 7, dailyPpm: 300n, minScore: 600, max: 1_000n * usdt },
  { days: 60, freeDays: 7, dailyPpm: 350n, minScore: 650, max: 3_000n * usdt },
  { days: 90, freeDays: 7, dailyPpm: 350n, minScore: 650, max: 3_000n * usdt },
  { days: 180, freeDays: 7, dailyPpm: 350n, minScore: 700, max: 10_000n * usdt },
]

/** The smallest loan, smallest units of USDT. */
export const minLoan = 50n * usdt

/** The product of a number of days; undefined where none is offered. */
export const loanProductOf = (days: number): LoanProduct | undefined => loanProducts.find((one) => one.days === days)

/** From this score on, and with one loan repaid, half as much again may be borrowed. */
export const raisedFromScore = 750

/** What a customer may borrow for a term, smallest units of USDT; nothing below the score that the term needs. */
export function maxLoan(product: LoanProduct, customer: { score: number; repaidLoans: number }): bigint {
  if (customer.score < product.minScore) return 0n
  const isRaised = customer.score >= raisedFromScore && customer.repaidLoans > 0
  return isRaised ? (product.max * 3n) / 2n : product.max
}
