import { addr, Transaction } from 'micro-eth-signer'
import * as z from 'zod/mini'
import { addressOn } from './address-forms.ts'
import { callNode, NodeRefusal, type NodeAt } from './node-call.ts'
import { mintCall, ownerCall, revertOf } from './token-contract.ts'

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const receipt = z.nullable(z.object({ blockNumber: hex, status: hex }))
const block = z.object({ baseFeePerGas: hex })

export type TokenMinterParams = NodeAt & {
  readonly chainId: number
  /** The contract's address. */
  readonly contract: string
  /** The private key of its minter, 32 bytes. */
  readonly key: Uint8Array
  /** Blocks on top of a transaction's own, itself included, before it is final. */
  readonly confirmations: number
}
export type Minting = { readonly tokenId: bigint; readonly to: string; readonly imageHash: string }
/** A transaction as it is kept before it is sent: sent again, it is the same one. */
export type SignedMinting = { readonly txHash: string; readonly nonce: bigint; readonly bytes: Uint8Array }
/** `reverted`: it is in the chain for good and minted nothing. `unknown`: no block has it, or a reorganisation took it out. */
export type MintingState = 'unknown' | 'included' | 'final' | 'reverted'

/** More than a wallet that is a contract spends on taking a token. */
const maxGas = 600_000n
const gwei = 10n ** 9n
/** Nodes take the place of a waiting transaction for a tenth more; an eighth is above every rule. */
const raised = (fee: bigint): bigint => fee + fee / 8n + 1n
type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
const outbid = (waiting: Fees, current: Fees): Fees => {
  const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other)
  return {
    maxFeePerGas: higher(current.maxFeePerGas, raised(waiting.maxFeePerGas)),
    maxPriorityFeePerGas: higher(current.maxPriorityFeePerGas, raised(waiting.maxPriorityFeePerGas)),
  }
}

function termsOf(bytes: Uint8Array): Fees & { gasLimit: bigint } {
  const { raw } = Transaction.fromBytes(bytes)
  if (!('maxFeePerGas' in raw)) throw new Error('a minting is a transaction of EIP-1559')
  return raw
}

/** What shows that the contract or its minter is wrong, and not the address. */
const ownFaults = ['NotMinter', 'NoImageHash', 'ERC721InvalidSender', 'nothing']

/** Mints works on a chain with Ethereum's protocol. Every call throws when the node does not respond. */
export function tokenMinter(params: TokenMinterParams) {
  const { contract } = params
  const from = addr.fromPrivateKey(params.key)
  const request = (method: string, given: readonly unknown[]): Promise<unknown> => callNode(params, method, given)
  const quantity = async (method: string, given: readonly unknown[]): Promise<bigint> =>
    BigInt(z.parse(hex, await request(method, given)))

  /** Undefined where the address takes no token. */
  async function gasFor(data: string): Promise<bigint | undefined> {
    try {
      const gas = await quantity('eth_estimateGas', [{ from, to: contract, data }])
      return gas > maxGas ? undefined : gas + gas / 4n
    } catch (cause) {
      const reason = cause instanceof NodeRefusal ? revertOf(cause.data) : undefined
      if (reason === undefined || ownFaults.includes(reason)) throw cause
      return undefined
    }
  }

  /** What nodes charge now, in wei a unit of gas. */
  async function fees(): Promise<Fees> {
    const { baseFeePerGas } = z.parse(block, await request('eth_getBlockByNumber', ['latest', false]))
    const tip = await quantity('eth_maxPriorityFeePerGas', []).catch(() => gwei)
    return { maxFeePerGas: BigInt(baseFeePerGas) * 2n + tip, maxPriorityFeePerGas: tip }
  }

  return {
    /** The account that mints, which pays for it. */
    minter: from,
    /** How many transactions of the minter the chain has: the nonce of the next. */
    nextNonce: (): Promise<bigint> => quantity('eth_getTransactionCount', [from, 'latest']),
    /** Whose a token is; undefined where it was not minted. */
    async ownerOf(tokenId: bigint): Promise<string | undefined> {
      try {
        const owner = z.parse(hex, await request('eth_call', [{ to: contract, data: ownerCall(tokenId) }, 'latest']))
        if (owner.length !== 66) throw new Error(`there is no contract at ${contract}`)
        return addressOn('Ethereum', `0x${owner.slice(26).toLowerCase()}`)
      } catch (cause) {
        if (cause instanceof NodeRefusal && revertOf(cause.data) === 'ERC721NonexistentToken') return undefined
        throw cause
      }
    },
    /** Signs a minting; `before` is one of the same nonce that waits. Undefined where the address is a contract that takes no token. */
    async sign(
      minting: Minting,
      { nonce, before }: { nonce: bigint; before?: Uint8Array | undefined },
    ): Promise<SignedMinting | undefined> {
      const data = mintCall(minting)
      const waiting = before && termsOf(before)
      // The node counts what waits as done, so that another of its kind could not be estimated.
      const [gasLimit, current] = await Promise.all([waiting?.gasLimit ?? gasFor(data), fees()])
      if (gasLimit === undefined) return undefined
      const paid = waiting === undefined ? current : outbid(waiting, current)
      const given = { chainId: BigInt(params.chainId), to: contract, value: 0n, data, nonce, gasLimit, ...paid }
      const signed = Transaction.prepare(given).signBy(params.key)
      return { txHash: `0x${signed.hash.replace(/^0x/, '')}`, nonce, bytes: signed.toBytes() }
    },
    /** Sends what was signed; one that the node knows already is sent all the same. */
    async send({ txHash, bytes }: Pick<SignedMinting, 'txHash' | 'bytes'>): Promise<void> {
      try {
        await request('eth_sendRawTransaction', [`0x${Buffer.from(bytes).toString('hex')}`])
      } catch (cause) {
        if (!(cause instanceof NodeRefusal) || (await request('eth_getTransactionByHash', [txHash])) === null)
          throw cause
      }
    },
    async stateOf(txHash: string): Promise<MintingState> {
      const [found, head] = await Promise.all([
        request('eth_getTransactionReceipt', [txHash]).then((given) => z.parse(receipt, given)),
        quantity('eth_blockNumber', []),
      ])
      if (found === null) return 'unknown'
      if (head - BigInt(found.blockNumber) + 1n < BigInt(params.confirmations)) return 'included'
      return BigInt(found.status) === 1n ? 'final' : 'reverted'
    },
  }
}

export type TokenMinter = ReturnType<typeof tokenMinter>
