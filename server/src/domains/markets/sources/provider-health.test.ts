import { describe, expect, it } from 'vitest'
import { providerFaults, type ProviderFault } from '../feeds/provider/provider.ts'
import { decideIndex, rulesOf, type IndexDecision } from './index-price.ts'
import { createProviderHealth } from './provider-health.ts'

const start = 1_790_000_000_000
const rules = rulesOf({ type: 2, tickUnits: 1n, refUnits: 100_00n })
const code = 'BTCUSDT'

/** Sources that state a price each second, and the index made of them, second by second. */
function aMarket() {
  const health = createProviderHealth()
  const stated = new Map<string, { mid: bigint; at: number }>()
  let now = start
  const second = (prices: Readonly<Record<string, bigint>>): IndexDecision => {
    now += 1000
    for (const [provider, mid] of Object.entries(prices)) {
      stated.set(provider, { mid, at: now })
      health.priced({ provider, code, mid, at: now }, now)
    }
    const mids = [...stated].map(([name, one]) => ({
      name,
      ...one,
      dropped: health.of(name, code, now) !== undefined,
    }))
    const decision = decideIndex({ mids, rules, now, before: undefined, hold: undefined, anchor: undefined })
    health.judge(code, decision, { rules, now })
    return decision
  }
  return {
    health,
    second,
    seconds(count: number, prices: Readonly<Record<string, bigint>>) {
      for (let done = 0; done < count; done += 1) second(prices)
    },
    fail: (provider: string, fault: ProviderFault, params?: string) =>
      health.failed({ provider, fault, at: now, ...(params === undefined ? {} : { code: params }) }),
    sleep: (ms: number) => void (now += ms),
    drop: (provider: string) => health.of(provider, code, now),
    now: () => now,
  }
}
const honest = { a: 100_00n, b: 100_10n, c: 100_20n }

describe('a source', () => {
  it('that lies is dropped after its third second apart, and used again after a minute of agreeing', () => {
    const { seconds, drop, now } = aMarket()
    seconds(5, { ...honest, liar: 110_00n })
    const since = start + 3000
    expect(drop('liar')).toEqual({ reason: 'lied', since, until: now() + 60_000 })
    expect(drop('a')).toBeUndefined()
    seconds(1, { ...honest, liar: 100_00n })
    const goodAt = now()
    seconds(30, { ...honest, liar: 100_00n })
    expect(drop('liar')).toEqual({ reason: 'lied', since, until: goodAt + 60_000 })
    seconds(29, { ...honest, liar: 100_00n })
    expect(drop('liar')).toBeDefined()
    seconds(1, { ...honest, liar: 100_00n })
    expect(drop('liar')).toBeUndefined()
  })

  it('that lies again while it is dropped begins its minute anew', () => {
    const { seconds, drop, now } = aMarket()
    seconds(5, { ...honest, liar: 110_00n })
    seconds(50, { ...honest, liar: 100_00n })
    seconds(1, { ...honest, liar: 110_00n })
    seconds(1, { ...honest, liar: 100_00n })
    expect(drop('liar')?.until).toBe(now() + 60_000)
  })

  it('that lagged for a moment is left out for that moment and not dropped', () => {
    const { seconds, second, drop } = aMarket()
    seconds(5, { ...honest, slow: 100_00n })
    const moved = { a: 101_00n, b: 101_10n, c: 101_20n }
    expect(second({ ...moved, slow: 100_00n }).constituents.at(-1)?.state).toBe('outlier')
    expect(second({ ...moved, slow: 101_00n }).constituents.at(-1)?.state).toBe('used')
    expect(drop('slow')).toBeUndefined()
  })

  it('is no liar where only two disagree, because it cannot be known which', () => {
    const { seconds, drop } = aMarket()
    seconds(30, { a: 100_00n, b: 110_00n })
    expect([drop('a'), drop('b')]).toEqual([undefined, undefined])
  })

  it('that lied and has no source to be compared with stays dropped until there is one', () => {
    const { seconds, drop } = aMarket()
    seconds(5, { ...honest, liar: 110_00n })
    seconds(200, { liar: 110_00n })
    expect(drop('liar')?.reason).toBe('lied')
    seconds(60, { ...honest, liar: 100_00n })
    expect(drop('liar')?.reason).toBe('lied')
    seconds(1, { ...honest, liar: 100_00n })
    expect(drop('liar')).toBeUndefined()
  })

  it('that spoke all the time and then no more is stalled while others go on; a quiet one is merely stale', () => {
    const { seconds, second, drop } = aMarket()
    seconds(30, honest)
    const { c: _, ...others } = honest
    seconds(20, others)
    expect(second(others).constituents.at(-1)?.state).toBe('stale')
    expect(drop('c')?.reason).toBe('stalled')
    seconds(1, honest)
    seconds(59, honest)
    expect(drop('c')?.reason).toBe('stalled')
    seconds(1, honest)
    expect(drop('c')).toBeUndefined()
    const quiet = aMarket()
    for (let round = 0; round < 30; round += 1) {
      quiet.seconds(9, others)
      quiet.seconds(1, honest)
    }
    quiet.seconds(100, others)
    expect(quiet.drop('c')).toBeUndefined()
    expect(quiet.second(honest).constituents.at(-1)?.state).toBe('used')
  })

  it('that comes back with a wrong price is not good again by repeating it, also where only one other is left', () => {
    const { seconds, second, fail, drop } = aMarket()
    seconds(30, { a: 100_00n, b: 100_10n })
    fail('b', 'silent')
    seconds(10, { a: 100_00n })
    seconds(100, { a: 100_00n, b: 110_00n })
    expect(drop('b')?.reason).toBe('lied')
    expect(second({ a: 100_00n, b: 110_00n })).toMatchObject({ price: 100_00n, kind: 'single' })
    seconds(60, { a: 100_00n, b: 100_10n })
    expect(drop('b')?.reason).toBe('lied')
    expect(second({ a: 100_00n, b: 100_10n })).toMatchObject({ price: 100_05n, kind: 'thin' })
  })

  it('is not blamed for hours in which its market was closed or this machine slept', () => {
    const { seconds, second, drop, sleep } = aMarket()
    seconds(30, honest)
    sleep(8 * 3_600_000)
    expect(second({ a: 100_00n }).constituents.map(({ state }) => state)).toEqual(['used', 'stale', 'stale'])
    seconds(10, { a: 100_00n, b: 100_10n })
    expect([drop('b'), drop('c')]).toEqual([undefined, undefined])
    expect(second(honest).constituents.map(({ state }) => state)).toEqual(['used', 'used', 'used'])
  })

  it('alone is never stalled: no other source moves on', () => {
    const { seconds, drop } = aMarket()
    seconds(30, { a: 100_00n })
    seconds(100, {})
    expect(drop('a')).toBeUndefined()
  })

  it.each([
    ['disconnected', 'unreachable'],
    ['silent', 'stalled'],
    ['noPong', 'stalled'],
    ['flood', 'flooded'],
    ['badPrice', 'malformed'],
  ] as const)('that is %s is dropped at once as %s, for a minute from when it is good', (fault, reason) => {
    const { seconds, fail, drop, now } = aMarket()
    seconds(3, honest)
    fail('a', fault)
    expect(drop('a')).toEqual({ reason, since: now(), until: now() + 60_000 })
    seconds(100, { b: 100_00n })
    expect(drop('a')?.until).toBe(now() + 60_000)
    seconds(60, honest)
    expect(drop('a')).toBeDefined()
    seconds(1, honest)
    expect(drop('a')).toBeUndefined()
  })

  it.each(providerFaults.filter((fault) => !['disconnected', 'silent', 'noPong', 'flood', 'badPrice'].includes(fault)))(
    'is forgiven one frame that is %s, and no storm of them',
    (fault) => {
      const { health, now, second, fail, drop } = aMarket()
      for (let round = 0; round < 9; round += 1) {
        second(honest)
        fail('a', fault)
        for (let rest = 0; rest < 10; rest += 1) second(honest)
      }
      // Among a hundred that make sense a few are nothing.
      for (let frame = 0; frame < 100; frame += 1) {
        if (frame % 5 === 0) fail('a', fault)
        health.priced({ provider: 'a', code, mid: 100_00n, at: now() }, now())
      }
      expect(drop('a')).toBeUndefined()
      for (let frame = 0; frame < 100; frame += 1) fail('a', fault)
      expect(drop('a')).toBeDefined()
    },
  )

  it('is dropped for one instrument by what it reports about it, and for all by what happens to its connection', () => {
    const { health, fail, now } = aMarket()
    fail('a', 'badPrice', 'ETHUSDT')
    expect(health.of('a', 'ETHUSDT', now())?.reason).toBe('malformed')
    expect(health.of('a', 'BTCUSDT', now())).toBeUndefined()
    fail('a', 'flood')
    expect(health.of('a', 'BTCUSDT', now())?.reason).toBe('flooded')
  })
})
