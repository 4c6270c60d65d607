import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { hashOfSecret } from './sessions.ts'
import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'

type AuthDb = Db<'auth'>

/** A frozen account can be used again so long after that was requested. */
export const unfreezeAfterMs = dayMs
/** How long the link in a mail may freeze. */
export const freezeLinkHours = 6

/** Notes that an account is frozen since now; a request to unfreeze it is worth nothing any more. */
export async function keepFreeze(db: AuthDb, { customerId, at }: { customerId: string; at: number }): Promise<void> {
  await sql`
    insert into auth.freezes (customer_id, frozen_at) values (${customerId}, ${dateOf(at)})
    on conflict (customer_id) do update set frozen_at = excluded.frozen_at, unfreezes_at = null`.execute(db)
}

/** Notes when a frozen account can be used again; what was noted first stays. Returns that time. */
export async function keepUnfreezing(db: AuthDb, params: { customerId: string; now: number }): Promise<number> {
  const kept = await sql<{ unfreezes_at: Date }>`
    insert into auth.freezes as f (customer_id, frozen_at, unfreezes_at)
    values (${params.customerId}, ${dateOf(params.now)}, ${dateOf(params.now + unfreezeAfterMs)})
    on conflict (customer_id) do update set unfreezes_at = coalesce(f.unfreezes_at, excluded.unfreezes_at)
    returning unfreezes_at`.execute(db)
  const row = kept.rows[0]
  if (row === undefined) throw new Error('an upsert returned no row')
  return msOf(row.unfreezes_at)
}

/** When a frozen account can be used again; undefined where that was not requested. */
export async function findUnfreezing(db: AuthDb, customerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('auth.freezes')
    .select('unfreezes_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.unfreezes_at == null ? undefined : msOf(row.unfreezes_at)
}

/** Customers whose time has come, at most a hundred, who waited longest first; without those named. */
export async function listDue(
  db: AuthDb,
  { now, except }: { now: number; except: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from auth.freezes
    where unfreezes_at <= ${dateOf(now)} and customer_id <> all (${[...except]}::uuid[])
    order by unfreezes_at, customer_id limit 100`.execute(db)
  return rows.map((row) => row.customer_id)
}

/** Takes a freeze whose time has come; true for exactly one caller. */
export async function takeDue(db: AuthDb, params: { customerId: string; now: number }): Promise<boolean> {
  const taken = await db
    .deleteFrom('auth.freezes')
    .where('customer_id', '=', params.customerId)
    .where('unfreezes_at', '<=', dateOf(params.now))
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Keeps the hash of a link's token, which freezes this customer for six hours. */
export async function keepLink(
  db: AuthDb,
  { token, customerId, now }: { token: string; customerId: string; now: number },
): Promise<void> {
  await db
    .insertInto('auth.freeze_links')
    .values({
      token_hash: hashOfSecret(token),
      customer_id: customerId,
      expires_at: dateOf(now + freezeLinkHours * hourMs),
    })
    .execute()
}

/** Whose account the link of a mail freezes; undefined for one that is over or was never ours. */
export async function findByLink(db: AuthDb, params: { token: string; now: number }): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.freeze_links')
    .select('customer_id')
    .where('token_hash', '=', hashOfSecret(params.token))
    .where('expires_at', '>', dateOf(params.now))
    .executeTakeFirst()
  return row?.customer_id
}

/** Deletes links that freeze nothing any more. */
export async function sweepLinks(db: AuthDb, now: number): Promise<void> {
  await db.deleteFrom('auth.freeze_links').where('expires_at', '<', dateOf(now)).execute()
}
