import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'

type AuthDb = Db<'auth'>
export type SecurityChange = 'PASSWORD' | 'SECOND_FACTOR' | 'EMAIL'

/** Notes, in the transaction that changes it, when what protects an account was changed; epoch ms. */
export async function keepSecurityChange(
  db: AuthDb,
  { customerId, what, at }: { customerId: string; what: SecurityChange; at: number },
): Promise<void> {
  await sql`
    insert into auth.security_changes (customer_id, changed_at, what) values (${customerId}, ${dateOf(at)}, ${what})
    on conflict (customer_id) do update set changed_at = excluded.changed_at, what = excluded.what`.execute(db)
}

/** When password, second factor or e-mail of a customer were last changed, epoch ms; undefined for never. */
export async function findSecurityChange(db: AuthDb, customerId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('auth.security_changes')
    .select('changed_at')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row && msOf(row.changed_at)
}
