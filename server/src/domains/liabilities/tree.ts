import { setImmediate } from 'node:timers/promises'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import {
  customerCommitment,
  emptySubtrees,
  sumLeaf,
  sumLevels,
  sumPath,
  type SumNode,
} from '@evenhand/proofs/liabilities/sum-tree.ts'
import type { LiabilitiesDeps } from './liabilities.deps.ts'
import { paced } from './paced.ts'
import { blockOf, leavesFrom, nodesAt, type LeafRow, type NodeRow } from './tree.store.ts'

/** Leaves are hashed in blocks of 2^8, whose roots are kept: any path costs the leaves of one block and a few nodes. */
const blockLevels = 8
const blockSize = 2 ** blockLevels
const readAtOnce = 4 * blockSize
const lowestSalt = '0'.repeat(32)

/** How many levels lie above the blocks of so many leaves. */
const upperLevels = (leaves: number): number => Math.ceil(Math.log2(Math.max(1, Math.ceil(leaves / blockSize))))
/** The depth of the tree of so many leaves; it has a whole block at least. */
export const depthOf = (leaves: number): number => blockLevels + upperLevels(leaves)

export type TreeParams = {
  readonly tree: number
  readonly epoch: number
  readonly assets: number
  readonly leaves: number
}

const emptyOf = ({ epoch, assets, leaves }: TreeParams): SumNode[] =>
  emptySubtrees({ epoch, assets, levels: depthOf(leaves) }, nodeCrypto)

const leafOf = (row: LeafRow, epoch: number): SumNode =>
  sumLeaf({ epoch, commitment: customerCommitment(row, nodeCrypto), sums: row.sums }, nodeCrypto)

const hashBlock = (rows: readonly LeafRow[], { epoch, empty }: { epoch: number; empty: readonly SumNode[] }) =>
  sumLevels(
    rows.map((row) => leafOf(row, epoch)),
    { levels: blockLevels, empty },
    nodeCrypto,
  )

type Block = SumNode & { readonly first: string | null }

/** Hashes the leaves of a tree block by block, calls let through in between; returns the nodes above the blocks. Throws where leaves are gone. */
export async function hashTree(
  deps: Pick<LiabilitiesDeps, 'db' | 'clock'>,
  params: TreeParams,
): Promise<readonly NodeRow[]> {
  const { tree, epoch, leaves } = params
  const empty = emptyOf(params)
  const blocks: Block[] = []
  let [read, from] = [0, lowestSalt]
  while (read < leaves) {
    const rows = await paced(deps.clock, async () => {
      const some = await leavesFrom(deps.db, { tree, from, limit: readAtOnce + 1 })
      for (let at = 0; at < Math.min(some.length, readAtOnce); at += blockSize) {
        await setImmediate()
        const block = hashBlock(some.slice(at, Math.min(at + blockSize, readAtOnce)), { epoch, empty }).at(-1)?.[0]
        blocks.push({ ...(block as SumNode), first: some[at]?.salt ?? null })
      }
      return some
    })
    read += Math.min(rows.length, readAtOnce)
    const next = rows[readAtOnce]
    if ((next === undefined) !== read >= leaves) throw new Error(`the tree ${tree} has not ${leaves} leaves`)
    from = next?.salt ?? from
  }
  if (read !== leaves) throw new Error(`the tree ${tree} has not ${leaves} leaves`)
  if (blocks.length === 0) blocks.push({ ...(empty[blockLevels] as SumNode), first: null })
  const levels = sumLevels(blocks, { levels: upperLevels(leaves), empty: empty.slice(blockLevels) }, nodeCrypto)
  return levels.flatMap((nodes, level) =>
    nodes.map(({ hash, sums }, index) => ({
      level,
      index,
      hash,
      sums,
      first: level === 0 ? (blocks[index]?.first ?? null) : null,
    })),
  )
}

/** The position of a leaf and its siblings on the way to the root, from the bottom up. Throws where it is not in the tree any more. */
export async function pathOf(
  { db }: Pick<LiabilitiesDeps, 'db'>,
  params: TreeParams & { readonly salt: string },
): Promise<{ index: number; path: readonly SumNode[] }> {
  const { tree, epoch, leaves, salt } = params
  const block = await blockOf(db, { tree, salt })
  const rows = block?.first == null ? [] : await leavesFrom(db, { tree, from: block.first, limit: blockSize })
  const inside = rows.findIndex((row) => row.salt === salt)
  if (block === undefined || inside < 0) throw new Error(`a leaf of the tree ${tree} is in no block`)
  const empty = emptyOf(params)
  const siblings = Array.from({ length: upperLevels(leaves) }, (_, level) => ({
    level,
    index: Math.floor(block.index / 2 ** level) ^ 1,
  }))
  const kept = await nodesAt(db, tree, siblings)
  const above = siblings.map(({ level, index }) => {
    const node = kept.find((one) => one.level === level && one.index === index)
    return node ?? (empty[blockLevels + level] as SumNode)
  })
  return {
    index: block.index * blockSize + inside,
    path: [...sumPath(hashBlock(rows, { epoch, empty }), { index: inside, empty }), ...above],
  }
}
