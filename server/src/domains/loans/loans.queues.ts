import { dayMs } from '@evenhand/protocol/durations.ts'
import { planApprovalDays } from '@evenhand/protocol/repayment-plan-rules.ts'
import type { PublicWaits, WaitingCases } from '../../kernel/module/queue.ts'
import { queueHistory, type QueueDay } from '../../kernel/module/queue-history.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { LoansDb } from './loans.store.ts'

/** Applications that wait for operators. */
export const loansWaiting = async (db: LoansDb, now: number): Promise<WaitingCases | undefined> =>
  (
    await sql<WaitingCases>`
      select count(*)::int as open, (count(*) filter (where review_due_at < ${dateOf(now)}))::int as overdue, min(signed_at) as oldest
      from loans.loans where status = 'PENDING_REVIEW'`.execute(db)
  ).rows[0]

/** Applications that wait, and how long it took, in seconds, until others were decided in the last thirty days. */
export const loanWaits = async (db: LoansDb, now: number): Promise<PublicWaits | undefined> =>
  (
    await sql<PublicWaits>`
      select (count(*) filter (where status = 'PENDING_REVIEW'))::int as open,
        (count(*) filter (where status = 'PENDING_REVIEW' and review_due_at < ${dateOf(now)}))::int as overdue,
        (count(*) filter (where ended))::int as ended,
        (percentile_disc(0.5) within group (order by took) filter (where ended))::int as "medianS",
        (percentile_disc(0.95) within group (order by took) filter (where ended))::int as "p95S"
      from (select status, review_due_at, status not in ('PENDING_REVIEW', 'CANCELLED_BY_CUSTOMER') as ended,
          extract(epoch from decided_at - signed_at) as took
        from loans.loans where status = 'PENDING_REVIEW' or decided_at > ${dateOf(now - 30 * dayMs)}) l`.execute(db)
  ).rows[0]

/** Repayment plans that wait for the approvals that they take, each until it lapses. */
export const plansWaiting = async (db: LoansDb, now: number): Promise<WaitingCases | undefined> =>
  (
    await sql<WaitingCases>`
      select count(*)::int as open, 0 as overdue, min(prepared_at) as oldest
      from loans.repayment_plans where status = 'PREPARED' and until > ${dateOf(now)}`.execute(db)
  ).rows[0]

/** Backlog and service level of applications by day. */
export const loanHistory = (db: LoansDb, params: { now: number; days: number }): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select signed_at as began, review_due_at as due, decided_at as ended from loans.loans
      where decided_at is null or decided_at >= ${from}`,
  })

/** Backlog and service level of repayment plans by day: a case ends when it is offered, or lapses. */
export const planHistory = (db: LoansDb, params: { now: number; days: number }): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select prepared_at as began, prepared_at + ${planApprovalDays} * interval '1 day' as due,
        coalesce(offered_at, ended_at) as ended
      from loans.repayment_plans
      where coalesce(offered_at, ended_at) is null or coalesce(offered_at, ended_at) >= ${from}`,
  })
