import { describe, expect, it } from 'vitest'
import type { OptionOrder } from '@evenhand/protocol/options.ts'
import { countdown, decimalsOf, positionOf, verdictOf } from './order-words.ts'

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
  it('shows nothing before the entry', () => {
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

describe('the prices of an order', () => {
  it.each([
    ['172.3927680', '172.3927000', 6, '172.392768', '172.392700'],
    ['172.3900000', '172.4000000', 2, '172.39', '172.40'],
    ['0.00001230000', '0.00001229999', 11, '0.00001230000', '0.00001229999'],
  ])('%s and %s have %d decimals in its row and in its sentence', (openPrice, closePrice, decimals, entry, exit) => {
    const order = { status: 'LOST', direction: 'UP', openPrice, closePrice } as OptionOrder
    expect(decimalsOf(order)).toBe(decimals)
    expect(verdictOf(order, 'en').values).toEqual({ entry, exit })
  })
  it('leave a recorded price beside them its own digits', () => {
    expect(decimalsOf({ openPrice: '172.3900000', closePrice: null }, '172.3912340')).toBe(6)
  })
})
