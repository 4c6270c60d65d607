import type { ApiKey, KeyScope } from '@evenhand/protocol/api-keys.ts'
import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

type AuthDb = Db<'auth'>

export type StoredKey = {
  keyHash: Buffer
  id: string
  customerId: string
  scope: KeyScope
  virtualOnly: boolean
  addresses: string[]
  expiresAt: number
  /** 0 before its first use. */
  usedAt: number
}

/** What every list of keys needs of one: what it may, and until when. */
const columns = ['id', 'scope', 'virtual_only', 'addresses', 'expires_at', 'used_at'] as const
const termsOf = (row: { id: string; scope: string; virtual_only: boolean; addresses: string[]; expires_at: Date }) => ({
  id: row.id,
  scope: row.scope as KeyScope,
  virtualOnly: row.virtual_only,
  addresses: row.addresses,
  expiresAt: msOf(row.expires_at),
})

/** The keys under these hashes that were not revoked; those that ended by time are among them. */
export async function findApiKeys(db: AuthDb, hashes: readonly Buffer[]): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('auth.api_keys')
    .select(['key_hash', 'customer_id', ...columns])
    .where('key_hash', 'in', [...hashes])
    .where('revoked_at', 'is', null)
    .execute()
  return rows.map((row) => ({
    ...termsOf(row),
    keyHash: row.key_hash,
    customerId: row.customer_id,
    usedAt: row.used_at === null ? 0 : msOf(row.used_at),
  }))
}

export type NewKey = Omit<ApiKey, 'usedAt'> & { keyHash: Buffer; customerId: string }

/** Keeps a new key by its hash. */
export async function insertApiKey(db: AuthDb, key: NewKey): Promise<void> {
  await db
    .insertInto('auth.api_keys')
    .values({
      key_hash: key.keyHash,
      id: key.id,
      customer_id: key.customerId,
      label: key.label,
      ending: key.ending,
      scope: key.scope,
      virtual_only: key.virtualOnly,
      addresses: key.addresses,
      created_at: dateOf(key.createdAt),
      expires_at: dateOf(key.expiresAt),
    })
    .execute()
}

/** A customer's keys that have not ended, newest first. */
export async function listApiKeys(db: AuthDb, params: { customerId: string; now: number }): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('auth.api_keys')
    .select(['label', 'ending', 'created_at', ...columns])
    .where('customer_id', '=', params.customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', dateOf(params.now))
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...termsOf(row),
    label: row.label,
    ending: row.ending,
    createdAt: msOf(row.created_at),
    usedAt: row.used_at === null ? null : msOf(row.used_at),
  }))
}

/** Ends one key of a customer; every process is notified of it. Returns whether there was one. */
export async function endApiKey(
  db: AuthDb,
  { customerId, one }: { customerId: string; one: string },
): Promise<boolean> {
  const ended = await sql<{ n: number }>`select auth.end_api_keys(${customerId}::uuid, ${one}::uuid) as n`.execute(db)
  return (ended.rows[0]?.n ?? 0) > 0
}

/** Writes when keys were last used, many in one statement. */
export async function storeKeyUses(db: AuthDb, uses: readonly { tokenHash: Buffer; usedAt: number }[]): Promise<void> {
  await sql`
    update auth.api_keys k set used_at = u.used_at
    from unnest(${uses.map((use) => use.tokenHash)}::bytea[], ${uses.map((use) => dateOf(use.usedAt))}::timestamptz[]) as u(key_hash, used_at)
    where k.key_hash = u.key_hash and (k.used_at is null or k.used_at < u.used_at)`.execute(db)
}
