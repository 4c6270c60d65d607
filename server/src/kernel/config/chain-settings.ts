import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^[A-Za-z0-9]{20,100}$/))
const url = z.string().check(z.maxLength(500), z.regex(/^https?:\/\/[^\s]+$/))
const own = z.optional(z.array(address).check(z.minLength(1), z.maxLength(100_000)))
const common = { shared: z.optional(address), own, node: z.optional(url) }

const file = z.strictObject({
  bitcoin: z.optional(z.strictObject(common)),
  ethereum: z.optional(z.strictObject({ ...common, usdt: z.optional(address) })),
  tron: z.optional(z.strictObject({ ...common, usdt: z.optional(address), key: z.optional(z.string()) })),
  collectibles: z.optional(
    z.strictObject({
      name: z.string().check(z.regex(/^[\p{L}\p{N} ._-]{2,40}$/u)),
      node: url,
      chainId: z.int().check(z.positive()),
      contract: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
    }),
  ),
})

/**
 * What an installation has of each chain: the one address that all deposits may be sent to, addresses of which a customer
 * gets one, and the node from which arrivals are read. `usdt` is the contract of USDT where it is another than that of
 * the main network. `collectibles`: the chain that works are delivered on under the name that customers read, and the
 * contract that mints them; without a contract nothing is delivered.
 */
export type ChainSettings = z.output<typeof file>

/** No chains: deposits are reviewed by people, in a sandbox on addresses that are none. */
export const noChains: ChainSettings = {}

/** Reads the file of chains. Throws an Error whose message states in half a sentence what is wrong with it. */
export function readChains(path: string): ChainSettings {
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(cause instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read', { cause })
  }
  const parsed = z.safeParse(file, read)
  if (!parsed.success) throw new Error(`${parsed.error.issues[0]?.path.join('.') ?? 'it'} is not what it may be`)
  const { collectibles: _, ...chains } = parsed.data
  for (const [chain, params] of Object.entries(chains))
    if (params?.own !== undefined && params.node === undefined)
      throw new Error(`${chain} has addresses of customers' own and no node that notices what arrives there`)
  return parsed.data
}
