import type { QuietHours } from '@evenhand/protocol/settings.ts'
import { sql } from '../../kernel/db/db.ts'
import { makeDeliveriesDue } from '../../kernel/outbox/deliveries.store.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { NoticesDeps } from './notices.deps.ts'
import type { NoticesDb } from './notices.store.ts'
import { isZone, minuteOf, minuteText, type Quiet } from './quiet-hours.rules.ts'

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

/** The zone of the hours that a customer chose, as an IANA name; undefined where none is known. */
export async function zoneOf({ db }: Pick<NoticesDeps, 'db'>, accountId: bigint): Promise<string | undefined> {
  const zone = (await readQuiet(db, [accountId])).get(accountId)?.zone
  return zone !== undefined && isZone(zone) ? zone : undefined
}

/**
 * Chooses the hours, or removes them with null; what was held for the old ones is due at once, and checked against the new ones. Refuses 40020
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
    await makeDeliveriesDue(tx as never, accountId, clock.now())
  })
}

/** Refuses what `chooseQuietHours` refuses, for a caller that stores other things with it. */
export function mustHold({ from, to, zone }: QuietHours): void {
  const reason = !isZone(zone) ? 'zone' : from === to ? 'empty' : undefined
  if (reason !== undefined) throw refuse('dataIncomplete', { fields: [{ field: 'quietHours', reason }] })
}
