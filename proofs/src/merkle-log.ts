import type { Crypto, Hex } from './crypto.ts'
import { emptyRoot, nodeHash } from './merkle.ts'

type Hash = Pick<Crypto, 'sha256'>

/** The root of the whole subtree of 2^level leaves that begins at the leaf `index` × 2^level. */
export type Subtree = { level: number; index: number; hash: Hex }

/** Reads the hash of one whole subtree; level 0 are the leaves. */
export type ReadSubtree = (level: number, index: number) => Hex

const shift = (level: number): number => 2 ** level

/** The whole subtrees that make up the leaves from `from` up to but not including `to`, left to right. */
export function subtreesOf(from: number, to: number): { level: number; index: number }[] {
  const found: { level: number; index: number }[] = []
  let at = from
  while (at < to) {
    let level = 0
    while (at % shift(level + 1) === 0 && at + shift(level + 1) <= to) level += 1
    found.push({ level, index: at / shift(level) })
    at += shift(level)
  }
  return found
}

/** The end of an append-only log in memory: a few hashes, whatever the length. */
export type LogEnd = { size: number; subtrees: Subtree[] }

/** A log without a leaf. */
export const emptyLog = (): LogEnd => ({ size: 0, subtrees: [] })

/** Appends one leaf and returns the whole subtrees that it completed, the leaf itself first. */
export function appendLeaf(log: LogEnd, leaf: Hex, crypto: Hash): Subtree[] {
  let last: Subtree = { level: 0, index: log.size, hash: leaf }
  const completed = [last]
  while (log.subtrees.at(-1)?.level === last.level) {
    const left = log.subtrees.pop() as Subtree
    last = { level: last.level + 1, index: left.index / 2, hash: nodeHash(left.hash, last.hash, crypto) }
    completed.push(last)
  }
  log.subtrees.push(last)
  log.size += 1
  return completed
}

const joined = (hashes: readonly Hex[], crypto: Hash): Hex =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => nodeHash(left, right, crypto))

/** The root of the log at its end (RFC 6962 §2.1). */
export const logRoot = (log: LogEnd, crypto: Hash): Hex =>
  joined(
    log.subtrees.map((subtree) => subtree.hash),
    crypto,
  )

/** The root over the leaves from `from` up to but not including `to`; `from` must begin a subtree at least as long. */
function rangeRoot(range: { from: number; to: number }, read: ReadSubtree, crypto: Hash): Hex {
  return joined(
    subtreesOf(range.from, range.to).map(({ level, index }) => read(level, index)),
    crypto,
  )
}

/** The largest power of two below `size`. */
function split(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** The path of a leaf in the log of `size` leaves, from whole subtrees (RFC 6962 §2.1.1). */
export function logInclusionPath(position: { index: number; size: number }, read: ReadSubtree, crypto: Hash): Hex[] {
  let [from, to] = [0, position.size]
  const path: Hex[] = []
  while (to - from > 1) {
    const middle = from + split(to - from)
    if (position.index < middle) {
      path.push(rangeRoot({ from: middle, to }, read, crypto))
      to = middle
    } else {
      path.push(rangeRoot({ from, to: middle }, read, crypto))
      from = middle
    }
  }
  return path.toReversed()
}

/** The proof that the log of `size` leaves begins with the log of `earlier` leaves (RFC 6962 §2.1.2); empty when either is trivial. */
export function consistencyPath(sizes: { earlier: number; size: number }, read: ReadSubtree, crypto: Hash): Hex[] {
  if (sizes.earlier <= 0 || sizes.earlier >= sizes.size) return []
  let [from, to] = [0, sizes.size]
  const path: Hex[] = []
  while (sizes.earlier < to) {
    const middle = from + split(to - from)
    if (sizes.earlier <= middle) {
      path.push(rangeRoot({ from: middle, to }, read, crypto))
      to = middle
    } else {
      path.push(rangeRoot({ from, to: middle }, read, crypto))
      from = middle
    }
  }
  // The common part is left out where it is the earlier log itself: the verifier has its root.
  if (from > 0) path.push(rangeRoot({ from, to }, read, crypto))
  return path.toReversed()
}

export type LogPoint = { size: number; root: Hex }

/** True when `path` proves that the log at `later` begins with the log at `earlier` (RFC 9162 §2.1.4.2). */
export function verifyConsistency(
  earlier: LogPoint,
  later: LogPoint,
  proof: { path: readonly Hex[]; crypto: Hash },
): boolean {
  const { path, crypto } = proof
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return path.length === 0 && earlier.root === later.root
  if (earlier.size === 0) return path.length === 0 && earlier.root === emptyRoot
  const whole = subtreesOf(0, earlier.size).length === 1
  const [first, ...rest] = whole ? [earlier.root, ...path] : path
  if (first === undefined) return false
  let [at, last] = [earlier.size - 1, later.size - 1]
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)]
  let [old, now] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      old = nodeHash(hash, old, crypto)
      now = nodeHash(hash, now, crypto)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      now = nodeHash(now, hash, crypto)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 && old === earlier.root && now === later.root
}
