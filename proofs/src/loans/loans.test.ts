import { dayMs } from '@evenhand/protocol/durations.ts'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { annualRateBps } from './annual-rate.ts'
import {
  interestAtTerm,
  interestUntil,
  owedAt,
  principalLeft,
  splitPayment,
  type PrincipalPayment,
  type RunningLoan,
} from './interest.ts'
import { loanProductOf, loanProducts, maxLoan, minLoan, type LoanTerms } from './terms.ts'

const days30: LoanTerms = { days: 30, freeDays: 7, dailyPpm: 300n }
const disbursedAt = Date.UTC(2028, 1, 28, 13, 37, 11, 123)
const loan = (payments: readonly PrincipalPayment[] = []): RunningLoan => ({
  principal: 1_000_000_000n,
  disbursedAt,
  terms: days30,
  payments,
})
const after = (days: number): number => disbursedAt + days * dayMs

test('golden vector V7', () => {
  expect(interestAtTerm(1_000_000_000n, days30)).toBe(6_900_000n)
  expect(annualRateBps(1_000_000_000n, days30)).toBe(873n)
  const partly = loan([{ at: after(12), principal: 400_000_000n }])
  expect(interestUntil(partly, after(30))).toBe(4_740_000n)
  expect(owedAt(partly, after(30))).toEqual({ principal: 600_000_000n, interest: 4_740_000n })
  expect(interestUntil(loan(), after(7))).toBe(0n)
})

it.each([
  [7, 640n],
  [15, 910n],
  [30, 870n],
  [60, 1180n],
  [90, 1230n],
  [180, 1270n],
])('the annual rate of %i days is the one of the table', (days, bps) => {
  const terms = loanProductOf(days)
  if (terms === undefined) throw new Error('no such term')
  const rate = annualRateBps(terms.max, terms)
  expect(rate > bps - 6n && rate < bps + 6n, String(rate)).toBe(true)
})

it('costs by completed periods, over a leap day and a change of clocks', () => {
  expect(interestUntil(loan(), after(8) - 1)).toBe(0n)
  expect(interestUntil(loan(), after(8))).toBe(300_000n)
  expect(interestUntil(loan(), after(9) - 1)).toBe(300_000n)
  // Repaid within a period: that period costs nothing of what was repaid.
  const within = loan([{ at: after(12) - 1, principal: 1_000_000_000n }])
  expect(interestUntil(within, after(400))).toBe(4n * 300_000n)
})

it('uses a payment for the principal first, and takes no more than is owed', () => {
  expect(splitPayment({ principal: 5n, interest: 3n }, 6n)).toEqual({ principal: 5n, interest: 1n })
  for (const amount of [0n, -1n, 9n])
    expect(() => splitPayment({ principal: 5n, interest: 3n }, amount)).toThrow(RangeError)
})

it('lends by score, and half as much again to those who repaid one', () => {
  const [first, last] = [loanProducts[0], loanProducts.at(-1)]
  if (first === undefined || last === undefined) throw new Error('no table')
  expect(maxLoan(first, { score: 599, repaidLoans: 3 })).toBe(0n)
  expect(maxLoan(first, { score: 750, repaidLoans: 0 })).toBe(500_000_000n)
  expect(maxLoan(last, { score: 750, repaidLoans: 1 })).toBe(15_000_000_000n)
})

const histories = fc.record({
  principal: fc.bigInt({ min: minLoan, max: 15_000_000_000n }),
  terms: fc.constantFrom(...loanProducts),
  payments: fc.array(fc.record({ afterMs: fc.nat(10_000 * dayMs), part: fc.nat(1000) }), { maxLength: 8 }),
  untilMs: fc.nat(20_000 * dayMs),
})

test('over any history interest is at most the principal, never falls, and repaying early never costs more', () => {
  fc.assert(
    fc.property(histories, ({ principal, terms, payments, untilMs }) => {
      let left = principal
      const made = payments
        .toSorted((a, b) => a.afterMs - b.afterMs)
        .map(({ afterMs, part }) => {
          const paid = (left * BigInt(part)) / 1000n
          left -= paid
          return { at: disbursedAt + afterMs, principal: paid }
        })
      const history = { principal, disbursedAt, terms, payments: made }
      const at = disbursedAt + untilMs
      const interest = interestUntil(history, at)
      expect(interest >= 0n && interest <= principal).toBe(true)
      expect(interest).toBeLessThanOrEqual(interestUntil({ ...history, payments: [] }, at))
      expect(interestUntil(history, at + dayMs)).toBeGreaterThanOrEqual(interest)
      expect(principalLeft(history, at)).toBeGreaterThanOrEqual(0n)
    }),
  )
})

test('in a pause no period costs, whenever in a day it begins or ends, and what was not charged is not made up for', () => {
  const paused = (from: number, to: number | null) => ({
    ...loan(),
    pauses: [{ from: after(from), to: to && after(to) }],
  })
  expect(interestUntil(paused(10, null), after(400))).toBe(3n * 300_000n)
  // Days 11 to 19 end within it, and the twentieth as it ends.
  expect(interestUntil(paused(10, 20), after(30))).toBe(6_900_000n - 10n * 300_000n)
  expect(interestUntil(paused(10.5, 20.5), after(30))).toBe(6_900_000n - 10n * 300_000n)
  expect(interestUntil(paused(10.2, 10.8), after(30))).toBe(6_900_000n)
  // Within the free days there is nothing to pause.
  expect(interestUntil(paused(2, 6), after(30))).toBe(6_900_000n)
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.nat(1000), (from, span, until) => {
      const interest = interestUntil(paused(from, from + span), after(until))
      expect(interest >= 0n && interest <= interestUntil(loan(), after(until))).toBe(true)
      expect(interestUntil(paused(from, from + span), after(until + 1))).toBeGreaterThanOrEqual(interest)
    }),
  )
})
