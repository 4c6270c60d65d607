import { repaymentDate } from '@evenhand/proofs/loans/interest.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { planGraceDays } from '@evenhand/protocol/repayment-plan-rules.ts'
import { apart, eachApart, everyStep } from '../../kernel/concurrency/apart.ts'
import { sql } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { LoansDeps } from './loans.deps.ts'
import { writeOffAt } from './loans.rules.ts'
import { findLoan, loansWhere, type LoanRow } from './loans.store.ts'
import { endedPlanNotice, instalmentNotice, missedNotice } from './repayment-plan-notices.ts'
import { instalmentsOf, missedAt, nextCheckAfter, planInForce, remindedAt } from './repayment-plan.rules.ts'
import { lapsePlans, lapsingPlans, stepPlan, type PlanRow } from './repayment-plans.store.ts'
import { disbursedOf } from './view-loan.ts'

const batch = 200

/** One check of the clock at a plan, with what it does and its notices in one transaction. */
async function check(deps: LoansDeps, row: LoanRow, plan: PlanRow): Promise<void> {
  const { dueAt } = row
  const loan = disbursedOf(row)
  if (dueAt === null || loan === undefined) return
  await deps.db.transaction().execute(async (tx) => {
    const at = Math.max(deps.clock.now(), row.payments.at(-1)?.at ?? 0)
    const outcome = await stepPlan(tx, {
      loanId: row.id,
      dueAt,
      missed: dueAt - planGraceDays * dayMs,
      next: nextCheckAfter(plan, dueAt),
      writeOff: writeOffAt(repaymentDate(loan), at),
      at,
    })
    if (outcome === undefined) return
    // As it is under the lock that the step took.
    const now = await findLoan(tx, { id: row.id })
    if (now === undefined) return
    if (outcome === 'broken') {
      await deps.enqueueNotices(tx, [endedPlanNotice('loan.plan_broken', now, { planId: plan.id, at })])
      return
    }
    // A reminder whose day has passed while nothing ran is not sent any more.
    const instalments = instalmentsOf(plan, now.payments)
    const reminded = remindedAt(instalments, { checkAt: dueAt, at })
    const missed = missedAt(instalments, { checkAt: dueAt, at })
    await deps.enqueueNotices(tx, [
      ...reminded.map((instalment) => instalmentNotice(now, { plan, instalment, checkAt: dueAt })),
      ...(missed === undefined ? [] : [missedNotice(now, plan, missed)]),
    ])
  })
}

/** Ends what was not accepted in its time. One plan that fails stops no other. */
async function lapse(deps: LoansDeps): Promise<void> {
  const at = deps.clock.now()
  const failed = new Set<string>()
  for (;;) {
    const found = await lapsingPlans(deps.db, { at, limit: batch + failed.size })
    const ids = found.filter((id) => !failed.has(id))
    if (ids.length === 0) return
    await apart(ids, {
      async run(some) {
        await lapseSome(deps, some, at)
        return []
      },
      failed(id, cause) {
        failed.add(id)
        deps.log.error({ planId: id, cause: String(cause) }, 'a repayment plan could not lapse')
      },
    })
  }
}

/** Ends plans, and notifies their customers in the same transaction. */
async function lapseSome({ db, enqueueNotices }: LoansDeps, ids: readonly string[], at: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lapsed = await lapsePlans(tx, { ids, at })
    if (lapsed.length === 0) return
    const where = sql`l.id = any (${lapsed.map(({ loanId }) => loanId)}::uuid[])`
    const rows = new Map((await loansWhere(tx, { where, limit: lapsed.length })).map((row) => [row.id, row]))
    await enqueueNotices(
      tx,
      lapsed.flatMap(({ id: planId, loanId }) => {
        const row = rows.get(loanId)
        return row === undefined ? [] : [endedPlanNotice('loan.plan_lapsed', row, { planId, at })]
      }),
    )
  })
}

/**
 * Checks every repayment plan in force that is due for it: reminds of instalments, notifies of one that was missed, and ends
 * the plan of which one was missed for too long; then the loan is in arrears again. What was not accepted in its time lapses. One plan that fails stops
 * no other.
 */
export const runDuePlans = (deps: LoansDeps): Promise<void> =>
  everyStep([checkDue, lapse].map((step) => () => step(deps)))

async function checkDue(deps: LoansDeps): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const found = await loansWhere(deps.db, {
      where: sql`l.due_at <= ${dateOf(deps.clock.now())}
        and exists (select from loans.repayment_plans r where r.loan_id = l.id and r.status = 'ACCEPTED')`,
      order: sql`l.due_at, l.id`,
      limit: batch + failed.size,
    })
    const rows = found.filter(({ id }) => !failed.has(id))
    await eachApart(rows, {
      async run(row) {
        const plan = planInForce(row.plans)
        if (plan !== undefined) await check(deps, row, plan)
      },
      failed(row, cause) {
        failed.add(row.id)
        deps.log.error({ loanId: row.id, cause: String(cause) }, 'a repayment plan could not be checked')
      },
    })
    if (rows.length === 0) return
  }
}
