import { dateOf, msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'

type AccountsDb = Db<'accounts'>

/** A customer as stored; what leaves is decided by `userOf`. Times are epoch milliseconds. */
export type Customer = {
  id: string
  accountId: bigint
  username: string
  email: string
  emailVerified: boolean
  /** E.164; it signs no one in. */
  phone: string | undefined
  country: string
  lang: string
  colorScheme: string
  riseColor: string
  termsVersion: string
  inviteCode: string
  status: string
  kycStatus: string
  tier: 'BASIC' | 'VERIFIED'
  /** Undefined before the first verified identity. */
  creditScore: number | undefined
  createdAt: number
  fundPasswordSet: boolean
  /** Providers the customer signs in with. */
  social: readonly string[]
}

export type NewCustomer = Pick<
  Customer,
  'id' | 'accountId' | 'username' | 'email' | 'country' | 'lang' | 'termsVersion' | 'inviteCode' | 'createdAt'
> & {
  invitedBy: string | undefined
}

const fields = [
  'id',
  'account_id',
  'username',
  'email',
  'email_verified_at',
  'phone',
  'country',
  'lang',
  'color_scheme',
  'rise_color',
  'terms_version',
  'invite_code',
  'status',
  'kyc_status',
  'tier',
  'credit_score',
  'created_at',
  'fund_password_set',
  'social',
] as const

const selectCustomer = (db: AccountsDb) => db.selectFrom('accounts.customers').select(fields)
type Row = Awaited<ReturnType<ReturnType<typeof selectCustomer>['execute']>>[number]

const customerOf = (row: Row): Customer => ({
  id: row.id,
  accountId: row.account_id,
  username: row.username,
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  phone: row.phone ?? undefined,
  country: row.country,
  lang: row.lang,
  colorScheme: row.color_scheme,
  riseColor: row.rise_color,
  termsVersion: row.terms_version,
  inviteCode: row.invite_code,
  status: row.status,
  kycStatus: row.kyc_status,
  tier: row.tier === 'VERIFIED' ? 'VERIFIED' : 'BASIC',
  creditScore: row.credit_score ?? undefined,
  createdAt: msOf(row.created_at),
  fundPasswordSet: row.fund_password_set,
  social: row.social,
})

/** A customer by id, as stored now; undefined where there is none. */
export async function findCustomer(db: AccountsDb, id: string): Promise<Customer | undefined> {
  const row = await selectCustomer(db).where('id', '=', id).executeTakeFirst()
  return row && customerOf(row)
}

/** Customers by their ids, in no order; unknown ids are left out. */
export async function findCustomers(db: AccountsDb, ids: readonly string[]): Promise<Customer[]> {
  const rows = await selectCustomer(db)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(customerOf)
}

/** Customers by their accounts in the ledger, in no order. */
export async function findByAccountIds(db: AccountsDb, accountIds: readonly bigint[]): Promise<Customer[]> {
  const rows = await selectCustomer(db)
    .where(sql<boolean>`account_id = any(${accountIds}::bigint[])`)
    .execute()
  return rows.map(customerOf)
}

/** The customer who signs in by this user name or e-mail, in any case. A user name has no @, so the two never meet. */
export async function findByAccount(db: AccountsDb, account: string): Promise<Customer | undefined> {
  const key = account.toLowerCase()
  const matches = account.includes('@') ? sql<boolean>`lower(email) = ${key}` : sql<boolean>`lower(username) = ${key}`
  const row = await selectCustomer(db).where(matches).executeTakeFirst()
  return row && customerOf(row)
}

/** The customer with this invite code, in any case of its letters, or undefined; it was typed by a person and may be anything. */
export async function findInviter(db: AccountsDb, typed: string): Promise<string | undefined> {
  const inviteCode = typed.trim().toUpperCase()
  if (!/^[2-9A-HJ-NP-Z]{6}$/.test(inviteCode)) return undefined
  const row = await db
    .selectFrom('accounts.customers')
    .select('id')
    .where('invite_code', '=', inviteCode)
    .executeTakeFirst()
  return row?.id
}

/** The user name of a customer's inviter; undefined where there is none. */
export async function inviterNameOf(db: AccountsDb, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts.customers as c')
    .innerJoin('accounts.customers as inviter', 'inviter.id', 'c.invited_by')
    .select('inviter.username')
    .where('c.id', '=', customerId)
    .executeTakeFirst()
  return row?.username
}

/** Writes the customer. Returns undefined when the invite code is taken, for the caller to draw another. */
export async function insertCustomer(db: AccountsDb, params: NewCustomer): Promise<Customer | undefined> {
  const row = await db
    .insertInto('accounts.customers')
    .values({
      id: params.id,
      account_id: params.accountId,
      username: params.username,
      email: params.email,
      email_verified_at: dateOf(params.createdAt),
      country: params.country,
      lang: params.lang,
      terms_version: params.termsVersion,
      terms_accepted_at: dateOf(params.createdAt),
      invite_code: params.inviteCode,
      invited_by: params.invitedBy ?? null,
      invited_at: params.invitedBy === undefined ? null : dateOf(params.createdAt),
      created_at: dateOf(params.createdAt),
    })
    .onConflict((conflict) => conflict.column('invite_code').doNothing())
    .returning(fields)
    .executeTakeFirst()
  return row && customerOf(row)
}

/** What is undefined stays as it is; a phone of null is taken away. */
export type Contact = { username: string | undefined; phone: string | null | undefined; email: string | undefined }

/**
 * Changes how a customer is called and reached; `verifiedAt` (epoch ms) is when a new e-mail was proved. What is another
 * customer's fails by its index (23505).
 */
export async function changeContact(
  db: AccountsDb,
  { id, username, phone, email, verifiedAt }: Contact & { id: string; verifiedAt?: number },
): Promise<void> {
  await sql`
    update accounts.customers set username = coalesce(${username ?? null}, username),
      phone = case when ${phone !== undefined} then ${phone ?? null} else phone end,
      email = coalesce(${email ?? null}, email),
      email_verified_at = coalesce(${verifiedAt === undefined ? null : dateOf(verifiedAt)}::timestamptz, email_verified_at)
    where id = ${id}`.execute(db)
}

/** Holds the customer's row until the transaction ends, so that operations of one customer come one after another. */
export async function lockCustomer(db: AccountsDb, id: string): Promise<void> {
  await sql`select from accounts.customers where id = ${id} for no key update`.execute(db)
}

/** Customers with a proved e-mail who have not closed. */
export const registeredUsers = (db: Db<'accounts'>): FigureSource =>
  figureSource(
    db,
    `select count(*)::text as value from accounts.customers where email_verified_at is not null and status <> 'CLOSED'`,
  )

/** Accounts of customers, in their order, who accepted another version of the terms of use than the present one and have not closed. */
export async function acceptedOther(
  db: AccountsDb,
  { version, after, limit }: { version: string; after: bigint; limit: number },
): Promise<readonly bigint[]> {
  const rows = await db
    .selectFrom('accounts.customers')
    .select('account_id')
    .where('account_id', '>', after)
    .where('terms_version', '<>', version)
    .where('status', '<>', 'CLOSED')
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map(({ account_id: accountId }) => accountId)
}
