import { expect, test } from 'vitest'
import { moneyOf, readPrice } from './resale-price.ts'

test('of a price a tenth is the charity’s, rounded up, and nothing is lost between the two', () => {
  expect(moneyOf(100_000_000n)).toEqual({
    price: '100.00',
    royalty: '10.00',
    royaltyShare: '10',
    proceeds: '90.00',
  })
  expect(moneyOf(10_000n)).toMatchObject({ royalty: '0.001', proceeds: '0.009' })
})

test.each([
  ['', 'empty'],
  ['-5', 'malformed'],
  ['1,234', 'ambiguous'],
  ['0', 'zero'],
  ['12.345', 'ambiguous'],
  ['12.3456', 'steps'],
])('%s is no price: %s', (text, mistake) => {
  expect(readPrice(text)).toMatchObject({ mistake })
})

test('a price in steps of 0.01 is read with its parts', () => {
  expect(readPrice('120.5')).toMatchObject({ units: 120_500_000n, money: { royalty: '12.05' } })
})
