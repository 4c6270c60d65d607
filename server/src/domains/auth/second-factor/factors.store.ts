import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

type AuthDb = Db<'auth'>

/** What a customer can prove itself by. */
export type Ways = { password: boolean; otp: boolean; passkeys: number; recoveryLeft: number }
/** Whether a sign-in needs more than the password. */
export const hasFactor = ({ otp, passkeys }: Ways): boolean => otp || passkeys > 0

/** What a customer can prove itself by now. */
export async function findWays(db: AuthDb, customerId: string): Promise<Ways> {
  const rows = await sql<{ password: boolean; otp: boolean; passkeys: number; left: number }>`
    select
      exists (select from auth.passwords where customer_id = ${customerId}) as password,
      exists (select from auth.totps where customer_id = ${customerId} and enabled_at is not null) as otp,
      (select count(*)::int from auth.passkeys where customer_id = ${customerId}) as passkeys,
      (select count(*)::int from auth.recovery_codes where customer_id = ${customerId}) as left`.execute(db)
  const row = rows.rows[0]
  return {
    password: row?.password ?? false,
    otp: row?.otp ?? false,
    passkeys: row?.passkeys ?? 0,
    recoveryLeft: row?.left ?? 0,
  }
}

/** Keeps a new secret that counts for nothing yet; false where one is enabled already. */
export async function keepPending(
  db: AuthDb,
  params: { customerId: string; sealed: Buffer; at: number },
): Promise<boolean> {
  const kept = await sql`
    insert into auth.totps as t (customer_id, sealed, set_up_at) values (${params.customerId}, ${params.sealed}, ${dateOf(params.at)})
    on conflict (customer_id) do update set sealed = excluded.sealed, set_up_at = excluded.set_up_at, last_step = 0
    where t.enabled_at is null
    returning 1`.execute(db)
  return kept.rows.length === 1
}

/** The sealed secret of a customer's app: the one that counts, or the one that waits for its first code. */
export async function findSealed(
  db: AuthDb,
  { customerId, enabled }: { customerId: string; enabled: boolean },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('auth.totps')
    .select('sealed')
    .where('customer_id', '=', customerId)
    .where('enabled_at', enabled ? 'is not' : 'is', null)
    .executeTakeFirst()
  return row?.sealed
}

type Step = { customerId: string; step: number; sealed: Buffer }

/** Takes a time step: true for exactly one caller, and never again for it or one before it. */
export async function takeStep(db: AuthDb, { customerId, step, sealed }: Step): Promise<boolean> {
  const taken = await sql`
    update auth.totps set last_step = ${BigInt(step)}
    where customer_id = ${customerId} and sealed = ${sealed} and enabled_at is not null and last_step < ${BigInt(step)}
    returning 1`.execute(db)
  return taken.rows.length === 1
}

/** Enables the pending secret by the time step of its first right code; false where another one is there by now. */
export async function enablePending(db: AuthDb, params: Step & { at: number }): Promise<boolean> {
  const enabled = await sql`
    update auth.totps set enabled_at = ${dateOf(params.at)}, last_step = ${BigInt(params.step)}
    where customer_id = ${params.customerId} and sealed = ${params.sealed} and enabled_at is null
    returning 1`.execute(db)
  return enabled.rows.length === 1
}

/** Takes the app away; false where none was enabled. */
export async function dropTotp(db: AuthDb, customerId: string): Promise<boolean> {
  const dropped = await sql`
    delete from auth.totps where customer_id = ${customerId} and enabled_at is not null returning 1`.execute(db)
  return dropped.rows.length === 1
}

/** Replaces all recovery codes; an empty list takes them away. */
export async function replaceRecoveryCodes(
  db: AuthDb,
  { customerId, hashes }: { customerId: string; hashes: readonly Buffer[] },
): Promise<void> {
  await db.deleteFrom('auth.recovery_codes').where('customer_id', '=', customerId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((hash) => ({ customer_id: customerId, hash }))
  await db.insertInto('auth.recovery_codes').values(rows).execute()
}

/** Takes a recovery code: true for exactly one caller. */
export async function takeRecoveryCode(db: AuthDb, params: { customerId: string; hash: Buffer }): Promise<boolean> {
  const taken = await sql`
    delete from auth.recovery_codes where customer_id = ${params.customerId} and hash = ${params.hash} returning 1`.execute(
    db,
  )
  return taken.rows.length === 1
}

/** Five codes in a row may be wrong; then the wait before the next one doubles from a minute to an hour. */
export const tryLimits = { free: 5, firstWaitS: 60, longestWaitS: 3600 } as const

/**
 * Counts a try as wrong before it is checked: the row decides, so a thousand at once are five. Returns how many
 * were wrong with it, or the milliseconds until the next may be tried.
 */
export async function claimTry(
  db: AuthDb,
  { customerId, now }: { customerId: string; now: number },
): Promise<{ wrong: number } | { waitMs: number }> {
  const { free, firstWaitS, longestWaitS } = tryLimits
  const at = dateOf(now)
  const claimed = await sql<{ wrong: number }>`
    insert into auth.factor_tries as t (customer_id, wrong_in_row, opens_at) values (${customerId}, 1, ${at})
    on conflict (customer_id) do update set wrong_in_row = t.wrong_in_row + 1,
      opens_at = case when t.wrong_in_row + 1 < ${free} then ${at} else ${at}::timestamptz + make_interval(
        secs => least(${longestWaitS}::int, ${firstWaitS}::int * 2 ^ least(t.wrong_in_row + 1 - ${free}::int, 10))) end
    where t.opens_at <= ${at}
    returning wrong_in_row as wrong`.execute(db)
  const wrong = claimed.rows[0]?.wrong
  if (wrong !== undefined) return { wrong }
  const row = await db
    .selectFrom('auth.factor_tries')
    .select('opens_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return { waitMs: Math.max(1000, row === undefined ? 0 : msOf(row.opens_at) - now) }
}

/** After a right code, wrong ones before it are forgotten. */
export async function forgiveTries(db: AuthDb, customerId: string): Promise<void> {
  await db.deleteFrom('auth.factor_tries').where('customer_id', '=', customerId).execute()
}
