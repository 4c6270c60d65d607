import { sql } from '../../kernel/db/db.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import type { KycDb } from './kyc.deps.ts'
import { rewrapForms } from './encrypted-form.ts'

type Row = { id: string; customer_id: string; key_id: string; wrapped_key: Buffer }

/** Wraps the key of every form anew by the first key of FILES_KEY_FILE, as the role `console`. Returns how many. */
export async function rewrapIdentifications(db: KycDb, keys: WrappingKeys): Promise<number> {
  let count = 0
  for (;;) {
    const { rows } = await sql<Row>`select id, customer_id, key_id, wrapped_key from kyc.identifications
      where key_id <> ${keys.currentId} limit 500`.execute(db)
    if (rows.length === 0) return count
    for (const { id, customer_id: customerId, key_id: keyId, wrapped_key: wrapped } of rows) {
      const key = rewrapForms(keys, { id, customerId, key: { keyId, wrapped } })
      await sql`update kyc.identifications set key_id = ${key.keyId}, wrapped_key = ${key.wrapped}
        where id = ${id}`.execute(db)
      count += 1
    }
  }
}
