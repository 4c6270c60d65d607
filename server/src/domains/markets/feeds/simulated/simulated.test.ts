import { describe, expect, test } from 'vitest'
import { loadCalendars } from '../../calendars/calendar-book.ts'
import type { Instrument } from '../../catalogue/instrument.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { exponential } from './simulated-price.ts'
import { publishedSeeds, seedHash, seedsOf } from './simulated-seeds.ts'
import { memoryDays } from './simulated-levels.ts'
import { simulated } from './simulated.ts'

const catalogue = loadCatalogue()
const calendars = loadCalendars()
const secret = new TextEncoder().encode('a secret for tests, never elsewhere')
const market = () => simulated({ instruments: catalogue, calendars, seeds: seedsOf(secret) })
const one = (code: string): Instrument => {
  const found = catalogue.find((instrument) => instrument.code === code)
  if (found === undefined) throw new Error(`no ${code}`)
  return found
}
const ms = (iso: string): number => Date.parse(iso)
const second = (iso: string): number => ms(iso) / 1000
const friday = second('2026-11-20T15:00:00Z')
const day = 86_400

/** Annual volatility measured on prices `step` open seconds apart. */
function measured(prices: readonly bigint[], perYear: number): number {
  let sum = 0
  for (let index = 1; index < prices.length; index += 1) {
    sum += Math.log(Number(prices[index]) / Number(prices[index - 1])) ** 2
  }
  return Math.sqrt((sum / (prices.length - 1)) * perYear)
}

describe('the simulated market', () => {
  test('gives every process the same prices', () => {
    const sim = market()
    const prices = ['BTCUSDT', 'EURUSD', 'AAPL', 'ES.F', 'XAUUSD', 'PEPEUSDT'].map((code) =>
      String(sim.priceAt(one(code), friday)),
    )
    expect(prices).toEqual(['5201896123', '1171574219', '3087934140', '6734736527', '5128596679', '5474559998'])
  })

  test('returns the same in any order of requests and from any instance', () => {
    const seconds = Array.from({ length: 300 }, (_, index) => friday - ((index * 7_919_317) % (700 * day)))
    const codes = ['BTCUSDT', 'ETHUSDT', 'EURUSD', 'NVDA', 'HSI.F']
    const request = (sim: ReturnType<typeof market>, at: number) => codes.map((code) => sim.priceAt(one(code), at))
    const forward = market()
    const backward = market()
    const requested = seconds.map((at) => request(forward, at))
    expect(seconds.toReversed().map((at) => request(backward, at))).toEqual(requested.toReversed())
    backward.candlesOf(one('NVDA'), { interval: '1h', from: 0, to: friday * 1000, limit: 50 })
    backward.lastHundredCloses(one('BTCUSDT'), friday * 1000)
    expect(request(backward, friday)).toEqual(request(market(), friday))
  })

  test('has no price while the instrument is closed, and one in every second while it is open', () => {
    const sim = market()
    expect(sim.priceAt(one('AAPL'), second('2026-11-20T14:29:59Z'))).toBeUndefined()
    expect(sim.priceAt(one('AAPL'), second('2026-11-20T14:30:00Z'))).toBeDefined()
    expect(sim.priceAt(one('AAPL'), second('2026-11-20T20:59:59Z'))).toBeDefined()
    expect(sim.priceAt(one('AAPL'), second('2026-11-20T21:00:00Z'))).toBeUndefined()
    expect(sim.priceAt(one('AAPL'), second('2026-11-26T16:00:00Z'))).toBeUndefined()
    for (let at = 0; at < 3600; at += 1) expect(sim.priceAt(one('BTCUSDT'), friday + at)).toBeDefined()
  })

  test('every instrument has a price of at least seven significant digits, for two years', () => {
    const sim = market()
    for (const instrument of catalogue) {
      for (const age of [0, 1, 30, 365, 730]) {
        const point = sim.priceAtOrBefore(instrument, (friday - age * day) * 1000)
        expect(point?.price, instrument.code).toBeGreaterThan(1_000_000n)
      }
    }
  })

  test('Bitcoin stays around 52 100 over two years', () => {
    const sim = market()
    const days = Array.from({ length: 730 }, (_, age) => Number(sim.priceAt(one('BTCUSDT'), friday - age * day)) / 1e5)
    const mean = days.reduce((sum, price) => sum + price, 0) / days.length
    expect(mean).toBeGreaterThan(52_100 * 0.92)
    expect(mean).toBeLessThan(52_100 * 1.08)
    expect(Math.max(...days)).toBeLessThan(52_100 * 1.6)
    expect(Math.min(...days)).toBeGreaterThan(52_100 * 0.6)
  })

  test.each([
    ['a second', 1, 20_000, 0.03],
    ['a minute', 60, 20_000, 0.03],
    ['an hour', 3600, 8000, 0.05],
    ['a day', day, 720, 0.1],
  ])('moves by the measured volatility from %s to the next', (_, step, count, tolerance) => {
    const sim = market()
    const btc = one('BTCUSDT')
    const prices = Array.from({ length: count }, (__, index) => sim.priceAt(btc, friday - index * step) as bigint)
    const year = 365 * day
    expect(Math.abs(measured(prices, year / step) / btc.volAnnual - 1)).toBeLessThan(tolerance)
  })

  test('a share keeps its volatility from close to close', () => {
    const sim = market()
    const closes = sim
      .candlesOf(one('NVDA'), { interval: '1d', from: 0, to: friday * 1000, limit: 480 })
      .map((candle) => candle.close)
    expect(closes).toHaveLength(480)
    expect(Math.abs(measured(closes, 251) / one('NVDA').volAnnual - 1)).toBeLessThan(0.12)
  })

  test('a market opens where it closed: closed time moves no price', () => {
    const sim = market()
    const close = sim.priceAt(one('ES.F'), second('2026-11-20T21:59:59Z')) as bigint
    const open = sim.priceAt(one('ES.F'), second('2026-11-22T23:00:00Z')) as bigint
    expect(Math.abs(Number(open) / Number(close) - 1)).toBeLessThan(0.001)
  })

  test('a micro contract moves with the full one', () => {
    const sim = market()
    expect(sim.priceAt(one('MES.F'), friday)).toBe(sim.priceAt(one('ES.F'), friday))
  })

  test('priceAtOrBefore freezes the last price of a session', () => {
    const sim = market()
    const sunday = ms('2026-11-22T12:00:00Z')
    const last = second('2026-11-20T20:59:59Z')
    expect(sim.priceAtOrBefore(one('AAPL'), sunday)).toEqual({ ts: last * 1000, price: sim.priceAt(one('AAPL'), last) })
    expect(sim.priceAtOrBefore(one('BTCUSDT'), friday * 1000 + 999)).toEqual({
      ts: friday * 1000,
      price: sim.priceAt(one('BTCUSDT'), friday),
    })
  })

  test('the hundred are the closes of the last minutes that had prices', () => {
    const sim = market()
    const hundred = sim.lastHundredCloses(one('AAPL'), ms('2026-11-20T15:00:30Z'))
    expect(hundred).toHaveLength(100)
    expect(hundred.at(-1)).toBe(sim.priceAt(one('AAPL'), second('2026-11-20T14:59:59Z')))
    expect(hundred.at(-31)).toBe(sim.priceAt(one('AAPL'), second('2026-11-19T20:59:59Z')))
  })
})

describe('simulated candles', () => {
  const sim = market()
  const btc = one('BTCUSDT')

  test('a minute is its sixty seconds', () => {
    for (const code of ['BTCUSDT', 'NVDA', 'EURUSD']) {
      const [candle] = sim.candlesOf(one(code), {
        interval: '1m',
        from: friday * 1000,
        to: (friday + 60) * 1000,
        limit: 10,
      })
      const prices = Array.from({ length: 60 }, (_, index) => sim.priceAt(one(code), friday + index) as bigint)
      const sorted = prices.toSorted((a, b) => Number(a - b))
      expect(candle).toMatchObject({
        ts: friday * 1000,
        open: prices[0],
        high: sorted[59],
        low: sorted[0],
        close: prices[59],
      })
    }
  })

  test.each(['5m', '15m', '1h', '4h', '1d', '1w'] as const)('%s candles contain their minutes exactly', (interval) => {
    for (const code of ['ETHUSDT', 'GC.F']) {
      const [candle] = sim.candlesOf(one(code), {
        interval,
        from: ms('2026-11-01T00:00:00Z'),
        to: ms('2026-11-16T00:00:00Z'),
        limit: 1,
      })
      const from = candle?.ts ?? 0
      const minutes = sim.candlesOf(one(code), { interval: '1m', from, to: ms('2026-11-16T00:00:00Z'), limit: 20_000 })
      expect(candle).toEqual({
        ts: from,
        open: minutes[0]?.open,
        close: minutes.at(-1)?.close,
        high: minutes.reduce((high, { high: other }) => (other > high ? other : high), 0n),
        low: minutes.reduce((low, { low: other }) => (other < low ? other : low), 10n ** 18n),
        volume: minutes.reduce((sum, { volume }) => sum + volume, 0n),
      })
    }
  })

  test('the candle that is still running holds the seconds before `to`', () => {
    const [candle] = sim.candlesOf(btc, { interval: '1h', from: friday * 1000, to: (friday + 90) * 1000, limit: 10 })
    expect(candle?.close).toBe(sim.priceAt(btc, friday + 89))
  })

  test('closed minutes have no candle; weeks start on Monday', () => {
    const weekend = {
      interval: '1m',
      from: ms('2026-11-20T20:58:00Z'),
      to: ms('2026-11-23T14:32:00Z'),
      limit: 10,
    } as const
    expect(sim.candlesOf(one('AAPL'), weekend).map(({ ts }) => ts)).toEqual(
      ['2026-11-20T20:58:00Z', '2026-11-20T20:59:00Z', '2026-11-23T14:30:00Z', '2026-11-23T14:31:00Z'].map(ms),
    )
    const weeks = sim.candlesOf(btc, { interval: '1w', from: 0, to: friday * 1000, limit: 104 })
    expect(weeks).toHaveLength(104)
    expect(weeks.at(-1)?.ts).toBe(ms('2026-11-16T00:00:00Z'))
  })

  test('volume is never negative and differs from minute to minute', () => {
    const volumes = sim
      .candlesOf(btc, { interval: '1m', from: 0, to: friday * 1000, limit: 1000 })
      .map(({ volume }) => volume)
    expect(volumes.every((volume) => volume > 0n)).toBe(true)
    expect(new Set(volumes).size).toBeGreaterThan(900)
  })
})

describe('seeds', () => {
  const seeds = seedsOf(secret)
  const today = Math.floor(friday / day)

  test('a day is regenerated from its published seed and those before it, and from no other', () => {
    const published = new Map(
      Array.from({ length: memoryDays + 1 }, (_, age) => [today - age, seeds.daySeed(today - age)] as const),
    )
    const stranger = simulated({ instruments: catalogue, calendars, seeds: publishedSeeds(published) })
    const sim = market()
    for (let at = 0; at < 600; at += 7)
      expect(stranger.priceAt(one('BTCUSDT'), friday + at)).toBe(sim.priceAt(one('BTCUSDT'), friday + at))
    expect(() => stranger.priceAt(one('BTCUSDT'), friday + day)).toThrow('not been published')
  })

  test('the hash of a seed can be checked against the seed', () => {
    expect(seedHash(seeds.daySeed(today))).toMatch(/^[0-9a-f]{64}$/)
    expect(seedHash(seeds.daySeed(today))).not.toBe(seedHash(seeds.daySeed(today + 1)))
  })

  test('another secret is another market', () => {
    const other = simulated({ instruments: catalogue, calendars, seeds: seedsOf(new TextEncoder().encode('another')) })
    expect(other.priceAt(one('BTCUSDT'), friday)).not.toBe(market().priceAt(one('BTCUSDT'), friday))
  })
})

test('exponential agrees with Math.exp to twelve digits', () => {
  for (let x = -6; x <= 6; x += 0.0173) expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-12)
})
