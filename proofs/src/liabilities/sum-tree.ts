import { canonicalList } from '../canonical.ts'
import type { Crypto, Hex } from '../crypto.ts'

type Hash = Pick<Crypto, 'sha256'>

/** A node of a tree of sums: its hash, and of each asset what all leaves under it hold, smallest units. */
export type SumNode = { readonly hash: Hex; readonly sums: readonly bigint[] }

/** Sums below this are in range: a larger one could only be meant to overflow what adds it up elsewhere. */
export const sumBound = 2n ** 120n
const inRange = (sums: readonly bigint[]): boolean => sums.every((sum) => sum >= 0n && sum < sumBound)

/** What a leaf names its customer by, so that a neighbour learns nothing: SHA-256 of a salt of this leaf alone and the id. */
export const customerCommitment = (params: { salt: Hex; customerId: string }, crypto: Hash): Hex =>
  crypto.sha256(canonicalList(['evenhand.customer.1', params.salt, params.customerId]))

export type LiabilityLeaf = { readonly epoch: number; readonly commitment: Hex; readonly sums: readonly bigint[] }

// The prefixes keep a leaf from being passed off as a node, as in the log (RFC 6962 §2.1).

/** SHA-256(0x00 ‖ epoch ‖ commitment ‖ sums). Throws a RangeError for a sum below 0 or from 2^120 on. */
export function sumLeaf({ epoch, commitment, sums }: LiabilityLeaf, crypto: Hash): SumNode {
  if (!inRange(sums)) throw new RangeError('a sum is out of range')
  return { hash: crypto.sha256(`\0${canonicalList(['evenhand.liability.1', epoch, commitment, sums])}`), sums }
}

/**
 * SHA-256(0x01 ‖ left hash ‖ left sums ‖ right hash ‖ right sums). The sums of both children are bound: with those of the
 * parent alone two children could be shown with less than they add up to. Throws a RangeError for a sum out of range.
 */
export function sumNode(left: SumNode, right: SumNode, crypto: Hash): SumNode {
  const sums = left.sums.map((sum, at) => sum + (right.sums[at] ?? 0n))
  if (left.sums.length !== right.sums.length || !inRange(left.sums) || !inRange(right.sums) || !inRange(sums))
    throw new RangeError('a sum is out of range')
  return { hash: crypto.sha256(`\u0001${canonicalList([left.hash, left.sums, right.hash, right.sums])}`), sums }
}

/** The leaf of nobody, with nothing: what fills a tree up to a power of two. */
const emptyLeaf = (params: { epoch: number; assets: number }, crypto: Hash): SumNode =>
  sumLeaf({ epoch: params.epoch, commitment: '0'.repeat(64), sums: Array<bigint>(params.assets).fill(0n) }, crypto)

/** The roots of trees of 2^level leaves of nobody, from level 0 up to `levels`. */
export function emptySubtrees(params: { epoch: number; assets: number; levels: number }, crypto: Hash): SumNode[] {
  const roots = [emptyLeaf(params, crypto)]
  for (let level = 0; level < params.levels; level += 1) {
    const child = roots[level] as SumNode
    roots.push(sumNode(child, child, crypto))
  }
  return roots
}

/**
 * Every level of the tree of 2^levels leaves over `nodes`, from these up to the root alone. What is missing on the right is
 * filled with `empty`: of level 0 the node that fills the lowest level, and so on.
 */
export function sumLevels(
  nodes: readonly SumNode[],
  { levels, empty }: { levels: number; empty: readonly SumNode[] },
  crypto: Hash,
): readonly (readonly SumNode[])[] {
  const tree: (readonly SumNode[])[] = [nodes]
  for (let level = 0; level < levels; level += 1) {
    const below = tree[level] as readonly SumNode[]
    const fill = empty[level] as SumNode
    const next: SumNode[] = []
    for (let at = 0; at < below.length; at += 2) next.push(sumNode(below[at] as SumNode, below[at + 1] ?? fill, crypto))
    tree.push(next.length === 0 ? [empty[level + 1] as SumNode] : next)
  }
  return tree
}

/** The siblings of the node `index` of the lowest level, from the bottom up. */
export function sumPath(
  tree: readonly (readonly SumNode[])[],
  { index, empty }: { index: number; empty: readonly SumNode[] },
): SumNode[] {
  const path: SumNode[] = []
  let at = index
  for (const [level, nodes] of tree.slice(0, -1).entries()) {
    path.push(nodes[at % 2 === 0 ? at + 1 : at - 1] ?? (empty[level] as SumNode))
    at = Math.floor(at / 2)
  }
  return path
}

export type SumInclusion = { readonly leaf: SumNode; readonly index: number; readonly path: readonly SumNode[] }

/**
 * The root that a leaf and its path lead to in a tree of 2^(length of the path) leaves. Undefined where the position does not
 * lie in it, or a sum of the path, or of what it adds up to, is out of range.
 */
export function rootOfSumPath({ leaf, index, path }: SumInclusion, crypto: Hash): SumNode | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** path.length) return undefined
  let [at, node] = [index, leaf]
  try {
    for (const sibling of path) {
      node = at % 2 === 0 ? sumNode(node, sibling, crypto) : sumNode(sibling, node, crypto)
      at = Math.floor(at / 2)
    }
    return node
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}
