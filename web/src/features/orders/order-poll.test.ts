import { describe, expect, it } from 'vitest'
import { nextPollMs, saleWindow } from './order-poll.ts'

const t = 1_795_262_400_000
const open = { status: 'OPEN', acceptedAt: t, expirationTime: t + 61_000 } as const

describe('nextPollMs', () => {
  it('asks twice a second until the entry is known, then less and less', () => {
    const accepted = { status: 'ACCEPTED', acceptedAt: t, expirationTime: null } as const
    expect([t, t + 9999, t + 10_000, t + 120_000].map((now) => nextPollMs(accepted, now))).toEqual([
      500, 500, 3000, 30_000,
    ])
  })
  it('waits for the moment after expiry', () => {
    expect(nextPollMs(open, t + 50_000)).toBe(12_200)
    expect(nextPollMs({ ...open, expirationTime: t + 86_400_000 }, t)).toBe(30_000)
    expect(nextPollMs(open, t + 62_190)).toBe(100)
  })
  it('asks often right after it and gives up hurrying', () => {
    expect([t + 62_300, t + 72_300, t + 200_000].map((now) => nextPollMs(open, now))).toEqual([400, 3000, 30_000])
  })
  it('stops at a result', () => {
    expect(nextPollMs({ ...open, status: 'WON' }, t)).toBe(false)
    expect(nextPollMs({ ...open, status: 'VOID' }, t)).toBe(false)
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
