import { describe, expect, it } from 'vitest'
import { parseAmount } from './parse-amount.ts'

const read = (text: string) => {
  const parsed = parseAmount(text)
  return parsed.kind === 'amount' ? parsed.text : parsed.kind
}

describe('parseAmount', () => {
  it.each([
    ['5', '5.00'],
    ['100', '100.00'],
    ['12.5', '12.50'],
    ['12,5', '12.50'],
    ['0,25', '0.25'],
    ['.5', '0.50'],
    ['5.', '5.00'],
    ['007', '7.00'],
    ['  20 ', '20.00'],
    ['0.123456', '0.123456'],
  ])('%s is %s', (text, value) => expect(read(text)).toBe(value))

  it.each([
    ['١٢٣', '123.00'],
    ['١٢٫٥', '12.50'],
    ['۱۲٫۵', '12.50'],
    ['１００．５', '100.50'],
    ['５，５', '5.50'],
    ['1。5', '1.50'],
  ])('turns the digits of %s into ASCII', (text, value) => expect(read(text)).toBe(value))

  it.each([
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234,567', '1234567.00'],
    ['1 234,5', '1234.50'],
    ["1'234.5", '1234.50'],
    ['12345,678', '12345.678'],
    ['0.125', '0.125'],
  ])('%s has one reading: %s', (text, value) => expect(read(text)).toBe(value))

  it('asks when a mark may mean two things', () => {
    expect(parseAmount('1,234')).toEqual({ kind: 'ambiguous', readings: ['1234.00', '1.234'] })
    expect(parseAmount('5.000')).toEqual({ kind: 'ambiguous', readings: ['5000.00', '5.00'] })
  })

  it.each(['', '   '])('%j is empty', (text) => expect(read(text)).toBe('empty'))

  it.each([
    '1e3',
    '-5',
    '+5',
    '5 USDT',
    '1.2.3',
    '1,2,3',
    '1,23.4',
    '.',
    ',',
    'NaN',
    '0x10',
    '1.1234567',
    '9'.repeat(31),
  ])('%s is malformed', (text) => expect(read(text)).toBe('malformed'))
})
