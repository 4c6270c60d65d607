import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { btcusdt, eurusd, instrumentOf, usdjpy } from '../../test/contract-instruments.ts'
import { accountState, closeOutPrice, isLevelWithin, profitOf, warningPercents, type Marked } from './account.ts'
import { classNameOf, contractClasses, lotSizeOf } from './classes.ts'
import { closingOf, protectionOf } from './close.ts'
import { defaultLeverageOf, leveragesFor } from './leverage.ts'
import { maxNotional, maxOpenPositions, openingOf } from './opening.ts'
import { isBeyondSlippage, isExpired, isPendingPrice, isTriggered } from './orders.ts'
import { openingPrice, sidesOf } from './price.ts'
import { parity, quoteRate, rateSourceOf } from './quote-rate.ts'
import { distanceOfPrice, priceAtDistance, priceAtMoney, refusedStops, stopsBounds, triggeredStop } from './stops.ts'

describe('classes and leverage', () => {
  test.each([
    [{ type: 1, base: 'EUR', quote: 'USD' }, 'fxMajor', 30],
    [{ type: 1, base: 'GBP', quote: 'JPY' }, 'fxMajor', 30],
    [{ type: 1, base: 'AUD', quote: 'USD' }, 'fxMinor', 20],
    [{ type: 2, base: 'BTC', quote: 'USDT' }, 'crypto', 2],
    [{ type: 3, base: 'NVDA', quote: 'USD' }, 'stock', 5],
    [{ type: 4, base: 'ES', quote: 'USD' }, 'indexMajor', 20],
    [{ type: 4, base: 'HSI', quote: 'HKD' }, 'indexMinor', 10],
    [{ type: 4, base: 'CL', quote: 'USD' }, 'commodityFuture', 10],
    [{ type: 4, base: 'BTC', quote: 'USD' }, 'cryptoFuture', 2],
    [{ type: 5, subType: 'etf', base: 'GLD', quote: 'USD' }, 'etf', 5],
    [{ type: 5, subType: 'metal', base: 'XAU', quote: 'USD' }, 'gold', 20],
    [{ type: 5, subType: 'metal', base: 'XAU', quote: 'JPY' }, 'goldCross', 20],
    [{ type: 5, subType: 'metal', base: 'XAG', quote: 'USD' }, 'metal', 10],
  ])('%o is %s with a cap of %d', (facts, name, cap) => {
    const instrument = instrumentOf(facts)
    expect(classNameOf(instrument)).toBe(name)
    for (const country of ['DE', 'AU', 'SG', null]) expect(leveragesFor(instrument, country).at(-1)).toBe(cap)
    expect(defaultLeverageOf(leveragesFor(instrument, null))).toBe(Math.min(cap, 5))
  })

  test('crypto is not offered in the United Kingdom, and nothing in the United States', () => {
    expect(leveragesFor(btcusdt, 'GB')).toEqual([])
    expect(leveragesFor(eurusd, 'GB').at(-1)).toBe(30)
    expect(leveragesFor(eurusd, 'US')).toEqual([])
  })

  test('a lot of another coin is what 1 000 USDT were worth, cut to one digit', () => {
    expect(lotSizeOf(btcusdt)).toBe(10_000_000n)
    const sol = instrumentOf({ type: 2, base: 'SOL', quote: 'USDT', precision: 6, refUnits: 140_000_000n })
    expect(lotSizeOf(sol)).toBe(700_000_000n)
    for (const { feePpm } of Object.values(contractClasses)) expect(feePpm).toBe(400n)
  })

  test('the limits are 50 positions and 200 000 USDT', () => {
    expect([maxOpenPositions, maxNotional, warningPercents]).toEqual([50, 200_000_000_000n, [100n, 75n]])
  })
})

test('a pair in yen is worth its yen at the index of USDJPY, in euro at that of EURUSD', () => {
  expect(rateSourceOf('USD')).toBeNull()
  expect(rateSourceOf('JPY')).toEqual({ code: 'USDJPY', isBase: false })
  expect(rateSourceOf('EUR')).toEqual({ code: 'EURUSD', isBase: true })
  const rate = quoteRate({ code: 'USDJPY', isBase: false }, { price: 150_000_000n, precision: 6 })
  const at = { lots: 1n, leverage: 1, price: 150_000_000n, rate }
  expect(openingOf({ ...usdjpy, precision: 6 }, at)).toMatchObject({ notional: 100_000_000n, margin: 100_000_000n })
  const euro = quoteRate({ code: 'EURUSD', isBase: true }, { price: 1_085_000_000n, precision: 9 })
  expect(openingOf({ ...usdjpy, precision: 6 }, { ...at, price: 1_000_000n, rate: euro }).notional).toBe(108_500_000n)
  expect(() => quoteRate({ code: 'USDJPY', isBase: false }, { price: 0n, precision: 6 })).toThrow('no price')
})

describe('stop loss and take profit', () => {
  const sides = { bid: 1000n, ask: 1010n }
  test.each([
    ['BUY', 990n, 1020n, null],
    ['BUY', 991n, 1020n, 'stopLossUnreasonable'],
    ['BUY', 990n, 1019n, 'takeProfitUnreasonable'],
    ['BUY', 1020n, 990n, 'stopAndTakeUnreasonable'],
    ['BUY', 901n, null, null],
    ['BUY', 900n, null, 'stopLossUnreasonable'],
    ['SELL', 1020n, 990n, null],
    ['SELL', 1019n, 990n, 'stopLossUnreasonable'],
    ['SELL', 1020n, 991n, 'takeProfitUnreasonable'],
    ['SELL', 1099n, 1n, null],
    ['SELL', 1100n, 0n, 'stopAndTakeUnreasonable'],
    ['SELL', null, null, null],
  ] as const)('%s with a stop at %s and a target at %s: %s', (side, stopLoss, takeProfit, refusal) => {
    const closeOut = side === 'BUY' ? 900n : 1100n
    expect(refusedStops({ stopLoss, takeProfit }, { side, sides, closeOut })).toBe(refusal)
  })

  test('a position that no price closes out takes any stop on its side', () => {
    expect(stopsBounds({ side: 'BUY', sides, closeOut: null }).stopLoss).toEqual({ from: 1n, to: 990n })
    expect(refusedStops({ stopLoss: 10n ** 12n, takeProfit: null }, { side: 'SELL', sides, closeOut: null })).toBeNull()
  })

  test.each([
    ['BUY', { bid: 990n, ask: 1000n }, 'SL'],
    ['BUY', { bid: 991n, ask: 1001n }, null],
    ['BUY', { bid: 1020n, ask: 1030n }, 'TP'],
    ['BUY', { bid: 1n, ask: 11n }, 'SL'],
    ['SELL', { bid: 1010n, ask: 1020n }, 'TP'],
    ['SELL', { bid: 1011n, ask: 1021n }, null],
    ['SELL', { bid: 1100n, ask: 1110n }, 'SL'],
  ] as const)('%s at %o: %s', (side, at, hit) => {
    const stops = side === 'BUY' ? { stopLoss: 990n, takeProfit: 1020n } : { stopLoss: 1110n, takeProfit: 1020n }
    expect(triggeredStop(side, at, stops)).toBe(hit)
  })

  test('price, distance and money agree in both directions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('BUY', 'SELL'),
        fc.bigInt(-500_000_000n, 500_000_000n),
        fc.bigInt(1n, 10n ** 13n),
        (side, money, units) => {
          const position = { side, open: 1_085_050_000n, units, precision: 9, margin: 1n, financing: 0n } as const
          const price = priceAtMoney({ ...position, rate: parity }, money)
          const profitAt = (close: bigint) => profitOf(position, { bid: close, ask: close }, parity)
          const worse = side === 'BUY' ? price - 1n : price + 1n
          expect(profitAt(price)).toBeGreaterThanOrEqual(money)
          expect(profitAt(worse)).toBeLessThan(money)
          expect(priceAtDistance(position, distanceOfPrice(position, price))).toBe(price)
        },
      ),
    )
  })
})

describe('orders', () => {
  const sides = { bid: 1000n, ask: 1010n }
  test.each([
    ['LIMIT', 'BUY', 1010n, true],
    ['LIMIT', 'BUY', 1009n, false],
    ['LIMIT', 'SELL', 1000n, true],
    ['LIMIT', 'SELL', 1001n, false],
    ['STOP', 'BUY', 1010n, true],
    ['STOP', 'BUY', 1011n, false],
    ['STOP', 'SELL', 1000n, true],
    ['STOP', 'SELL', 999n, false],
  ] as const)('%s %s at %s is triggered: %s', (type, side, price, hit) => {
    expect(isTriggered({ type, side, price }, sides)).toBe(hit)
    expect(isPendingPrice({ type, side, price }, sides)).toBe(!hit)
  })

  test('a date ends an order at its moment', () => {
    expect([isExpired(null, 5), isExpired(6, 5), isExpired(5, 5)]).toEqual([false, false, true])
  })

  test('slippage is bounded against the customer alone', () => {
    const pip = 100_000n
    const bound = { side: 'BUY', seen: 1_085_050_000n, maxPips: 2n } as const
    const beyond = (filled: bigint) => isBeyondSlippage(eurusd, { ...bound, filled })
    expect([beyond(bound.seen + 2n * pip), beyond(bound.seen + 2n * pip + 1n), beyond(1n)]).toEqual([
      false,
      true,
      false,
    ])
    const short = { ...bound, side: 'SELL', filled: bound.seen - 3n * pip } as const
    expect([isBeyondSlippage(eurusd, short), isBeyondSlippage(eurusd, { ...short, maxPips: null })]).toEqual([
      true,
      false,
    ])
  })
})

describe('close-out', () => {
  test('the close-out price is the first at which the level is 50 %, to the last unit', () => {
    const one = fc.record({
      side: fc.constantFrom('BUY', 'SELL'),
      lots: fc.bigInt(1n, 300n),
      leverage: fc.constantFrom(5, 10, 30),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), fc.bigInt(0n, 5_000_000_000n), (orders, over) => {
        const sides = sidesOf(eurusd, 1_085_000_000n)
        const positions = orders.map(({ side, lots, leverage }): Marked => {
          const open = openingPrice(side, sides)
          const { units, margin } = openingOf(eurusd, { lots, leverage, price: open, rate: parity })
          return { holding: { side, units, open, precision: 9, margin, financing: 0n }, sides, rate: parity }
        })
        const cash = positions.reduce((sum, { holding }) => sum + holding.margin, over)
        const [first, ...others] = positions as [Marked, ...Marked[]]
        const price = closeOutPrice(first, accountState(cash, positions))
        const levelled = (at: bigint): boolean => {
          const { equity, margin } = accountState(cash, [{ ...first, sides: { bid: at, ask: at } }, ...others])
          return isLevelWithin(50n, equity, margin)
        }
        if (price === null) return
        expect(levelled(price)).toBe(true)
        expect(levelled(first.holding.side === 'BUY' ? price + 1n : price - 1n)).toBe(false)
      }),
    )
  })

  test('profit that is not realised is no money to open with, a loss is', () => {
    const sides = { bid: 1_100_000_000n, ask: 1_100_000_000n }
    const holding = {
      side: 'BUY',
      units: 10n ** 11n,
      open: 1_000_000_000n,
      precision: 9,
      margin: 50n,
      financing: 0n,
    } as const
    expect(accountState(1000n, [{ holding, sides, rate: parity }])).toMatchObject({ profit: 100_000_000n, free: 950n })
    const short = { ...holding, side: 'SELL' } as const
    expect(accountState(1000n, [{ holding: short, sides, rate: parity }])).toMatchObject({ free: 0n })
  })
})

describe('closing in parts', () => {
  test('the parts sum to the whole and every entry sums to zero; splitting never pays', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(eurusd, btcusdt),
        fc.constantFrom('BUY', 'SELL'),
        fc.array(fc.bigInt(1n, 40n), { minLength: 1, maxLength: 8 }),
        fc.bigInt(1n, 3_000n),
        fc.bigInt(0n, 10_000n),
        (instrument, side, parts, thousandths, financing) => {
          const open = instrument.refUnits
          const price = (open * thousandths) / 1000n + 1n
          const lots = parts.reduce((sum, part) => sum + part, 0n)
          const { units, margin, fee } = openingOf(instrument, { lots, leverage: 2, price: open, rate: parity })
          const whole = { side, open, lots, units, margin, feeOpen: fee, financing } as const
          const once = closingOf(instrument, whole, { lots, price, rate: parity })
          const sums = { margin: 0n, feeOpen: 0n, financing: 0n, customer: 0n }
          let rest: typeof once.rest = whole
          for (const part of parts) {
            if (rest === null) throw new Error('closed too early')
            const closing = closingOf(instrument, rest, { lots: part, price, rate: parity })
            expect(Object.values(closing.entries).reduce((sum, entry) => sum + entry, 0n)).toBe(0n)
            expect(closing.entries.rounding).toBeGreaterThanOrEqual(0n)
            sums.margin += closing.marginReleased
            sums.feeOpen += closing.feeOpen
            sums.financing += closing.financing
            sums.customer += closing.entries.customer
            rest = closing.rest
          }
          expect(rest).toBeNull()
          expect(sums).toMatchObject({ margin, feeOpen: fee, financing })
          expect(sums.customer).toBeLessThanOrEqual(once.entries.customer)
          // At most two units a part, those of the profit and of the fee.
          expect(once.entries.customer - sums.customer).toBeLessThanOrEqual(2n * BigInt(parts.length))
        },
      ),
      { numRuns: 10_000 },
    )
  })

  test('lots that are not open are refused', () => {
    const whole = { side: 'BUY', open: 1n, lots: 5n, units: 5n, margin: 5n, feeOpen: 1n, financing: 0n } as const
    for (const lots of [0n, 6n, -1n]) {
      expect(() => closingOf(eurusd, whole, { lots, price: 1n, rate: parity })).toThrow(RangeError)
    }
  })

  test('what the protecting reserve does not hold the house pays', () => {
    expect(protectionOf(-300n, 200n)).toEqual({ amount: 300n, fromReserve: 200n, fromHouse: 100n })
    expect(protectionOf(5n, 200n)).toEqual({ amount: 0n, fromReserve: 0n, fromHouse: 0n })
  })
})
