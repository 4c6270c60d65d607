import { interestUntil, repaymentDate } from '@evenhand/proofs/loans/interest.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { type Loan } from '@evenhand/protocol/loans.ts'
import { loanArrearsDays, loanWriteOffDays } from '@evenhand/protocol/loan-rules.ts'
import { moneyText, parseUnits } from '@evenhand/protocol/money.ts'

export type Terms = Pick<Loan, 'amount' | 'days' | 'freeDays' | 'dailyRate'>
/** What repaying everything after so many completed days costs; USDT with six decimals. */
export type CostAt = { readonly day: number; readonly interest: string; readonly total: string }

/**
 * What a loan costs on a day after its disbursement if nothing was repaid before, by the terms that were signed and the rule
 * that the server counts by. Throws a RangeError for terms that are no amounts.
 */
export function costAt({ amount, days, freeDays, dailyRate }: Terms, day: number): CostAt {
  const principal = parseUnits(amount, 6)
  const dailyPpm = parseUnits(dailyRate, 4)
  if (principal === undefined || dailyPpm === undefined) throw new RangeError('terms of a loan that are no amounts')
  const terms = { days, freeDays, dailyPpm }
  const interest = interestUntil({ principal, disbursedAt: 0, terms, payments: [] }, day * dayMs)
  const usdt = (units: bigint): string => moneyText({ asset: 'USDT', units })
  return { day, interest: usdt(interest), total: usdt(principal + interest) }
}

/** Days worth a line of their own: the last free one, the first that costs, the middle of the rest, and the term. */
export function notableDays({ days, freeDays }: Pick<Terms, 'days' | 'freeDays'>): number[] {
  const middle = Math.round((freeDays + days) / 2)
  return [...new Set([freeDays, freeDays + 1, middle, days])].filter((day) => day <= days).toSorted((a, b) => a - b)
}

/** How late a loan is, and what follows when if nothing is repaid; times in epoch milliseconds. */
export type Lateness = {
  readonly days: number
  readonly next: 'IN_ARREARS' | 'COLLATERAL_SOLD' | 'WRITTEN_OFF'
  readonly nextAt: number
}

/**
 * Undefined for a loan that is not overdue. `resumedAt`: when its last repayment plan was not kept. Where collateral is held
 * it is sold at the time at which the loan would be written off, and only what it does not cover is.
 */
export function latenessOf(
  {
    status,
    disbursedAt,
    days,
    isSecured = false,
  }: Pick<Loan, 'status' | 'disbursedAt' | 'days'> & { isSecured?: boolean },
  now: number,
  resumedAt = 0,
): Lateness | undefined {
  if (disbursedAt === null || (status !== 'OVERDUE' && status !== 'IN_ARREARS')) return undefined
  const end = repaymentDate({ disbursedAt, terms: { days, freeDays: 0, dailyPpm: 0n } })
  const last = isSecured ? 'COLLATERAL_SOLD' : 'WRITTEN_OFF'
  const next = status === 'OVERDUE' ? 'IN_ARREARS' : last
  const arrears = loanArrearsDays * dayMs
  const nextAt = next === 'IN_ARREARS' ? end + arrears : Math.max(end + loanWriteOffDays * dayMs, resumedAt + arrears)
  return { days: Math.max(0, Math.floor((now - end) / dayMs)), next, nextAt }
}
