import { setImmediate, setTimeout as wait } from 'node:timers/promises'
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
import { leavesIn, nodesAt, type LeafRow, type NodeRow } from './tree.store.ts'

/** Leaves are hashed in blocks of 2^8, whose roots are kept: any path costs the leaves of one block and a few nodes. */
const blockLevels = 8
const blockSize = 2 ** blockLevels
const readAtOnce = 16 * blockSize
const longestPauseMs = 50

/** How many levels lie above the blocks of so many leaves. */
export const upperLevels = (leaves: number): number => Math.ceil(Math.log2(Math.max(1, Math.ceil(leaves / blockSize))))
/** The depth of the tree of so many leaves; it has a whole block at least. */
export const depthOf = (leaves: number): number => blockLevels + upperLevels(leaves)

type TreeParams = { readonly epoch: number; readonly assets: number; readonly leaves: number }

const emptyOf = ({ epoch, assets, leaves }: TreeParams): SumNode[] =>
  emptySubtrees({ epoch, assets, levels: depthOf(leaves) }, nodeCrypto)

const leafOf = (row: LeafRow, epoch: number): SumNode =>
  sumLeaf({ epoch, commitment: customerCommitment(row, nodeCrypto), sums: row.sums }, nodeCrypto)

const blockOf = (rows: readonly LeafRow[], { epoch, empty }: { epoch: number; empty: readonly SumNode[] }) =>
  sumLevels(
    rows.map((row) => leafOf(row, epoch)),
    { levels: blockLevels, empty },
    nodeCrypto,
  )

/** Hashes the leaves of a tree block by block, as long as each batch took left to others in between; returns the nodes above the blocks. */
export async function hashTree(
  { db, clock }: Pick<LiabilitiesDeps, 'db' | 'clock'>,
  params: TreeParams & { readonly tree: number },
): Promise<readonly NodeRow[]> {
  const { tree, epoch, leaves } = params
  const empty = emptyOf(params)
  const blocks: SumNode[] = []
  for (let from = 0; from < leaves; from += readAtOnce) {
    const began = clock.monotonic()
    const rows = await leavesIn(db, { tree, from, to: from + readAtOnce })
    if (rows.length !== Math.min(readAtOnce, leaves - from)) throw new Error(`leaves of the tree ${tree} are gone`)
    for (let at = 0; at < rows.length; at += blockSize) {
      await setImmediate()
      blocks.push(blockOf(rows.slice(at, at + blockSize), { epoch, empty }).at(-1)?.[0] as SumNode)
    }
    await wait(Math.min(clock.monotonic() - began, longestPauseMs))
  }
  if (blocks.length === 0) blocks.push(empty[blockLevels] as SumNode)
  const levels = sumLevels(blocks, { levels: upperLevels(leaves), empty: empty.slice(blockLevels) }, nodeCrypto)
  return levels.flatMap((nodes, level) => nodes.map((node, index) => ({ ...node, level, index })))
}

/** The siblings of a leaf on its way to the root, from the bottom up. */
export async function pathOf(
  db: LiabilitiesDeps['db'],
  params: TreeParams & { readonly tree: number; readonly position: number },
): Promise<readonly SumNode[]> {
  const { tree, epoch, leaves, position } = params
  const empty = emptyOf(params)
  const block = Math.floor(position / blockSize)
  const rows = await leavesIn(db, { tree, from: block * blockSize, to: (block + 1) * blockSize })
  const inside = sumPath(blockOf(rows, { epoch, empty }), { index: position % blockSize, empty })
  const siblings = Array.from({ length: upperLevels(leaves) }, (_, level) => ({
    level,
    index: Math.floor(block / 2 ** level) ^ 1,
  }))
  const kept = await nodesAt(db, tree, siblings)
  const above = siblings.map(({ level, index }) => {
    const node = kept.find((one) => one.level === level && one.index === index)
    return node ?? (empty[blockLevels + level] as SumNode)
  })
  return [...inside, ...above]
}
