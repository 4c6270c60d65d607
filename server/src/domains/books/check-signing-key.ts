import { SetupError } from '../../kernel/config/config.ts'
import type { Signing } from '../../kernel/crypto/signing.ts'
import type { Db } from '../../kernel/db/db.ts'
import { newestHeads } from './books.store.ts'

/**
 * Refuses a machine whose keys are not those of the installation that it joins: it would sign receipts as another one, and
 * could read neither second factors nor pictures.
 */
export async function checkSigningKey(db: Db<'books'>, { origin }: Pick<Signing, 'origin'>): Promise<void> {
  const [head] = await newestHeads(db, 1)
  if (head === undefined || head.origin === origin) return
  throw new SetupError(
    'The keys in DATA_DIR are not those of this installation: copy the folder DATA_DIR/keys of a machine that serves it.',
  )
}
