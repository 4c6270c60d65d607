import { fundPasswordLocks } from '@evenhand/protocol/fund-password.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { sql, type Db, type Fragment } from '../../../kernel/db/db.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export type AuthDb = Db<'auth'>
const [short, long] = fundPasswordLocks

export type FundPassword = {
  changedAt: number | undefined
  wrongInRow: number
  wrongAt: number | undefined
  lockedUntil: number | undefined
}

/** How a customer's fund password stands, without its hash; undefined where none is set. */
export async function findFundPassword(db: AuthDb, customerId: string): Promise<FundPassword | undefined> {
  const row = await db
    .selectFrom('wallet.fund_passwords')
    .select(['changed_at', 'wrong_in_row', 'wrong_at', 'locked_until'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return (
    row && {
      changedAt: row.changed_at === null ? undefined : msOf(row.changed_at),
      wrongInRow: row.wrong_in_row,
      wrongAt: row.wrong_at === null ? undefined : msOf(row.wrong_at),
      lockedUntil: row.locked_until === null ? undefined : msOf(row.locked_until),
    }
  )
}

export type Claimed = { hash: string; wrong: number; lockedUntil: number | undefined }

/**
 * Counts a try as wrong, before it is checked: the row is held by the count, so a thousand guesses at once are as many
 * as are left. Returns undefined while it is locked, or where there is none.
 */
export async function claimFundTry(
  db: AuthDb,
  { customerId, now }: { customerId: string; now: number },
): Promise<Claimed | undefined> {
  const { rows } = await sql<{ hash: string; wrong: number; locked_until: Date | null }>`
    with tried as (
      select customer_id, case when wrong_at is null or wrong_at <= ${dateOf(now - dayMs)} then 1 else wrong_in_row + 1 end as wrong
      from wallet.fund_passwords where customer_id = ${customerId} and (locked_until is null or locked_until <= ${dateOf(now)})
      for update)
    update wallet.fund_passwords p set wrong_in_row = tried.wrong, wrong_at = ${dateOf(now)},
      locked_until = case tried.wrong when ${short.wrong} then ${dateOf(now + short.minutes * 60_000)}::timestamptz
        when ${long.wrong} then ${dateOf(now + long.minutes * 60_000)}::timestamptz end
    from tried where p.customer_id = tried.customer_id
    returning p.hash, p.wrong_in_row::int as wrong, p.locked_until`.execute(db)
  const row = rows[0]
  return (
    row && {
      hash: row.hash,
      wrong: row.wrong,
      lockedUntil: row.locked_until === null ? undefined : msOf(row.locked_until),
    }
  )
}

/** A right entry: nothing counts any more. */
export async function forgiveFundTries(db: AuthDb, customerId: string): Promise<void> {
  await sql`update wallet.fund_passwords set wrong_in_row = 0, wrong_at = null, locked_until = null
    where customer_id = ${customerId}`.execute(db)
}

/** Keeps the first fund password; false where there is one. */
export async function insertFundPassword(
  db: AuthDb,
  { customerId, hash, at }: { customerId: string; hash: string; at: number },
): Promise<boolean> {
  const { rows } = await sql`insert into wallet.fund_passwords (customer_id, hash, set_at)
    values (${customerId}, ${hash}, ${dateOf(at)}) on conflict do nothing returning 1`.execute(db)
  return rows.length === 1
}

/** Keeps another one in place of that whose hash was `before` (any, where left out); false where that is not it. */
export async function replaceFundPassword(
  db: AuthDb,
  options: { customerId: string; hash: string; before?: string; at: number },
): Promise<boolean> {
  const { rows } =
    await sql`update wallet.fund_passwords set hash = ${options.hash}, changed_at = ${dateOf(options.at)},
      wrong_in_row = 0, wrong_at = null, locked_until = null
    where customer_id = ${options.customerId} and (${options.before ?? null}::text is null or hash = ${options.before ?? null}) returning 1`.execute(
      db,
    )
  return rows.length === 1
}

/** Whether a customer's fund password was changed after a time: a condition within a statement of another domain. */
export const fundPasswordChangedAfter = (params: { customerId: Fragment; after: Fragment }): Fragment => sql`exists (
  select from wallet.fund_passwords f where f.customer_id = ${params.customerId} and f.changed_at > ${params.after})`

/** When a customer's fund password was last changed, epoch ms; all that the role `console` may read of it. */
export async function fundPasswordChangedAt(db: AuthDb, customerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('wallet.fund_passwords')
    .select('changed_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.changed_at == null ? undefined : msOf(row.changed_at)
}
