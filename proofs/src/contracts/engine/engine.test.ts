import fc from 'fast-check'
import { expect, test } from 'vitest'
import { btcusdt, eurusd } from '../../../test/contract-instruments.ts'
import type { Side } from '../price.ts'
import type { Stops } from '../stops.ts'
import { rig, usdt } from '../../../test/contract-book.ts'
import { cashOf, equityOf } from './book.ts'
import type { EngineEffect } from './effects.ts'
import { holdTick } from './hold-tick.ts'
import { firstClassTerms } from '../terms.ts'
import * as clock from './pass-time.ts'

/** Time passes; nothing comes of it unless something was due. */
const passTime: typeof clock.passTime = (book, span) => {
  const isDue = clock.isAnyDue(book, span)
  const effects = clock.passTime(book, span)
  if (!isDue) expect(effects).toEqual([])
  return effects
}

const named = (effects: readonly EngineEffect[]): string[] =>
  effects.map((effect) => {
    if (effect.is === 'closed') return `${effect.position.id} ${effect.reason} ${effect.lots}`
    if (effect.is === 'ended') return `${effect.order.id} ${effect.status}`
    if (effect.is === 'opened') return `${effect.order.id} opened`
    return effect.is === 'warned' ? `${effect.percent} %` : effect.is
  })

test('a market order fills at the first tick half a second after it, and a stop at the tick that triggers it, once', () => {
  const { order, hold, account } = rig(usdt(10_000))
  order(eurusd, 'BUY', 10n, { acceptedAt: 700, stops: { stopLoss: 1_160_000_000n, takeProfit: 1_180_000_000n } })
  expect(hold(eurusd, 1, 1_168_400_000n)).toEqual([])
  expect(named(hold(eurusd, 2, 1_168_400_000n))).toEqual(['o1 opened'])
  expect(named(hold(eurusd, 3, 1_165_000_000n))).toEqual([])
  expect(hold(eurusd, 3, 1_100_000_000n)).toEqual([])
  expect(hold(eurusd, 4, 1_100_000_000n)).toMatchObject([{ is: 'closed', reason: 'SL', price: 1_099_950_000n }])
  expect(hold(eurusd, 5, 1_200_000_000n)).toEqual([])
  expect([account.margin, account.floating, account.positions.size]).toEqual([0n, 0n, 0])
})

test('a fill beyond the slippage that is allowed charges nothing, one better passes, and one without a tick is off', () => {
  const { book, order, hold, account } = rig(usdt(10_000))
  order(eurusd, 'BUY', 10n, { maxPips: 5n })
  order(eurusd, 'SELL', 10n, { maxPips: 5n })
  expect(named(hold(eurusd, 1, 1_170_000_000n))).toEqual(['o1 CANCELLED_SLIPPAGE', 'o2 opened'])
  order(btcusdt, 'BUY', 1n, { acceptedAt: 2_000, held: usdt(50) })
  expect(passTime(book, { from: 2_000, to: 8_999 })).toEqual([])
  const before = account.available
  expect(named(passTime(book, { from: 8_999, to: 9_000 }))).toEqual(['o3 CANCELLED'])
  expect(account.available).toBe(before + usdt(50))
})

test('a stop loss that the fill leaves beyond the close-out price takes the order off, one within it opens', () => {
  // Margin of about 5 000 in an account of 6 000: the close-out is some 35 % of the margin away.
  const { order, hold } = rig(usdt(6_000))
  const stopAt = (percent: bigint): Stops => ({ stopLoss: (btcusdt.refUnits * percent) / 100n, takeProfit: null })
  const lots = (usdt(10_000) * 10n ** BigInt(btcusdt.precision)) / (btcusdt.refUnits * 1_000n)
  order(btcusdt, 'BUY', lots, { stops: stopAt(50n) })
  expect(named(hold(btcusdt, 1, btcusdt.refUnits))).toEqual(['o1 CANCELLED_SLIPPAGE'])
  order(btcusdt, 'BUY', lots, { type: 'LIMIT', price: btcusdt.refUnits * 2n, stops: stopAt(50n) })
  expect(named(hold(btcusdt, 2, btcusdt.refUnits))).toEqual(['o2 CANCELLED'])
  order(btcusdt, 'BUY', lots, { stops: stopAt(90n) })
  expect(named(hold(btcusdt, 3, btcusdt.refUnits))).toEqual(['o3 opened'])
})

test('a limit order waits for its price, takes its margin there, and is rejected where there is too little', () => {
  const { order, hold } = rig(usdt(60))
  order(eurusd, 'BUY', 1n, { type: 'LIMIT', price: 1_160_000_000n })
  order(eurusd, 'BUY', 2n, { type: 'LIMIT', price: 1_150_000_000n })
  expect(hold(eurusd, 1, 1_165_000_000n)).toEqual([])
  expect(named(hold(eurusd, 2, 1_159_000_000n))).toEqual(['o1 opened'])
  expect(named(hold(eurusd, 3, 1_149_000_000n))).toEqual(['o2 REJECTED_MARGIN'])
})

test('a call to close comes before the stop of the same tick, and closes the lots it names', () => {
  const { book, order, hold } = rig(usdt(10_000))
  order(eurusd, 'BUY', 10n, { stops: { stopLoss: 1_160_000_000n, takeProfit: null } })
  hold(eurusd, 1, 1_168_400_000n)
  const [position] = [...(book.positions.get('EURUSD')?.values() ?? [])]
  if (position === undefined) throw new Error('no position')
  position.closeRequests = [{ id: 'r', lots: 4n, acceptedAt: 1_200, seenSeq: 1 }]
  expect(named(hold(eurusd, 2, 1_150_000_000n))).toEqual(['o1 USER 4'])
  expect(named(hold(eurusd, 3, 1_150_000_000n))).toEqual(['o1 SL 6'])
})

test('a call to close takes no tick that is more than five seconds after it', () => {
  const { book, order, hold } = rig(usdt(10_000))
  order(eurusd, 'BUY', 10n)
  hold(eurusd, 1, 1_168_400_000n)
  const [position] = [...(book.positions.get('EURUSD')?.values() ?? [])]
  if (position === undefined) throw new Error('no position')
  position.closeRequests = [{ id: 'r', lots: 4n, acceptedAt: 1_999, seenSeq: 1 }]
  expect(hold(eurusd, 7, 1_168_400_000n)).toEqual([])
  position.closeRequests = [{ id: 'r', lots: 4n, acceptedAt: 3_000, seenSeq: 1 }]
  expect(named(hold(eurusd, 8, 1_168_400_000n))).toEqual(['o1 USER 4'])
})

test('warnings come once each, the largest loss closes at its next tick, and what is below zero is paid by the reserve', () => {
  const { order, hold, account } = rig(usdt(8_000))
  order(btcusdt, 'BUY', 200n)
  order(btcusdt, 'BUY', 100n)
  hold(btcusdt, 1, btcusdt.refUnits)
  account.available = 0n
  const at = (percent: bigint): bigint => (btcusdt.refUnits * percent) / 100n
  expect(named(hold(btcusdt, 2, at(95n)))).toEqual(['100 %'])
  expect(named(hold(btcusdt, 3, at(94n)))).toEqual([])
  expect(named(hold(btcusdt, 4, at(86n)))).toEqual(['75 %'])
  expect(named(hold(btcusdt, 5, at(74n)))).toEqual(['closingOut'])
  expect(named(hold(btcusdt, 6, at(74n)))).toEqual(['o1 CLOSEOUT 200'])
  expect(named(hold(btcusdt, 7, at(10n)))).toEqual(['75 %', 'closingOut'])
  expect(named(hold(btcusdt, 8, at(1n)))).toEqual(['o2 CLOSEOUT 100', 'protected'])
  expect([cashOf(account), account.debt]).toEqual([0n, 0n])
})

test('a level that swings around a bound warns once, and again after it was five points above', () => {
  const { order, hold, account } = rig(usdt(8_000))
  order(btcusdt, 'BUY', 300n)
  hold(btcusdt, 1, btcusdt.refUnits)
  account.available = 0n
  // Twice as many points of the level as of the price: 102 is a level of about 104 %.
  const swings = [95n, 102n, 95n, 86n, 89n, 86n, 92n, 86n, 101n, 104n, 95n]
  const warned = swings.map((percent, at) => named(hold(btcusdt, at + 2, (btcusdt.refUnits * percent) / 100n)))
  expect(warned).toEqual([['100 %'], [], [], ['75 %'], [], [], [], ['75 %'], [], [], ['100 %']])
})

test('what an order has set aside is the account’s money: nothing warns while it waits, and it pays a debt before the reserve does', () => {
  const { book, order, hold, account } = rig(usdt(10_000))
  order(btcusdt, 'BUY', 200n, { stops: { stopLoss: (btcusdt.refUnits * 90n) / 100n, takeProfit: null } })
  hold(btcusdt, 1, btcusdt.refUnits)
  const start = cashOf(account)
  order(eurusd, 'BUY', 10n, { acceptedAt: 1_800, seenSeq: 1, held: account.available })
  // An order of all free margin: without it nothing but the margin in use would be left, less the spread.
  expect(named(hold(btcusdt, 2, btcusdt.refUnits))).toEqual([])
  expect(equityOf(account)).toBe(start + account.floating)
  // A loss beyond everything closes it, and is owed until the order is off.
  const [closed] = hold(btcusdt, 3, btcusdt.refUnits / 100n)
  expect(closed).toMatchObject({ is: 'closed', reason: 'SL' })
  const [{ held }, owed] = [account, account.debt]
  expect(owed).toBeGreaterThan(held)
  const ends = passTime(book, { from: 3_000, to: 9_000 })
  expect(ends).toMatchObject([
    { is: 'ended', status: 'CANCELLED', repaid: held },
    { is: 'protected', amount: owed - held },
  ])
  expect([cashOf(account), account.held, account.debt]).toEqual([0n, 0n, 0n])
})

test('an order whose set-aside money is owed by its fill does not open', () => {
  const { order, hold, account } = rig(usdt(10_000))
  order(btcusdt, 'BUY', 200n, { stops: { stopLoss: (btcusdt.refUnits * 90n) / 100n, takeProfit: null } })
  hold(btcusdt, 1, btcusdt.refUnits)
  order(btcusdt, 'BUY', 1n, { acceptedAt: 1_800, seenSeq: 1, held: account.available })
  expect(named(hold(btcusdt, 3, btcusdt.refUnits / 100n))).toEqual(['o1 SL 200', 'o2 CANCELLED_SLIPPAGE', 'protected'])
  expect([cashOf(account), account.held]).toEqual([0n, 0n])
})

test('each midnight of UTC charges a position once, also those of a downtime', () => {
  const { book, order, hold, account } = rig(usdt(10_000))
  order(eurusd, 'BUY', 100n)
  hold(eurusd, 1, 1_168_400_000n)
  const day = 86_400_000
  const [first, second] = [passTime(book, { from: 1_000, to: day }), passTime(book, { from: day, to: 3 * day + 5 })]
  expect([first.length, second.length, passTime(book, { from: 3 * day + 5, to: 4 * day - 1 }).length]).toEqual([
    1, 2, 0,
  ])
  // 10 000 units × 1.1684 × 0.01 %, rounded up.
  expect(first[0]).toMatchObject({ is: 'financed', amount: 1_168_400n, total: 1_168_400n })
  expect(equityOf(account)).toBe(cashOf(account) + account.floating)
})

test('a midnight and an expiry take the last tick at or before them, though later ticks are held first', () => {
  const day = 86_400_000
  const { book, order } = rig(usdt(10_000))
  const expiry = { at: day + 30_000, daysOff: [] }
  const stops = { stopLoss: 1_100_000_000n, takeProfit: null }
  order(eurusd, 'BUY', 100n, { acceptedAt: day - 3_000, expiryOf: () => expiry, stops })
  const at = (seq: number, ts: number, price: bigint) => holdTick(book, eurusd, { seq, ts, price })
  at(1, day - 2_000, 1_168_400_000n)
  expect(at(2, day, 1_170_000_000n)).toEqual([])
  expect(at(3, day + 1_000, 1_180_000_000n)).toMatchObject([{ is: 'financed', midnight: day, amount: 1_170_000n }])
  expect(passTime(book, { from: day - 3_000, to: day })).toEqual([])
  expect(at(4, day + 29_000, 1_168_500_000n)).toEqual([])
  const after = at(5, day + 31_000, 1_000_000_000n)
  expect(after).toMatchObject([{ is: 'closed', reason: 'EXPIRY', tick: { seq: 4 }, price: 1_168_450_000n }])
  expect(passTime(book, { from: day, to: day + 31_000 })).toEqual([])
})

test('a midnight that the clock has charged in a silence is not charged again by the tick after it', () => {
  const day = 86_400_000
  const { book, order } = rig(usdt(10_000))
  order(eurusd, 'BUY', 100n, { acceptedAt: day - 10_000 })
  holdTick(book, eurusd, { seq: 1, ts: day - 9_000, price: 1_168_400_000n })
  expect(named(passTime(book, { from: day - 9_000, to: day }))).toEqual(['financed'])
  expect(holdTick(book, eurusd, { seq: 2, ts: day + 5_000, price: 1_168_400_000n })).toEqual([])
})

test('10 000 random books: every unit is somewhere, each position closes once, and no account ends below zero', () => {
  const wanted = fc.record({
    instrument: fc.constantFrom(eurusd, btcusdt),
    side: fc.constantFrom<Side>('BUY', 'SELL'),
    lots: fc.bigInt(1n, 200n),
    stop: fc.option(fc.bigInt(1n, 500n), { nil: null }),
  })
  const move = fc.record({ instrument: fc.constantFrom(eurusd, btcusdt), thousandths: fc.bigInt(1n, 3000n) })
  fc.assert(
    fc.property(
      fc.array(wanted, { minLength: 1, maxLength: 6 }),
      fc.array(move, { maxLength: 12 }),
      (orders, moves) => {
        const start = usdt(20_000)
        const run = () => {
          const { order, hold, account } = rig(start)
          for (const { instrument, side, lots, stop } of orders) {
            const far = stop === null ? null : (instrument.refUnits * stop) / 1000n
            const stopLoss =
              far === null ? null : side === 'BUY' ? instrument.refUnits - far : instrument.refUnits + far
            order(instrument, side, lots, { stops: { stopLoss, takeProfit: null } })
          }
          const opening = [...hold(eurusd, 1, eurusd.refUnits), ...hold(btcusdt, 1, btcusdt.refUnits)]
          account.available = 0n
          const effects = moves.flatMap(({ instrument, thousandths }, index) =>
            hold(instrument, index + 2, (instrument.refUnits * thousandths) / 1000n + 1n),
          )
          return { opening, effects, account }
        }
        const { opening, effects, account } = run()
        const opened = opening.filter((effect) => effect.is === 'opened')
        let cash = opened.reduce((sum, effect) => sum + effect.opening.margin, 0n)
        const closed = effects.filter((effect) => effect.is === 'closed')
        for (const { money } of closed) {
          expect(money.customer + money.reserve + money.revenue + money.rounding).toBe(0n)
          cash += money.customer - money.short
        }
        for (const effect of effects) if (effect.is === 'protected') cash += effect.amount
        expect(cashOf(account)).toBe(cash)
        expect(new Set(closed.map(({ position }) => position.id)).size).toBe(closed.length)
        expect(closed.length + account.positions.size).toBe(opened.length)
        const left = [...account.positions.values()]
        expect(account.margin).toBe(left.reduce((sum, { margin }) => sum + margin, 0n))
        expect(account.floating).toBe(left.reduce((sum, { profit, financing }) => sum + profit - financing, 0n))
        expect(account.available).toBeGreaterThanOrEqual(0n)
        if (left.length === 0) expect(cashOf(account)).toBeGreaterThanOrEqual(0n)
        expect(named(run().effects)).toEqual(named(effects))
      },
    ),
    { numRuns: 10_000 },
  )
})

test('positions of one instrument each trade by the terms they were accepted under', () => {
  const { order, hold, book } = rig(usdt(10_000))
  const wide = { ...firstClassTerms.crypto, version: 2, halfSpread: { ppm: 1_000n }, feePpm: 800n, financingPpm: 400n }
  order(btcusdt, 'BUY', 10n)
  order({ ...btcusdt, terms: wide }, 'BUY', 10n)
  const price = btcusdt.refUnits
  const opened = hold(btcusdt, 2, price)
  const [first, second] = opened.filter((effect) => effect.is === 'opened')
  expect(first?.price).toBe(price + price / 5_000n)
  expect(second?.price).toBe(price + price / 1_000n)
  expect(second?.opening.fee).toBeGreaterThan((first?.opening.fee ?? 0n) * 2n)
  const nights = passTime(book, { from: 3_000, to: 86_401_000 }).filter((effect) => effect.is === 'financed')
  expect(nights.map(({ amount }) => Number(amount))).toEqual([expect.any(Number), Number(nights[0]?.amount ?? 0n) * 2])
  for (const one of book.positions.get('BTCUSDT')?.values() ?? [])
    one.closeRequests = [{ id: one.id, lots: one.lots, acceptedAt: 90_000_000, seenSeq: 2 }]
  const closed = hold(btcusdt, 90_002, price).filter((effect) => effect.is === 'closed')
  expect(closed.map((effect) => effect.price)).toEqual([price - price / 5_000n, price - price / 1_000n])
})
