import * as z from 'zod/mini'
import { get } from './route.ts'
import { epochMs } from './shapes.ts'
import { deliveryStatuses } from './states.ts'

/** SHA-256 in hexadecimal digits. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The token of a work on its way to its owner's address. */
export const tokenDelivery = z.object({
  status: z.enum(deliveryStatuses),
  chain: z.string(),
  /** The owner's address with its checksum (EIP-55). */
  address: z.string(),
  /** Of the minting, once it was sent. */
  txHash: z.nullable(z.string()),
  requestedAt: epochMs,
  endedAt: z.nullable(epochMs),
})
export type TokenDelivery = z.output<typeof tokenDelivery>

/** The number of a collectible's token: its id as a whole number. */
export const tokenIdOf = (collectibleId: string): bigint => BigInt(`0x${collectibleId.replaceAll('-', '')}`)

/** Metadata of a token as ERC-721 has it. */
export const tokenMetadata = z.object({
  name: z.string(),
  description: z.string(),
  image: z.string(),
  external_url: z.string(),
  attributes: z.array(z.object({ trait_type: z.string(), value: z.string() })),
  properties: z.object({
    /** SHA-256 of the image's bytes, as the contract keeps it by the token. */
    imageHash: hash,
    imageType: z.string(),
    /** The name in every language. */
    names: z.record(z.string(), z.string()),
  }),
})
export type TokenMetadata = z.output<typeof tokenMetadata>

export const nftMetadata = get('/swx/customer/nftMetadata/:token', {
  summary:
    'Metadata of a collectible by the decimal number of its token, as ERC-721 has it: the response is the JSON itself, without an envelope. It is the same in every language and never changes once the work is sold.',
  request: z.object({ token: z.string().check(z.regex(/^(0|[1-9][0-9]{0,38})$/)) }),
  result: tokenMetadata,
  files: ['application/json'],
  refusals: ['notFound'],
})
