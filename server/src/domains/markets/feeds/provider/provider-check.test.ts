import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instrumentOf } from '../../../../../test/fakes/provider.ts'
import { createQuoteCheck } from './provider-check.ts'
import type { ProviderQuote } from './provider.ts'

const btc = instrumentOf('BTCUSDT')
const now = 1_795_000_000_000
const checkOf = (consecutive = false) => createQuoteCheck({ bySymbol: new Map([['BTC', btc]]), consecutive })
const quote = (change: Partial<ProviderQuote> = {}): ProviderQuote => ({
  symbol: 'BTC',
  bid: '100.00',
  ask: '100.02',
  at: undefined,
  ...change,
})
const last = (text: string): ProviderQuote => ({ symbol: 'BTC', last: text, at: undefined })

describe('what a quote is worth', () => {
  test('the middle of bid and ask, half-even to the instrument’s precision', () => {
    const mids = (
      [
        ['100.00', '100.02'],
        ['100.00', '100.01'],
        ['100.01', '100.02'],
        ['100.004999999', '100.005000001'],
        ['0.01', '0.01'],
      ] as const
    ).map(([bid, ask]) => checkOf()(quote({ bid, ask }), now).price?.mid)
    expect(mids).toEqual([10_001_000n, 10_000_500n, 10_001_500n, 10_000_500n, 1000n])
  })

  test('the last price where there is no pair, which one side alone is not', () => {
    expect(checkOf()(last('52100.5'), now).price?.mid).toBe(5_210_050_000n)
    expect(checkOf()({ symbol: 'BTC', bid: '1', last: '3', at: undefined }, now).price?.mid).toBe(300_000n)
    expect(checkOf()({ symbol: 'BTC', bid: '1', at: undefined }, now).fault).toBe('badPrice')
  })

  test.each([
    '0',
    '0.000',
    '-1',
    '+1',
    '',
    ' 1',
    '1 ',
    '1,5',
    '1e5',
    '0x10',
    'NaN',
    'Infinity',
    '٣',
    '1.',
    '.5',
    '01',
    `1${'0'.repeat(18)}`,
    `0.${'1'.repeat(19)}`,
    '9'.repeat(5000),
  ])('%j is no price', (text) => {
    expect(checkOf()(last(text), now)).toEqual({ code: 'BTCUSDT', fault: 'badPrice' })
    const fault = ['', '0', '0.000'].includes(text) ? undefined : 'badPrice'
    for (const sides of [{ bid: text }, { ask: text }, { bid: text, ask: text }]) {
      const checked = checkOf()(quote(sides), now)
      expect([checked.price, checked.fault]).toEqual([undefined, fault])
    }
  })

  test('a side at zero is an empty one: the last price counts where it is stated, and otherwise nothing does', () => {
    expect(checkOf()(quote({ bid: '0' }), now)).toEqual({ code: 'BTCUSDT' })
    expect(checkOf()(quote({ ask: '0.00', last: '100.01' }), now).price?.mid).toBe(10_001_000n)
    expect(checkOf()(quote({ bid: '0', ask: '0', last: '0' }), now).fault).toBe('badPrice')
  })

  test('less than half a unit of the instrument is no price', () => {
    expect(checkOf()(last('0.000005'), now).fault).toBe('badPrice')
    expect(checkOf()(last('0.0000051'), now).price?.mid).toBe(1n)
  })

  test('a bid above its ask is no price', () => {
    expect(checkOf()(quote({ bid: '100.03' }), now).fault).toBe('badPrice')
  })

  test('a bad quote leaves no trace in the order of those that follow', () => {
    const check = checkOf()
    expect(check(quote({ seq: 5, at: now - 9000 }), now).fault).toBeUndefined()
    expect(check(quote({ seq: 900, at: now, bid: '-1' }), now).fault).toBe('badPrice')
    expect(check(quote({ seq: 6, at: now - 8000 }), now).price).toEqual({ mid: 10_001_000n, at: now - 8000 })
  })
})

describe('when a quote is from', () => {
  test('its age counts from the provider’s time, or from when it was received where that is earlier or there is none', () => {
    expect(checkOf()(quote({ at: now - 700 }), now).price?.at).toBe(now - 700)
    expect(checkOf()(quote({ at: now + 2000 }), now).price?.at).toBe(now)
    expect(checkOf()(quote(), now).price?.at).toBe(now)
  })

  test('more than two seconds ahead of us is the future; a broken time is garbage', () => {
    expect(checkOf()(quote({ at: now + 2001 }), now).fault).toBe('fromTheFuture')
    for (const at of [Number.NaN, -1, 1.5, Infinity, 2 ** 53])
      expect(checkOf()(quote({ at }), now).fault).toBe('garbage')
    for (const seq of [Number.NaN, -1, 1.5]) expect(checkOf()(quote({ seq }), now).fault).toBe('garbage')
  })

  test('what comes from before what is known is no price; the same moment again is', () => {
    const check = checkOf()
    check(quote({ at: now - 100 }), now)
    expect(check(quote({ at: now - 101 }), now).fault).toBe('outOfOrder')
    expect(check(quote({ at: now - 100 }), now).fault).toBeUndefined()
  })

  test('a provider that began to count anew, or whose clock was mended, is believed after twenty quotes', () => {
    const check = checkOf()
    check(quote({ seq: 2 ** 52, at: now + 1900 }), now)
    const seen = Array.from({ length: 25 }, (_, seq) => check(quote({ seq, at: now }), now).fault)
    expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'outOfOrder'))
    expect(seen.slice(20)).toEqual(Array.from({ length: 5 }, () => undefined))
  })

  test('running numbers: repeated, backward, and with holes', () => {
    const check = checkOf(true)
    const seen = [7, 8, 8, 6, 10, 11].map((seq) => check(quote({ seq }), now))
    expect(seen.map(({ fault }) => fault)).toEqual([undefined, undefined, 'duplicate', 'outOfOrder', 'gap', undefined])
    expect(seen.map(({ price }) => price !== undefined)).toEqual([true, true, false, false, true, true])
    const rising = checkOf()
    expect([7, 9].map((seq) => rising(quote({ seq }), now).fault)).toEqual([undefined, undefined])
  })
})

test('a symbol that was not requested is no price', () => {
  for (const symbol of ['ETH', '', '__proto__', 'constructor'])
    expect(checkOf()(quote({ symbol }), now)).toEqual({ fault: 'wrongSymbol' })
})

test('whatever is stated: never a price that is not above zero, never one of another symbol, never a throw', () => {
  const text = fc.oneof(
    fc.string(),
    fc.float().map(String),
    fc.bigInt().map(String),
    fc.constantFrom('0', '1.00', '-1'),
  )
  const any = fc.record(
    {
      symbol: fc.oneof(fc.constant('BTC'), fc.string()),
      bid: text,
      ask: text,
      last: text,
      at: fc.oneof(fc.constant(undefined), fc.double(), fc.integer({ min: now - 10_000, max: now + 10_000 })),
      seq: fc.oneof(fc.integer(), fc.double()),
    },
    { requiredKeys: ['symbol', 'at'] },
  )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 20 }), fc.boolean(), (quotes, consecutive) => {
      const check = checkOf(consecutive)
      let newest = 0
      for (const one of quotes) {
        const { code, price, fault } = check(one as ProviderQuote, now)
        const isEmpty = [one.bid, one.ask].some((side) => side !== undefined && /^[0.]*$/.test(side))
        if (price === undefined) expect(fault !== undefined || isEmpty).toBe(true)
        else {
          expect([code, one.symbol]).toEqual(['BTCUSDT', 'BTC'])
          expect(price.mid > 0n && price.at <= now).toBe(true)
          if (one.at !== undefined) expect(price.at).toBeGreaterThanOrEqual((newest = Math.max(newest, price.at)))
        }
      }
    }),
    { numRuns: 2000 },
  )
})
