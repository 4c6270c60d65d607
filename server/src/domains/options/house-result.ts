import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { firstDay } from '../../kernel/module/queue-history.ts'

/** Of real options that ended on one UTC day, in units of USDT: what was staked, and what the house won (negative: lost). */
export type ResultDay = { day: number; staked: bigint; result: bigint }

/** The result of the house by day, oldest first; days on which no real option ended are left out. */
export async function houseResult(
  db: Db<'options'>,
  { now, days }: { now: number; days: number },
): Promise<ResultDay[]> {
  const { rows } = await sql<ResultDay>`
    select (floor(extract(epoch from settled_at) / 86400) * 86400000)::float8 as day,
      sum(stake)::bigint as staked, (-sum(gain))::bigint as result
    from options.orders where asset = 1 and settled_at >= ${dateOf(firstDay(now, days))}
    group by 1 order by 1`.execute(db)
  return rows
}
