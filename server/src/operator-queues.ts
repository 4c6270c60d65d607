import type { ConsoleDeps, Waiting } from './domains/operators/index.ts'
import { dateOf, msOf } from './kernel/clock.ts'
import { sql, type Db } from './kernel/db.ts'

const dayMs = 86_400_000

type Row = { open: number; overdue: number; oldest: Date | null }
const waitingOf = ([row]: readonly Row[], promisedMs: number): Waiting => ({
  open: row?.open ?? 0,
  overdue: row?.overdue ?? 0,
  oldestAt: row?.oldest == null ? null : msOf(row.oldest),
  promisedMs,
})

/** What waits for operators in each queue, by the tables of those queues, as the role `console`. */
export const operatorQueues = (db: Db<'wallet' | 'kyc' | 'complaints'>): ConsoleDeps['queues'] => ({
  async deposits(now) {
    const { rows } = await sql<Row>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(created_at) as oldest
      from wallet.deposits where status in ('SUBMITTED', 'CONFIRMING')`.execute(db)
    return waitingOf(rows, dayMs)
  },
  async withdrawals(now) {
    const { rows } = await sql<Row>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(requested_at) as oldest
      from wallet.withdrawals where status = 'REVIEW'`.execute(db)
    return waitingOf(rows, dayMs)
  },
  async identity(now) {
    const { rows } = await sql<Row>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(submitted_at) as oldest
      from kyc.identifications where status = 'PENDING_REVIEW'`.execute(db)
    return waitingOf(rows, 2 * dayMs)
  },
  async fundResets(now) {
    const { rows } = await sql<Row>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(asked_at) as oldest
      from wallet.fund_resets where status = 'WAITING'`.execute(db)
    return waitingOf(rows, 2 * dayMs)
  },
  async complaints(now) {
    const { rows } = await sql<Row>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(received_at) as oldest
      from complaints.complaints where status in ('RECEIVED', 'INVESTIGATING')`.execute(db)
    // Fifteen days from Monday to Friday are three weeks.
    return waitingOf(rows, 21 * dayMs)
  },
})
