import { dayMs } from '@evenhand/protocol/durations.ts'
import { expect, test } from 'vitest'
import { costAt, latenessOf, notableDays } from './loan-costs.ts'

const terms = { amount: '1000.000000', days: 30, freeDays: 7, dailyRate: '0.03' }

test.each([
  [0, '0.000000', '1000.000000'],
  [7, '0.000000', '1000.000000'],
  [8, '0.300000', '1000.300000'],
  [30, '6.900000', '1006.900000'],
  [90_000, '1000.000000', '2000.000000'],
])('repaid after %i days, a loan of 1,000 costs %s', (day, interest, total) =>
  expect(costAt(terms, day)).toEqual({ day, interest, total }),
)

test('what is no amount has no cost', () => expect(() => costAt({ ...terms, amount: '1e3' }, 1)).toThrow(RangeError))

test.each([
  [{ days: 30, freeDays: 7 }, [7, 8, 19, 30]],
  [{ days: 7, freeDays: 3 }, [3, 4, 5, 7]],
  [{ days: 4, freeDays: 3 }, [3, 4]],
  [{ days: 3, freeDays: 3 }, [3]],
])('the days of %o that are shown', (given, days) => expect(notableDays(given)).toEqual(days))

test('a late loan names the days and the next step of the clock', () => {
  const at = (day: number) => 1_000 + day * dayMs
  const loan = { disbursedAt: 1_000, days: 30 }
  expect(latenessOf({ ...loan, status: 'ACTIVE' }, at(29))).toBeUndefined()
  expect(latenessOf({ ...loan, status: 'OVERDUE' }, at(30))).toEqual({ days: 0, next: 'IN_ARREARS', nextAt: at(60) })
  expect(latenessOf({ ...loan, status: 'OVERDUE' }, at(59))).toEqual({ days: 29, next: 'IN_ARREARS', nextAt: at(60) })
  expect(latenessOf({ ...loan, status: 'IN_ARREARS' }, at(61))).toEqual({
    days: 31,
    next: 'WRITTEN_OFF',
    nextAt: at(210),
  })
  // Collateral repays it first.
  expect(latenessOf({ ...loan, status: 'OVERDUE', isSecured: true }, at(30))?.next).toBe('IN_ARREARS')
  expect(latenessOf({ ...loan, status: 'IN_ARREARS', isSecured: true }, at(61))).toMatchObject({
    next: 'COLLATERAL_SOLD',
    nextAt: at(210),
  })
  // After a plan that was not kept it is written off no earlier than 30 days later.
  expect(latenessOf({ ...loan, status: 'IN_ARREARS' }, at(206), at(205))?.nextAt).toBe(at(235))
  expect(latenessOf({ ...loan, status: 'WRITTEN_OFF' }, at(211))).toBeUndefined()
})
