import type { PlanProduct } from '@evenhand/protocol/plans.ts'
import { expect, it } from 'vitest'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { chartDays, closedBy, figuresOf, firstGain, leavings, rangeLeft, termsOfProduct } from './plan-figures.ts'

const product: PlanProduct = {
  id: '019f2f6e-0000-7000-8000-000000000030',
  name: '30 days',
  sourceOfYield: 'Fees of the platform',
  days: 30,
  dailyRate: '0.011',
  aprDisplay: '4.015',
  isUnusuallyHigh: false,
  board: null,
  min: '500.000000',
  max: '20000.000000',
  capacity: '1000000.000000',
  soldAmount: '0.000000',
  left: '1000000.000000',
  earlyExit: { penaltyRate: '0.20', coolingHours: 24 },
  termsHash: '0'.repeat(64),
  status: 'OPEN',
  isOpen: true,
}

it('computes a thousand over thirty days as the golden table does', () => {
  const terms = termsOfProduct(product)
  const figures = figuresOf(terms, usdtUnits('1000.000000'))
  expect(usdtText(figures.daily)).toBe('0.11')
  expect(usdtText(figures.whole)).toBe('3.30')
  expect(usdtText(figures.back)).toBe('1003.30')
  const all = leavings(terms, usdtUnits('1000.000000'))
  expect(all).toHaveLength(31)
  expect(all[0]).toMatchObject({ penalty: 0n, net: 0n })
  expect(usdtText(all[10]?.penalty ?? 0n)).toBe('1.333334')
  expect(usdtText(all[10]?.returned ?? 0n)).toBe('998.666666')
  expect(all.at(-1)).toMatchObject({ day: 30, penalty: 0n, net: figures.whole })
})

it('names the first day from which leaving is no loss any more', () => {
  const all = leavings(termsOfProduct(product), usdtUnits('1000.000000'))
  const day = firstGain(all)
  expect(all.slice(day).every(({ net }) => net >= 0n)).toBe(true)
  expect(all[day - 1]?.net).toBeLessThan(0n)
})

it('offers no more than the reserve covers, and nothing below the smallest amount', () => {
  expect(rangeLeft({ ...product, left: '700.000000' })).toEqual({ min: 500_000_000n, max: 700_000_000n })
  expect(rangeLeft({ ...product, left: '499.999999' })).toBeUndefined()
  expect(rangeLeft(product)?.max).toBe(20_000_000_000n)
})

it('shows whether the capacity or the reserve is what closes a product', () => {
  expect(closedBy(product)).toBeUndefined()
  const shut = { ...product, isOpen: false }
  expect(closedBy({ ...shut, status: 'RETIRED' })).toBe('closed')
  expect(closedBy({ ...shut, soldAmount: '999600.000000' })).toBe('soldOut')
  expect(closedBy({ ...shut, soldAmount: '999500.000000' })).toBe('noCover')
})

it('draws every day, and of a plan of years as many as can be seen, with the last', () => {
  expect(chartDays(7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(chartDays(366)).toHaveLength(366)
  expect(chartDays(367).slice(-2)).toEqual([366, 367])
  expect(chartDays(3650).length).toBeLessThanOrEqual(366)
  expect(chartDays(3650).at(-1)).toBe(3650)
})

it('refuses a rate it cannot carry exactly', () => {
  expect(() => termsOfProduct({ ...product, dailyRate: '0.00001' })).toThrow(RangeError)
})
