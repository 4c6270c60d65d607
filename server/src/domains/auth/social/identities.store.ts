import type { SocialProvider } from '@evenhand/protocol/social.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

type AuthDb = Db<'auth'>
export type Identity = { issuer: string; subject: string }

/** The customer an identity signs in. */
export async function findByIdentity(db: AuthDb, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.identities')
    .select('customer_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.customer_id
}

export type NewIdentity = Identity & { provider: SocialProvider; customerId: string; at: number }

/** Links an identity. Fails by its index (23505) where it is linked already, or the customer has one of that issuer. */
export async function insertIdentity(db: AuthDb, params: NewIdentity): Promise<void> {
  await db
    .insertInto('auth.identities')
    .values({
      issuer: params.issuer,
      subject: params.subject,
      provider: params.provider,
      customer_id: params.customerId,
      linked_at: dateOf(params.at),
    })
    .execute()
}

/** Remembers that an address that a provider vouched for is the customer's, which need not be the account's. */
export async function noteMailbox(
  db: AuthDb,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  await sql`select auth.note_mailbox(${customerId}, ${email})`.execute(db)
}

type Mine = { customerId: string; issuers: readonly string[] }
export type Ways = {
  identities: { issuer: string; provider: SocialProvider; linkedAt: number }[]
  hasPassword: boolean
}

/** How a customer can sign in: the linked identities of these issuers, and whether there is a password. */
export async function findWays(db: AuthDb, { customerId, issuers }: Mine): Promise<Ways> {
  const rows = await sql<{ issuer: string; provider: SocialProvider; linked_at: Date }>`
    select issuer, provider, linked_at from auth.identities
    where customer_id = ${customerId} and issuer = any(${issuers}::text[]) order by linked_at, issuer`.execute(db)
  const password = await db
    .selectFrom('auth.passwords')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return {
    identities: rows.rows.map((row) => ({
      issuer: row.issuer,
      provider: row.provider,
      linkedAt: msOf(row.linked_at),
    })),
    hasPassword: password !== undefined,
  }
}

/** Unlinks a customer from an issuer. */
export async function deleteIdentity(db: AuthDb, params: { customerId: string; issuer: string }): Promise<void> {
  await db
    .deleteFrom('auth.identities')
    .where('customer_id', '=', params.customerId)
    .where('issuer', '=', params.issuer)
    .execute()
}
