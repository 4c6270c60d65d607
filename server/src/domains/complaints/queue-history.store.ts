import { sql } from '../../kernel/db/db.ts'
import { queueHistory, type QueueDay } from '../../kernel/module/queue-history.ts'
import type { ComplaintsDb } from './complaints.deps.ts'

/** Backlog and service level of complaints by day, from receipt to answer. */
export const complaintHistory = (db: ComplaintsDb, params: { now: number; days: number }): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select received_at as began, due_at as due, answered_at as ended from complaints.complaints
      where answered_at is null or answered_at >= ${from}`,
  })
