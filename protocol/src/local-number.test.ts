import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { localAmount, localNumber } from './local-number.ts'

test.each([
  ['en', '1,234.50 USDT'],
  ['de', '1.234,50 USDT'],
  ['fr', '1 234,50 USDT'],
  ['es', '1234,50 USDT'],
  ['pt-BR', '1.234,50 USDT'],
  ['ar', '1,234.50 USDT'],
])('an amount in a sentence of %s is %s', (tag, text) => {
  const amount = localAmount('1234.5', tag, { asset: 'USDT.V' })
  expect(amount.replace(/[\u00a0\u202f]/g, ' ')).toBe(text)
  // No line breaks between the figure and its coin.
  expect(amount).not.toContain(' ')
})

test('no digit of a long decimal is lost, and decimals beyond the most are cut', () => {
  expect(localNumber('12345678901234567890.12345678', 'en')).toBe('12,345,678,901,234,567,890.12345678')
  expect(localAmount('0.123456789', 'en')).toBe('0.12345678')
})

test('a sign is shown where it is requested, zero has none', () => {
  expect(localNumber('9.4', 'en', { minDecimals: 2, sign: true })).toBe('+9.40')
  expect(localNumber('-9.4', 'en', { minDecimals: 2, sign: true })).toBe('\u22129.40')
  expect(localNumber('0.00', 'en', { minDecimals: 2, sign: true })).toBe('0.00')
})

test('every language writes Latin digits', () => {
  for (const { tag } of languages) expect(localNumber('1234567.5', tag)).toMatch(/^1.?234.?567.5$/u)
})
