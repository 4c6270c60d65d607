import type { nftImage } from '@evenhand/protocol/collectible-files.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { withImage, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { CollectiblesDeps } from './collectibles.deps.ts'

/** The bytes of an image by their hash, which is why they never change; refuses 40039 what is none. */
export async function openImage(
  { db }: Pick<CollectiblesDeps, 'db'>,
  { hash }: z.output<typeof nftImage.request>,
): Promise<Raw> {
  const { rows } = await sql<{ image: Buffer }>`
    select image from collectibles.works where image_hash = decode(${hash}, 'hex')`.execute(db)
  const image = rows[0]?.image
  if (image === undefined) throw refuse('notFound')
  return withImage({ type: 'image/svg+xml', bytes: image, hash })
}
