import { dayMs, hourMs, minuteMs, secondMs } from '@evenhand/protocol/durations.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { describe, expect, it, test } from 'vitest'
import {
  decideBid,
  effectiveEnd,
  endAfterStop,
  isBuyNowOpen,
  minNextAfter,
  type AuctionState,
  type Bid,
} from './auction.ts'

const usdt = (text: string): bigint => parseUnits(text, 6) ?? 0n
const startAt = 1_800_000_000_000
const opened: AuctionState = {
  startPrice: usdt('10'),
  buyNow: null,
  startAt,
  endAt: startAt + hourMs,
  extendedCount: 0,
  current: null,
  leader: null,
  ceiling: null,
}

/** Bids one after the other: bidder, amount, maximum. */
function after(bids: readonly [number, string, string?][], from: AuctionState = opened): AuctionState {
  return bids.reduce((state, [bidder, amount, ceiling = amount]) => {
    const decided = decideBid(state, { bidder, amount: usdt(amount), ceiling: usdt(ceiling), at: startAt + minuteMs })
    if (!decided.taken) throw new Error(`${bidder} ${amount}: ${decided.why}`)
    return decided.state
  }, from)
}
const bid = (change: Partial<Bid> = {}): Bid => ({
  bidder: 2,
  amount: usdt('11'),
  ceiling: usdt('11'),
  at: startAt + minuteMs,
  ...change,
})

describe('golden vector V9', () => {
  test.each([
    ['10', '11'],
    ['19.99', '20.99'],
    ['20', '21'],
    ['100', '105'],
    ['1234.56', '1296.29'],
  ])('after %s the smallest next bid is %s', (current, next) => {
    expect(minNextAfter(usdt(current))).toBe(usdt(next))
  })

  it('moves the end for a bid 9 min 59 s before it, and not for one of 10 min 01 s', () => {
    const at = opened.endAt - 10 * minuteMs
    expect(effectiveEnd(opened, at + secondMs)).toBe(at + secondMs + 10 * minuteMs)
    expect(effectiveEnd(opened, at - secondMs)).toBe(opened.endAt)
  })
})

it('never moves the end beyond 30 days after the start', () => {
  const last = { startAt, endAt: startAt + 30 * dayMs - minuteMs }
  expect(effectiveEnd(last, last.endAt - 1)).toBe(startAt + 30 * dayMs)
})

it('gives ten minutes to an auction whose last ones fell into a stop, and none to one that ended before', () => {
  const stop = { stoppedAt: opened.endAt - minuteMs, resumedAt: opened.endAt + hourMs }
  expect(endAfterStop(opened, stop)).toBe(stop.resumedAt + 10 * minuteMs)
  expect(endAfterStop(opened, { ...stop, stoppedAt: opened.endAt })).toBe(opened.endAt)
  expect(endAfterStop(opened, { stoppedAt: startAt, resumedAt: startAt + minuteMs })).toBe(opened.endAt)
})

it('takes the first bid from the start price on, and none below the next step', () => {
  expect(decideBid(opened, bid({ amount: usdt('9.99') }))).toEqual({ taken: false, why: 'tooLow' })
  const led = after([[1, '10']])
  expect(decideBid(led, bid({ amount: usdt('10.99'), ceiling: usdt('50') }))).toEqual({ taken: false, why: 'tooLow' })
  expect(after([[2, '11']], led)).toMatchObject({ leader: 2, current: usdt('11') })
})

it('takes no bid before the start or from the end on', () => {
  expect(decideBid(opened, bid({ at: startAt - 1 }))).toEqual({ taken: false, why: 'notStarted' })
  expect(decideBid(opened, bid({ at: opened.endAt }))).toEqual({ taken: false, why: 'ended' })
})

describe('a maximum', () => {
  it('keeps its bidder ahead at no more than it takes', () => {
    expect(after([[1, '10', '100']])).toMatchObject({ leader: 1, current: usdt('10') })
    expect(
      after([
        [1, '10', '100'],
        [2, '20'],
      ]),
    ).toMatchObject({ leader: 1, current: usdt('21'), ceiling: usdt('100') })
  })

  it('gives way to a higher one, at one step above it', () => {
    expect(
      after([
        [1, '10', '100'],
        [2, '20', '300'],
      ]),
    ).toMatchObject({ leader: 2, current: usdt('105'), ceiling: usdt('300') })
  })

  it('gives way to one that is higher by less than a step, at that one itself', () => {
    expect(
      after([
        [1, '10', '100'],
        [2, '20', '100.01'],
      ]),
    ).toMatchObject({ leader: 2, current: usdt('100.01') })
  })

  it('of two alike the earlier leads, at its maximum', () => {
    expect(
      after([
        [1, '10', '100'],
        [2, '20', '100'],
      ]),
    ).toMatchObject({ leader: 1, current: usdt('100') })
  })

  it('shows how it came about, bid by bid', () => {
    const led = after([[1, '10', '100']])
    const decided = decideBid(led, bid({ amount: usdt('20'), ceiling: usdt('300') }))
    expect(decided.taken && decided.steps).toEqual([
      { bidder: 2, amount: usdt('20'), automatic: false },
      { bidder: 1, amount: usdt('100'), automatic: true },
      { bidder: 2, amount: usdt('105'), automatic: true },
    ])
  })

  it('is raised by its bidder without a bid and without a longer auction, and never lowered', () => {
    const led = after([[1, '10', '100']])
    const late = { bidder: 1, at: opened.endAt - 1, amount: usdt('10') }
    const raised = decideBid(led, { ...late, ceiling: usdt('150') })
    expect(raised).toMatchObject({ taken: true, steps: [], state: { ceiling: usdt('150'), endAt: opened.endAt } })
    expect(decideBid(led, { ...late, ceiling: usdt('99') })).toEqual({ taken: false, why: 'tooLow' })
    expect(decideBid(led, { ...late, ceiling: usdt('100') })).toEqual({ taken: false, why: 'tooLow' })
    expect(decideBid(led, { ...late, amount: usdt('11'), ceiling: usdt('99') })).toEqual({
      taken: false,
      why: 'tooLow',
    })
  })
})

it('lets the one who leads raise his own bid', () => {
  expect(
    after([
      [1, '10', '100'],
      [1, '50', '100'],
    ]),
  ).toMatchObject({ leader: 1, current: usdt('50'), ceiling: usdt('100') })
})

it('stops to be bought at once when the bid reaches 80 % of that price', () => {
  const buyNow = usdt('100')
  expect(isBuyNowOpen({ buyNow, current: null })).toBe(true)
  expect(isBuyNowOpen({ buyNow, current: usdt('79.99') })).toBe(true)
  expect(isBuyNowOpen({ buyNow, current: usdt('80') })).toBe(false)
  expect(isBuyNowOpen({ buyNow: null, current: null })).toBe(false)
})
