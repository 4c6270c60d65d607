import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import * as z from 'zod/mini'
import type { Block, ChainReader, Transfer } from './chain-reader.ts'
import { requestNode, type NodeAt } from './node-call.ts'

const base58check = createBase58check(sha256)
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const header = z.object({
  blockID: hash,
  block_header: z.object({ raw_data: z.object({ number: z.optional(z.int()), parentHash: hash }) }),
})
const results = z.array(
  z.object({
    id: hash,
    receipt: z.optional(z.object({ result: z.optional(z.string()) })),
    log: z.optional(
      z.array(
        z.object({
          address: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
          topics: z.optional(z.array(z.string())),
          data: z.optional(z.string()),
        }),
      ),
    ),
  }),
)
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const maxUnits = 10n ** 18n

export type TronParams = NodeAt & {
  /** The contract of USDT. */
  readonly usdt: string
}

/**
 * TRON by the HTTP interface of its nodes. USDT counts where that one contract logs a transfer in a transaction whose
 * result is SUCCESS; the log's index within the transaction distinguishes two of them.
 */
export function tron(params: TronParams): ChainReader {
  const token = Buffer.from(base58check.decode(params.usdt).slice(1)).toString('hex')
  const headerAt = async (height: bigint): Promise<z.output<typeof header> | undefined> => {
    const response = await requestNode(params, '/wallet/getblockbynum', { num: Number(height) })
    // For a height that is not there yet, the node returns an empty object.
    return typeof response === 'object' && response !== null && 'blockID' in response
      ? z.parse(header, response)
      : undefined
  }
  return {
    async head() {
      const newest = z.parse(header, await requestNode(params, '/wallet/getnowblock', {}))
      return BigInt(newest.block_header.raw_data.number ?? 0)
    },
    hashAt: async (height) => (await headerAt(height))?.blockID,
    async block(height, watched): Promise<Block | undefined> {
      const found = await headerAt(height)
      if (found === undefined) return undefined
      const listed = z.parse(
        results,
        await requestNode(params, '/wallet/gettransactioninfobyblocknum', { num: Number(height) }),
      )
      // The two were requested one after the other: they are of one block only if it is the same one afterwards.
      if ((await headerAt(height))?.blockID !== found.blockID) return undefined
      const transfers = listed.flatMap((one) => transfersOf(one, token, watched))
      return { height, hash: found.blockID, parent: found.block_header.raw_data.parentHash, transfers }
    },
  }
}

function transfersOf(
  { id, receipt, log = [] }: z.output<typeof results>[number],
  token: string,
  watched: ReadonlySet<string>,
): Transfer[] {
  if (receipt?.result !== 'SUCCESS') return []
  return log.flatMap(({ address, topics = [], data = '' }, logIndex) => {
    const [topic, from, to] = topics
    if (address !== token || topic !== transferTopic || from === undefined || to === undefined) return []
    const receiver = addressOfTopic(to)
    if (receiver === undefined || !watched.has(receiver) || !/^[0-9a-f]{64}$/.test(data)) return []
    const units = BigInt(`0x${data}`)
    if (units === 0n || units > maxUnits) return []
    return [
      {
        coin: 'USDT',
        network: 'TRC20',
        txHash: id,
        vout: logIndex + 1,
        to: receiver,
        from: addressOfTopic(from) ?? null,
        units,
      } as const,
    ]
  })
}

/** The last twenty bytes of a topic, as the address that they are. */
const addressOfTopic = (topic: string): string | undefined =>
  /^[0-9a-f]{64}$/.test(topic) ? base58check.encode(hexToBytes(`41${topic.slice(24)}`)) : undefined
