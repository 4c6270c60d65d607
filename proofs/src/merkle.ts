import { putHex, type Crypto, type Hex } from './crypto.ts'

type Hash = Pick<Crypto, 'sha256'>

// The prefixes keep a leaf from being passed off as a node (RFC 6962 §2.1).
const pair = new Uint8Array(65)
pair[0] = 1

/** SHA-256(0x00 ‖ record). */
export const leafHash = (record: string, crypto: Hash): Hex => crypto.sha256(`\0${record}`)

/** SHA-256(0x01 ‖ left ‖ right). */
export function nodeHash(left: Hex, right: Hex, crypto: Hash): Hex {
  putHex(pair, 1, left)
  putHex(pair, 33, right)
  return crypto.sha256(pair)
}

/** The root of a tree without leaves: SHA-256 of nothing. */
export const emptyRoot: Hex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * Every level of the tree over `leaves`, from the leaves up to the root alone. A node without a sibling moves up as it
 * is, which is the same tree as the recursive one of RFC 6962 §2.1.
 */
export function treeLevels(leaves: readonly Hex[], crypto: Hash): readonly (readonly Hex[])[] {
  const levels: (readonly Hex[])[] = [leaves]
  for (let level = leaves; level.length > 1;) {
    const next: Hex[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Hex, level[at + 1]]
      next.push(right === undefined ? left : nodeHash(left, right, crypto))
    }
    levels.push(next)
    level = next
  }
  return levels
}

/** The root over `leaves`. */
export const merkleRoot = (leaves: readonly Hex[], crypto: Hash): Hex =>
  treeLevels(leaves, crypto).at(-1)?.[0] ?? emptyRoot

/** The path of the leaf `index` through levels made by `treeLevels`: its siblings from the bottom up (RFC 6962 §2.1.1). */
export function pathThrough(levels: readonly (readonly Hex[])[], index: number): Hex[] {
  const path: Hex[] = []
  let at = index
  for (const level of levels.slice(0, -1)) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1]
    if (sibling !== undefined) path.push(sibling)
    at = Math.floor(at / 2)
  }
  return path
}

/** The path of the leaf `index` among `leaves`. */
export const inclusionPath = (leaves: readonly Hex[], index: number, crypto: Hash): Hex[] =>
  pathThrough(treeLevels(leaves, crypto), index)

export type Inclusion = { leaf: Hex; index: number; size: number; path: readonly Hex[] }

/** The root that a leaf and its path lead to, or undefined when a path of this length cannot belong to this position (RFC 9162 §2.1.3.2). */
export function rootOfPath({ leaf, index, size, path }: Inclusion, crypto: Hash): Hex | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined
  let [at, last, root] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sibling, root, crypto)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      root = nodeHash(root, sibling, crypto)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}

/** True when the leaf stands at `index` of the tree of `size` leaves with this root. */
export const verifyInclusion = (inclusion: Inclusion, root: Hex, crypto: Hash): boolean =>
  rootOfPath(inclusion, crypto) === root
