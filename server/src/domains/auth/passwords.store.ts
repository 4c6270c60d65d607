import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

type AuthDb = Db<'auth'>

/** The first password of a customer; fails by its key (23505) where there is one. */
export async function insertPassword(
  db: AuthDb,
  params: { customerId: string; hash: string; at: number },
): Promise<void> {
  await db
    .insertInto('auth.passwords')
    .values({ customer_id: params.customerId, hash: params.hash, changed_at: dateOf(params.at) })
    .execute()
}

/** Sets a password anew; wrong ones before it are forgotten. */
export async function replacePassword(
  db: AuthDb,
  params: { customerId: string; hash: string; at: number },
): Promise<void> {
  await sql`
    insert into auth.passwords (customer_id, hash, changed_at) values (${params.customerId}, ${params.hash}, ${dateOf(params.at)})
    on conflict (customer_id) do update set
      hash = excluded.hash, changed_at = excluded.changed_at, failed_in_row = 0, failed_at = null`.execute(db)
}

/** The hash that is stored now, as seen by a transaction that holds the customer. */
export async function passwordHashOf(db: AuthDb, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.passwords')
    .select('hash')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.hash
}

export type StoredPassword = { hash: string; failures: number; failedAt: number; familiar: boolean }

/** The password of a customer, wrong ones since the last sign-in, and whether the network is a known one of the customer. */
export async function findPassword(
  db: AuthDb,
  params: { customerId: string; networkKey: Buffer },
): Promise<StoredPassword | undefined> {
  const rows = await sql<{ hash: string; failed_in_row: number; failed_at: Date | null; familiar: boolean }>`
    select hash, failed_in_row, failed_at,
      exists (select from auth.known_networks p where p.customer_id = ${params.customerId} and p.network_key = ${params.networkKey}) as familiar
    from auth.passwords where customer_id = ${params.customerId}`.execute(db)
  const row = rows.rows[0]
  return (
    row && {
      hash: row.hash,
      failures: row.failed_in_row,
      failedAt: row.failed_at === null ? 0 : msOf(row.failed_at),
      familiar: row.familiar,
    }
  )
}

/** Counts one more wrong password in a row. */
export async function countFailure(db: AuthDb, params: { customerId: string; at: number }): Promise<void> {
  await sql`update auth.passwords set failed_in_row = failed_in_row + 1, failed_at = ${dateOf(params.at)} where customer_id = ${params.customerId}`.execute(
    db,
  )
}
