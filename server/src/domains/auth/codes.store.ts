import { randomBytes } from 'node:crypto'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { hourMs, minuteMs } from '@evenhand/protocol/durations.ts'

type AuthDb = Db<'auth'>
type Purpose = { target: string; purpose: string }

export const codeLife = { minutes: 10, tries: 5 } as const
const lifeMs = codeLife.minutes * 60_000

/** A code as it is kept where it counts for one content alone: with any other it is a wrong one. */
export const codeWith = (code: string, boundTo: string): string => (boundTo === '' ? code : `${code} ${boundTo}`)

/**
 * Keeps the hash of a new code for one target and purpose; the code before it is worth nothing from now on. Returns the
 * salt, which distinguishes this code from a later one.
 */
export async function keepCode(db: AuthDb, params: Purpose & { code: string; now: number }): Promise<Buffer> {
  const salt = randomBytes(16)
  await sql`
    insert into auth.codes (target, purpose, salt, hash, tries_left, expires_at)
    values (${params.target}, ${params.purpose}, ${salt}, sha256(${salt}::bytea || ${Buffer.from(params.code)}::bytea), ${codeLife.tries}, ${dateOf(params.now + lifeMs)})
    on conflict (target, purpose) do update set
      salt = excluded.salt, hash = excluded.hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`.execute(
    db,
  )
  return salt
}

export type Tried = { right: boolean; left: number; salt: Buffer }

/**
 * Tries a code, which costs one of its five tries whether it is right or wrong: the row is locked by the count, so a
 * thousand guesses at once are still five. Returns undefined when there is no live code.
 */
export async function tryCode(db: AuthDb, params: Purpose & { code: string; now: number }): Promise<Tried | undefined> {
  const tried = await sql<Tried>`
    update auth.codes set tries_left = tries_left - 1
    where target = ${params.target} and purpose = ${params.purpose} and tries_left > 0 and expires_at > ${dateOf(params.now)}
    returning hash = sha256(salt || ${Buffer.from(params.code)}::bytea) as "right", tries_left as "left", salt`.execute(
    db,
  )
  return tried.rows[0]
}

/** Takes a code that was tried, or that could not be sent: true for exactly one caller, since the row is gone with it. */
export async function takeCode(db: AuthDb, params: Purpose & { salt: Buffer }): Promise<boolean> {
  const taken = await db
    .deleteFrom('auth.codes')
    .where('target', '=', params.target)
    .where('purpose', '=', params.purpose)
    .where('salt', '=', params.salt)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Mails with codes a target may be sent: one a minute, five an hour. */
const spacing = { minuteMs, hourMs, anHour: 5 } as const

/**
 * Counts one code sent to a target, in the database, so that a restart forgets nothing. Returns 0 when it may go out,
 * else the milliseconds until the next may. Sixty callers at once are one: the row decides.
 */
export async function claimSending(db: AuthDb, params: { target: string; now: number }): Promise<number> {
  const { target, now } = params
  const claimed = await sql`
    insert into auth.code_targets as t (target, sent_ms) values (${target}, array[${BigInt(now)}::bigint])
    on conflict (target) do update set sent_ms = (t.sent_ms || ${BigInt(now)}::bigint)[greatest(1, cardinality(t.sent_ms) - 3):]
    where t.sent_ms[cardinality(t.sent_ms)] <= ${BigInt(now - spacing.minuteMs)}
      and (cardinality(t.sent_ms) < ${spacing.anHour} or t.sent_ms[1] <= ${BigInt(now - spacing.hourMs)})
    returning target`.execute(db)
  if (claimed.rows.length === 1) return 0
  const waits = await sql<{ wait: number }>`
    select (greatest(sent_ms[cardinality(sent_ms)] + ${spacing.minuteMs},
      case when cardinality(sent_ms) = ${spacing.anHour} then sent_ms[1] + ${spacing.hourMs} end) - ${BigInt(now)})::int as wait
    from auth.code_targets where target = ${target}`.execute(db)
  return Math.max(1, waits.rows[0]?.wait ?? 1)
}

/** Deletes codes and sendings that count no more. */
export async function sweepCodes(db: AuthDb, now: number): Promise<void> {
  await db.deleteFrom('auth.codes').where('expires_at', '<', dateOf(now)).execute()
  await sql`delete from auth.code_targets where sent_ms[cardinality(sent_ms)] < ${BigInt(now - spacing.hourMs)}`.execute(
    db,
  )
}
