import { repaymentDate, splitPayment } from '@evenhand/proofs/loans/interest.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import type { repayLoan as repayRoute, WholeLoan } from '@evenhand/protocol/loans.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { pointsOf } from './credit-score.ts'
import { loanNotice } from './loan-notices.ts'
import type { LoansDeps } from './loans.deps.ts'
import { cancelUntil, owedOf, runs, usdtText, type Disbursed } from './loans.rules.ts'
import { findLoan, moveScore, payLoan, type LoanRow, type LoansDb } from './loans.store.ts'
import { planInForce } from './repayment-plan.rules.ts'
import { replayedLoan } from './replayed-loan.ts'
import { disbursedOf, viewWholeLoan } from './view-loan.ts'

type Part = { principal: bigint; interest: bigint }
type Paying = {
  id: string
  call: Call
  route: string
  partOf: (loan: Disbursed | undefined, at: number) => Part & { ends: Ends }
}
type Ends = 'REPAID' | 'CANCELLED_14D' | null

/**
 * Repays a part of a loan or all of it. Refuses 40039 no such loan, 10016 with `max` what is malformed or more than is owed,
 * 10026 with `free` what is not there.
 */
export const repayLoan = (deps: LoansDeps, { id, amount }: z.output<typeof repayRoute.request>, call: Call) =>
  pay(deps, {
    id,
    call,
    route: 'repayLoan',
    partOf(loan, at) {
      const owed = loan === undefined ? { principal: 0n, interest: 0n } : owedOf(loan, at)
      const total = owed.principal + owed.interest
      const units = amount === 'ALL' ? total : parseUnits(amount, 6)
      if (units === undefined || units <= 0n || units > total)
        throw refuse('amountWrong', { min: '0.000001', max: usdtText(total), step: '0.000001' })
      return { ...splitPayment(owed, units), ends: units === total ? 'REPAID' : null }
    },
  })

/** Cancels a loan within its 14 days: what is left of the principal goes back, and no interest. Refuses 40039 later. */
export const cancelLoan = (deps: LoansDeps, { id }: { id: string }, call: Call) =>
  pay(deps, {
    id,
    call,
    route: 'cancelLoan',
    partOf(loan, at) {
      if (loan === undefined || cancelUntil(loan, at) === null) throw refuse('notFound')
      return { principal: owedOf(loan, at).principal, interest: 0n, ends: 'CANCELLED_14D' }
    },
  })

/** A call that finds another payment before its own computes anew, at most so often. */
const tries = 40

async function pay(deps: LoansDeps, params: Paying): Promise<WholeLoan> {
  const { call, route } = params
  for (let tried = 0; tried < tries; tried += 1) {
    const done = await deps.db.transaction().execute(async (tx) => {
      const first = await replayedLoan(deps, tx, { call, route })
      return first ?? payOnce(deps, tx, params)
    })
    if (done === 'changed') continue
    deps.moved(call.session.accountId)
    return done
  }
  throw refuse('notFound')
}

async function payOnce(
  deps: LoansDeps,
  tx: LoansDb,
  { id, call, route, partOf }: Paying,
): Promise<WholeLoan | 'changed'> {
  const { customerId, accountId } = call.session
  const row = await findLoan(tx, { id, customerId })
  if (row === undefined) throw refuse('notFound')
  const at = Math.max(deps.clock.now(), row.payments.at(-1)?.at ?? 0)
  const { ends, ...part } = partOf(disbursedOf(row), at)
  const paymentId = uuidV7(at)
  const paid = await payLoan(tx, {
    id: paymentId,
    loanId: id,
    customerId,
    payments: row.payments.length,
    planId: planInForce(row.plans)?.id ?? null,
    ...part,
    ends,
    at,
  })
  if (paid.outcome === 'changed') return 'changed'
  if (paid.outcome === 'balance') throw refuse('insufficientBalance', { free: usdtText(paid.free) })
  if (call.key !== undefined)
    await deps.ledger.remember(tx, { accountId, key: call.key, route, request: call.requestHash(), ref: id })
  if (ends === 'REPAID') await rewardRepaid(tx, row, at)
  const after = await findLoan(tx, { id })
  if (after === undefined) throw refuse('notFound')
  const template = ends === null ? 'loan.repayment' : ends === 'REPAID' ? 'loan.repaid' : 'loan.cancelled'
  const notice = loanNotice(template, after, { paid: usdtText(part.principal + part.interest), ref: paymentId })
  await deps.enqueueNotices(tx, [notice])
  return viewWholeLoan(tx, after, at)
}

/** What a loan that was repaid does to the score: more in time than late, and nothing where it ran for less than a week. */
export async function rewardRepaid(tx: LoansDb, row: LoanRow, at: number): Promise<void> {
  const loan = disbursedOf(row)
  if (loan === undefined || !runs(row.status)) return
  const kind = at <= repaymentDate(loan) ? 'REPAID_IN_TIME' : 'REPAID_LATE'
  const points = pointsOf(kind, Math.floor((at - loan.disbursedAt) / dayMs))
  if (points !== null) await moveScore(tx, { loanId: row.id, kind, points, at })
}
