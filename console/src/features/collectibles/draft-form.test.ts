import { expect, test } from 'vitest'
import { termsOf, timeOf, wrongFields, type DraftForm } from './draft-form.ts'

const whole: DraftForm = {
  workId: 'kites',
  charityId: 'c',
  saleMode: 'AUCTION_WITH_BUY_NOW',
  startPrice: '10',
  price: '99.50',
}

test('a whole draft becomes terms with the prices of its mode alone', () => {
  expect(wrongFields(whole)).toEqual([])
  expect(termsOf(whole)).toMatchObject({ startPrice: 10_000_000n, price: 99_500_000n })
  expect(termsOf({ ...whole, saleMode: 'FIXED' })).not.toHaveProperty('startPrice')
  expect(termsOf({ ...whole, saleMode: 'AUCTION' })).not.toHaveProperty('price')
})

test('what is missing, is no whole cent, or buys below the start is named', () => {
  expect(wrongFields({ ...whole, workId: '', charityId: '', startPrice: '', price: '' })).toEqual([
    'workId',
    'charityId',
    'startPrice',
    'price',
  ])
  expect(wrongFields({ ...whole, startPrice: '10.001' })).toEqual(['startPrice'])
  expect(wrongFields({ ...whole, price: '10' })).toEqual(['price'])
  expect(wrongFields({ ...whole, saleMode: 'FIXED', startPrice: '' })).toEqual([])
  expect([timeOf(''), timeOf('2026-12-01T10:00')]).toEqual([undefined, new Date('2026-12-01T10:00').getTime()])
})
