import { dateOf, msOf } from '../../kernel/clock.ts'
import { sql, type Db } from '../../kernel/db.ts'

type AuthDb = Db<'auth'>

export async function insertPassword(db: AuthDb, of: { customerId: string; hash: string; at: number }): Promise<void> {
  await db
    .insertInto('auth.passwords')
    .values({ customer_id: of.customerId, hash: of.hash, changed_at: dateOf(of.at) })
    .execute()
}

export type StoredPassword = { hash: string; failures: number; failedAt: number; familiar: boolean }

/** The password of a customer, wrong ones since the last sign-in, and whether the place is one of the customer's own. */
export async function findPassword(
  db: AuthDb,
  of: { customerId: string; place: Buffer },
): Promise<StoredPassword | undefined> {
  const rows = await sql<{ hash: string; failed_in_row: number; failed_at: Date | null; familiar: boolean }>`
    select hash, failed_in_row, failed_at,
      exists (select from auth.places p where p.customer_id = ${of.customerId} and p.place = ${of.place}) as familiar
    from auth.passwords where customer_id = ${of.customerId}`.execute(db)
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

export async function countFailure(db: AuthDb, of: { customerId: string; at: number }): Promise<void> {
  await sql`update auth.passwords set failed_in_row = failed_in_row + 1, failed_at = ${dateOf(of.at)} where customer_id = ${of.customerId}`.execute(
    db,
  )
}
