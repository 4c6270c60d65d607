import type { PublicWaits } from '@evenhand/protocol/books.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { firstDay, queueHistory, type QueueDay } from '../../kernel/module/queue-history.ts'
import type { DepositsDb } from './deposits.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

// What waits for operators, how that was by day, and how long customers waited for what ended in the last thirty days.

type Queue = { open: number; overdue: number; oldest: Date | null }
type Waits = Omit<PublicWaits, 'queue' | 'promisedHours'>
type Params = { now: number; days: number }

const lately = (now: number): Date => dateOf(now - 30 * dayMs)

/** Deposits that wait for operators. */
export const depositQueue = async (db: DepositsDb, now: number): Promise<Queue | undefined> =>
  (
    await sql<Queue>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(created_at) as oldest
      from wallet.deposits where status in ('SUBMITTED', 'CONFIRMING')`.execute(db)
  ).rows[0]

/** Deposits that wait for anything, and how long it took, in seconds, until others were decided. */
export const depositWaits = async (db: DepositsDb, now: number): Promise<Waits | undefined> =>
  (
    await sql<Waits>`
      select (count(*) filter (where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')))::int as open,
        (count(*) filter (where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML') and due_at < ${dateOf(now)}))::int as overdue,
        (count(*) filter (where ended))::int as ended,
        (percentile_disc(0.5) within group (order by took) filter (where ended))::int as "medianS",
        (percentile_disc(0.95) within group (order by took) filter (where ended))::int as "p95S"
      from (select status, due_at, decided_at > ${lately(now)} and status in ('CREDITED', 'REJECTED', 'RETURNED') as ended,
          extract(epoch from decided_at - created_at) as took
        from wallet.deposits
        where decided_at > ${lately(now)} or status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')) d`.execute(db)
  ).rows[0]

/** Backlog and service level of deposits by day. */
export const depositHistory = (db: DepositsDb, params: Params): Promise<QueueDay[]> =>
  queueHistory(db, {
    ...params,
    cases: (from) => sql`
      select created_at as began, due_at as due, null::timestamptz as ended from wallet.deposits
        where status in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')
      union all
      select created_at, due_at, decided_at from wallet.deposits
        where decided_at >= ${from} and status not in ('SUBMITTED', 'CONFIRMING', 'ON_HOLD_AML')`,
  })

/** What was credited by UTC day and coin, in smallest units; days without any are left out. */
export async function creditedByDay(
  db: DepositsDb,
  { now, days }: Params,
): Promise<{ day: number; asset: number; units: bigint }[]> {
  const from = firstDay(now, days)
  const { rows } = await sql<{ day: number; asset: number; units: bigint }>`
    select (floor(extract(epoch from at) / 86400) * 86400000)::float8 as day, asset, sum(units)::bigint as units
    from (select decided_at as at, asset, credited as units from wallet.deposits
      where status = 'CREDITED' and decided_at >= ${dateOf(from)}) moved
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
