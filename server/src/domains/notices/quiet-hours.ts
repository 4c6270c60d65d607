import type { QuietHours } from '@evenhand/protocol/settings.ts'
import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb, StoredNotice } from './notices.store.ts'
import { isZone, minuteOf, minuteText, type Quiet } from './quiet-hours.rules.ts'
import type { Params } from './templates.ts'

/** Notices that are told outside the app in one go once quiet hours are over. */
const maxAtOnce = 500

/** Hours in which customers are left in peace, of those who chose any. */
export async function readQuiet(db: NoticesDb, accountIds: readonly bigint[]): Promise<Map<bigint, Quiet>> {
  const { rows } = await sql<Quiet & { accountId: bigint }>`
    select account_id as "accountId", from_min as "fromMin", to_min as "toMin", zone
    from notices.quiet_hours where account_id = any (${accountIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ accountId, ...quiet }) => [accountId, quiet]))
}

/** The hours that a customer chose; null where there are none. */
export async function quietHoursOf({ db }: NoticesDeps, accountId: bigint): Promise<QuietHours | null> {
  const quiet = (await readQuiet(db, [accountId])).get(accountId)
  if (quiet === undefined) return null
  return { from: minuteText(quiet.fromMin), to: minuteText(quiet.toMin), zone: quiet.zone }
}

/**
 * Chooses the hours, or takes them away with null; what was held for the old ones is looked at again at once. Refuses 40020
 * a zone that is none, and hours that begin as they end.
 */
export async function chooseQuietHours(
  { db, clock }: NoticesDeps,
  { accountId, quiet }: { accountId: bigint; quiet: QuietHours | null },
): Promise<void> {
  if (quiet !== null) mustHold(quiet)
  await db.transaction().execute(async (tx) => {
    if (quiet === null) await sql`delete from notices.quiet_hours where account_id = ${accountId}`.execute(tx)
    else
      await sql`insert into notices.quiet_hours (account_id, from_min, to_min, zone)
        values (${accountId}, ${minuteOf(quiet.from)}, ${minuteOf(quiet.to)}, ${quiet.zone})
        on conflict (account_id) do update set
          from_min = excluded.from_min, to_min = excluded.to_min, zone = excluded.zone`.execute(tx)
    await sql`update notices.held set due_at = ${dateOf(clock.now())} where account_id = ${accountId}`.execute(tx)
  })
}

/** Refuses what `chooseQuietHours` refuses, for whoever keeps other things with it. */
export function mustHold({ from, to, zone }: QuietHours): void {
  const reason = !isZone(zone) ? 'zone' : from === to ? 'empty' : undefined
  if (reason !== undefined) throw refuse('dataIncomplete', { fields: [{ field: 'quietHours', reason }] })
}

/** Keeps notices to be told outside the app later; `at` is when, epoch ms. */
export async function holdNotices(db: NoticesDb, held: readonly { notice: StoredNotice; at: number }[]): Promise<void> {
  if (held.length === 0) return
  await sql`insert into notices.held (account_id, id, due_at)
    select * from unnest(${held.map(({ notice }) => notice.accountId)}::bigint[],
      ${held.map(({ notice }) => notice.id)}::uuid[], ${held.map(({ at }) => dateOf(at))}::timestamptz[])
    on conflict do nothing`.execute(db)
}

type Row = { accountId: bigint; id: string; template: StoredNotice['template']; params: Params; createdAt: Date }

/** Takes notices whose time has come, each for one teller alone; the oldest first. */
export async function takeHeld(db: NoticesDb, now: number): Promise<StoredNotice[]> {
  const { rows } = await sql<Row>`
    with due as (
      select account_id, id from notices.held where due_at <= ${dateOf(now)}
      order by due_at, id limit ${maxAtOnce} for update skip locked
    ), taken as (
      delete from notices.held h using due where h.account_id = due.account_id and h.id = due.id
      returning h.account_id, h.id
    )
    select n.account_id as "accountId", n.id, n.template, n.params, n.created_at as "createdAt"
    from taken join notices.notices n using (account_id, id) order by n.id`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: msOf(createdAt) }))
}
