import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

type AccountsDb = Db<'accounts'>

/** Resets of the virtual balance a customer has on a UTC day. */
export const resetsADay = 5

/** Counts one reset of a UTC day. Returns false when the day's five are used. */
export async function countReset(db: AccountsDb, params: { customerId: string; day: string }): Promise<boolean> {
  const counted = await sql`
    insert into accounts.reset_days as d (customer_id, day, used) values (${params.customerId}, ${params.day}::date, 1)
    on conflict (customer_id, day) do update set used = d.used + 1 where d.used < ${resetsADay}
    returning used`.execute(db)
  return counted.rows.length === 1
}

export type ResetRecord = { id: string; customerId: string; at: number; held: bigint }

/** Keeps the outcome of a reset, so that the same key returns it again. */
export async function insertReset(db: AccountsDb, { id, customerId, at, held }: ResetRecord): Promise<void> {
  await db
    .insertInto('accounts.resets')
    .values({ id, customer_id: customerId, at: dateOf(at), held })
    .execute()
}

/** What a reset of this customer came to; undefined for another's. */
export async function findReset(
  db: AccountsDb,
  params: { id: string; customerId: string },
): Promise<{ held: bigint } | undefined> {
  return db
    .selectFrom('accounts.resets')
    .select('held')
    .where('id', '=', params.id)
    .where('customer_id', '=', params.customerId)
    .executeTakeFirst()
}
