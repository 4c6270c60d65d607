import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { nftImage } from '@evenhand/protocol/collectible-files.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { withImage, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { CollectiblesDb } from './collectibles.deps.ts'

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]
/** Images kept compressed; the first collection is a tenth of it. */
const maxKept = 240

/** Serves images by the hash of their bytes, each compressed once a process. Refuses 40039 what is none. */
export function createImages(db: CollectiblesDb) {
  const kept = new Map<string, Raw>()
  const open = async (hash: string): Promise<Raw> => {
    const { rows } = await sql<{ image: Buffer }>`
      select image from collectibles.works where image_hash = decode(${hash}, 'hex')`.execute(db)
    const bytes = rows[0]?.image
    if (bytes === undefined) throw refuse('notFound')
    const [br, gz] = await Promise.all([asBrotli(bytes), asGzip(bytes)])
    return withImage({ type: 'image/svg+xml', bytes, br, gzip: gz, hash })
  }
  return async ({ hash }: z.output<typeof nftImage.request>): Promise<Raw> => {
    const known = kept.get(hash)
    if (known !== undefined) return known
    const image = await open(hash)
    if (kept.size < maxKept) kept.set(hash, image)
    return image
  }
}
