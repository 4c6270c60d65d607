import { sql } from '../../kernel/db/db.ts'
import type { AnyDb } from '../../kernel/http/operator-call.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { NoticesDb } from './notices.store.ts'

export type FailedNotice = {
  accountId: bigint
  id: string
  template: string
  failedAt: Date
  attempts: number
  error: string | null
}

/** Notices whose delivery was given up, the newest first, and how many there are. */
export async function listFailed(
  db: NoticesDb,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FailedNotice[]; total: number }> {
  const { rows } = await sql<FailedNotice>`
    select d.account_id as "accountId", d.id, n.template, d.failed_at as "failedAt", d.attempts, d.error
    from notices.deliveries d join notices.notices n using (account_id, id)
    where d.failed_at is not null order by d.failed_at desc, d.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: await countFailed(db) }
}

/** Deliveries that were given up. */
export async function countFailed(db: NoticesDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notices.deliveries where failed_at is not null`.execute(db)
  return rows[0]?.n ?? 0
}

/** Makes a failed delivery due at `at`, epoch ms (role `console`); false where it is not given up any more. */
export async function retryDelivery(
  tx: AnyDb,
  { accountId, id, at }: { accountId: bigint; id: string; at: number },
): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select notices.retry_delivery(${accountId}, ${id}::uuid, ${dateOf(at)}) as due`.execute(tx)
  return rows[0]?.due === true
}
