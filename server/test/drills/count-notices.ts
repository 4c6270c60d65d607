import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseUrl } from './running-product.ts'

/**
 * What customers should have been notified of and were not, after so long: results, steps of withdrawals, conversions and
 * announced deposits. That none is written twice is held by the notices' own key, so there is nothing to count.
 */
export async function countUnnotified(dataDir: string, patienceMs = 60_000): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl(dataDir) })
  await client.connect()
  try {
    const began = performance.now()
    for (;;) {
      const { rows } = await client.query<Record<string, number>>(
        `select
           (select count(*)::int from options.orders o where not exists (
             select from notices.notices n where n.account_id = o.account_id and n.template in ('option.result', 'option.void')
               and n.ref = o.id::text)) as results,
           (select count(*)::int from wallet.withdrawal_steps s join wallet.withdrawals w on w.id = s.withdrawal_id
             where s.step in ('REQUESTED', 'APPROVED', 'BROADCAST', 'COMPLETED', 'CANCELLED') and not exists (
               select from notices.notices n where n.account_id = w.account_id and n.ref = w.id || ' ' || s.step)) as steps,
           (select count(*)::int from wallet.conversions c where not exists (
             select from notices.notices n where n.ref = 'conversion.done ' || c.id)) as conversions,
           (select count(*)::int from wallet.deposits d where not exists (
             select from notices.notices n where n.ref like 'deposit.submitted ' || d.id || ' %')) as deposits,
           (select count(*)::int from outbox.parked) as parked`,
      )
      const missing = Object.fromEntries(Object.entries(rows[0] ?? { none: 1 }).filter(([, count]) => count > 0))
      if (Object.keys(missing).length === 0 || performance.now() - began > patienceMs) return missing
      await wait(500)
    }
  } finally {
    await client.end()
  }
}
