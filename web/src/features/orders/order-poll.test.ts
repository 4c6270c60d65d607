import { describe, expect, it } from 'vitest'
import { missingPriceOf, nextPollMs, saleWindow } from './order-poll.ts'

const t = 1_795_262_400_000
const open = { status: 'OPEN', acceptedAt: t, expirationTime: t + 61_000 } as const

describe('nextPollMs', () => {
  it('polls twice a second until the entry is known, then less and less', () => {
    const accepted = { status: 'ACCEPTED', acceptedAt: t, expirationTime: null } as const
    expect([t, t + 9999, t + 10_000, t + 120_000].map((now) => nextPollMs(accepted, now, false))).toEqual([
      500, 500, 3000, 30_000,
    ])
  })
  it('waits for the moment after expiry', () => {
    expect(nextPollMs(open, t + 50_000, false)).toBe(12_200)
    expect(nextPollMs({ ...open, expirationTime: t + 86_400_000 }, t, false)).toBe(30_000)
    expect(nextPollMs(open, t + 62_190, false)).toBe(100)
  })
  it('polls often right after it and then slows down', () => {
    expect([t + 62_300, t + 72_300, t + 200_000].map((now) => nextPollMs(open, now, false))).toEqual([
      400, 3000, 30_000,
    ])
  })
  it('stops at a result', () => {
    expect(nextPollMs({ ...open, status: 'WON' }, t, false)).toBe(false)
    expect(nextPollMs({ ...open, status: 'VOID' }, t, false)).toBe(false)
  })
})

describe('nextPollMs where results are pushed', () => {
  it('waits for the socket, and polls only when nothing came', () => {
    expect([t + 50_000, t + 62_190].map((now) => nextPollMs(open, now, true))).toEqual([15_200, 3010])
    expect([t + 65_300, t + 80_000, t + 200_000].map((now) => nextPollMs(open, now, true))).toEqual([
      3000, 3000, 30_000,
    ])
    expect(nextPollMs({ ...open, expirationTime: t + 86_400_000 }, t, true)).toBe(300_000)
    expect(nextPollMs({ ...open, status: 'SOLD' }, t, true)).toBe(false)
  })
  it('does not wait for ever for an entry', () => {
    const accepted = { status: 'ACCEPTED', acceptedAt: t, expirationTime: null } as const
    expect([t, t + 20_000, t + 200_000].map((now) => nextPollMs(accepted, now, true))).toEqual([3000, 3000, 30_000])
  })
})

describe('saleWindow', () => {
  const order = { status: 'OPEN', earlySale: true, openTime: t, expirationTime: t + 120_000 } as const
  it('leaves a quarter of a minute at both ends', () => {
    expect(saleWindow(order)).toEqual({ from: t + 15_000, to: t + 105_000 })
  })
  it('is none for orders that cannot be sold', () => {
    expect(saleWindow({ ...order, earlySale: false })).toBeUndefined()
    expect(saleWindow({ ...order, status: 'WON' })).toBeUndefined()
    expect(saleWindow({ ...order, status: 'ACCEPTED', openTime: null, expirationTime: null })).toBeUndefined()
  })
})

describe('missingPriceOf', () => {
  const priced = { feed: 'live', isKnown: true, isStale: false } as const
  it('lets an order be sold at a new price alone', () => {
    expect(missingPriceOf(priced)).toBeUndefined()
    expect(missingPriceOf({ ...priced, isStale: true })).toBe('stale')
    expect(missingPriceOf({ ...priced, isKnown: false })).toBe('stale')
  })
  it('shows that the connection is lost, at once where there is no network', () => {
    expect(missingPriceOf({ ...priced, feed: 'offline' })).toBe('offline')
    expect(missingPriceOf({ ...priced, feed: 'connecting' })).toBeUndefined()
    expect(missingPriceOf({ ...priced, feed: 'connecting', isKnown: false })).toBe('connecting')
  })
})
