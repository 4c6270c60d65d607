import { sql } from '../../kernel/db/db.ts'
import type { PublicWaits, WaitingCases } from '../../kernel/module/queue.ts'
import { queueHistory, type QueueDay } from '../../kernel/module/queue-history.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'

const cases = sql`collectibles.ownerships s left join collectibles.payouts p on p.id = s.payout_id`
const waits = sql`p.status is distinct from 'PAID'`

/** Prices and royalties that charities wait for. */
export const payoutsWaiting = async (db: CollectiblesDb, now: number): Promise<WaitingCases | undefined> =>
  (
    await sql<WaitingCases>`
      select count(*)::int as open, (count(*) filter (where s.due_at < ${dateOf(now)}))::int as overdue, min(s.at) as oldest
      from ${cases} where ${waits}`.execute(db)
  ).rows[0]

/** The same for the public, with how long it took, in seconds, until others were paid in the last thirty days. */
export const payoutWaits = async (db: CollectiblesDb, now: number): Promise<PublicWaits | undefined> =>
  (
    await sql<PublicWaits>`
      select (count(*) filter (where ${waits}))::int as open,
        (count(*) filter (where ${waits} and s.due_at < ${dateOf(now)}))::int as overdue,
        (count(*) filter (where p.status = 'PAID'))::int as ended,
        (percentile_disc(0.5) within group (order by extract(epoch from p.paid_at - s.at)) filter (where p.status = 'PAID'))::int as "medianS",
        (percentile_disc(0.95) within group (order by extract(epoch from p.paid_at - s.at)) filter (where p.status = 'PAID'))::int as "p95S"
      from ${cases} where ${waits} or p.paid_at > ${dateOf(now - 30 * dayMs)}`.execute(db)
  ).rows[0]

/** Backlog and service level by day. */
export const payoutHistory = (db: CollectiblesDb, params: { now: number; days: number }): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select s.at as began, s.due_at as due, p.paid_at as ended from ${cases} where p.paid_at is null or p.paid_at >= ${from}`,
  })
