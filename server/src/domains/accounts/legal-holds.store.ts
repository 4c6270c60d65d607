import type { LegalHold } from '@evenhand/protocol/case-hold.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

// Read by the role `console` alone: the role that serves customers has no right to the table.

type ConsoleDb = Db<'accounts'>
type Row = { reference: string; tell: boolean; laid_at: Date; review_on: string; overdue: boolean }

const columns = (now: number) => sql`h.reference, h.tell, h.laid_at, h.review_on::text as review_on,
  h.review_on <= (${dateOf(now)}::timestamptz at time zone 'UTC')::date as overdue`
const holdOf = (row: Row): LegalHold => ({
  reference: row.reference,
  tell: row.tell,
  laidAt: msOf(row.laid_at),
  reviewOn: row.review_on,
  overdue: row.overdue,
})

/** Legal holds in force of some customers, by customer; `now` in epoch ms. */
export async function legalHoldsOf(
  db: ConsoleDb,
  { customerIds, now }: { customerIds: readonly string[]; now: number },
): Promise<ReadonlyMap<string, LegalHold>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<Row & { customer_id: string }>`
    select h.customer_id, ${columns(now)} from accounts.legal_holds h
    where h.lifted_at is null and h.customer_id = any (${[...customerIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.customer_id, holdOf(row)]))
}

export type HeldCustomer = LegalHold & { id: string; customerId: string; username: string }

/** Customers under a legal hold, those first whose review is due soonest. */
export async function listHeldCustomers(
  db: ConsoleDb,
  { now, limit, offset }: { now: number; limit: number; offset: number },
): Promise<{ rows: HeldCustomer[]; total: number }> {
  const { rows } = await sql<Row & { request_id: string; customer_id: string; username: string; total: number }>`
    select h.request_id, h.customer_id, c.username, ${columns(now)}, count(*) over ()::int as total
    from accounts.legal_holds h join accounts.customers c on c.id = h.customer_id
    where h.lifted_at is null order by h.review_on, h.laid_at limit ${limit} offset ${offset}`.execute(db)
  return {
    rows: rows.map((row) => ({
      ...holdOf(row),
      id: row.request_id,
      customerId: row.customer_id,
      username: row.username,
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** How many holds are in force, how many reviews are overdue, and the one that is due first. */
export async function legalHoldQueue(
  db: ConsoleDb,
  now: number,
): Promise<{ open: number; overdue: number; first: { laidAt: number; reviewAt: number } | undefined }> {
  const { rows } = await sql<{ open: number; overdue: number; laid_at: Date | null; review_at: Date | null }>`
    select count(*)::int as open,
      count(*) filter (where h.review_on <= (${dateOf(now)}::timestamptz at time zone 'UTC')::date)::int as overdue,
      (array_agg(h.laid_at order by h.review_on, h.laid_at))[1] as laid_at,
      min(h.review_on)::timestamp at time zone 'UTC' as review_at
    from accounts.legal_holds h where h.lifted_at is null`.execute(db)
  const [row] = rows
  const first =
    row?.laid_at == null || row.review_at === null
      ? undefined
      : { laidAt: msOf(row.laid_at), reviewAt: msOf(row.review_at) }
  return { open: row?.open ?? 0, overdue: row?.overdue ?? 0, first }
}
