import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test('an amount is read strictly, by the decimals of its coin', () => {
  expect(readAmount('1.500,25', 'USDT')).toEqual({ amount: '1500.25' })
  expect(readAmount('0.00000001', 'BTC')).toEqual({ amount: '0.00000001' })
  expect(readAmount('0.00000001', 'USDT')).toHaveProperty('refused')
  for (const nothing of ['', '0', 'all', '-1']) expect(readAmount(nothing, 'ETH')).toHaveProperty('refused')
  expect(readAmount('1,234', 'USDT')).toEqual({ ambiguous: '1234.00' })
})
