import { describe, expect, it } from 'vitest'
import { handClock } from '../../kernel/clock.ts'
import { createFigures, roundedDown } from './figures.ts'

describe('public figures', () => {
  it('of an empty installation are zero or a dash, never a promise', async () => {
    const figures = createFigures(
      {
        listedCrypto: () => 0,
        registeredUsers: async () => 0,
        realVolume: async () => 0n,
        receiptsSince: async () => ({ receipts: 0, late: 0 }),
      },
      handClock(1_770_000_000_000),
    )
    const { figures: rows } = await figures.stats()
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ['lowestFeePct', null],
      ['cryptoCount', '0'],
      ['registeredUsers', '0'],
      ['volume24h', '0'],
      ['lateReceipts', '0/0'],
    ])
    expect(rows.every(({ asOf }) => asOf === 1_770_000_000_000)).toBe(true)
  })

  it('are never rounded up', () => {
    expect([0n, 999n, 1000n, 1_999_999n, 3_809_999_999n].map(roundedDown)).toEqual([
      0n,
      999n,
      1000n,
      1_990_000n,
      3_800_000_000n,
    ])
  })

  it('are counted at most once a minute', async () => {
    const clock = handClock(1_770_000_000_000)
    let users = 0
    const figures = createFigures(
      {
        listedCrypto: () => 0,
        registeredUsers: async () => ++users,
        realVolume: async () => 0n,
        receiptsSince: async () => ({ receipts: 0, late: 0 }),
      },
      clock,
    )
    await Promise.all([figures.stats(), figures.stats()])
    clock.advance(61_000)
    expect((await figures.stats()).figures[2]?.value).toBe('2')
  })
})
