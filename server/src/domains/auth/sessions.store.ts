import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

type AuthDb = Db<'auth'>

export type StoredSession = {
  tokenHash: Buffer
  id: string
  customerId: string
  usedAt: number
  endsAt: number
  /** SHA-256 of the cookie it is bound to; null for a program without cookies. */
  binding: Buffer | null
}
export type NewSession = StoredSession & {
  createdAt: number
  ip: string
  userAgent: string
  networkKey: Buffer
  device: Buffer
}

/** 30 days without use end a session, 90 days end it in any case. */
export const sessionLife = { idleMs: 30 * dayMs, wholeMs: 90 * dayMs } as const

/** Sessions one customer has at once. */
const maxSessions = 100

/**
 * Writes a session after a sign-in. In the same statement the network counts as a known one of the customer, and wrong passwords
 * since the last sign-in are forgotten. Returns whether the device was never seen before.
 */
export async function insertSession(db: AuthDb, params: NewSession): Promise<{ newDevice: boolean }> {
  const at = dateOf(params.createdAt)
  const inserted = await sql<{ new_device: boolean }>`
    with known_network as (
      insert into auth.known_networks (customer_id, network_key, seen_at) values (${params.customerId}, ${params.networkKey}, ${at})
      on conflict (customer_id, network_key) do update set seen_at = excluded.seen_at),
    forgiven as (
      update auth.passwords set failed_in_row = 0 where customer_id = ${params.customerId} and failed_in_row > 0),
    session as (
      insert into auth.sessions (token_hash, id, customer_id, created_at, used_at, ends_at, ip, user_agent, binding)
      values (${params.tokenHash}, ${params.id}, ${params.customerId}, ${at}, ${dateOf(params.usedAt)}, ${dateOf(params.endsAt)}, ${params.ip}, ${params.userAgent}, ${params.binding}))
    insert into auth.devices (customer_id, device, first_seen_at, seen_at)
    values (${params.customerId}, ${params.device}, ${at}, ${at})
    on conflict (customer_id, device) do update set seen_at = excluded.seen_at
    returning xmax = 0 as new_device`.execute(db)
  return { newDevice: inserted.rows[0]?.new_device ?? false }
}

/** The sessions of these token hashes, ended ones included. */
export async function findSessions(db: AuthDb, hashes: readonly Buffer[]): Promise<StoredSession[]> {
  const rows = await sql<{
    token_hash: Buffer
    id: string
    customer_id: string
    used_at: Date
    ends_at: Date
    binding: Buffer | null
  }>`
    select token_hash, id, customer_id, used_at, ends_at, binding
    from auth.sessions where token_hash = any(${hashes}::bytea[])`.execute(db)
  return rows.rows.map((row) => ({
    tokenHash: row.token_hash,
    id: row.id,
    customerId: row.customer_id,
    usedAt: msOf(row.used_at),
    endsAt: msOf(row.ends_at),
    binding: row.binding,
  }))
}

export type ListedSession = { id: string; createdAt: number; usedAt: number; ip: string; userAgent: string }

/** A customer's running sessions, the last used first. */
export async function listSessions(db: AuthDb, params: { customerId: string; now: number }): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom('auth.sessions')
    .select(['id', 'created_at', 'used_at', 'ip', 'user_agent'])
    .where('customer_id', '=', params.customerId)
    .where('ends_at', '>', dateOf(params.now))
    .where('used_at', '>', dateOf(params.now - sessionLife.idleMs))
    .orderBy('used_at', 'desc')
    .limit(maxSessions)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: msOf(row.created_at),
    usedAt: msOf(row.used_at),
    ip: row.ip,
    userAgent: row.user_agent,
  }))
}

export type Ending = { customerId: string; one?: string; exceptOne?: string }

/** Ends sessions of a customer: all, one, or all but one; every process is notified of it. Returns how many ended. */
export async function endSessions(db: AuthDb, { customerId, one, exceptOne }: Ending): Promise<number> {
  const ended = await sql<{ n: number }>`
    select auth.end_sessions(${customerId}::uuid, ${one ?? null}::uuid, ${exceptOne ?? null}::uuid) as n`.execute(db)
  return ended.rows[0]?.n ?? 0
}

/**
 * Whether a session of the customer has not been ended; called in a transaction that holds the customer. Locks the
 * customer's sessions until it ends, in order of id, so that none of them is ended by another call meanwhile.
 */
export async function isRunning(db: AuthDb, session: { customerId: string; id: string }): Promise<boolean> {
  const rows = await db
    .selectFrom('auth.sessions')
    .select('id')
    .where('customer_id', '=', session.customerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.some(({ id }) => id === session.id)
}

/** Ends the sessions a customer has not used for longest, beyond so many: a list shows them all. */
export async function endBeyondMax(db: AuthDb, customerId: string): Promise<void> {
  await sql`
    select auth.end_sessions(${customerId}::uuid, id, null) from (
      select id from auth.sessions where customer_id = ${customerId}
      order by used_at desc, id desc offset ${maxSessions}) beyond`.execute(db)
}

/** Notifies every process to read a customer's sessions anew. */
export async function announceChange(db: AuthDb, customerId: string): Promise<void> {
  await sql`select pg_notify('auth_sessions', ${`changed ${customerId}`})`.execute(db)
}

/** Writes when sessions were last used, many in one statement. */
export async function storeUses(db: AuthDb, uses: readonly { tokenHash: Buffer; usedAt: number }[]): Promise<void> {
  await sql`
    update auth.sessions s set used_at = u.used_at
    from unnest(${uses.map((use) => use.tokenHash)}::bytea[], ${uses.map((use) => dateOf(use.usedAt))}::timestamptz[]) as u(token_hash, used_at)
    where s.token_hash = u.token_hash and s.used_at < u.used_at`.execute(db)
}

/** Deletes devices and networks without a sign-in for a year; the next sign-in there counts as a new one. */
export async function sweepDevices(db: AuthDb, now: number): Promise<void> {
  const yearAgo = dateOf(now - 365 * dayMs)
  await db.deleteFrom('auth.devices').where('seen_at', '<', yearAgo).execute()
  await db.deleteFrom('auth.known_networks').where('seen_at', '<', yearAgo).execute()
}

/** Deletes sessions that have ended by time. */
export async function sweepSessions(db: AuthDb, now: number): Promise<void> {
  await sql`delete from auth.sessions where ends_at < ${dateOf(now)} or used_at < ${dateOf(now - sessionLife.idleMs)}`.execute(
    db,
  )
}
