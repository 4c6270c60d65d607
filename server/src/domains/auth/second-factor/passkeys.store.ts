import { dateOf, msOf } from '../../../kernel/time/clock.ts'
import { sql, type Db } from '../../../kernel/db/db.ts'

type AuthDb = Db<'auth'>

export type Passkey = {
  id: string
  customerId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: bigint
  transports: string[]
  name: string
  createdAt: number
  lastUsedAt: number | null
}
type Row = {
  id: string
  customer_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
}

const passkeyOf = (row: Row): Passkey => ({
  id: row.id,
  customerId: row.customer_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: row.transports,
  name: row.name,
  createdAt: msOf(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : msOf(row.last_used_at),
})

const select = (db: AuthDb) =>
  db
    .selectFrom('auth.passkeys')
    .select([
      'id',
      'customer_id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'name',
      'created_at',
      'last_used_at',
    ])

/** A customer's passkeys, the oldest first. */
export async function listPasskeys(db: AuthDb, customerId: string): Promise<Passkey[]> {
  const rows = await select(db).where('customer_id', '=', customerId).orderBy('created_at').orderBy('id').execute()
  return rows.map(passkeyOf)
}

/** The passkey of a credential, of any customer. */
export async function findPasskey(db: AuthDb, credentialId: Buffer): Promise<Passkey | undefined> {
  const row = await select(db).where('credential_id', '=', credentialId).executeTakeFirst()
  return row && passkeyOf(row)
}

/** Fails by its index (23505) where the device's credential is registered already. */
export async function insertPasskey(db: AuthDb, params: Omit<Passkey, 'lastUsedAt'>): Promise<void> {
  await db
    .insertInto('auth.passkeys')
    .values({
      id: params.id,
      customer_id: params.customerId,
      credential_id: params.credentialId,
      public_key: params.publicKey,
      counter: params.counter,
      transports: params.transports,
      name: params.name,
      created_at: dateOf(params.createdAt),
    })
    .execute()
}

/**
 * Keeps the counter of an assertion. False where it is not higher than what is kept, which a copy of the device would show;
 * devices that do not count always send zero.
 */
export async function usePasskey(db: AuthDb, params: { id: string; counter: bigint; at: number }): Promise<boolean> {
  const used = await sql`
    update auth.passkeys set counter = ${params.counter}, last_used_at = ${dateOf(params.at)}
    where id = ${params.id} and (counter < ${params.counter} or (counter = 0 and ${params.counter} = 0)) returning 1`.execute(
    db,
  )
  return used.rows.length === 1
}

/** The name of the passkey that was deleted; undefined where the customer has none of this id. */
export async function deletePasskey(
  db: AuthDb,
  params: { customerId: string; id: string },
): Promise<string | undefined> {
  const deleted = await sql<{ name: string }>`
    delete from auth.passkeys where customer_id = ${params.customerId} and id = ${params.id} returning name`.execute(db)
  return deleted.rows[0]?.name
}

/** Records that a challenge was used; returns true the first time. */
export async function takeChallenge(db: AuthDb, params: { challenge: Buffer; until: number }): Promise<boolean> {
  const taken = await sql`
    insert into auth.used_challenges (challenge, expires_at) values (${params.challenge}, ${dateOf(params.until)})
    on conflict do nothing returning 1`.execute(db)
  return taken.rows.length === 1
}

/** Deletes used challenges that have expired. */
export async function sweepChallenges(db: AuthDb, now: number): Promise<void> {
  await db.deleteFrom('auth.used_challenges').where('expires_at', '<', dateOf(now)).execute()
}
