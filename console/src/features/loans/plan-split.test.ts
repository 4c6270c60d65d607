import { expect, test } from 'vitest'
import { dayAfter, splitOwed, unspread } from './plan-split.ts'

test.each([
  ['505.550000', 3, ['168.510000', '168.510000', '168.530000']],
  ['505.550001', 2, ['252.770000', '252.780001']],
  ['0.050000', 12, [...Array.from({ length: 11 }, () => '0.000000'), '0.050000']],
])('%s in %i parts', (owed, count, amounts) => {
  const parts = splitOwed({ owed, count, first: '2027-02-27', every: 14 })
  expect(parts.map(({ amount }) => amount)).toEqual(amounts)
  expect(parts.slice(0, 2).map(({ day }) => day)).toEqual(['2027-02-27', '2027-03-13'])
})

test('what is left out or too much is shown to the unit, and what is no amount is not', () => {
  const leftOf = (...amounts: string[]) =>
    unspread(
      '505.55',
      amounts.map((amount) => ({ day: '', amount })),
    )
  expect([leftOf('500', '5.55'), leftOf('500', '5.549999'), leftOf('500', '6')]).toEqual([0n, 1n, -450_000n])
  expect([leftOf('500', ''), leftOf('500', '-5'), leftOf('0', '505.55'), leftOf('1e2', '405.55')]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
  expect(splitOwed({ owed: '10', count: 2, first: '', every: 7 })[0]?.day).toBe('')
  expect(dayAfter(Date.UTC(2027, 1, 28, 23), 1)).toBe('2027-03-01')
})
