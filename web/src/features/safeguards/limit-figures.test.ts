import { limitNames } from '@evenhand/protocol/safeguards.ts'
import { expect, test } from 'vitest'
import { isLooser, limitValue, partsOf } from './limit-figures.ts'

test('an amount has at most two decimals, a count none, and both keep their bounds', () => {
  expect(limitValue('loss1d', ' 12.5 ')).toBe(1250n)
  expect(limitValue('loss1d', '12.505')).toBeUndefined()
  expect(limitValue('loss1d', '1000000000.01')).toBeUndefined()
  expect(limitValue('maxOpen', '0')).toBe(0n)
  expect(limitValue('maxOpen', '21')).toBeUndefined()
  expect(limitValue('sessionMinutes', '14')).toBeUndefined()
  expect(limitValue('sessionMinutes', '15')).toBe(15n)
  expect(limitValue('sessionMinutes', '')).toBeUndefined()
})

test('more and none are looser than what holds; less, the same, and a first limit are not', () => {
  expect(isLooser('loss1d', { held: '10.00', wanted: 1001n })).toBe(true)
  expect(isLooser('loss1d', { held: '10.00', wanted: null })).toBe(true)
  expect(isLooser('loss1d', { held: '10.00', wanted: 1000n })).toBe(false)
  expect(isLooser('loss1d', { held: null, wanted: 1n })).toBe(false)
})

test('every limit is of a kind, and those over a time show which', () => {
  expect(limitNames.map((name) => partsOf(name).kind)).toHaveLength(limitNames.length)
  expect(partsOf('turnover30d')).toEqual({ kind: 'turnover', span: '30d' })
  expect(partsOf('maxBalance')).toEqual({ kind: 'maxBalance', span: undefined })
})
