import { msOf } from '../../kernel/time/clock.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Identification } from './identifications.store.ts'
import type { KycDb } from './kyc.deps.ts'

export type Sharer = {
  customerId: string
  status: Identification['status']
  submittedAt: number
  shares: ('document' | 'picture')[]
}

const maxSharers = 20

/**
 * Other customers whose forms name the same document, and those of `pictureOwners` (who sent a picture that is the same to
 * the last point): the last form of each, at most twenty.
 */
export async function othersWithDocument(
  db: KycDb,
  { customerId, documentHash }: Pick<Identification, 'customerId' | 'documentHash'>,
  pictureOwners: readonly string[],
): Promise<Sharer[]> {
  const { rows } = await sql<{
    customer_id: string
    status: Identification['status']
    submitted_at: Date
    document: boolean
    picture: boolean
  }>`
    select * from (
      select distinct on (customer_id) customer_id, status, submitted_at,
        bool_or(document_hash = ${documentHash}) over (partition by customer_id) as document,
        customer_id = any(${pictureOwners as string[]}::uuid[]) as picture
      from kyc.identifications
      where customer_id <> ${customerId} and customer_id in (
        select d.customer_id from kyc.identifications d where d.document_hash = ${documentHash}
        union select unnest(${pictureOwners as string[]}::uuid[]))
      order by customer_id, number desc) o
    order by document desc, submitted_at desc limit ${maxSharers}`.execute(db)
  return rows.map((row) => ({
    customerId: row.customer_id,
    status: row.status,
    submittedAt: msOf(row.submitted_at),
    shares: [...(row.document ? (['document'] as const) : []), ...(row.picture ? (['picture'] as const) : [])],
  }))
}

/** Whether two customers ever sent forms that name the same document. */
export async function shareDocument(
  db: KycDb,
  [one, other]: readonly [customerId: string, customerId: string],
): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from kyc.identifications a join kyc.identifications b on b.document_hash = a.document_hash
      where a.customer_id = ${one} and b.customer_id = ${other}) as shared`.execute(db)
  return rows[0]?.shared ?? false
}
