import { expect, test } from 'vitest'
import { isBeyond, readTarget } from './read-target.ts'

test('a price is read as it is typed, in the digits of any keyboard, and shown with the instrument’s decimals', () => {
  expect(readTarget('64123.5', 2)).toEqual({ is: 'target', units: 6_412_350n, text: '64123.50' })
  expect(readTarget(' ６４１２３．５ ', 2)).toMatchObject({ text: '64123.50' })
  expect(readTarget('٦٤١٢٣٫٥', 2)).toMatchObject({ text: '64123.50' })
  expect(readTarget('007', 0)).toMatchObject({ units: 7n, text: '7' })
  expect(readTarget('1.500', 1)).toMatchObject({ text: '1.5' })
  expect(readTarget('3.', 2)).toMatchObject({ text: '3.00' })
})

test('what could mean another price is asked about and never rounded', () => {
  expect(readTarget('', 2).is).toBe('empty')
  for (const text of ['0', '0.00', '-5', '1,234', '1e3', 'abc', '1.2.3', '.5'])
    expect(readTarget(text, 2).is).toBe('malformed')
  expect(readTarget('1.234', 2).is).toBe('decimals')
  expect(readTarget('999999999999999999', 2).is).toBe('tooLarge')
})

test('a target on the far side of the price is known as such', () => {
  expect(isBeyond('ABOVE', 100n, 100n)).toBe(true)
  expect(isBeyond('ABOVE', 101n, 100n)).toBe(false)
  expect(isBeyond('BELOW', 100n, 99n)).toBe(true)
  expect(isBeyond('BELOW', 98n, 99n)).toBe(false)
  expect(isBeyond('CHANGE', 1n, 99n)).toBe(false)
  expect(isBeyond('ABOVE', 1n, undefined)).toBe(false)
})
