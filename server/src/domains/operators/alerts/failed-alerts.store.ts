import { dayMs } from '@evenhand/protocol/durations.ts'
import type { AlertKind } from '@evenhand/protocol/operator-dashboard.ts'
import { sql } from '../../../kernel/db/db.ts'
import type { AnyDb } from '../../../kernel/http/operator-call.ts'
import { dateOf } from '../../../kernel/time/clock.ts'
import type { OperatorsDb } from '../operators.deps.ts'
import { webhookRecipient } from './alerts.rules.ts'

/** A delivery of an alert that was given up, without the address that it goes to. */
export type FailedAlert = {
  id: string
  kind: AlertKind
  subject: string
  count: number
  event: 'OPENED' | 'CLOSED'
  channel: 'mail' | 'webhook'
  failedAt: Date
  attempts: number
  error: string | null
}

/** Deliveries that were given up are listed for a month, as those to customers are kept. */
const listedMs = 30 * dayMs

/** Deliveries of alerts that were given up, the newest first, and how many there are. */
export async function listFailedAlerts(
  db: OperatorsDb,
  { now, limit, offset }: { now: number; limit: number; offset: number },
): Promise<{ rows: FailedAlert[]; total: number }> {
  const { rows } = await sql<FailedAlert & { total: number }>`
    select d.id, a.kind, a.subject, a.count, d.event, case d.recipient when ${webhookRecipient} then 'webhook' else 'mail' end as channel,
      d.failed_at as "failedAt", d.attempts, d.error, (count(*) over ())::int as total
    from operators.alert_deliveries d join operators.alerts a on a.id = d.alert_id
    where d.failed_at > ${dateOf(now - listedMs)} order by d.failed_at desc, d.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return { rows, total: rows[0]?.total ?? 0 }
}

/**
 * Makes a delivery that was given up due at `at`, epoch ms, with all its attempts; false where it is not given up any more.
 * That its alert is over follows it once more, so that its recipient does not take it for the present.
 */
export async function retryFailedAlert(tx: AnyDb, { id, at }: { id: string; at: number }): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    with retried as (update operators.alert_deliveries set done_at = null, failed_at = null, error = null, attempts = 0, due_at = ${dateOf(at)}
      where id = ${id}::uuid and failed_at is not null returning alert_id, event, recipient),
    followed as (update operators.alert_deliveries d set done_at = null, failed_at = null, error = null, attempts = 0, due_at = ${dateOf(at)}
      from retried r where d.alert_id = r.alert_id and d.recipient = r.recipient and r.event = 'OPENED' and d.event = 'CLOSED')
    select true as due from retried`.execute(tx)
  return rows[0]?.due === true
}
