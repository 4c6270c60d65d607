import { sql, type Db } from '../../kernel/db/db.ts'
import { findCustomers, type Customer } from './accounts.store.ts'

export type CustomerSearch = {
  /** The beginning of a user name, a whole id, or a whole e-mail address; empty for all. */
  q: string
  status: string | undefined
  limit: number
  offset: number
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Customers for an operator's list, newest first, and how many there are. No part of an e-mail address finds anybody. */
export async function searchCustomers(
  db: Db<'accounts'>,
  { q, status, limit, offset }: CustomerSearch,
): Promise<{ rows: Customer[]; total: number }> {
  const text = q.trim().toLowerCase()
  const named = text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  const whose =
    text === ''
      ? sql`true`
      : uuid.test(text)
        ? sql`id = ${text}`
        : text.includes('@')
          ? sql`lower(email) = ${text}`
          : sql`lower(username) like ${`${named}%`}`
  // A hold that is kept from its customer is in no status, and operators find it all the same.
  const where = sql`${whose} and (${status ?? null}::text is null or ${status ?? null} = case when exists (
    select from accounts.legal_holds h where h.customer_id = customers.id and h.lifted_at is null) then 'LEGAL_HOLD' else status end)`
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`
      select id from accounts.customers where ${where} order by created_at desc, id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from accounts.customers where ${where}`.execute(db),
  ])
  const found = new Map(
    (rows.length === 0
      ? []
      : await findCustomers(
          db,
          rows.map(({ id }) => id),
        )
    ).map((customer) => [customer.id, customer]),
  )
  return { rows: rows.flatMap(({ id }) => found.get(id) ?? []), total: counted.rows[0]?.n ?? 0 }
}
