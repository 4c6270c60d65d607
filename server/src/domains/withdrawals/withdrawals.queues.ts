import type { PublicWaits } from '@evenhand/protocol/books.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { firstDay, queueHistory, type QueueDay } from '../../kernel/module/queue-history.ts'
import type { WithdrawalsDb } from './withdrawals.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

// What waits for operators, how that was by day, and how long customers waited for what ended in the last thirty days.

type Queue = { open: number; overdue: number; oldest: Date | null }
type Waits = Omit<PublicWaits, 'queue' | 'promisedHours'>
type Params = { now: number; days: number }

const lately = (now: number): Date => dateOf(now - 30 * dayMs)

/** What of `wallet.withdrawals w` waits for operators: a decision, or a payment that is later than promised. */
export const waitsForOperators = (now: number) => sql`
  (w.status = 'REVIEW' or (w.status in ('REQUESTED', 'AUTO_OK', 'APPROVED', 'PROCESSING') and w.due_at < ${dateOf(now)}))`

/** Withdrawals that wait for operators. */
export const withdrawalQueue = async (db: WithdrawalsDb, now: number): Promise<Queue | undefined> =>
  (
    await sql<Queue>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(requested_at) as oldest
      from wallet.withdrawals w where ${waitsForOperators(now)}`.execute(db)
  ).rows[0]

/** Withdrawals that are under way, and how long it took, in seconds, until others were paid. */
export const withdrawalWaits = async (db: WithdrawalsDb, now: number): Promise<Waits | undefined> =>
  (
    await sql<Waits>`
      select (count(*) filter (where is_open))::int as open,
        (count(*) filter (where is_open and due_at < ${dateOf(now)}))::int as overdue,
        (count(*) filter (where not is_open))::int as ended,
        (percentile_disc(0.5) within group (order by took) filter (where not is_open))::int as "medianS",
        (percentile_disc(0.95) within group (order by took) filter (where not is_open))::int as "p95S"
      from (select due_at, status <> 'COMPLETED' as is_open, extract(epoch from completed_at - requested_at) as took
        from wallet.withdrawals
        where completed_at > ${lately(now)}
          or status in ('REQUESTED', 'AUTO_OK', 'REVIEW', 'APPROVED', 'PROCESSING', 'BROADCAST')) w`.execute(db)
  ).rows[0]

/** Backlog and service level of withdrawals by day, from the request to the end that the customer waits for. */
export const withdrawalHistory = (db: WithdrawalsDb, params: Params): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select requested_at as began, due_at as due,
        case when status in ('COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED') then moved_at end as ended
      from wallet.withdrawals
      where status not in ('COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED') or moved_at >= ${from}`,
  })

/** What was paid out by UTC day and coin, in smallest units; days without any are left out. */
export async function paidByDay(
  db: WithdrawalsDb,
  { now, days }: Params,
): Promise<{ day: number; asset: number; units: bigint }[]> {
  const from = firstDay(now, days)
  const { rows } = await sql<{ day: number; asset: number; units: bigint }>`
    select (floor(extract(epoch from at) / 86400) * 86400000)::float8 as day, asset, sum(units)::bigint as units
    from (select completed_at as at, case asset when 3 then 1 else asset end as asset, amount as units from wallet.withdrawals
      where completed_at >= ${dateOf(from)}) moved
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
