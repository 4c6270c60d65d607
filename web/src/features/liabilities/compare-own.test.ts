import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { LiabilitiesProof } from '@evenhand/proofs/liabilities/proof.ts'
import { verifyLiabilitiesProof } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { describe, expect, test } from 'vitest'
import { owner, proofOf } from '../../../../proofs/test/build-liabilities.ts'
import { makeKey } from '../../../../proofs/test/build-receipts.ts'
import { differenceOf, type Known, type OwnLine } from './compare-own.ts'
import { coverOf, keptPercent } from './kept-share.ts'

const key = makeKey()
const keys = readPublicKeys(key.publicKey, nodeCrypto) as PublicKeys
// Both have 419 USDT, the first one 0.7 BTC besides.
const owners = [owner(1, 419_000_000n, 70_000_000n), owner(2, 419_000_000n, 0n), owner(3, 0n, 0n)]
const proof = proofOf(owners, 0, { key })
const line = (entry: number, asset: string, balance: string): OwnLine => ({ id: `${entry}-${asset}`, asset, balance })
/** The statement is of the entry 77. */
const lines = [line(77, 'USDT', '419.000000'), line(12, 'BTC', '0.70000000'), line(3, 'USDT', '5.000000')]

const difference = (document: LiabilitiesProof, known: Partial<Known> = {}) =>
  differenceOf(verifyLiabilitiesProof(JSON.stringify(document), keys), {
    customerId: proof.customerId,
    published: proof.statement,
    lines,
    ...known,
  })

describe('the own balance in the proof of liabilities', () => {
  test('is right where every asset is as the transactions show it, and where nothing is owned', () => {
    expect(difference(proof)).toBeUndefined()
    const nothing = { ...proofOf(owners, 2, { key }), leaves: [] }
    expect(
      difference(nothing, { customerId: nothing.customerId, published: nothing.statement, lines: [] }),
    ).toBeUndefined()
  })

  test('is what was there right after its entry: what moved later does not count', () => {
    expect(difference(proof, { lines: [line(78, 'USDT', '9.000000'), ...lines] })).toBeUndefined()
    const [, ...before] = lines
    expect(difference(proof, { lines: before })).toEqual({
      is: 'balance',
      asset: 'USDT',
      proved: '419.000000',
      own: '5.000000',
    })
  })

  test('is missed where its leaf is left out, or holds less', () => {
    expect(difference({ ...proof, leaves: [] })).toEqual({
      is: 'balance',
      asset: 'USDT',
      proved: '0.000000',
      own: '419.000000',
    })
    const less = proofOf([owner(1, 419_000_000n, 1n)], 0, { key })
    expect(difference(less, { published: less.statement })).toEqual({
      is: 'balance',
      asset: 'BTC',
      proved: '0.00000001',
      own: '0.70000000',
    })
  })

  test('is missed where the statement leaves out an asset that the customer owns', () => {
    expect(difference(proof, { lines: [...lines, line(40, 'ETH', '2.00000000')] })).toEqual({
      is: 'balance',
      asset: 'ETH',
      proved: '0.00000000',
      own: '2.00000000',
    })
  })

  test('is not found in the proof of another customer, nor in one with the name changed', () => {
    const other = proofOf(owners, 1, { key })
    expect(difference(other)).toEqual({ is: 'customer' })
    expect(difference({ ...other, customerId: proof.customerId })).toEqual({ is: 'proof' })
  })

  test('is not found in another statement than everyone is shown', () => {
    const alone = proofOf(owners.slice(0, 1), 0, { key })
    expect(difference(alone)).toEqual({ is: 'statement' })
    expect(difference(proofOf(owners, 0, { key, over: { entry: 70 } }))).toEqual({ is: 'statement' })
  })

  test('is not found in what no kept key signed', () => {
    expect(difference(proofOf(owners, 0, { key: makeKey() }))).toEqual({ is: 'proof' })
    expect(difference({ v: 1 } as never)).toEqual({ is: 'proof' })
  })
})

test.each([
  ['100', '99', '0', '99.00', 'short'],
  ['100', '98', '1', '98.00', 'short'],
  ['100', '99', '1', '99.00', 'moving'],
  ['30000', '29999', '5', '99.99', 'moving'],
  ['3', '4', '0', '133.33', 'kept'],
  ['0', '4', '0', undefined, 'kept'],
  ['4', null, null, undefined, 'kept'],
] as const)(
  'of %s owed, %s kept, beside %s of its own, is %s per cent, never rounded up: %s',
  (owed, custody, own, percent, cover) => {
    expect(keptPercent({ owed, custody })).toBe(percent)
    expect(coverOf({ owed, custody, own })).toBe(cover)
  },
)
