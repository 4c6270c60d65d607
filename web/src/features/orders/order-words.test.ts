import { describe, expect, it } from 'vitest'
import { countdown, positionOf } from './order-words.ts'

describe('positionOf', () => {
  it.each([
    ['UP', '100.01', 'ahead'],
    ['UP', '99.99', 'behind'],
    ['DOWN', '99.99', 'ahead'],
    ['DOWN', '100.01', 'behind'],
    ['DOWN', '100.00', 'level'],
    ['UP', '1000.00', 'ahead'],
  ] as const)('%s at %s is %s', (direction, price, position) => {
    expect(positionOf({ direction, openPrice: '100.00' }, price)).toBe(position)
  })
  it.each([
    ['100.0149', 'level'],
    ['100.0150', 'level'],
    ['100.0151', 'behind'],
    ['100.0049', 'ahead'],
  ] as const)('a shown price of 100.01 and an entry of %s is %s', (openPrice, position) => {
    expect(positionOf({ direction: 'UP', openPrice }, '100.01')).toBe(position)
  })
  it('says nothing before the entry', () => {
    expect(positionOf({ direction: 'UP', openPrice: null }, '5')).toBe('level')
  })
})

describe('countdown', () => {
  it.each([
    [60_000, '1:00'],
    [59_001, '1:00'],
    [9_000, '0:09'],
    [-5, '0:00'],
    [3_600_000, '1:00:00'],
    [86_399_000, '23:59:59'],
  ])('%d ms is %s', (ms, text) => expect(countdown(ms)).toBe(text))
})
