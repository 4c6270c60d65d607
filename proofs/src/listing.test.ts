import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { nodeCrypto } from './crypto-node.ts'
import { listingPayload } from './listing.ts'

const act = { seq: 7, code: 'BTCUSDT', state: 'suspended', reason: 'maintenance', note: null, at: 1_795_278_979_626 }
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

test('the payload of a listing is the hash of its written form, which never changes', () => {
  expect(listingPayload(act, nodeCrypto)).toBe(
    hash('l7;t18:evenhand.listing.1i7;t7:BTCUSDTt9:suspendedt11:maintenancen;i1795278979626;'),
  )
  expect(listingPayload({ ...act, note: '至 12:00' }, nodeCrypto)).toBe(
    hash('l7;t18:evenhand.listing.1i7;t7:BTCUSDTt9:suspendedt11:maintenancet9:至 12:00i1795278979626;'),
  )
})

test.each([{ seq: 8 }, { code: 'BTCUSD' }, { state: 'delisted' }, { reason: 'other' }, { note: '' }, { at: 0 }])(
  'another %o is another payload',
  (params) => {
    expect(listingPayload({ ...act, ...params }, nodeCrypto)).not.toBe(listingPayload(act, nodeCrypto))
  },
)
