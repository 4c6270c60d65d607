import type { FilePurpose, StoredPurpose } from '@evenhand/protocol/files.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import type { WrappedKey } from '../../kernel/crypto/wrapping-keys.ts'

export type FilesDb = Db<'files'>
export type FileType = 'image/jpeg' | 'image/png' | 'application/pdf'
/** Whose a file is: a customer's, or a guest's of customer service; of no customer where it is the document of a legal hold. */
export type FileOwner = { readonly customerId?: string | undefined; readonly guestId?: string | undefined }
export type NewFile = FileOwner & {
  id: string
  purpose: StoredPurpose
  type: FileType
  size: number
  sha256: Buffer
  key: WrappedKey
  sealed: Buffer
  at: number
}
export type StoredFile = FileOwner & {
  id: string
  purpose: StoredPurpose
  type: FileType
  version: number
  key: WrappedKey
  sealed: Buffer
}

/** Whose and what a sealed file is; anything else than this does not open it. */
export const boundOf = ({ customerId, guestId, id, version }: FileOwner & { id: string; version: number }): string =>
  `evenhand-file|${customerId ?? (guestId === undefined ? 'legal' : `guest ${guestId}`)}|${id}|${version}`

/** Files that one owner may have, and bytes that those of all guests may take together. */
export type FileQuota = { readonly maxFiles: number; readonly maxGuestBytes: number }

/** Writes a file; returns false where its owner has as many as one may have, or guests together as much as they may. */
export async function insertFile(db: FilesDb, params: NewFile, quota: FileQuota): Promise<boolean> {
  const { customerId, guestId, size } = params
  return db.transaction().execute(async (tx) => {
    if (customerId !== undefined) return (await countOwn(tx, { customerId })) < quota.maxFiles && writeFile(tx, params)
    if (guestId === undefined) return writeFile(tx, params)
    if ((await countOwn(tx, { guestId })) >= quota.maxFiles) return false
    await sql`select pg_advisory_xact_lock(hashtextextended('files of guests', 0))`.execute(tx)
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::float8 as bytes from files.files where guest_id is not null and erased_at is null`.execute(
      tx,
    )
    return (rows[0]?.bytes ?? 0) + size <= quota.maxGuestBytes && writeFile(tx, params)
  })
}

const isOf = ({ customerId, guestId }: FileOwner) =>
  customerId === undefined ? sql`guest_id = ${guestId ?? ''}` : sql`customer_id = ${customerId}`

/** How many files an owner has; what another transaction of the same owner adds is waited for, so that the count is right. */
async function countOwn(tx: FilesDb, owner: FileOwner): Promise<number> {
  const { customerId, guestId } = owner
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${customerId ?? guestId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from files.files where ${isOf(owner)} and erased_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

async function writeFile(tx: FilesDb, params: NewFile): Promise<true> {
  await tx
    .insertInto('files.files')
    .values({
      id: params.id,
      customer_id: params.customerId ?? null,
      guest_id: params.guestId ?? null,
      purpose: params.purpose,
      type: params.type,
      size: params.size,
      sha256: params.sha256,
      key_id: params.key.keyId,
      wrapped_key: params.key.wrapped,
      created_at: dateOf(params.at),
    })
    .execute()
  await tx.insertInto('files.contents').values({ file_id: params.id, sealed: params.sealed }).execute()
  return true
}

/** Keeps the document of a legal hold for good; returns false where there is none of that number and content. */
export async function markDocumentUsed(
  db: FilesDb,
  params: { id: string; sha256: string; at: number },
): Promise<boolean> {
  const { rows } = await sql`
    update files.files set used_at = coalesce(used_at, ${dateOf(params.at)})
    where id = ${params.id} and purpose = 'legal' and sha256 = ${Buffer.from(params.sha256, 'hex')} and erased_at is null
    returning id`.execute(db)
  return rows.length === 1
}

/** Takes a file of an owner's for good; returns its type, or undefined where there is none of that purpose. */
export async function markUsed(
  db: FilesDb,
  { id, purpose, at, ...owner }: FileOwner & { id: string; purpose: FilePurpose; at: number },
): Promise<FileType | undefined> {
  const { rows } = await sql<{ type: FileType }>`
    update files.files set used_at = coalesce(used_at, ${dateOf(at)})
    where id = ${id} and ${isOf(owner)} and purpose = ${purpose} and erased_at is null
    returning type`.execute(db)
  return rows[0]?.type
}

/** A file with its content; undefined where there is none or it was erased. With a customer: only that customer's. */
export async function findFile(
  db: FilesDb,
  { id, customerId }: { id: string; customerId?: string },
): Promise<StoredFile | undefined> {
  const found = db
    .selectFrom('files.files as f')
    .innerJoin('files.contents as c', 'c.file_id', 'f.id')
    .select([
      'f.id',
      'f.customer_id',
      'f.guest_id',
      'f.purpose',
      'f.type',
      'f.version',
      'f.key_id',
      'f.wrapped_key',
      'c.sealed',
    ])
    .where('f.id', '=', id)
  const row = await (
    customerId === undefined ? found : found.where('f.customer_id', '=', customerId)
  ).executeTakeFirst()
  if (row === undefined || row.key_id === null || row.wrapped_key === null) return undefined
  return {
    id: row.id,
    customerId: row.customer_id ?? undefined,
    guestId: row.guest_id ?? undefined,
    purpose: row.purpose as StoredPurpose,
    type: row.type as FileType,
    version: row.version,
    key: { keyId: row.key_id, wrapped: row.wrapped_key },
    sealed: row.sealed,
  }
}

export type View = {
  id: string
  fileId: string
  customerId: string | undefined
  operatorId: string | undefined
  reason: string
  at: number
}

/** Records that an operator opened a file, and why. */
export async function insertView(db: FilesDb, params: View): Promise<void> {
  await db
    .insertInto('files.views')
    .values({
      id: params.id,
      file_id: params.fileId,
      customer_id: params.customerId ?? null,
      operator_id: params.operatorId ?? null,
      reason: params.reason,
      at: dateOf(params.at),
    })
    .execute()
}

/** Which of some files an operator has viewed since a time. */
export async function openedBy(
  db: FilesDb,
  params: { operatorId: string; ids: readonly string[]; since: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct file_id as id from files.views
    where file_id = any(${params.ids}::uuid[]) and operator_id = ${params.operatorId} and at >= ${dateOf(params.since)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Destroys the keys of files, and with them the files, in the caller's transaction; returns how many. */
export async function eraseFiles(tx: FilesDb, { ids, at }: { ids: readonly string[]; at: number }): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update files.files set wrapped_key = null, key_id = null, erased_at = ${dateOf(at)}
    where id = any(${ids}::uuid[]) and erased_at is null returning id`.execute(tx)
  const erased = rows.map(({ id }) => id)
  await sql`delete from files.contents where file_id = any(${erased}::uuid[])`.execute(tx)
  return erased.length
}

/** Forgets files that nothing has named since a time; returns how many. */
export async function deleteUnused(db: FilesDb, before: number): Promise<number> {
  const { rows } = await sql`
    delete from files.files where id in (
      select id from files.files where used_at is null and erased_at is null and created_at < ${dateOf(before)}
      order by created_at limit 1000 for update skip locked) returning id`.execute(db)
  return rows.length
}

export type WrappedFile = FileOwner & { id: string; version: number; key: WrappedKey }

/** Files whose keys are wrapped by another key than the one that wraps now, a page of them after an id. */
export async function wrappedByOthers(
  db: FilesDb,
  { currentId, after = null }: { currentId: string; after?: string | null | undefined },
): Promise<WrappedFile[]> {
  const { rows } = await sql<{
    id: string
    customer_id: string | null
    guest_id: string | null
    version: number
    key_id: string
    wrapped: Buffer
  }>`
    select id, customer_id, guest_id, version, key_id, wrapped_key as wrapped from files.files
    where key_id is not null and key_id <> ${currentId} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit 500`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id ?? undefined,
    guestId: row.guest_id ?? undefined,
    version: row.version,
    key: { keyId: row.key_id, wrapped: row.wrapped },
  }))
}

/** Stores the key of a file as it is wrapped now. */
export async function storeWrapped(db: FilesDb, { id, key }: { id: string; key: WrappedKey }): Promise<void> {
  await sql`update files.files set key_id = ${key.keyId}, wrapped_key = ${key.wrapped}
    where id = ${id} and erased_at is null`.execute(db)
}

/** Who else sent a picture of a document that is, as it was kept, one of these; customers' ids, at most twenty. */
export async function ownersOfSame(db: FilesDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct o.customer_id from files.files f
    join files.files o on o.sha256 = f.sha256 and o.purpose = 'kyc' and o.customer_id <> f.customer_id
    where f.id = any(${ids as string[]}::uuid[]) and f.purpose = 'kyc' limit 20`.execute(db)
  return rows.map(({ customer_id: customerId }) => customerId)
}
