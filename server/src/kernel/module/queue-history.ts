import { dateOf } from '../time/clock.ts'
import { sql } from '../db/db.ts'
import type { AnyDb } from '../http/operator-call.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** A queue on one UTC day: cases still open at its end, cases that ended in it, and how many of these in time. */
export type QueueDay = { readonly day: number; readonly open: number; readonly ended: number; readonly inTime: number }

/** The first millisecond of the UTC day that is `days - 1` days before the one of `now`. */
export const firstDay = (now: number, days: number): number => (Math.floor(now / dayMs) - days + 1) * dayMs

export type QueueHistoryParams = {
  /** A select of the columns `began`, `due` and `ended` (null while open): cases that are open or ended since `from`. */
  cases: (from: Date) => ReturnType<typeof sql>
  now: number
  days: number
}

/**
 * Backlog and service level of a queue for each of the last UTC days, oldest first, the present one included. A case that
 * is open or ended since the first day is counted once when it began and once when it ended: the backlog follows from both
 * sums, so the work is linear in the cases.
 */
export async function queueHistory(db: AnyDb, { cases, now, days }: QueueHistoryParams): Promise<QueueDay[]> {
  const from = firstDay(now, days)
  const first = dateOf(from)
  const dayOf = (column: 'began' | 'ended') =>
    sql`floor(extract(epoch from ${sql.ref(column)} - ${first}::timestamptz) / 86400)::int`
  const { rows } = await sql<{ index: number; began: number; ended: number; in_time: number }>`
    with cases as materialized (${cases(first)}),
    changes as (
      select greatest(${dayOf('began')}, -1) as index, 1 as began, 0 as ended, 0 as in_time from cases
      union all
      select ${dayOf('ended')}, 0, 1, (ended <= due)::int from cases where ended >= ${first})
    select index, sum(began)::int as began, sum(ended)::int as ended, sum(in_time)::int as in_time
    from changes group by 1`.execute(db)
  const byIndex = new Map(rows.map((row) => [row.index, row]))
  let open = byIndex.get(-1)?.began ?? 0
  return Array.from({ length: days }, (_, index) => {
    const { began = 0, ended = 0, in_time: inTime = 0 } = byIndex.get(index) ?? {}
    open += began - ended
    return { day: from + index * dayMs, open, ended, inTime }
  })
}
