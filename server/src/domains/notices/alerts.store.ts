import { maxAlerts } from '@evenhand/protocol/notices.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { NoticesDb } from './notices.store.ts'

/** A price to be notified of. `target` in the instrument's units, or in hundredths of a percent for a CHANGE. */
export type Alert = {
  accountId: bigint
  id: string
  code: string
  kind: 'ABOVE' | 'BELOW' | 'CHANGE'
  target: bigint
  everyMinutes: number | undefined
  armed: boolean
  notifiedAt: number | undefined
  createdAt: number
}
type Row = Omit<Alert, 'everyMinutes' | 'notifiedAt' | 'createdAt'> & {
  everyMinutes: number | null
  notifiedAt: Date | null
  createdAt: Date
}

const columns = sql`account_id as "accountId", id, code, kind, target, every_minutes as "everyMinutes", armed,
  notified_at as "notifiedAt", created_at as "createdAt"`
const alertOf = ({ everyMinutes, notifiedAt, createdAt, ...row }: Row): Alert => ({
  ...row,
  everyMinutes: everyMinutes ?? undefined,
  notifiedAt: notifiedAt === null ? undefined : msOf(notifiedAt),
  createdAt: msOf(createdAt),
})

/** A customer's alerts, the newest first. */
export async function listAlerts(db: NoticesDb, accountId: bigint): Promise<Alert[]> {
  const { rows } = await sql<Row>`select ${columns} from notices.alerts
    where account_id = ${accountId} order by id desc`.execute(db)
  return rows.map(alertOf)
}

/** Alerts by id, or every one there is. */
export async function readAlerts(db: NoticesDb, ids?: readonly string[]): Promise<Alert[]> {
  const { rows } =
    ids === undefined
      ? await sql<Row>`select ${columns} from notices.alerts`.execute(db)
      : await sql<Row>`select ${columns} from notices.alerts where id = any (${ids}::uuid[])`.execute(db)
  return rows.map(alertOf)
}

/** False where the customer has as many as there may be. */
export async function insertAlert(db: NoticesDb, alert: Alert): Promise<boolean> {
  const { rows } = await sql<{
    added: boolean
  }>`select notices.add_alert(row(${alert.accountId}, ${alert.id}, ${alert.code}, ${alert.kind}, ${alert.target},
    ${alert.everyMinutes ?? null}, ${alert.armed}, null, ${dateOf(alert.createdAt)})::notices.alerts, ${maxAlerts}) as added`.execute(
    db,
  )
  return rows[0]?.added === true
}

/** Deletes an alert of this customer; false where there is none. */
export async function deleteAlert(db: NoticesDb, params: { accountId: bigint; id: string }): Promise<boolean> {
  const { rows } = await sql`delete from notices.alerts
    where account_id = ${params.accountId} and id = ${params.id} returning id`.execute(db)
  return rows.length > 0
}

/** Notes that prices stand on the near side of alerts' targets again. */
export async function armAlerts(db: NoticesDb, ids: readonly string[]): Promise<void> {
  await sql`update notices.alerts a set armed = true
    from (select id from notices.alerts where id = any (${ids}::uuid[]) and not armed order by id for update) l
    where a.id = l.id`.execute(db)
}

/** Takes alerts to notify of now; returns those that no other process has taken. */
export async function takeAlerts(db: NoticesDb, ids: readonly string[], at: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from notices.take_alerts(${ids}::uuid[], ${dateOf(at)})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
