import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideIndex, rulesOf, type IndexRequest, type IndexDecision, type Rules } from './index-price.ts'

const now = 1_790_000_000_000
const published = { tickUnits: 1n, refUnits: 100_00n }
const crypto: Rules = rulesOf({ ...published, type: 2 })
const oil: Rules = rulesOf({ ...published, type: 4 })
const mid = (name: string, price: bigint, age = 0) => ({ name, mid: price, at: now - age, dropped: false })
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
const states = (decision: IndexDecision) => decision.constituents.map(({ state }) => state)

describe('the index of a second', () => {
  it.each([
    [[100_00n], 100_00n, 'single'],
    [[100_00n, 100_20n], 100_10n, 'thin'],
    [[100_00n, 100_01n], 100_00n, 'thin'],
    [[100_01n, 100_02n], 100_02n, 'thin'],
    [[100_00n, 100_20n, 100_30n], 100_20n, 'live'],
    [[100_00n, 100_10n, 100_20n, 110_00n], 100_10n, 'live'],
    [[-36_98n, -36_95n, -37_00n], -36_98n, 'live'],
    [[0n, 1n], 0n, 'thin'],
  ] as const)('of %s is %s, %s', (prices, price, kind) => {
    expect(decide(prices, { rules: oil })).toMatchObject({ price, kind })
  })

  it('is none where two sources are more than 0.5 % apart, or three agree on nothing', () => {
    for (const prices of [
      [100_00n, 100_51n],
      [-36_98n, -37_20n],
      [90_00n, 100_00n, 110_00n],
      [100_00n, 100_00n, 102_00n, 102_00n],
    ])
      expect(decide(prices)).toMatchObject({ level: undefined, why: 'disagreement' })
  })

  it('knows two prices of a coarse instrument that are one step apart as the same', () => {
    expect(decide([147n, 148n])).toMatchObject({ price: 148n, kind: 'thin' })
  })

  it('leaves out what is stale, far away or dropped, and reports it of each', () => {
    const mids = [
      mid('a', 100_00n, 5_000),
      mid('b', 100_02n),
      mid('c', 100_04n, 4_999),
      { ...mid('d', 100_03n), dropped: true },
      mid('e', 110_00n),
      mid('f', 100_01n, 5_001),
    ]
    const decision = decide([], { mids })
    expect(decision).toMatchObject({ price: 100_02n, kind: 'live' })
    expect(decision.constituents.map(({ name, state, ageMs }) => [name, state, ageMs])).toEqual([
      ['a', 'used', 5_000],
      ['b', 'used', 0],
      ['c', 'used', 4_999],
      ['d', 'dropped', 0],
      ['e', 'outlier', 0],
      ['f', 'stale', 5_001],
    ])
    expect(decide([], { mids: [mid('a', 100_00n, 5_001)] })).toMatchObject({ why: 'noSource' })
    const stock = rulesOf({ ...published, type: 3 })
    expect(decide([], { mids: [mid('a', 100_00n, 15_000)], rules: stock })).toMatchObject({ kind: 'single' })
  })
})

describe('a jump', () => {
  const before = { price: 100_00n, ts: now - 1000 }
  it('of one source is held for a minute, of two it is believed at once', () => {
    expect(decide([110_00n], { before })).toMatchObject({ price: 110_00n })
    expect(decide([110_01n, 110_02n], { before })).toMatchObject({ kind: 'thin' })
    let decision = decide([110_01n], { before })
    expect([decision.why, states(decision)]).toEqual(['jumpHeld', ['held']])
    for (let second = 1; second <= 60; second += 1) {
      const mids = [{ ...mid('s0', 110_01n + BigInt(second)), at: now + second * 1000 }]
      decision = decide([], { mids, now: now + second * 1000, before, hold: decision.hold })
      expect([second, decision.price]).toEqual([second, second < 60 ? undefined : 110_61n])
    }
  })

  it('ends with the old level, with a second source, and begins anew when the level is another', () => {
    const later = (seconds: number, prices: readonly bigint[], hold: IndexDecision['hold']) =>
      decide([], {
        mids: prices.map((price, index) => ({ ...mid(`s${index}`, price), at: now + seconds * 1000 })),
        now: now + seconds * 1000,
        before,
        hold,
      })
    const { hold } = decide([150_00n], { before })
    expect(later(30, [101_00n], hold)).toMatchObject({ price: 101_00n, hold: undefined })
    expect(later(30, [150_00n, 150_10n], hold)).toMatchObject({ price: 150_05n, hold: undefined })
    const moved = later(59, [80_00n], hold)
    expect(moved).toMatchObject({ why: 'jumpHeld', hold: { from: 100_00n, level: 80_00n, since: now + 59_000 } })
    expect(later(61, [80_00n], moved.hold)).toMatchObject({ why: 'jumpHeld' })
    // The sources were silent meanwhile: the hold waits with them, up to a minute.
    const silent = later(20, [], hold)
    expect(silent.why).toBe('noSource')
    expect(later(40, [150_00n], silent.hold)).toMatchObject({ why: 'jumpHeld' })
    expect(later(61, [150_00n], silent.hold)).toMatchObject({ price: 150_00n })
  })

  it('is measured from no tick older than a minute, and at 2 % where it is no coin', () => {
    expect(decide([150_00n], { before: { price: 100_00n, ts: now - 60_001 } })).toMatchObject({ price: 150_00n })
    expect(decide([102_00n], { before, rules: oil })).toMatchObject({ price: 102_00n })
    expect(decide([102_01n], { before, rules: oil })).toMatchObject({ why: 'jumpHeld' })
    expect(decide([-37_00n], { before: { price: -36_98n, ts: now }, rules: oil })).toMatchObject({ price: -37_00n })
    expect(decide([-37_80n], { before: { price: -36_98n, ts: now }, rules: oil })).toMatchObject({ why: 'jumpHeld' })
    expect(decide([1n], { before: { price: 0n, ts: now }, rules: oil })).toMatchObject({ price: 1n })
    expect(decide([-2n], { before: { price: 1n, ts: now }, rules: oil })).toMatchObject({ why: 'jumpHeld' })
  })
})

describe('a lone source', () => {
  const old = (price: bigint) => ({ before: { price, ts: now - 40 * 86_400_000 } })
  it.each([
    [300_00n, {}, 300_00n],
    [33_34n, {}, 33_34n],
    [300_01n, {}, undefined],
    [33_33n, {}, undefined],
    // The last price, however old, is as good as the published one.
    [900_00n, old(300_00n), 900_00n],
    [300_00n, old(30_00n), 300_00n],
    [900_01n, old(300_00n), undefined],
    [-100_00n, {}, undefined],
  ] as const)('of %s is judged by what is known of the instrument (%#)', (level, params, price) => {
    expect(decide([level], params).price).toBe(price)
    expect(decide([level, level], params).price).toBe(level)
  })

  it('far from what is known waits for another, however long it reports the same', () => {
    let { hold } = decide([11_100_00n])
    expect(hold).toMatchObject({ from: 100_00n, level: 11_100_00n })
    for (let second = 1; second <= 600; second += 1) {
      const at = now + second * 1000
      const decision = decide([], { mids: [{ ...mid('s0', 11_100_00n), at }], now: at, hold })
      expect(decision.why).toBe('jumpHeld')
      hold = decision.hold
    }
    const at = now + 601_000
    const both = [mid('s0', 11_100_00n), mid('s1', 11_101_00n)].map((one) => ({ ...one, at }))
    expect(decide([], { mids: both, now: at, hold })).toMatchObject({ price: 11_100_50n, kind: 'thin' })
    const back = { ...mid('s0', 101_00n), at }
    expect(decide([], { mids: [back], now: at, hold })).toMatchObject({ price: 101_00n, hold: undefined })
  })

  it('that an operator vouches for is believed, and its jump still waits its minute', () => {
    const vouched = { ...mid('s0', 11_100_00n), confirmed: true }
    expect(decide([], { mids: [vouched] })).toMatchObject({ price: 11_100_00n })
    expect(decide([], { mids: [vouched], before: { price: 100_00n, ts: now - 1000 } })).toMatchObject({
      why: 'jumpHeld',
    })
  })

  it.each([2, 3, 4, 5] as const)('is measured by the published price, whatever it is of (%d)', (type) => {
    const rules = rulesOf({ ...published, type, subType: 'etf' })
    expect(decide([300_00n], { rules })).toMatchObject({ price: 300_00n })
    expect(decide([1000_00n], { rules })).toMatchObject({ why: 'jumpHeld' })
    expect(decide([1000_00n], { rules, ...old(900_00n) })).toMatchObject({ price: 1000_00n })
  })
})

const price = fc.oneof(
  fc.bigInt({ min: 1n, max: 10_000n }),
  fc.bigInt({ min: 1_000_000n, max: 10_000_000n }),
  fc.bigInt({ min: -5_000n, max: -1n }),
)
/** Prices of honest sources: around one price, up to 2 % apart, so that some of them are left out too. */
const honest = fc
  .tuple(price, fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 7 }))
  .map(([middle, offsets]) => offsets.map((offset) => middle + (middle * BigInt(offset)) / 10_000n))
const min = (prices: readonly bigint[]) => prices.reduce((a, b) => (b < a ? b : a))
const max = (prices: readonly bigint[]) => prices.reduce((a, b) => (b > a ? b : a))

describe('whatever the sources state', () => {
  it('one liar among three or more honest ones never moves the price beyond what an honest one reports', () => {
    fc.assert(
      fc.property(honest, fc.bigInt({ min: -20_000_000n, max: 20_000_000n }), (prices, lie) => {
        const decided = decide([...prices, lie]).price
        if (decided !== undefined) {
          expect(decided >= min(prices)).toBe(true)
          expect(decided <= max(prices)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('a liar by a tenth, frozen or on the move, changes neither the price nor that there is one', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10_000n, max: 10_000_000n }),
        fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 6 }),
        fc.constantFrom(90n, 110n, 0n, 1000n),
        (middle, offsets, percent) => {
          const prices = offsets.map((offset) => middle + (middle * BigInt(offset)) / 10_000n)
          const alone = decide(prices)
          const decision = decide([...prices, (middle * percent) / 100n])
          expect(decision.price).toBe(alone.price)
          expect(decision.price).not.toBeUndefined()
          expect(states(decision).at(-1)).toBe('outlier')
        },
      ),
    )
  })

  it('two liars move nothing where three honest ones agree, and never make a price where they are no minority', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10_000n, max: 10_000_000n }),
        fc.integer({ min: 1, max: 6 }),
        fc.tuple(fc.bigInt({ min: 51n, max: 900n }), fc.bigInt({ min: 51n, max: 900n }), fc.boolean(), fc.boolean()),
        (middle, count, [one, other, up, down]) => {
          const lies = [(up ? one : -one) * 2n, (down ? other : -other) * 2n].map(
            (part) => middle + (middle * part) / 1000n,
          )
          const decided = decide([...Array.from({ length: count }, () => middle), ...lies])
          if (count >= 3) expect(decided.price).toBe(middle)
          else if (decided.price !== undefined && decided.price !== middle)
            // Two that lie alike against one are a majority: then the jump is confirmed, and no rule can know better.
            expect(states(decided).filter((state) => state === 'used').length).toBeGreaterThanOrEqual(2)
        },
      ),
    )
  })

  it('their order does not matter', () => {
    fc.assert(
      fc.property(
        honest.chain((prices) =>
          fc.tuple(
            fc.constant(prices),
            fc.shuffledSubarray(
              prices.map((_, index) => index),
              { minLength: 3 },
            ),
          ),
        ),
        ([prices, order]) => {
          const mids = order.map((index) => mid(`s${index}`, prices[index] ?? 0n))
          const sorted = mids.toSorted((a, b) => (a.name < b.name ? -1 : 1))
          const [one, other] = [decide([], { mids }), decide([], { mids: sorted })]
          expect([one.price, one.behind, one.level]).toEqual([other.price, other.behind, other.level])
          const byName = (decision: IndexDecision) =>
            decision.constituents.toSorted((a, b) => (a.name < b.name ? -1 : 1))
          expect(byName(one)).toEqual(byName(other))
        },
      ),
    )
  })

  // Sources stay within 0.5 % (or a step) of the first median, and so does the second median, which is made of them.
  it('every tick lies within 1 % or two steps of each source it was made of', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 8 }), (prices) => {
        const { price: decided, constituents } = decide(prices)
        if (decided === undefined) return
        for (const one of constituents.filter(({ state }) => state === 'used')) {
          const apart = one.mid > decided ? one.mid - decided : decided - one.mid
          const size = one.mid < 0n ? -one.mid : one.mid
          expect(apart <= 2n || apart * 99n <= size).toBe(true)
        }
      }),
      { numRuns: 1000, examples: [[[-1n, -3n, -3n, 1_000_000n]]] },
    )
  })
})
