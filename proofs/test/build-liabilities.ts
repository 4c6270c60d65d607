import { nodeCrypto } from '../src/crypto-node.ts'
import type { LiabilitiesProof } from '../src/liabilities/proof.ts'
import { signLiabilities, type LiabilitiesStatement } from '../src/liabilities/statement.ts'
import {
  customerCommitment,
  emptySubtrees,
  sumLeaf,
  sumLevels,
  sumPath,
  type SumNode,
} from '../src/liabilities/sum-tree.ts'
import type { makeKey } from './build-receipts.ts'

export type Owner = { readonly customerId: string; readonly salt: string; readonly sums: readonly bigint[] }
/** How a parent is made of its children: an attacker's tree may add up otherwise. */
export type Join = (left: SumNode, right: SumNode) => SumNode

export const epoch = 20_787
const depth = 3
const assets = ['USDT', 'BTC'] as const
const scales = { USDT: 6, BTC: 8 }

/** A customer's id and salt by a number. */
export const owner = (nth: number, ...sums: bigint[]): Owner => ({
  customerId: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  salt: String(nth).padStart(32, '0'),
  sums,
})

export const leafOf = ({ customerId, salt, sums }: Owner): SumNode =>
  sumLeaf({ epoch, commitment: customerCommitment({ salt, customerId }, nodeCrypto), sums }, nodeCrypto)

const empty = emptySubtrees({ epoch, assets: assets.length, levels: depth }, nodeCrypto)

/** The tree of eight leaves over some owners. */
export const treeOf = (owners: readonly Owner[]) => sumLevels(owners.map(leafOf), { levels: depth, empty }, nodeCrypto)

type Key = ReturnType<typeof makeKey>
export type Over = Partial<LiabilitiesStatement> & { readonly root?: string }

/** The proof of the owner at a position, under a statement that the key signs. */
export function proofOf(
  owners: readonly Owner[],
  at: number,
  { key, over = {} }: { key: Key; over?: Over },
): LiabilitiesProof {
  const tree = treeOf(owners)
  const [root] = tree.at(-1) ?? []
  const statement: LiabilitiesStatement = {
    v: 1,
    origin: 'evenhand/test',
    epoch,
    at: epoch * 86_400_000 + 1_000,
    entry: 77,
    depth,
    leaves: owners.length,
    root: root?.hash ?? '',
    assets: assets.map((asset, index) => ({
      asset,
      scale: scales[asset],
      owed: String(root?.sums[index]),
      custody: String(root?.sums[index]),
      own: '0',
    })),
    simulated: true,
    ...over,
  }
  const { customerId, salt, sums } = owners[at] as Owner
  const path = sumPath(tree, { index: at, empty })
  return {
    v: 1,
    customerId,
    statement: signLiabilities(statement, key.signer),
    leaves: [
      {
        index: at,
        salt,
        sums: sums.map(String),
        path: path.map((node) => ({ hash: node.hash, sums: node.sums.map(String) })),
      },
    ],
    seal: null,
  }
}
