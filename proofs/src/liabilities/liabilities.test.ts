import { describe, expect, test } from 'vitest'
import { leafOf, owner, proofOf, treeOf, type Owner } from '../../test/build-liabilities.ts'
import { makeKey } from '../../test/build-receipts.ts'
import { edits } from '../../test/edit-documents.ts'
import { canonicalList } from '../canonical.ts'
import { nobleCrypto } from '../crypto-noble.ts'
import { nodeCrypto } from '../crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '../public-keys.ts'
import type { LiabilitiesProof } from './proof.ts'
import { signLiabilities } from './statement.ts'
import { customerCommitment, rootOfSumPath, sumBound, sumLeaf, sumNode, type SumNode } from './sum-tree.ts'
import { verifyLiabilitiesProof } from './verify-liabilities.ts'

const key = makeKey()
const keys = readPublicKeys(key.publicKey, nodeCrypto) as PublicKeys
const owners = [
  owner(1, 419_000_000n, 0n),
  owner(2, 1_000_000_000n, 5n),
  owner(3, 0n, 70_000_000n),
  owner(4, 1n, 1n),
  owner(5, 9n, 0n),
]
const verify = (proof: unknown, by = keys) => verifyLiabilitiesProof(JSON.stringify(proof), by)
const kindsOf = (proof: unknown): string[] => verify(proof).findings.map(({ is }) => is)
/** The same proof under a statement of other values, signed with the house's own key. */
const resigned = (proof: LiabilitiesProof, change: Partial<LiabilitiesProof['statement']>): LiabilitiesProof => {
  const { keyId: _keyId, signature: _signature, ...statement } = { ...proof.statement, ...change }
  return { ...proof, statement: signLiabilities(statement, key.signer) }
}
/** The proof with another first leaf. */
const withLeaf = (proof: LiabilitiesProof, change: Partial<LiabilitiesProof['leaves'][number]>): LiabilitiesProof => ({
  ...proof,
  leaves: proof.leaves.map((leaf, index) => (index === 0 ? { ...leaf, ...change } : leaf)),
})

describe('a proof of liabilities', () => {
  test('is right for every customer, with the library of the server and with that of the browser', () => {
    const noble = readPublicKeys(key.publicKey, nobleCrypto) as PublicKeys
    for (const at of owners.keys()) {
      const proof = proofOf(owners, at, { key })
      for (const by of [keys, noble]) expect(verify(proof, by)).toMatchObject({ ok: true, owned: owners[at]?.sums })
    }
  })

  test('is taken from a response that was saved whole', () => {
    expect(verify({ code: 200, result: proofOf(owners, 0, { key }) }).ok).toBe(true)
  })

  test('that was touched anywhere is not right', () => {
    // Without its leaves it is the proof of one who owned nothing: that, its customer knows better.
    for (const edit of edits(proofOf(owners, 1, { key })).filter(({ text }) => !text.includes('"leaves":[]')))
      expect(verifyLiabilitiesProof(edit.text, keys).ok, `${edit.what} ${edit.at}`).toBe(false)
  })

  test('of another key is not right', () => {
    expect(verify(proofOf(owners, 0, { key: makeKey() })).findings).toMatchObject([{ is: 'otherKey' }])
  })
})

describe('what an operator could try is refused:', () => {
  // The house owes 1,419 USDT and publishes 999: parents that bind their own sums alone can be shown with less.
  test('sums of a parent below those of its children', () => {
    const proof = proofOf(owners.slice(0, 2), 0, { key })
    const cheap = resigned(proof, {
      assets: proof.statement.assets.map((one, at) => (at === 0 ? { ...one, owed: '999000000' } : one)),
    })
    expect(verify(cheap).findings).toEqual([
      { is: 'recomputed', at: 'statement.assets[0].owed', expected: '1419000000', found: '999000000' },
    ])
    const [leaf] = proof.leaves
    const lied = withLeaf(cheap, {
      path: (leaf?.path ?? []).map((node, at) => (at === 0 ? { ...node, sums: ['580000000', '5'] } : node)),
    })
    expect(kindsOf(lied)).toEqual(['path'])
  })

  test('a leaf below zero, which would lower what is owed', () => {
    expect(() => sumLeaf({ epoch: 1, commitment: '0'.repeat(64), sums: [-1n] }, nodeCrypto)).toThrow(RangeError)
    const proof = proofOf(owners, 0, { key })
    const [leaf] = proof.leaves
    const below = (leaf?.path ?? []).map((node, at) => (at === 0 ? { ...node, sums: ['-1000000000', '5'] } : node))
    expect(kindsOf(withLeaf(proof, { path: below }))).toEqual(['malformed'])
  })

  test('a sum so large that it overflows elsewhere', () => {
    const huge = { hash: 'a'.repeat(64), sums: [sumBound - 1n] }
    const one = sumLeaf({ epoch: 1, commitment: '0'.repeat(64), sums: [1n] }, nodeCrypto)
    expect(() => sumNode(one, huge, nodeCrypto)).toThrow(RangeError)
    expect(rootOfSumPath({ leaf: one, index: 0, path: [huge] }, nodeCrypto)).toBeUndefined()
    const proof = proofOf(owners, 0, { key })
    const path = (proof.leaves[0]?.path ?? []).map((node) => ({ ...node, sums: [String(sumBound), '0'] }))
    expect(kindsOf(withLeaf(proof, { path }))).toEqual(['path'])
  })

  test('a node passed off as a leaf', () => {
    const [, above = []] = treeOf(owners)
    const node = above[0] as SumNode
    const children = owners.slice(0, 2).map(leafOf)
    const [left, right] = children as [SumNode, SumNode]
    // Were the prefix missing, the text of a node would be that of a leaf.
    const unprefixed = nodeCrypto.sha256(canonicalList([left.hash, left.sums, right.hash, right.sums]))
    expect(node.hash).not.toBe(unprefixed)
    const proof = proofOf(owners, 0, { key })
    const shortened = withLeaf(proof, {
      path: (proof.leaves[0]?.path ?? []).slice(1),
      sums: node.sums.map(String),
    })
    expect(kindsOf(shortened)).toEqual(['malformed'])
    expect(kindsOf(resigned(shortened, { depth: 2 }))).toEqual(['path'])
  })

  test('one leaf for two customers who own the same', () => {
    const twins: Owner[] = [owner(1, 50n, 0n), owner(2, 50n, 0n)]
    const shared = { ...proofOf(twins.slice(0, 1), 0, { key }), customerId: twins[1]?.customerId }
    expect(kindsOf(shared)).toEqual(['path'])
    const commitment = (nth: 0 | 1) =>
      customerCommitment({ salt: '0'.repeat(32), customerId: twins[nth]?.customerId ?? '' }, nodeCrypto)
    expect(commitment(0)).not.toBe(commitment(1))
  })

  test('one leaf shown to a customer twice', () => {
    const proof = proofOf(owners, 0, { key })
    expect(kindsOf({ ...proof, leaves: [...proof.leaves, ...proof.leaves] })).toEqual(['repeated'])
  })

  test('a leaf of another day', () => {
    expect(kindsOf(resigned(proofOf(owners, 0, { key }), { epoch: 20_788 }))).toEqual(['path'])
  })

  test('another root than the one that the leaf leads to', () => {
    expect(kindsOf(resigned(proofOf(owners, 0, { key }), { root: 'b'.repeat(64) }))).toEqual(['path'])
  })

  test('a position outside the tree', () => {
    expect(kindsOf(withLeaf(proofOf(owners, 0, { key }), { index: 8 }))).toEqual(['path'])
  })
})
