import { dayMs } from '@evenhand/protocol/durations.ts'
import { sql } from '../../kernel/db/db.ts'
import type { PublicWaits, WaitingCases } from '../../kernel/module/queue.ts'
import { queueHistory, type QueueDay } from '../../kernel/module/queue-history.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { InvitesDb } from './invites.deps.ts'

/** Held rewards that wait for operators. */
export const reviewsWaiting = async (db: InvitesDb, now: number): Promise<WaitingCases | undefined> =>
  (
    await sql<WaitingCases>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(opened_at) as oldest
      from invites.reviews where status = 'OPEN'`.execute(db)
  ).rows[0]

/** The same to the public, and how long, in seconds, others took in the last thirty days. */
export const reviewWaits = async (db: InvitesDb, now: number): Promise<PublicWaits | undefined> =>
  (
    await sql<PublicWaits>`
      select (count(*) filter (where status = 'OPEN'))::int as open,
        (count(*) filter (where status = 'OPEN' and due_at < ${dateOf(now)}))::int as overdue,
        (count(*) filter (where status <> 'OPEN'))::int as ended,
        (percentile_disc(0.5) within group (order by took) filter (where status <> 'OPEN'))::int as "medianS",
        (percentile_disc(0.95) within group (order by took) filter (where status <> 'OPEN'))::int as "p95S"
      from (select status, due_at, extract(epoch from decided_at - opened_at) as took from invites.reviews
        where status = 'OPEN' or decided_at > ${dateOf(now - 30 * dayMs)}) v`.execute(db)
  ).rows[0]

/** Backlog and service level of reviews by day. */
export const reviewHistory = (db: InvitesDb, params: { now: number; days: number }): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select opened_at as began, due_at as due, decided_at as ended from invites.reviews
      where decided_at is null or decided_at >= ${from}`,
  })
