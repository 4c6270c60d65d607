import type { LoanProduct } from '@evenhand/protocol/loans.ts'
import { expect, it } from 'vitest'
import { usdtText, usdtUnits } from '../../lib/usdt.ts'
import { loanFigures, rangeOf, termsOf } from './loan-figures.ts'

const product: LoanProduct = {
  days: 30,
  freeDays: 7,
  dailyRate: '0.03',
  apr: '8.74',
  minScore: 600,
  max: '1000.000000',
  callerMax: null,
}

it('computes a thousand over thirty days with seven that are free', () => {
  const figures = loanFigures(termsOf(product), usdtUnits('1000'))
  expect(usdtText(figures.interest)).toBe('6.90')
  expect(usdtText(figures.repay)).toBe('1006.90')
  expect(figures.byDay).toHaveLength(31)
  expect(figures.byDay[7]).toBe(0n)
  expect(usdtText(figures.byDay[8] ?? 0n)).toBe('0.30')
  expect(figures.apr).toMatch(/^8\.7\d$/)
})

it('calculates with the table for a visitor and where nothing may be borrowed yet, else with what may', () => {
  expect(rangeOf(product, '50').max).toBe(1_000_000_000n)
  expect(rangeOf({ ...product, callerMax: '1500.000000' }, '50').max).toBe(1_500_000_000n)
  expect(rangeOf({ ...product, callerMax: '0.000000' }, '50').max).toBe(1_000_000_000n)
})
