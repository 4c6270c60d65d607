import { dateOf, msOf } from '../../kernel/time/clock.ts'
import type { OperatorsDb } from './operators.deps.ts'

/** The restriction of a customer that is in force, as the customer reads it. */
export async function customerRestriction(
  db: OperatorsDb,
  { customerId, now }: { customerId: string; now: number },
): Promise<{ reason: string; since: number; until: number } | null> {
  const row = await db
    .selectFrom('operators.restrictions')
    .select(['reason', 'at', 'ends_at'])
    .where('customer_id', '=', customerId)
    .where('ends_at', '>', dateOf(now))
    .executeTakeFirst()
  return row === undefined ? null : { reason: row.reason, since: msOf(row.at), until: msOf(row.ends_at) }
}
