import * as z from 'zod/mini'
import { addressOn } from './address-forms.ts'
import type { Block, ChainReader, Transfer } from './chain-reader.ts'
import { callNode, type NodeAt } from './node-call.ts'

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/))
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const block = z.object({
  number: hex,
  hash,
  parentHash: hash,
  transactions: z.array(z.object({ hash, from: address, to: z.nullish(address), value: hex })),
})
const log = z.object({
  address,
  topics: z.array(hex),
  data: hex,
  transactionHash: hash,
  logIndex: hex,
  blockHash: hash,
  removed: z.optional(z.boolean()),
})
const receipt = z.object({ status: hex, blockHash: hash, logs: z.array(z.object({ logIndex: hex })) })

/** Transfer(address indexed from, address indexed to, uint256 value). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The chain counts ether to 18 decimals, the ledger to 8; what is less than that is not counted. */
const weiOfUnit = 10n ** 10n

export type EthereumParams = NodeAt & {
  /** The contract of USDT; without it only ether is seen. */
  readonly usdt?: string | undefined
}

/**
 * Ethereum, or a chain that speaks as it does, by JSON-RPC. Ether counts where a transaction that succeeded sends it to the
 * address itself; USDT where a log of that one contract, in a transaction that succeeded, states it. What a token of another
 * contract logs, or a transfer that logs nothing, is no coin of ours, whatever it is called.
 */
export function ethereum(options: EthereumParams): ChainReader {
  const request: Request = (method, params) => callNode(options, method, params)
  const token = options.usdt?.toLowerCase()
  return {
    head: async () => BigInt(z.parse(hex, await request('eth_blockNumber', []))),
    async hashAt(height) {
      const found = z.parse(
        z.nullable(z.object({ hash })),
        await request('eth_getBlockByNumber', [hexOf(height), false]),
      )
      return found?.hash
    },
    async block(height, watched): Promise<Block | undefined> {
      const found = z.parse(z.nullable(block), await request('eth_getBlockByNumber', [hexOf(height), true]))
      if (found === null) return undefined
      const ether = await etherIn(request, found, watched)
      const tokens =
        token === undefined || watched.size === 0
          ? []
          : await tokensIn(request, { blockHash: found.hash, token }, watched)
      return { height, hash: found.hash, parent: found.parentHash, transfers: [...ether, ...tokens] }
    },
  }
}

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The receipt of a transaction that succeeded in this very block; one of another block is of another history. */
async function receiptIn(
  request: Request,
  txHash: string,
  blockHash: string,
): Promise<z.output<typeof receipt> | undefined> {
  const found = z.parse(z.nullable(receipt), await request('eth_getTransactionReceipt', [txHash]))
  return found !== null && found.blockHash === blockHash && BigInt(found.status) === 1n ? found : undefined
}

async function etherIn(
  request: Request,
  found: z.output<typeof block>,
  watched: ReadonlySet<string>,
): Promise<Transfer[]> {
  const transfers: Transfer[] = []
  for (const one of found.transactions) {
    const to = one.to === null || one.to === undefined ? undefined : addressOf(one.to)
    const units = BigInt(one.value) / weiOfUnit
    if (to === undefined || units === 0n || !watched.has(to)) continue
    if ((await receiptIn(request, one.hash, found.hash)) === undefined) continue
    const from = addressOf(one.from) ?? null
    transfers.push({ coin: 'ETH', network: 'Ethereum', txHash: one.hash, vout: 0, to, from, units })
  }
  return transfers
}

type LogsParams = { blockHash: string; token: string }

async function tokensIn(
  request: Request,
  { blockHash, token }: LogsParams,
  watched: ReadonlySet<string>,
): Promise<Transfer[]> {
  const requested = { blockHash, address: token, topics: [transferTopic] }
  const transfers: Transfer[] = []
  for (const one of z.parse(z.array(log), await request('eth_getLogs', [requested]))) {
    const [topic, from, to] = one.topics
    if (one.removed === true || one.address.toLowerCase() !== token || topic !== transferTopic) continue
    const receiver = to === undefined ? undefined : addressOfTopic(to)
    if (receiver === undefined || !watched.has(receiver) || !/^0x[0-9a-f]{64}$/.test(one.data)) continue
    const units = BigInt(one.data)
    if (units === 0n || units > maxUnits) continue
    // The log's number counts within its block and is another after a reorganisation; its index in the transaction stays.
    const indexInReceipt = (await receiptIn(request, one.transactionHash, blockHash))?.logs.findIndex(
      ({ logIndex }) => BigInt(logIndex) === BigInt(one.logIndex),
    )
    if (indexInReceipt === undefined || indexInReceipt < 0) continue
    const sender = from === undefined ? undefined : addressOfTopic(from)
    const seen = { txHash: one.transactionHash, vout: indexInReceipt + 1, to: receiver, from: sender ?? null, units }
    transfers.push({ coin: 'USDT', network: 'ERC20', ...seen })
  }
  return transfers
}

/** More USDT than there will ever be: a contract that reports more is not believed, and the ledger holds no more. */
const maxUnits = 10n ** 18n
const hexOf = (height: bigint): string => `0x${height.toString(16)}`
/** Addresses have one spelling. What a node writes carries no checksum, so it is written small before. */
const addressOf = (text: string): string | undefined => addressOn('Ethereum', text.toLowerCase())
const addressOfTopic = (topic: string): string | undefined =>
  /^0x0{24}[0-9a-f]{40}$/.test(topic) ? addressOf(`0x${topic.slice(26)}`) : undefined
