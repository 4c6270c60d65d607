import { sql } from '../../kernel/db/db.ts'
import type { KycDb } from './kyc.deps.ts'

export type NamedPicture = { readonly customerId: string; readonly fileId: string }

/** Which of some customers' pictures a form shows whose pictures are kept still: only its own retention erases those. */
export async function shownPictures(db: KycDb, pictures: readonly NamedPicture[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.file_id as id
    from unnest(${pictures.map(({ fileId }) => fileId)}::uuid[], ${pictures.map(({ customerId }) => customerId)}::uuid[])
      as p(file_id, customer_id)
    where exists (select from kyc.identifications i
      where i.customer_id = p.customer_id and i.pictures_erased_at is null
        and (p.file_id in (i.front_file_id, i.back_file_id, i.holding_file_id)
          or exists (select from jsonb_each_text(i.further) f where f.value = p.file_id::text)))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
