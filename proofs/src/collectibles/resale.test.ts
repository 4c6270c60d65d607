import { expect, test } from 'vitest'
import type { CollectibleRecord } from './records.ts'
import { royaltyOf } from './resale.ts'
import { replayAuction } from './replay-auction.ts'
import { nodeCrypto } from '../crypto-node.ts'

const who = (digit: string): string => digit.repeat(64)
const sale: CollectibleRecord[] = [
  {
    kind: 'listed',
    mode: 'FIXED',
    startPrice: null,
    price: '100000000',
    startAt: null,
    endAt: null,
    image: who('0'),
    charity: 'one',
    at: 1,
  },
  { kind: 'bought', buyer: 1, who: who('1'), price: '100000000', ceilings: [], at: 2 },
]
const offered = (price: string, owner = 1): CollectibleRecord => ({ kind: 'offered', owner, price, at: 9 })
const resold = (change: Partial<Extract<CollectibleRecord, { kind: 'resold' }>> = {}): CollectibleRecord => ({
  kind: 'resold',
  offer: 3,
  owner: 2,
  who: who('2'),
  price: '50000000',
  royalty: '5000000',
  at: 9,
  ...change,
})
const replayed = (records: readonly CollectibleRecord[]) =>
  replayAuction(
    records.map((record, index) => ({
      seq: index + 1,
      collectibleId: 'x',
      no: index + 1,
      body: JSON.stringify(record),
    })),
    { collectibleId: 'x', crypto: nodeCrypto },
  )
const findings = (...records: CollectibleRecord[]) =>
  replayed([...sale, ...records]).findings.map((one) => one.expected)

test.each([
  [10_000n, 1_000n],
  [250_500_000n, 25_050_000n],
  // A remainder is the charity's.
  [1n, 1n],
  [11n, 2n],
  [19n, 2n],
])('the charity’s part of %s units is %s', (price, royalty) => expect(royaltyOf(price)).toBe(royalty))

test('a work goes from one owner to the next by the offer of the one before', () => {
  const { ownership, findings: found } = replayed([
    ...sale,
    offered('50000000'),
    resold(),
    offered('7000000', 2),
    { kind: 'withdrawn', offer: 5, at: 9 },
    offered('8000000', 2),
  ])
  expect(found).toEqual([])
  expect(ownership.owners).toMatchObject([
    { no: 1, royalty: null },
    { no: 2, price: 50_000_000n, royalty: 5_000_000n },
  ])
  expect(ownership.offer).toEqual({ record: 7, price: 8_000_000n })
})

test('what is against the rules is named', () => {
  expect(findings(resold())).toEqual(['no offer', 'price null'])
  expect(findings(offered('50000000'), resold({ price: '40000000' }))).toEqual(['price 50000000', 'royalty 4000000'])
  expect(findings(offered('50000000'), resold({ royalty: '4999999' }))).toEqual(['royalty 5000000'])
  expect(findings(offered('50000000'), resold({ owner: 3 }))).toEqual(['owner 2'])
  expect(findings(offered('50000000'), resold({ who: who('1') }))).toEqual(['another buyer'])
  expect(findings(offered('50000000'), resold({ offer: 4 }))).toEqual(['offer 3'])
  expect(findings(offered('50000000'), offered('60000000'))).toEqual(['no offer'])
  expect(findings(offered('50000000', 2))).toEqual(['owner 1'])
  expect(findings(offered('50000001'))).toEqual(['a price in whole steps'])
  expect(findings({ kind: 'withdrawn', offer: 3, at: 9 })).toEqual(['no offer'])
  expect(findings(offered('50000000'), { kind: 'withdrawn', offer: 3, at: 9 }, resold())).toEqual([
    'no offer',
    'price null',
  ])
  expect(replayed([sale[0] as CollectibleRecord, offered('50000000')]).findings).not.toEqual([])
})
