import { setTimeout } from 'node:timers/promises'
import { nftMetadata } from '@evenhand/protocol/collectible-tokens.ts'
import { addr, Transaction } from 'micro-eth-signer'
import * as z from 'zod/mini'
import { addressOn } from './address-forms.ts'
import { callNode, type NodeAt } from './node-call.ts'
import { deploymentData } from './token-contract.ts'

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))
const pollMs = 1000

/** The account that a key mints with. */
export const minterOf = (key: Uint8Array): string => addr.fromPrivateKey(key)

/** The address that metadata of tokens is served under, which a contract keeps; a token's decimal number follows it. */
export const metadataBase = (publicUrl: string): string => `${publicUrl}${nftMetadata.path.replace(':token', '')}`

export type DeployParams = NodeAt & { chainId: number; key: Uint8Array; publicUrl: string }

/**
 * Makes the contract of collectibles on a chain, whose minter is the account of the key, and waits until a block has it.
 * Returns its address. Throws what the node refuses, as where the account has too few coins.
 */
export async function deployContract({ chainId, key, publicUrl, ...node }: DeployParams): Promise<string> {
  const request = (method: string, params: readonly unknown[]): Promise<unknown> => callNode(node, method, params)
  const quantity = async (method: string, params: readonly unknown[]): Promise<bigint> =>
    BigInt(z.parse(hex, await request(method, params)))
  const from = minterOf(key)
  const data = deploymentData(metadataBase(publicUrl))
  const [nonce, gas, gasPrice] = [
    await quantity('eth_getTransactionCount', [from, 'latest']),
    await quantity('eth_estimateGas', [{ from, data }]),
    await quantity('eth_gasPrice', []),
  ]
  const maxFeePerGas = gasPrice * 2n
  const transaction = Transaction.prepare({
    chainId: BigInt(chainId),
    // No receiver: that makes a contract.
    to: '0x',
    value: 0n,
    data,
    nonce,
    gasLimit: gas + gas / 10n,
    maxFeePerGas,
    maxPriorityFeePerGas: gasPrice,
  }).signBy(key)
  const txHash = z.parse(hex, await request('eth_sendRawTransaction', [transaction.toHex()]))
  for (;;) {
    const found = z.parse(
      z.nullable(z.object({ contractAddress: z.nullable(hex), status: hex })),
      await request('eth_getTransactionReceipt', [txHash]),
    )
    if (found !== null) {
      const address = addressOn('Ethereum', found.contractAddress ?? '')
      if (address === undefined || BigInt(found.status) !== 1n) throw new Error(`${txHash} made no contract`)
      return address
    }
    await setTimeout(pollMs)
  }
}
