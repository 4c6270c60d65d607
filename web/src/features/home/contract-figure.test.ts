import { expect, test } from 'vitest'
import { closeOutDaysIn, slippageIn } from './contract-figure.ts'

const counts = [0, 0, 0, 1, 2, 30, 40, 25, 2, 0, 0, 0, 0]

test('slippage is read whole, and what is no figure is none', () => {
  const figure = { orders: 100, mean: 0.01, low: -0.02, high: 0.04, counts }
  expect(slippageIn(JSON.stringify(figure))).toEqual(figure)
  for (const wrong of [
    null,
    '[]',
    '"x"',
    JSON.stringify({ ...figure, counts: [1] }),
    JSON.stringify({ ...figure, mean: null }),
  ])
    expect(slippageIn(wrong), String(wrong)).toBe(undefined)
})

test('days without a close-out are days with none', () => {
  const value = JSON.stringify([[20_699, 4, 3, '7000000', '2000000'], 'x'])
  expect(closeOutDaysIn(value, { today: 20_700, days: 3 })).toEqual([
    { day: 20_698, positions: 0, accounts: 0, paid: 0n, house: 0n },
    { day: 20_699, positions: 4, accounts: 3, paid: 7_000_000n, house: 2_000_000n },
    { day: 20_700, positions: 0, accounts: 0, paid: 0n, house: 0n },
  ])
  expect(closeOutDaysIn(null, { today: 20_700, days: 3 })).toBe(undefined)
})
