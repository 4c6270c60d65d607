import { describe, expect, test } from 'vitest'
import { nodeCrypto } from './crypto-node.ts'
import { nobleCrypto } from './crypto-noble.ts'
import { bytesOfHex, hexOfBytes, type Hex } from './crypto.ts'
import {
  appendLeaf,
  consistencyPath,
  emptyLog,
  logInclusionPath,
  logRoot,
  verifyConsistency,
  type ReadSubtree,
} from './merkle-log.ts'
import { emptyRoot, inclusionPath, leafHash, merkleRoot, nodeHash, verifyInclusion } from './merkle.ts'

const longest = 36
const leaves = Array.from({ length: longest }, (_, index) => leafHash(`record ${index}`, nodeCrypto))

/** The definition of RFC 6962 §2.1, word for word. */
function rootByDefinition(params: readonly Hex[]): Hex {
  if (params.length === 0) return emptyRoot
  if (params.length === 1) return params[0] ?? ''
  let k = 1
  while (k * 2 < params.length) k *= 2
  return nodeHash(rootByDefinition(params.slice(0, k)), rootByDefinition(params.slice(k)), nodeCrypto)
}

const log = emptyLog()
const subtrees = new Map<string, Hex>()
const roots = [logRoot(log, nodeCrypto)]
for (const leaf of leaves) {
  for (const { level, index, hash } of appendLeaf(log, leaf, nodeCrypto)) subtrees.set(`${level}/${index}`, hash)
  roots.push(logRoot(log, nodeCrypto))
}
const read: ReadSubtree = (level, index) =>
  subtrees.get(`${level}/${index}`) ?? expect.unreachable(`no ${level}/${index}`)
const sizes = Array.from({ length: longest + 1 }, (_, size) => size)
const flipped = (hash: Hex): Hex => (hash.startsWith('0') ? '1' : '0') + hash.slice(1)

test('roots are those of the reference implementation of Certificate Transparency', () => {
  // The eight leaves and roots of the test vectors of google/certificate-transparency (merkle_tree_test).
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const hashes = inputs.map((hex) => leafHash(String.fromCharCode(...bytesOfHex(hex)), nodeCrypto))
  expect(merkleRoot(hashes.slice(0, 1), nodeCrypto)).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
  expect(merkleRoot(hashes.slice(0, 2), nodeCrypto)).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
  expect(merkleRoot(hashes, nodeCrypto)).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
})

test('all at once, one by one and by definition give the same root', () => {
  for (const size of sizes) {
    const expected = rootByDefinition(leaves.slice(0, size))
    expect(merkleRoot(leaves.slice(0, size), nodeCrypto)).toBe(expected)
    expect(roots[size]).toBe(expected)
  }
})

describe('inclusion', () => {
  test('holds for every leaf of every size, by both ways of writing the path', () => {
    for (const size of sizes) {
      for (let index = 0; index < size; index += 1) {
        const path = inclusionPath(leaves.slice(0, size), index, nodeCrypto)
        expect(logInclusionPath({ index, size }, read, nodeCrypto)).toEqual(path)
        expect(verifyInclusion({ leaf: leaves[index] ?? '', index, size, path }, roots[size] ?? '', nobleCrypto)).toBe(
          true,
        )
      }
    }
  })

  test('fails for another leaf, position, size, path or root', () => {
    for (const size of [1, 2, 5, 8, 11]) {
      for (let index = 0; index < size; index += 1) {
        const path = inclusionPath(leaves.slice(0, size), index, nodeCrypto)
        const right = { leaf: leaves[index] ?? '', index, size, path }
        const root = roots[size] ?? ''
        const wrong = [
          { ...right, leaf: flipped(right.leaf) },
          ...sizes.filter((other) => other !== index).map((other) => ({ ...right, index: other })),
          { ...right, path: [...path, leaves[0] ?? ''] },
          ...path.map((hash, at) => ({ ...right, path: path.with(at, flipped(hash)) })),
          ...path.map((_, at) => ({ ...right, path: path.toSpliced(at, 1) })),
        ]
        for (const each of wrong) expect(verifyInclusion(each, root, nodeCrypto)).toBe(false)
        expect(verifyInclusion(right, flipped(root), nodeCrypto)).toBe(false)
      }
    }
  })

  test('a node cannot pass for a leaf', () => {
    const root = roots[4] ?? ''
    const node = nodeHash(leaves[0] ?? '', leaves[1] ?? '', nodeCrypto)
    const asLeaf = leafHash(hexOfBytes(bytesOfHex((leaves[0] ?? '') + (leaves[1] ?? ''))), nodeCrypto)
    expect(asLeaf).not.toBe(node)
    expect(verifyInclusion({ leaf: asLeaf, index: 0, size: 2, path: [read(1, 1)] }, root, nodeCrypto)).toBe(false)
  })
})

describe('consistency', () => {
  const point = (size: number) => ({ size, root: roots[size] ?? '' })
  test('holds between any two sizes', () => {
    for (const size of sizes) {
      for (let earlier = 0; earlier <= size; earlier += 1) {
        const path = consistencyPath({ earlier, size }, read, nodeCrypto)
        expect(verifyConsistency(point(earlier), point(size), { path, crypto: nodeCrypto })).toBe(true)
      }
    }
  })

  test('fails when the earlier log is not the beginning of the later', () => {
    for (const [earlier, size] of [
      [1, 2],
      [3, 7],
      [4, 8],
      [6, 8],
      [7, 36],
      [32, 33],
    ] as const) {
      const path = consistencyPath({ earlier, size }, read, nodeCrypto)
      const check = (a: { size: number; root: Hex }, b: { size: number; root: Hex }, by = path) =>
        verifyConsistency(a, b, { path: by, crypto: nodeCrypto })
      expect(check({ ...point(earlier), root: flipped(roots[earlier] ?? '') }, point(size))).toBe(false)
      expect(check(point(earlier), { ...point(size), root: flipped(roots[size] ?? '') })).toBe(false)
      expect(check(point(size), point(earlier))).toBe(false)
      for (const at of path.keys())
        expect(check(point(earlier), point(size), path.with(at, flipped(path[at] ?? '')))).toBe(false)
      expect(check(point(earlier), point(size), [...path, leaves[0] ?? ''])).toBe(false)
      expect(check(point(earlier), point(size), path.slice(1))).toBe(false)
    }
  })
})
