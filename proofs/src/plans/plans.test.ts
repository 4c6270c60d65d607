import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import { expect, it, test } from 'vitest'
import { completedDays, dailyYield, dueAt, maturesAt, nextEarningAt, wholeYield, type Subscription } from './accrual.ts'
import { earlyExit } from './early-exit.ts'
import { productProblem } from './product.ts'
import { yearlyPpm, type PlanTerms } from './terms.ts'

const days30: PlanTerms = { days: 30, dailyPpm: 110n, penaltyPpm: 2_000n, coolingHours: 24 }
const subscribedAt = Date.UTC(2028, 1, 28, 13, 37, 11, 123)
const plan: Subscription = { principal: 1_000_000_000n, subscribedAt, terms: days30 }

test('golden vector V6', () => {
  expect(wholeYield(plan)).toBe(3_300_000n)
  expect(earlyExit(plan, subscribedAt + 12 * hourMs)).toMatchObject({
    returned: 1_000_000_000n,
    yieldPaid: 0n,
    penalty: 0n,
  })
  expect(earlyExit(plan, dueAt(plan, 10))).toMatchObject({
    yieldPaid: 1_100_000n,
    penalty: 1_333_334n,
    returned: 998_666_666n,
  })
  expect(earlyExit(plan, dueAt(plan, 29))).toMatchObject({ yieldPaid: 3_190_000n, penalty: 66_667n })
  expect(plan.principal + wholeYield(plan)).toBe(1_003_300_000n)
})

test.each([
  [{ ...days30, days: 7, dailyPpm: 80n }, 29_200n],
  [days30, 40_150n],
  [{ ...days30, days: 90, dailyPpm: 140n }, 51_100n],
])('the yearly rate is 365 times the daily one', (terms, yearly) => {
  expect(yearlyPpm(terms)).toBe(yearly)
})

it('counts 24-hour periods over a leap day and a change of clocks', () => {
  expect(dueAt(plan, 2)).toBe(Date.UTC(2028, 2, 1, 13, 37, 11, 123))
  expect(completedDays(plan, dueAt(plan, 3) - 1)).toBe(2)
  expect(completedDays(plan, dueAt(plan, 3))).toBe(3)
  expect(completedDays(plan, subscribedAt - 1)).toBe(0)
  expect(nextEarningAt(plan, dueAt(plan, 3))).toBe(dueAt(plan, 4))
  expect(nextEarningAt(plan, maturesAt(plan))).toBeNull()
})

it('is free until the last millisecond of 24 hours, and ends by itself from its last day on', () => {
  expect(earlyExit(plan, subscribedAt + dayMs - 1).penalty).toBe(0n)
  // The first day is over then: its yield is paid, and 29 of 30 days are left.
  expect(earlyExit(plan, subscribedAt + dayMs)).toMatchObject({
    completedDays: 1,
    penalty: 1_933_334n,
    yieldPaid: 110_000n,
  })
  expect(() => earlyExit(plan, maturesAt(plan))).toThrow(RangeError)
})

it('what was set aside is paid or comes back, and a penalty falls with every day', () => {
  for (const principal of [100_000_000n, 100_000_001n, 4_999_999_999n, 50_000_000_000n])
    for (const terms of [days30, { ...days30, days: 7, dailyPpm: 80n, penaltyPpm: 500n }]) {
      const subscription = { principal, subscribedAt, terms }
      let last = principal
      for (let day = 1; day < terms.days; day += 1) {
        const exit = earlyExit(subscription, dueAt(subscription, day))
        expect(exit.yieldPaid + exit.released).toBe(wholeYield(subscription))
        expect(exit.yieldPaid).toBe(dailyYield(subscription) * BigInt(day))
        expect(exit.penalty).toBeLessThan(last)
        last = exit.penalty
      }
    }
})

test('a product is offered within its bounds, above 0.03 % a day only with a reason of the board, and with none below', () => {
  const usdt = 1_000_000n
  const terms = { days: 30, dailyPpm: 110n, penaltyPpm: 2_000n, coolingHours: 24 }
  const offered = { terms, min: 500n * usdt, max: 20_000n * usdt, capacity: 1_000_000n * usdt, hasBoardReason: false }
  const at = (dailyPpm: bigint, hasBoardReason: boolean) =>
    productProblem({ ...offered, terms: { ...terms, dailyPpm }, hasBoardReason })
  expect(productProblem(offered)).toBeUndefined()
  expect([at(300n, false), at(301n, true), at(10_000n, true)]).toEqual([undefined, undefined, undefined])
  expect([at(301n, false), at(300n, true)]).toEqual(['boardReason', 'boardReason'])
  expect([at(0n, false), at(10_001n, true)]).toEqual(['dailyRate', 'dailyRate'])
  expect(productProblem({ ...offered, min: 9_090n })).toBe('yield')
  expect(productProblem({ ...offered, min: 9_091n })).toBeUndefined()
  expect(productProblem({ ...offered, max: offered.min - 1n })).toBe('max')
  expect(productProblem({ ...offered, capacity: offered.max - 1n })).toBe('capacity')
})
