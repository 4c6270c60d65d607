import { parseUnits } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import { addressOn } from './address-forms.ts'
import type { Block, ChainReader, Transfer } from './chain-reader.ts'
import { callNode, NodeRefusal, type NodeAt } from './node-call.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const script = z.object({ address: z.optional(z.string()) })
const block = z.object({
  hash,
  height: z.int(),
  previousblockhash: z.optional(hash),
  tx: z.array(
    z.object({
      txid: hash,
      vin: z.array(z.object({ prevout: z.optional(z.object({ scriptPubKey: script })) })),
      vout: z.array(z.object({ n: z.int(), value: z.string(), scriptPubKey: script })),
    }),
  ),
})

/** Bitcoin by the JSON-RPC of Bitcoin Core, 23 or later. Every output to a watched address counts, each of its own. */
export function bitcoin(params: NodeAt): ChainReader {
  const hashAt = async (height: bigint): Promise<string | undefined> => {
    try {
      return z.parse(hash, await callNode(params, 'getblockhash', [Number(height)]))
    } catch (cause) {
      // -8: the height is beyond the chain.
      if (cause instanceof NodeRefusal && cause.message.includes(': -8 ')) return undefined
      throw cause
    }
  }
  return {
    head: async () => BigInt(z.parse(z.int(), await callNode(params, 'getblockcount', []))),
    hashAt,
    async block(height, watched): Promise<Block | undefined> {
      const at = await hashAt(height)
      if (at === undefined) return undefined
      const read = async (verbosity: 2 | 3): Promise<z.output<typeof block>> =>
        z.parse(block, await callNode(params, 'getblock', [at, verbosity]))
      const found = await read(2)
      const header = { height, hash: found.hash, parent: found.previousblockhash ?? '' }
      if (found.tx.every((tx) => outputs(tx, watched).length === 0)) return { ...header, transfers: [] }
      // Outputs that were paid, once more, with what was spent: twice the text, and it states who sent.
      return { ...header, transfers: (await read(3)).tx.flatMap((tx) => outputs(tx, watched)) }
    },
  }
}

type Transaction = z.output<typeof block>['tx'][number]

function outputs({ txid, vin, vout }: Transaction, watched: ReadonlySet<string>): Transfer[] {
  const from = vin[0]?.prevout?.scriptPubKey.address ?? null
  return vout.flatMap(({ n, value, scriptPubKey }) => {
    const to = scriptPubKey.address === undefined ? undefined : addressOn('Bitcoin', scriptPubKey.address)
    if (to === undefined || !watched.has(to)) return []
    const units = amountOf(value)
    if (units === 0n) return []
    return [{ coin: 'BTC', network: 'Bitcoin', txHash: txid, vout: n, to, from, units } as const]
  })
}

/**
 * Satoshis of an amount as Bitcoin Core writes it; the least ones may be written as 1e-8 or 1.5e-7. Throws for any other:
 * the poll fails and is repeated, and no customer's coins count as none.
 */
function amountOf(text: string): bigint {
  const [, whole = '', tenth = '', power] = /^([1-9])(?:[.]([0-9]))?e-0?([78])$/i.exec(text) ?? []
  const units = parseUnits(power === undefined ? text : `0.${'0'.repeat(power === '7' ? 6 : 7)}${whole}${tenth}`, 8)
  if (units === undefined || units < 0n)
    throw new RangeError(`the node wrote an amount that is none: ${text.slice(0, 40)}`)
  return units
}
