import { sql } from '../../kernel/db/db.ts'
import { rewrapKeys, type Rewrapped } from '../../kernel/crypto/rewrap-keys.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import type { KycDb } from './kyc.deps.ts'
import { rewrapForms } from './encrypted-form.ts'

type Row = { id: string; customer_id: string; key_id: string; wrapped_key: Buffer }

/**
 * Wraps the key of every form anew by the first key of FILES_KEY_FILE, as the role `console`. Returns how many, and the
 * forms whose key is damaged.
 */
export const rewrapIdentifications = (db: KycDb, keys: WrappingKeys): Promise<Rewrapped> =>
  rewrapKeys<Row>({
    async page(after) {
      const { rows } = await sql<Row>`select id, customer_id, key_id, wrapped_key from kyc.identifications
        where key_id <> ${keys.currentId} and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit 500`.execute(db)
      return rows
    },
    rewrap: ({ id, customer_id: customerId, key_id: keyId, wrapped_key: wrapped }) =>
      rewrapForms(keys, { id, customerId, key: { keyId, wrapped } }),
    async store({ id }, key) {
      await sql`update kyc.identifications set key_id = ${key.keyId}, wrapped_key = ${key.wrapped}
        where id = ${id}`.execute(db)
    },
  })
