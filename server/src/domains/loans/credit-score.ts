import {
  creditScoreRules,
  creditScores,
  type creditScore as route,
  type CreditScoreKind,
} from '@evenhand/protocol/credit-score.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import type { LoansDeps } from './loans.deps.ts'
import { loanNo } from './loans.rules.ts'
import { scoreEventsOf } from './loans.store.ts'

/** Points of a kind for a loan that ran so many whole days; null where it does not count. */
export function pointsOf(kind: CreditScoreKind, ranDays: number): number | null {
  const rule = creditScoreRules.find((one) => one.kind === kind)
  return rule === undefined || (rule.minDays !== null && ranDays < rule.minDays) ? null : rule.points
}

/** The caller's score, the rules that it follows, and what moved it. */
export async function readCreditScore(
  deps: LoansDeps,
  _request: object,
  { session }: Call,
): Promise<z.input<typeof route.result>> {
  const [borrower, events] = await Promise.all([
    deps.borrowerOf(session.customerId),
    scoreEventsOf(deps.db, session.customerId),
  ])
  return {
    score: borrower?.creditScore ?? null,
    ...creditScores,
    rules: [...creditScoreRules],
    events: events.map(({ orderNo, ...event }) => ({ ...event, loanNo: loanNo(orderNo) })),
  }
}
