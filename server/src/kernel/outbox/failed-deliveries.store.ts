import { sql } from '../db/db.ts'
import type { AnyDb } from '../http/operator-call.ts'
import { dateOf } from '../time/clock.ts'
import { exportTables, type ExportSection } from '../module/data-export.ts'
import type { OutboxDb } from './outbox.store.ts'

export type FailedRow = {
  id: string
  accountId: bigint
  template: string
  failedAt: Date
  attempts: number
  error: string | null
}

/** Deliveries that were given up, the newest first, and how many there are. */
export async function listFailed(
  db: OutboxDb,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FailedRow[]; total: number }> {
  const { rows } = await sql<FailedRow>`
    select id, account_id as "accountId", template, failed_at as "failedAt", attempts, error from outbox.deliveries
    where failed_at is not null order by failed_at desc, id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: await countFailed(db) }
}

/** How many deliveries were given up. */
export async function countFailed(db: OutboxDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from outbox.deliveries where failed_at is not null`.execute(db)
  return rows[0]?.n ?? 0
}

/** Makes a failed delivery due at `at`, epoch ms (role `console`); false where it is not given up any more. */
export async function retryDelivery(tx: AnyDb, { id, at }: { id: string; at: number }): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select outbox.retry_delivery(${id}::uuid, ${dateOf(at)}) as due`.execute(tx)
  return rows[0]?.due === true
}

/** Deletes deliveries that were given up before `before`, epoch ms. */
export async function deleteFailed(db: OutboxDb, before: number): Promise<void> {
  await sql`delete from outbox.deliveries where failed_at < ${dateOf(before)}`.execute(db)
}

/** A customer's own mails and pushes that are on their way or were given up. */
export const deliveriesExport = (db: OutboxDb): ExportSection[] =>
  exportTables(db, {
    'outbox.deliveries': { columns: 'id, kind, template, due_at, attempts, failed_at', by: 'account_id', order: 'id' },
  })
