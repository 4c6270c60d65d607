import type { AlertKind } from '@evenhand/protocol/operator-dashboard.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { sql } from '../../../kernel/db/db.ts'
import { uuidV7 } from '../../../kernel/ids.ts'
import type { OperatorsDb } from '../operators.deps.ts'
import type { AlertChanges, OpenAlert } from './alerts.rules.ts'

/** Alerts that are open, the newest first; bounded, as one is open of a kind and subject. */
export async function listOpenAlerts(db: OperatorsDb): Promise<OpenAlert[]> {
  const rows = await db
    .selectFrom('operators.alerts')
    .select(['id', 'kind', 'subject', 'count', 'opened_at', 'found_at'])
    .where('closed_at', 'is', null)
    .orderBy('opened_at', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as AlertKind,
    subject: row.subject,
    count: row.count,
    openedAt: msOf(row.opened_at),
    foundAt: msOf(row.found_at),
  }))
}

/** True for the one process that evaluates now; the lock ends with the transaction. */
export async function lockEvaluation(tx: OperatorsDb): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('operators.alerts', 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

type Changing = { changes: AlertChanges; recipients: readonly string[]; now: number }

/** Writes what opened, what was found again and what is over, with a delivery for each recipient, in one transaction. */
export async function saveChanges(tx: OperatorsDb, { changes, recipients, now }: Changing): Promise<void> {
  const at = dateOf(now)
  const opened = changes.opened.map((alert) => ({ ...alert, id: uuidV7(now), opened_at: at, found_at: at }))
  if (opened.length > 0) await tx.insertInto('operators.alerts').values(opened).execute()
  for (const { id, count } of changes.still)
    await tx.updateTable('operators.alerts').set({ count, found_at: at }).where('id', '=', id).execute()
  if (changes.closed.length > 0)
    await tx.updateTable('operators.alerts').set({ closed_at: at }).where('id', 'in', changes.closed).execute()
  const deliveries = [
    ...opened.map(({ id }) => ({ alert_id: id, event: 'OPENED' })),
    ...changes.closed.map((id) => ({ alert_id: id, event: 'CLOSED' })),
  ].flatMap((one) => recipients.map((recipient) => ({ ...one, recipient, id: uuidV7(now), due_at: at })))
  if (deliveries.length > 0) await tx.insertInto('operators.alert_deliveries').values(deliveries).execute()
}

export type Delivery = {
  id: string
  event: 'OPENED' | 'CLOSED'
  recipient: string
  attempts: number
  alertId: string
  kind: AlertKind
  subject: string
  count: number
  at: Date
}

/**
 * Claims the next due delivery, whose `attempts` counts this one; undefined where none is due. It is due again at
 * `leaseUntil`, should the process end before it has sent it: no transaction is open while it is sent. That an
 * alert is over waits until its beginning was sent or given up, as a recipient would take the later mail for the present.
 */
export async function claimDelivery(
  db: OperatorsDb,
  { now, leaseUntil }: { now: number; leaseUntil: number },
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    with claimed as (
      update operators.alert_deliveries set attempts = attempts + 1, due_at = ${dateOf(leaseUntil)}
      where id = (select d.id from operators.alert_deliveries d where d.done_at is null and d.due_at <= ${dateOf(now)}
          and not (d.event = 'CLOSED' and exists (select from operators.alert_deliveries opened
            where opened.alert_id = d.alert_id and opened.recipient = d.recipient
              and opened.event = 'OPENED' and opened.done_at is null))
        order by d.due_at limit 1 for update of d skip locked)
      returning *
    )
    select d.id, d.event, d.recipient, d.attempts, a.id as "alertId", a.kind, a.subject, a.count,
      case d.event when 'OPENED' then a.opened_at else a.closed_at end as at
    from claimed d join operators.alerts a on a.id = d.alert_id`.execute(db)
  return rows[0]
}

/** Ends a delivery, as given up where an error is named, or sets when it is tried again. */
export async function saveDelivery(
  db: OperatorsDb,
  params: { id: string } & ({ doneAt: number; error?: string } | { dueAt: number }),
): Promise<void> {
  await db
    .updateTable('operators.alert_deliveries')
    .set(
      'dueAt' in params
        ? { due_at: dateOf(params.dueAt) }
        : {
            done_at: dateOf(params.doneAt),
            ...(params.error !== undefined && { failed_at: dateOf(params.doneAt), error: params.error }),
          },
    )
    .where('id', '=', params.id)
    .execute()
}
