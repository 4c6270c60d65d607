import * as z from 'zod/mini'
import { ownedCollectible } from './collectibles.ts'
import { post } from './route.ts'
import { id } from './shapes.ts'

export const deliverNft = post('/swx/customer/nft/deliver', {
  summary:
    'Have the token of a work that the caller owns minted for an address on `deliversOn`; without one, for the address that the caller gave last. The address may be replaced until the token is sent.',
  signedIn: true,
  realOnly: true,
  proof: true,
  notice: 'submitted',
  /** With its checksum; one without any large letter, or any small one, has none and is taken as well. */
  request: z.strictObject({ nftId: id, address: z.optional(z.string().check(z.maxLength(120))) }),
  result: ownedCollectible,
  refusals: ['notFound', 'accountRestricted', 'collectibleState', 'addressMissing', 'dataIncomplete'],
})
