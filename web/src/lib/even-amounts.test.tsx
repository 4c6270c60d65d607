import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { evenAmounts } from './even-amounts.tsx'

const textOf = (element: React.ReactElement): string => renderToStaticMarkup(element).replace(/<[^>]*>/g, '')

test('amounts of one list have as many decimals as the one that needs most, and none is cut', () => {
  const { amount, gain } = evenAmounts('-1.823334', '3.30', '1003.3', undefined)
  expect(textOf(amount('3.30', true))).toBe('+3.300000 USDT')
  expect(textOf(amount('1003.3'))).toBe('1,003.300000 USDT')
  expect(textOf(gain('-1.823334'))).toBe('−1.823334 USDT')
})

test('amounts of whole cents have two decimals', () => {
  const { amount } = evenAmounts('5', '0.500000')
  expect(textOf(amount('5'))).toBe('5.00 USDT')
  expect(textOf(amount('0.500000'))).toBe('0.50 USDT')
})
