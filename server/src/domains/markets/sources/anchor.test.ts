import { describe, expect, it } from 'vitest'
import { decideIndex, rulesOf, type IndexRequest, type IndexDecision, type Rules } from './index-price.ts'

const now = 1_790_000_000_000
const published = { tickUnits: 1n, refUnits: 100_00n }
const crypto: Rules = rulesOf({ ...published, type: 2 })
const share: Rules = rulesOf({ ...published, type: 3 })
const mid = (name: string, price: bigint) => ({ name, mid: price, at: now, dropped: false })
const decide = (prices: readonly bigint[], params: Partial<IndexRequest> = {}): IndexDecision =>
  decideIndex({
    mids: prices.map((price, index) => mid(`s${index}`, price)),
    rules: crypto,
    now,
    before: undefined,
    hold: undefined,
    anchor: undefined,
    ...params,
  })

describe('a lone source that climbs by a little less than a jump every second', () => {
  const aSecond = 1000
  /** Ends at the first second without a price; what was published last, and the state then. */
  const climb = (percent: bigint, { rules, from, others = [] }: { rules: Rules; from: bigint; others?: bigint[] }) => {
    let [at, level] = [now, from]
    let decision = decide([from, ...others], { rules })
    let before = { price: from, ts: at }
    for (let second = 0; second < 400; second += 1) {
      at += aSecond
      level += (level * percent) / 100n
      const { hold, anchor } = decision
      decision = decide([], { mids: [{ ...mid('s0', level), at }], now: at, rules, before, hold, anchor })
      if (decision.price === undefined) break
      before = { price: decision.price, ts: at }
    }
    return { before, level, at, decision }
  }
  it.each([
    [9n, crypto, 100_00n, 300_00n],
    [-9n, crypto, 100_00n, 33_33n],
    [1n, share, 100_00n, 300_00n],
  ])('%d % is followed to three times what is known and no further', (percent, rules, from, bound) => {
    const { before, decision } = climb(percent, { rules, from })
    expect(decision.why).toBe('jumpHeld')
    expect(percent > 0n ? before.price <= bound : before.price >= bound).toBe(true)
  })

  it('is measured from what two sources reported last, and goes on with what another one reports', () => {
    const { before, level, at, decision } = climb(9n, { rules: crypto, from: 900_00n, others: [900_00n] })
    expect([decision.why, before.price > 2400_00n && before.price <= 2700_00n]).toEqual(['jumpHeld', true])
    const again = { before, hold: decision.hold, anchor: decision.anchor }
    const stays = decide([], { ...again, mids: [{ ...mid('s0', level), at: at + 59_000 }], now: at + 59_000 })
    const still = { ...again, hold: stays.hold, now: at + 118_000 }
    expect(decide([], { ...still, mids: [{ ...mid('s0', level), at: still.now }] }).why).toBe('jumpHeld')
    const both = [mid('s0', level), mid('s1', level)].map((one) => ({ ...one, at: still.now }))
    expect(decide([], { ...still, mids: both })).toMatchObject({ price: level, anchor: { price: level } })
  })

  it('is followed further where an operator vouches for it', () => {
    const vouched = { ...mid('s0', 310_00n), confirmed: true }
    const params = { before: { price: 299_00n, ts: now - 1000 }, anchor: { price: 100_00n, since: now - 9000 } }
    expect(decide([], { mids: [vouched], ...params })).toMatchObject({ price: 310_00n, anchor: { price: 310_00n } })
  })

  it('has a new day to go three times as far, where its exchange gives out the code', () => {
    const anchorAt = (rules: Rules, age: number) =>
      decide([250_00n], {
        rules,
        before: { price: 249_00n, ts: now - 1000 },
        anchor: { price: 100_00n, since: now - age },
      }).anchor?.price
    expect([anchorAt(share, 86_399_999), anchorAt(share, 86_400_000)]).toEqual([100_00n, 250_00n])
    expect(anchorAt(crypto, 400 * 86_400_000)).toBe(100_00n)
  })

  it('is measured from the last recorded price at the start of a process', () => {
    const before = { price: 900_00n, ts: now - 1000 }
    expect(decide([901_00n], { before }).anchor).toEqual({ price: 900_00n, since: now - 1000 })
    expect(decide([250_00n]).anchor).toEqual({ price: 100_00n, since: now })
  })
})
