import { describe, expect, test } from 'vitest'
import { distanceOf, profitNow, shareLeft } from './running-outcome.ts'

const order = { direction: 'UP', openPrice: '100.00000000', stake: '5', payoutRate: '0.94' } as const

describe('what a running order would bring now', () => {
  test.each([
    ['100.50', '4.70'],
    ['99.50', '-5.00'],
    ['100.00', '0'],
  ])('up from 100 at %s: %s', (price, profit) => expect(profitNow(order, price)).toBe(profit))

  test('down is the other way round, and a win is rounded in whole millionths downwards', () => {
    expect(profitNow({ ...order, direction: 'DOWN' }, '99.50')).toBe('4.70')
    expect(profitNow({ ...order, stake: '0.01', payoutRate: '0.9433' }, '101.00')).toBe('0.009433')
  })
})

test.each([
  ['60000.123456', '60012.50', { text: '12.38', way: 'above' }],
  ['60000.123456', '59999.12', { text: '1.00', way: 'below' }],
  ['1.10001', '1.1000', { text: '0.0000', way: 'level' }],
  ['70', '71', { text: '1', way: 'above' }],
])('from %s to %s', (entry, price, distance) => expect(distanceOf(entry, price)).toEqual(distance))

test('the bar is full at the entry, empty at the end and after it, and full while there is no entry', () => {
  const timed = { limitTime: 60, expirationTime: 160_000 }
  expect([100_000, 130_000, 160_000, 170_000].map((now) => shareLeft(timed, now))).toEqual([1, 0.5, 0, 0])
  expect(shareLeft({ limitTime: 60, expirationTime: null }, 0)).toBe(1)
})
