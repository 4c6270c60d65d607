import { dateOf } from '../../../kernel/time/clock.ts'
import { sql } from '../../../kernel/db/db.ts'
import { queueHistory, type QueueDay } from '../../../kernel/module/queue-history.ts'
import type { AuthDb } from './fund-password.store.ts'

// What waits for operators, and how that was by day.

type Queue = { open: number; overdue: number; oldest: Date | null }
type Params = { now: number; days: number }

/** Lost fund passwords that wait for operators. */
export const fundResetQueue = async (db: AuthDb, now: number): Promise<Queue | undefined> =>
  (
    await sql<Queue>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(requested_at) as oldest
      from wallet.fund_resets where status = 'WAITING'`.execute(db)
  ).rows[0]

/** Backlog and service level of lost fund passwords by day. */
export const fundResetHistory = (db: AuthDb, params: Params): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select requested_at as began, due_at as due, decided_at as ended from wallet.fund_resets
      where status = 'WAITING' or decided_at >= ${from}`,
  })
