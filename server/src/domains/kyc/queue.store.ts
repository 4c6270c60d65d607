import type { PublicWaits } from '@evenhand/protocol/books.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { KycDb } from './kyc.deps.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

type Waits = Omit<PublicWaits, 'queue' | 'promisedHours'>

/** What waits for operators. */
export const identityQueue = async (db: KycDb, now: number) =>
  (
    await sql<{ open: number; overdue: number; oldest: Date | null }>`
      select count(*)::int as open, (count(*) filter (where due_at < ${dateOf(now)}))::int as overdue, min(submitted_at) as oldest
      from kyc.identifications where status = 'PENDING_REVIEW'`.execute(db)
  ).rows[0]

/** How long customers waited for what was decided in the last thirty days; a document that expired was not decided. */
export async function identityWaits(db: KycDb, now: number): Promise<Waits | undefined> {
  const { rows } = await sql<Waits>`
    select (count(*) filter (where status = 'PENDING_REVIEW'))::int as open,
      (count(*) filter (where status = 'PENDING_REVIEW' and due_at < ${dateOf(now)}))::int as overdue,
      (count(*) filter (where status <> 'PENDING_REVIEW'))::int as ended,
      (percentile_disc(0.5) within group (order by took) filter (where status <> 'PENDING_REVIEW'))::int as "medianS",
      (percentile_disc(0.95) within group (order by took) filter (where status <> 'PENDING_REVIEW'))::int as "p95S"
    from (select status, due_at, extract(epoch from decided_at - submitted_at) as took
      from kyc.identifications
      where (decided_at > ${dateOf(now - 30 * dayMs)} and status <> 'EXPIRED') or status = 'PENDING_REVIEW') i`.execute(
    db,
  )
  return rows[0]
}

/** The id of a customer's own form, or of the last one where none is named; undefined where there is none. */
export async function ownFormId(
  db: KycDb,
  { id, customerId }: { id: string | undefined; customerId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from kyc.identifications
    where customer_id = ${customerId} and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by number desc limit 1`.execute(db)
  return rows[0]?.id
}
