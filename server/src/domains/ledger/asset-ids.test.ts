import { expect, test } from 'vitest'
import { assetIds, assetOf, coinOf } from './asset-ids.ts'

test('every number is the asset it was given to', () => {
  for (const [name, id] of Object.entries(assetIds)) expect(assetOf(id)).toBe(name)
  expect([1, 4, 5].map(coinOf)).toEqual(['USDT', 'BTC', 'ETH'])
})

test('an amount of a number that is none, or of money that is no coin, is never taken for USDT', () => {
  for (const id of [0, 6, -1, 1.5]) expect(() => assetOf(id)).toThrow('no asset')
  for (const name of ['USDT.virtual', 'USDT.loan'] as const)
    expect(() => coinOf(assetIds[name])).toThrow(`${name} is no coin`)
})
