import type { Db } from '../../kernel/db/db.ts'

/** Whether anybody was ever a customer of this database. */
export const hasCustomers = async (db: Db<'accounts'>): Promise<boolean> =>
  (await db.selectFrom('accounts.customers').select('id').limit(1).executeTakeFirst()) !== undefined
