import { describe, expect, test } from 'vitest'
import { compareDecimals, formatAmount, formatChange, formatDecimal, scaledInteger, signOf } from './format.tsx'

describe('one number style', () => {
  test.each([
    ['1234.5', { decimals: 2 }, '1,234.50'],
    ['-1234567.891', {}, '\u22121,234,567.891'],
    ['0.00012', { decimals: 5 }, '0.00012'],
    ['999', {}, '999'],
    ['1000', { sign: true }, '+1,000'],
    ['-0.00', { sign: true, decimals: 2 }, '0.00'],
    ['123456789012345678.123456', {}, '123,456,789,012,345,678.123456'],
  ])('%s %o → %s', (text, options, shown) => expect(formatDecimal(text, options)).toBe(shown))

  test('never rounds: decimals beyond are cut', () => expect(formatDecimal('1.999', { decimals: 2 })).toBe('1.99'))
  test('amounts keep two decimals and drop trailing zeros beyond', () => {
    expect(formatAmount('10000.000000')).toBe('10,000.00')
    expect(formatAmount('0.01500000', 8)).toBe('0.015')
  })
  test('changes always carry their sign', () => {
    expect(formatChange('1.2')).toBe('+1.20%')
    expect(formatChange('-0.4')).toBe('\u22120.40%')
    expect(formatChange('0')).toBe('0.00%')
  })
})

test('the sign of zero is zero, however it is written', () => {
  expect(['0', '-0.00', '0.0', '0.01', '-3'].map(signOf)).toEqual([0, 0, 0, 1, -1])
})

test('compares decimals of one precision as numbers do', () => {
  expect(compareDecimals('9.99', '10.00')).toBe(-1)
  expect(compareDecimals('100.01', '100.00')).toBe(1)
  expect(compareDecimals('1.00', '1.00')).toBe(0)
})

test('orders negative and positive decimals alike', () => {
  expect(scaledInteger('-1.5', 2)).toBe(-150n)
  expect(scaledInteger('-0.05', 2)).toBe(-5n)
  expect(scaledInteger('2', 2)).toBe(200n)
})
