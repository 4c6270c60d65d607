import { dayMs } from '@evenhand/protocol/durations.ts'
import { apart } from '../../kernel/concurrency/apart.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { isSecuredAtEnd } from './collateral.store.ts'
import { pointsOf } from './credit-score.ts'
import { dueNotice, type DueNotice } from './loan-notices.ts'
import type { LoansDeps } from './loans.deps.ts'
import { clockSteps, owedOf, type ClockStep } from './loans.rules.ts'
import { loansWhere, moveScore, type LoanRow, type LoansDb } from './loans.store.ts'
import { runDuePlans } from './run-due-repayment-plans.ts'
import { disbursedOf } from './view-loan.ts'

const batch = 200
const templates = { OVERDUE: 'loan.overdue', IN_ARREARS: 'loan.arrears', WRITTEN_OFF: 'loan.written_off' } as const

type Step = ClockStep & { row: LoanRow; next: number | null }

/** The step that a loan is due for, and when the next one is; undefined for a loan without one. */
function stepOf(row: LoanRow): Step | undefined {
  const loan = disbursedOf(row)
  if (loan === undefined) return undefined
  const steps = clockSteps(loan)
  const at = steps.findIndex((step) => step.at === row.dueAt)
  const step = steps[at]
  return step && { ...step, row, next: steps[at + 1]?.at ?? null }
}

/** Those that still stood there; another process or a repayment may have been first. */
async function advance(tx: LoansDb, steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from loans.advance(${steps.map(({ row }) => row.id)}::uuid[],
      ${steps.map(({ at }) => dateOf(at))}::timestamptz[], ${steps.map(({ status }) => status)}::text[],
      ${steps.map(({ next }) => (next === null ? null : dateOf(next)))}::timestamptz[]) id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

const noticeOf = ({ status, row, at }: Step, now: number): DueNotice | undefined => {
  const loan = disbursedOf(row)
  // A reminder whose day has passed while nothing ran is not sent any more.
  if (loan === undefined || (status === null && now >= loan.disbursedAt + loan.terms.days * dayMs)) return undefined
  const owed = owedOf(loan, now)
  return { template: status === null ? 'loan.due' : templates[status], owed: owed.principal + owed.interest, at }
}

/** Takes steps of the clock in one transaction; returns their loans. */
async function take(deps: LoansDeps, { steps, now }: { steps: readonly Step[]; now: number }): Promise<string[]> {
  await deps.db.transaction().execute(async (tx) => {
    const taken = await advance(tx, steps)
    const done = steps.filter(({ row }) => taken.has(row.id))
    for (const { status, row, at } of done) {
      const points = status === null ? null : pointsOf(status, 0)
      if (status !== null && points !== null) await moveScore(tx, { loanId: row.id, kind: status, points, at })
    }
    const notices = done.flatMap((step) => {
      const notice = noticeOf(step, now)
      return notice === undefined ? [] : [dueNotice(step.row, notice)]
    })
    await deps.enqueueNotices(tx, notices)
  })
  return steps.map(({ row }) => row.id)
}

/**
 * Takes one step of the clock for a batch of loans that are due: a reminder, overdue, in arrears, written off; each once,
 * with its notice and what it does to the score. What fails is added to those that are left out. Returns how many were due.
 */
async function runBatch(deps: LoansDeps, failed: Set<string>): Promise<number> {
  const now = deps.clock.now()
  const rows = await loansWhere(deps.db, {
    where: sql`l.due_at <= ${dateOf(now)} and not ${isSecuredAtEnd}
      and not exists (select from loans.repayment_plans r where r.loan_id = l.id and r.status = 'ACCEPTED')`,
    order: sql`l.due_at, l.id`,
    limit: batch + failed.size,
  })
  const steps = rows.flatMap((row) => (failed.has(row.id) ? [] : (stepOf(row) ?? [])))
  await apart(steps, {
    run: (some) => take(deps, { steps: some, now }),
    failed({ row }, cause) {
      failed.add(row.id)
      deps.log.error({ loanId: row.id, cause: String(cause) }, 'a loan could not take a step of the clock')
    },
  })
  return steps.length
}

/** Runs until nothing is due; what a downtime left behind is caught up step by step. One loan that fails stops no other. */
export async function runDueLoans(deps: LoansDeps): Promise<void> {
  try {
    await runDuePlans(deps)
  } finally {
    const failed = new Set<string>()
    while ((await runBatch(deps, failed)) > 0);
  }
}
