import { dateOf } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'

type AuthDb = Db<'auth'>

/** The words a customer chose for our mails. */
export async function findPhrase(db: AuthDb, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.phrases')
    .select('phrase')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.phrase
}

/** Sets a customer's own words, or other ones. */
export async function keepPhrase(
  db: AuthDb,
  { customerId, phrase, at }: { customerId: string; phrase: string; at: number },
): Promise<void> {
  const values = { customer_id: customerId, phrase, set_at: dateOf(at) }
  await db
    .insertInto('auth.phrases')
    .values(values)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ phrase, set_at: values.set_at }))
    .execute()
}

/** Takes a customer's own words away. */
export async function dropPhrase(db: AuthDb, customerId: string): Promise<void> {
  await db.deleteFrom('auth.phrases').where('customer_id', '=', customerId).execute()
}
