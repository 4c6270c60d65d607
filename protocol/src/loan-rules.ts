import * as z from 'zod/mini'
import { epochMs } from './shapes.ts'

/** Days from the disbursement in which a loan is cancelled without any interest. */
export const loanCancelDays = 14
/** Days after which a rejected customer may apply again. */
export const loanRetryDays = 7
/** How long a review takes at most. */
export const loanReviewHours = 24
/** Days before the repayment date on which a reminder comes; others come on the day and when it is overdue. */
export const loanReminderDays = 3
/** Days overdue after which a loan is in arrears, and after which it is written off. */
export const loanArrearsDays = 30
export const loanWriteOffDays = 180
export const maxLoanRemark = 200
/** A larger loan is approved by two persons, smallest units of USDT. */
export const maxLoanByOnePerson = 1_000_000_000n

/** Clauses that are ticked apart from the agreement: by a standing order a deposit repays what is due; what is overdue is set off. */
export const loanClauses = ['STANDING_ORDER', 'SET_OFF'] as const
export type LoanClause = (typeof loanClauses)[number]
/** A clause that was signed, and when its customer revoked it; null where it was not signed. */
export const signedClause = z.nullable(z.object({ revokedAt: z.nullable(epochMs) }))

/** What a loan's history shows. */
export const loanEvents = [
  'APPLIED',
  'APPROVED',
  'DISBURSED',
  'REJECTED',
  'WITHDRAWN',
  'REPAYMENT',
  'STANDING_ORDER',
  'SET_OFF',
  // Repaid by what was sold of the collateral, and by loan money that was left before.
  'COLLATERAL',
  'LOAN_MONEY',
  'REPAID',
  'CANCELLED',
  'OVERDUE',
  'IN_ARREARS',
  'RESTRUCTURED',
  'WRITTEN_OFF',
] as const
