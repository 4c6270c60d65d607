import type { AnnouncedDebit } from '@evenhand/protocol/adjustments.ts'
import { assetScales, formatUnits } from '@evenhand/protocol/money.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { OperatorsDb } from './operators.deps.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const shownMs = 30 * dayMs

type Row = {
  request_id: string
  asset: AnnouncedDebit['asset']
  units: bigint
  entry_seq: bigint
  entry_at: Date
  reason_code: string
  line: string
  announced_at: Date
  due_at: Date
  status: AnnouncedDebit['status']
  objection_id: string | null
}
/** Numbers and states of complaints, by their ids. */
export type ObjectionsParams = (
  ids: readonly string[],
) => Promise<ReadonlyMap<string, NonNullable<AnnouncedDebit['objection']>>>

/** Adjustments against one customer as they read them: announced ones, and those that ended in the last 30 days. */
export async function customerDebits(
  db: OperatorsDb,
  { customerId, now, objectionsOf }: { customerId: string; now: number; objectionsOf: ObjectionsParams },
): Promise<AnnouncedDebit[]> {
  const { rows } = await sql<Row>`
    select d.request_id, ledger.asset_name(d.asset) as asset, d.units, d.entry_seq, ledger.entry_at(d.entry_seq) as entry_at,
      d.reason_code, d.line, d.announced_at, d.due_at, d.status, d.objection_id
    from operators.announced_adjustments d
    where d.customer_id = ${customerId}::uuid and (d.ended_at is null or d.ended_at > ${dateOf(now - shownMs)})
    order by d.announced_at desc limit 100`.execute(db)
  const objections = await objectionsOf(rows.flatMap(({ objection_id: id }) => (id === null ? [] : [id])))
  return rows.map((row) => ({
    id: row.request_id,
    asset: row.asset,
    amount: formatUnits(row.units, assetScales[row.asset], 2),
    entry: row.entry_seq.toString(),
    entryAt: msOf(row.entry_at),
    reasonCode: row.reason_code,
    line: row.line,
    announcedAt: msOf(row.announced_at),
    dueAt: msOf(row.due_at),
    status: row.status,
    objection: (row.objection_id === null ? undefined : objections.get(row.objection_id)) ?? null,
  }))
}

/** Whether an adjustment was announced to this customer. */
export async function isOwnDebit(db: OperatorsDb, params: { id: string; customerId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from operators.debits where request_id = ${params.id}::uuid and customer_id = ${params.customerId}::uuid`.execute(
    db,
  )
  return rows.length > 0
}
