import { dateOf, msOf } from '../../kernel/clock.ts'
import { sql, type Db } from '../../kernel/db.ts'

type AuthDb = Db<'auth'>

export type StoredSession = { tokenHash: Buffer; id: string; customerId: string; usedAt: number; endsAt: number }
export type NewSession = StoredSession & { createdAt: number; ip: string; userAgent: string; place: Buffer }

/** 30 days without use end a session, 90 days end it in any case. */
export const sessionLife = { idleMs: 30 * 86_400_000, wholeMs: 90 * 86_400_000 } as const

/**
 * Writes a session after a sign-in. In the same statement the place counts as the customer's own, and wrong passwords
 * since the last sign-in are forgotten.
 */
export async function insertSession(db: AuthDb, of: NewSession): Promise<void> {
  const at = dateOf(of.createdAt)
  await sql`
    with place as (
      insert into auth.places (customer_id, place, seen_at) values (${of.customerId}, ${of.place}, ${at})
      on conflict (customer_id, place) do update set seen_at = excluded.seen_at),
    forgiven as (
      update auth.passwords set failed_in_row = 0 where customer_id = ${of.customerId} and failed_in_row > 0)
    insert into auth.sessions (token_hash, id, customer_id, created_at, used_at, ends_at, ip, user_agent)
    values (${of.tokenHash}, ${of.id}, ${of.customerId}, ${at}, ${dateOf(of.usedAt)}, ${dateOf(of.endsAt)}, ${of.ip}, ${of.userAgent})`.execute(
    db,
  )
}

/** The sessions of these token hashes, ended ones included. */
export async function findSessions(db: AuthDb, hashes: readonly Buffer[]): Promise<StoredSession[]> {
  const rows = await sql<{ token_hash: Buffer; id: string; customer_id: string; used_at: Date; ends_at: Date }>`
    select token_hash, id, customer_id, used_at, ends_at from auth.sessions where token_hash = any(${hashes}::bytea[])`.execute(
    db,
  )
  return rows.rows.map((row) => ({
    tokenHash: row.token_hash,
    id: row.id,
    customerId: row.customer_id,
    usedAt: msOf(row.used_at),
    endsAt: msOf(row.ends_at),
  }))
}

export async function deleteSession(db: AuthDb, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('auth.sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of a customer. */
export async function deleteSessionsOf(db: AuthDb, customerId: string): Promise<void> {
  await db.deleteFrom('auth.sessions').where('customer_id', '=', customerId).execute()
}

/** Writes when sessions were last used, many in one statement. */
export async function storeUses(db: AuthDb, uses: readonly { tokenHash: Buffer; usedAt: number }[]): Promise<void> {
  await sql`
    update auth.sessions s set used_at = u.used_at
    from unnest(${uses.map((use) => use.tokenHash)}::bytea[], ${uses.map((use) => dateOf(use.usedAt))}::timestamptz[]) as u(token_hash, used_at)
    where s.token_hash = u.token_hash and s.used_at < u.used_at`.execute(db)
}

/** Deletes sessions that have ended by time. */
export async function sweepSessions(db: AuthDb, now: number): Promise<void> {
  await sql`delete from auth.sessions where ends_at < ${dateOf(now)} or used_at < ${dateOf(now - sessionLife.idleMs)}`.execute(
    db,
  )
}
