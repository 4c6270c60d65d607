import { createHmac } from 'node:crypto'
import { langOf } from '@evenhand/protocol/languages.ts'
import type { WholeLoan } from '@evenhand/protocol/loans.ts'
import type { acceptRepaymentPlan, repaymentPlanText as textRoute } from '@evenhand/protocol/repayment-plans.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { LoansDeps } from './loans.deps.ts'
import { findLoan, loansWhere, type LoanRow, type LoansDb } from './loans.store.ts'
import { planNotice } from './repayment-plan-notices.ts'
import { planOfHash, planText } from './repayment-plan-text.ts'
import { nextCheckAfter } from './repayment-plan.rules.ts'
import { acceptPlan, declinePlan, type PlanRow } from './repayment-plans.store.ts'
import { viewWholeLoan } from './view-loan.ts'

type Found = { row: LoanRow; plan: PlanRow }

/** A plan of the customer's own with its loan; refuses 40039 another's, and one that was never offered. */
export async function mustFindPlan(
  db: LoansDb,
  { id, customerId }: { id: string; customerId: string },
): Promise<Found> {
  const where = sql`l.customer_id = ${customerId}
    and l.id = (select r.loan_id from loans.repayment_plans r where r.id = ${id} and r.offered_at is not null)`
  const row = (await loansWhere(db, { where, limit: 1 }))[0]
  const plan = row?.plans.find((one) => one.id === id)
  if (row === undefined || plan === undefined) throw refuse('notFound')
  return { row, plan }
}

const borrowerOf = async (deps: LoansDeps, customerId: string): Promise<string> => {
  const borrower = await deps.borrowerOf(customerId)
  if (borrower === undefined) throw refuse('notFound')
  return borrower.username
}

/** The text of a plan that is offered or in force, in the language of the call. */
export async function readPlanText(
  deps: LoansDeps,
  { id, lang }: z.output<typeof textRoute.request>,
  { session, lang: spoken }: Call,
): Promise<z.input<typeof textRoute.result>> {
  const { customerId } = session
  const found = await mustFindPlan(deps.db, { id, customerId })
  const borrower = await borrowerOf(deps, customerId)
  return { planId: id, ...planText(found, { borrower, lang: lang === undefined ? spoken : langOf(lang) }) }
}

/**
 * Accepts a plan by the hash of the text that its customer read, in whichever language; the loan runs again from then on and
 * nothing is taken by itself. Accepted again, it stays as it is. Refuses 40039 one that is not offered (any more), 40006
 * another text.
 */
export async function acceptRepayment(
  deps: LoansDeps,
  { id, planHash }: z.output<typeof acceptRepaymentPlan.request>,
  { session, ip, lang }: Call,
): Promise<WholeLoan> {
  const { customerId } = session
  const borrower = await borrowerOf(deps, customerId)
  return deps.db.transaction().execute(async (tx) => {
    const found = await mustFindPlan(tx, { id, customerId })
    const read = planOfHash(found, { borrower, shown: planHash })
    if (read === undefined)
      throw refuse('quoteChanged', { quote: { planHash: planText(found, { borrower, lang }).planHash } })
    const at = Math.max(deps.clock.now(), found.row.payments.at(-1)?.at ?? 0)
    const outcome = await acceptPlan(tx, {
      id,
      customerId,
      text: read.text,
      hash: read.planHash,
      lang: read.lang,
      ipHash: createHmac('sha256', deps.addressKey).update(ip).digest(),
      next: nextCheckAfter(found.plan, at),
      at,
    })
    const row = await findLoan(tx, { id: found.row.id })
    if ((outcome !== 'accepted' && outcome !== 'same') || row === undefined) throw refuse('notFound')
    if (outcome === 'accepted') await deps.enqueueNotices(tx, [planNotice('loan.plan_accepted', row, found.plan)])
    return viewWholeLoan(tx, row, at)
  })
}

/** Declines a plan that is offered; the loan stays as it is. Refuses 40039 one that is not offered (any more). */
export async function declineRepayment(
  deps: LoansDeps,
  { id }: { id: string },
  { session: { customerId } }: Call,
): Promise<WholeLoan> {
  const at = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const found = await mustFindPlan(tx, { id, customerId })
    const done = await declinePlan(tx, { id, customerId, at })
    const row = await findLoan(tx, { id: found.row.id })
    if (!done || row === undefined) throw refuse('notFound')
    return viewWholeLoan(tx, row, at)
  })
}
