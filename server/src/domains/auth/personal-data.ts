import { sql, type Db } from '../../kernel/db.ts'
import type { ToldSection } from '../../kernel/told-tables.ts'

/**
 * What each table of signing in tells of a customer: everything but secrets and what was made from them, which would let
 * whoever holds the export sign in. A test holds this list against the tables that name a customer.
 */
export const toldOf = {
  sessions: 'id, created_at, used_at, ends_at, ip, user_agent, proved_at, factor_proved_at',
  sign_ins: 'id, at, outcome, place, browser, system, new_device',
  devices: 'first_seen_at, seen_at',
  places: 'seen_at',
  passwords: 'changed_at, failed_in_row, failed_at',
  phrases: 'phrase, set_at',
  freezes: 'frozen_at, unfreezes_at',
  freeze_links: 'expires_at',
  identities: 'provider, issuer, linked_at',
  social_tickets: 'purpose, provider, email, expires_at',
  totps: 'set_up_at, enabled_at',
  recovery_codes: 'count(*) as codes_left',
  factor_tries: 'wrong_in_row, opens_at',
  security_changes: 'changed_at, what',
  passkeys: 'id, name, created_at, last_used_at',
} as const satisfies Record<string, string>

const mostRows = 10_000

/** All of it for one customer, by table; times as ISO text. For the customer's own export. */
export async function personalData(db: Db<'auth'>, customerId: string): Promise<Record<string, object[]>> {
  const tables = Object.entries(toldOf).map(async ([table, columns]) => {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(told) as row from (
        select ${sql.raw(columns)} from auth.${sql.raw(table)} where customer_id = ${customerId} limit ${mostRows}) told`.execute(
      db,
    )
    return [`auth.${table}`, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

/** The same as a part of an export; it comes at once, since little of it is kept for long. */
export const authTold = (db: Db<'auth'>): ToldSection[] => [
  {
    tables: Object.keys(toldOf).map((table) => `auth.${table}`),
    most: undefined,
    read: ({ customerId }) => personalData(db, customerId),
  },
]
