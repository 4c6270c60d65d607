import { operatorUser } from '@evenhand/protocol/operator-customers.ts'
import type { OrderParams } from '@evenhand/protocol/settings.ts'
import { sql } from '../../kernel/db/db.ts'
import type { SearchSource } from '../../kernel/module/search.ts'
import { paramsOf, tableSource, type TimelineSource } from '../../kernel/module/timeline.ts'
import { msOf } from '../../kernel/time/clock.ts'
import type { PlansDb } from './plans.deps.ts'
import { planNo, usdtText } from './plans.rules.ts'

/** Positions by their number, as the role `console`. */
export const planSearch = (db: PlansDb): SearchSource => ({
  shownBy: { plan: operatorUser },
  async find({ sought: { planNo: no }, may }) {
    if (no === undefined || !may(operatorUser)) return []
    const { rows } = await sql<{ id: string; accountId: bigint; status: string; at: Date }>`
      select id, account_id as "accountId", status, started_at as at from plans.positions
      where order_no = ${no}::bigint`.execute(db)
    return rows.map((row) => ({ kind: 'plan' as const, ...row, no: planNo(no), at: msOf(row.at) }))
  },
})

type Row = { order_no: bigint; principal: bigint; status: string; gain: bigint }

/** A customer's positions by their beginning, as the role `console`; `gain`: yields paid less a penalty. */
export const planTimeline = (db: PlansDb): TimelineSource =>
  tableSource<Row>(db, {
    from: sql`plans.positions t`,
    where: ({ accountId }) => sql`t.account_id = ${accountId}`,
    at: sql`t.started_at`,
    columns: sql`t.order_no, t.principal, t.status, (t.daily_yield * t.paid_days - coalesce(t.penalty, 0))::bigint as gain`,
    view: (row) => ({
      params: paramsOf({
        no: planNo(row.order_no),
        amount: usdtText(row.principal),
        status: row.status,
        gain: usdtText(row.gain),
      }),
    }),
  })

/** Numbers of one customer's positions by their ids; those of another customer are left out. */
export async function namePlans(
  db: PlansDb,
  { accountId, ids }: { accountId: bigint; ids: readonly string[] },
): Promise<Map<string, OrderParams>> {
  const { rows } = await sql<{ id: string; orderNo: bigint }>`
    select id, order_no as "orderNo" from plans.positions
    where account_id = ${accountId} and id = any (${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, orderNo }) => [id, { id, of: 'plan', orderNo: planNo(orderNo) }]))
}
