import { SetupError } from '../kernel/config/config.ts'
import type { Signing } from '../kernel/crypto/signing.ts'
import { openPool, owned } from '../kernel/db/db.ts'

/**
 * Refuses a machine whose keys are not those of the installation that it joins: it would sign receipts as another one, and
 * could read neither second factors nor pictures.
 */
export async function mustShareKeys(url: string, { origin }: Pick<Signing, 'origin'>): Promise<void> {
  const pool = openPool({ url, role: 'api', max: 1 })
  const heads = owned<'books'>(pool).selectFrom('books.heads').select('origin').orderBy('no', 'desc').limit(1)
  const [head] = await heads.execute().finally(() => pool.destroy())
  if (head === undefined || head.origin === origin) return
  throw new SetupError(
    'The keys in DATA_DIR are not those of this installation: copy the folder DATA_DIR/keys of a machine that serves it.',
  )
}
