import { countryCodes } from '@evenhand/protocol/countries.ts'
import { docTypes } from '@evenhand/protocol/identification.ts'
import { msOf } from '../../kernel/time/clock.ts'
import { sql, type Db } from '../../kernel/db/db.ts'
import { documentHash } from './encrypted-form.ts'

export type FoundIdentification = {
  readonly id: string
  readonly customerId: string
  readonly status: string
  readonly at: number
}

/** Every hash that a document of this number may have: the number alone states neither its country nor its kind. */
const hashesOf = (hashKey: Uint8Array, docNumber: string): Buffer[] =>
  countryCodes.flatMap((country) => docTypes.map((docType) => documentHash(hashKey, { country, docType, docNumber })))

/** Identifications by a whole id or the number of a document, the newest first; the number itself is kept nowhere open. */
export async function findIdentifications(
  { db, hashKey }: { db: Db<'kyc'>; hashKey: Uint8Array },
  { id, docNumber }: { id: string | undefined; docNumber: string | undefined },
): Promise<FoundIdentification[]> {
  const hashes = docNumber === undefined ? [] : hashesOf(hashKey, docNumber)
  const { rows } = await sql<{ id: string; customerId: string; status: string; at: Date }>`
    select id, customer_id as "customerId", status, submitted_at as at from kyc.identifications
    where id = ${id ?? null}::uuid or document_hash = any (${hashes}::bytea[])
    order by submitted_at desc limit 5`.execute(db)
  return rows.map((row) => ({ ...row, at: msOf(row.at) }))
}
