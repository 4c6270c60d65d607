import { hash } from 'node:crypto'
import { nftMetadata, type TokenMetadata } from '@evenhand/protocol/collectible-tokens.ts'
import { shownStatuses } from '@evenhand/protocol/collectibles.ts'
import * as z from 'zod/mini'
import { withJson, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { CollectiblesDeps, Item } from './collectibles.deps.ts'
import { findItem } from './collectibles.store.ts'
import { imagePath } from './view-collectible.ts'

/** The collectible of a token: its number is the id. Undefined where it is longer than an id. */
function idOfToken(token: string): string | undefined {
  const digits = BigInt(token).toString(16).padStart(32, '0')
  return digits.length > 32 ? undefined : digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The metadata of a token's work: in English, which wallets and markets show, and of nothing that changes after its sale. */
const metadataOf = (item: Item, publicUrl: string): TokenMetadata => ({
  name: item.titles.en,
  description:
    `A work by ${item.creator}${item.isGenerated ? ', drawn by a program' : ''}, sold for charity: ` +
    `100% of its price goes to ${item.charity} (${item.charityCountry}).`,
  image: `${publicUrl}${imagePath(item.imageHash)}`,
  external_url: `${publicUrl}/nfts?id=${item.id}`,
  attributes: [
    { trait_type: 'Creator', value: item.creator },
    { trait_type: 'Made by', value: item.isGenerated ? 'Program' : 'Person' },
    { trait_type: 'Charity', value: item.charity },
    { trait_type: 'Charity country', value: item.charityCountry },
    { trait_type: 'Share of the price for the charity', value: '100%' },
  ],
  properties: { imageHash: item.imageHash, imageType: 'image/svg+xml', names: item.titles },
})

/** Metadata of a token as ERC-721 has it, of a work that is or was offered; refuses 40039 what is none. */
export async function tokenMetadata(
  { db, publicUrl }: Pick<CollectiblesDeps, 'db' | 'publicUrl'>,
  { token }: z.output<typeof nftMetadata.request>,
): Promise<Raw> {
  const id = idOfToken(token)
  const item = id === undefined ? undefined : await findItem(db, id)
  if (item === undefined || !shownStatuses.some((status) => status === item.status)) throw refuse('notFound')
  const body = Buffer.from(JSON.stringify(metadataOf(item, publicUrl)))
  return withJson({ body, etag: hash('sha256', body).slice(0, 32) })
}
