import type { ComplaintCounts } from '@evenhand/protocol/books.ts'
import { complaintBusinessDays } from '@evenhand/protocol/complaints.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { ComplaintsDb } from './complaints.deps.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

type Counts = Omit<ComplaintCounts, 'promisedBusinessDays'>

const waiting = sql`status in ('RECEIVED', 'INVESTIGATING')`
const none: Counts = { received: 0, open: 0, overdue: 0, answered: 0, upheld: 0, escalated: 0, medianDays: null }

/** What waits for operators. */
export const complaintQueue = async (db: ComplaintsDb, now: number) =>
  (
    await sql<{ open: number; overdue: number; oldest: Date | null }>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(received_at) as oldest
      from complaints.complaints where ${waiting}`.execute(db)
  ).rows[0]

/** What the last 365 days brought, and what waits however old it is, publicly. */
export async function complaintCounts(db: ComplaintsDb, now: number): Promise<ComplaintCounts> {
  const since = dateOf(now - 365 * dayMs)
  const { rows } = await sql<Counts>`
    select (count(*) filter (where is_late))::int as received,
      (count(*) filter (where ${waiting}))::int as open,
      (count(*) filter (where ${waiting} and due_at < ${dateOf(now)}))::int as overdue,
      (count(*) filter (where is_late and answered_at is not null))::int as answered,
      (count(*) filter (where is_late and finding in ('UPHELD', 'PARTLY_UPHELD')))::int as upheld,
      (count(*) filter (where is_late and status = 'ESCALATED'))::int as escalated,
      (percentile_disc(0.5) within group (order by days) filter (where is_late and answered_at is not null))::int as "medianDays"
    from (select status, due_at, answered_at, finding, received_at > ${since} as is_late,
        ceil(extract(epoch from answered_at - received_at) / 86400) as days
      from complaints.complaints where received_at > ${since} or ${waiting}) c`.execute(db)
  return { ...(rows[0] ?? none), promisedBusinessDays: complaintBusinessDays }
}
