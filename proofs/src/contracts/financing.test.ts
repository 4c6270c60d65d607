import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eurusd, instrumentOf } from '../../test/contract-instruments.ts'
import { expiryAfter, expiryOfOpening, expiryTick } from './expiry.ts'
import { financingOf, midnightsBetween } from './financing.ts'
import { parity } from './quote-rate.ts'

describe('financing', () => {
  const at = (text: string): number => Date.parse(text)
  test.each([
    ['a second over midnight', '2026-11-26T23:59:59Z', '2026-11-27T00:00:00Z', 1],
    ['one day without a midnight', '2026-11-27T00:00:00Z', '2026-11-27T23:59:59Z', 0],
    ['a leap night', '2028-02-28T12:00:00Z', '2028-03-01T12:00:00Z', 2],
    ['a daylight-saving night of Europe', '2026-03-28T22:30:00Z', '2026-03-29T22:30:00Z', 1],
    ['two days of downtime', '2026-11-24T13:00:00Z', '2026-11-26T13:00:00Z', 2],
    ['time that stands still', '2026-11-24T13:00:00Z', '2026-11-24T13:00:00Z', 0],
  ])('%s', (_name, from, to, nights) => {
    expect(midnightsBetween(at(from), at(to))).toHaveLength(nights)
  })

  test('each midnight is charged once, however often the server checks', () => {
    const [start, end] = [at('2026-11-24T13:00:00Z'), at('2026-11-28T13:00:00Z')]
    fc.assert(
      fc.property(fc.array(fc.integer({ min: start, max: end })), (moments) => {
        const times = [start, ...moments.toSorted((a, b) => a - b), end]
        const seen = times.slice(1).flatMap((to, index) => midnightsBetween(times[index] ?? start, to))
        expect(seen).toEqual(midnightsBetween(start, end))
      }),
    )
  })

  test('5 000 euro cost a hundredth of a percent a night, rounded up, and a future nothing', () => {
    const held = { units: 500_000_000_000n, price: 1_085_000_000n, rate: parity }
    expect(financingOf(eurusd, held)).toBe(542_500n)
    expect(financingOf(eurusd, { ...held, units: 1n })).toBe(1n)
    expect(financingOf(instrumentOf({ type: 4, base: 'ES', quote: 'USD' }), held)).toBe(0n)
  })
})

describe('expiry of a future', () => {
  const at = (text: string): number => Date.parse(text)
  const never = () => false
  test.each([
    ['2026-11-26T12:00:00Z', '2026-11-30T16:00:00Z'],
    ['2026-11-30T15:59:59Z', '2026-11-30T16:00:00Z'],
    ['2026-11-30T16:00:00Z', '2026-12-31T16:00:00Z'],
    ['2026-01-31T12:00:00Z', '2026-02-27T16:00:00Z'],
    ['2028-02-01T00:00:00Z', '2028-02-29T16:00:00Z'],
    ['2027-12-31T16:00:00Z', '2028-01-31T16:00:00Z'],
  ])('opened at %s it ends at %s', (now, end) => {
    expect(expiryAfter(at(now), never)).toBe(at(end))
  })

  test('a holiday moves it to the business day before', () => {
    const holiday = at('2026-11-30T00:00:00Z') / 86_400_000
    expect(expiryAfter(at('2026-11-10T00:00:00Z'), (day) => day === holiday)).toBe(at('2026-11-27T16:00:00Z'))
  })

  test('it is computed again from its opening and the days off that are stated with it', () => {
    const day = (text: string): number => at(text) / 86_400_000
    const off = [day('2026-04-03'), day('2026-12-24'), day('2026-12-25'), day('2026-12-31'), day('2027-01-01')]
    const opened = at('2026-12-10T09:00:00Z')
    const expiry = expiryOfOpening(opened, off)
    expect(expiry).toEqual({ at: at('2026-12-30T16:00:00Z'), daysOff: off.slice(1) })
    expect(expiryOfOpening(opened, expiry.daysOff)).toEqual(expiry)
    // On the day off itself, after the month's expiry: the next month's.
    expect(expiryOfOpening(at('2026-12-31T09:00:00Z'), off).at).toBe(at('2027-01-29T16:00:00Z'))
  })

  test('it settles at the last tick in time, whatever its age', () => {
    const tick = (seq: number, ts: number, late = false) => ({ seq, ts, price: 1n, late, feedKind: 'live' })
    expect(expiryTick(1000, [tick(1, 10), tick(2, 900, true), tick(3, 1001)])?.seq).toBe(1)
  })
})
