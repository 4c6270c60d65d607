import { expect, test } from 'vitest'
import { inCoin, isInSteps, offeredBids } from './bid-figures.ts'
import { filterOf } from './market-search.ts'

test('offers the smallest bid and two above it, in whole steps and each once', () => {
  expect(offeredBids('11.00')).toEqual(['11.00', '12.10', '13.75'])
  expect(offeredBids('1296.29')).toEqual(['1296.29', '1425.92', '1620.37'])
  expect(offeredBids('0.01')).toEqual(['0.01', '0.02'])
  expect([isInSteps(11_010_000n), isInSteps(11_010_001n)]).toEqual([true, false])
})

test('shows what an amount is in a coin, and nothing without a price', () => {
  expect(inCoin('100', '50000')).toBe('0.0020000')
  expect(inCoin('6500.50', '65005')).toBe('0.10000')
  expect(inCoin('250000', '100000.00')).toBe('2.50000')
  expect([inCoin('100', undefined), inCoin('100', '0')]).toEqual([undefined, undefined])
})

test('reads the market’s address and passes over what it does not know', () => {
  expect(filterOf({})).toEqual({ status: undefined, resale: false, sort: 'ending', page: 1 })
  expect(filterOf({ status: 'LIVE', sort: 'bids', page: '3' })).toEqual({
    status: 'LIVE',
    resale: false,
    sort: 'bids',
    page: 3,
  })
  expect(filterOf({ status: 'DRAFT', sort: 'x', page: '-1' })).toEqual({
    status: undefined,
    resale: false,
    sort: 'ending',
    page: 1,
  })
  expect(filterOf({ status: 'RESALE' })).toEqual({ status: undefined, resale: true, sort: 'ending', page: 1 })
})
