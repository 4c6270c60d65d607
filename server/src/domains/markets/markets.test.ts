import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  getKValueByCodeAndDate,
  getMarketInfo,
  intervals,
  listMarketByType,
  type Interval,
} from '@evenhand/protocol/markets.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { simulated } from '../../../test/simulated-markets.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { createMarkets, type Markets } from './index.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

// Tuesday 2026-03-10, 12:07:20 UTC: currencies and futures trade, New York's shares do not yet.
const start = 1_773_144_440_000
const seconds = 250
let database: TestDatabase
let markets: Markets
const clock = manualClock(start)
const optionTerms = () => [{ limitTime: 60, min: '5', max: '200', payoutRate: '0.94', earlySale: false }]
const deps = () => simulated(database, clock, { optionTerms })

async function run(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    clock.advance(1000)
    await markets.tick()
  }
}

beforeAll(async () => {
  database = await testDatabase()
  markets = await createMarkets(deps())
  await markets.start()
  await run(seconds)
})
afterAll(async () => {
  await markets.stop()
  await database.close()
})

const list = async (request: Parameters<Markets['listMarkets']>[0], lang: 'zh' | 'en' = 'en') => {
  const raw = await markets.listMarkets(request, lang)
  const envelope = JSON.parse(raw.body.toString()) as { code: number; result: unknown }
  expect(envelope.code).toBe(200)
  return { raw, result: z.parse(listMarketByType.result, envelope.result) }
}
const rows = async (request: Parameters<Markets['listMarkets']>[0]) => {
  const { result } = await list(request)
  return Array.isArray(result) ? result : result.rows
}
const units = (text: string | undefined, precision: number) => parseUnits(text, precision) ?? 0n

test('every open instrument has a tick each second, from the record; a closed one has none', async () => {
  const now = clock.now()
  const windows = markets.instruments().map(({ code }) => ({ code, from: now - 29_999, to: now }))
  const ticks = await markets.ticks(windows)
  let open = 0
  markets.instruments().forEach(({ code }, index) => {
    const expected = markets.session(code, now).open ? 30 : 0
    open += expected === 30 ? 1 : 0
    expect([code, ticks[index]?.length]).toEqual([code, expected])
    expect(ticks[index]?.at(-1)).toEqual(expected === 30 ? markets.latest(code) : undefined)
  })
  expect(open).toBeGreaterThan(500)
  expect(open).toBeLessThan(1061)
})

test('the whole list has a price, a change and a hundred closes for each instrument of the five types', async () => {
  const { raw, result } = await list({})
  expect(result).toHaveLength(1061)
  const all = result as z.output<typeof listMarketByType.result> & { length: number }
  expect(brotliDecompressSync(raw.br ?? Buffer.alloc(0)).equals(raw.body)).toBe(true)
  expect(gunzipSync(raw.gzip ?? Buffer.alloc(0)).equals(raw.body)).toBe(true)
  expect(raw.br?.length).toBeLessThan(raw.body.length / 2)
  for (const item of Array.isArray(all) ? all : []) {
    expect([item.code, item.hundred.length, item.feedKind]).toEqual([item.code, 100, 'simulated'])
    expect(item.price).toBe(item.nowPrice)
    expect(item.zdf).toMatch(/^-?\d+\.\d\d$/)
    expect(item.session.open).toBe(markets.session(item.code, clock.now()).open)
  }
})

test('the list is encoded once a second for all callers of the same request, and named by an ETag that changes with it', async () => {
  const first = await markets.listMarkets({ type: 2 }, 'en')
  expect(await markets.listMarkets({ type: 2 }, 'en')).toBe(first)
  const others = await Promise.all([
    markets.listMarkets({ type: 2 }, 'zh'),
    markets.listMarkets({ type: 1 }, 'en'),
    markets.listMarkets({ type: 2, size: 20 }, 'en'),
  ])
  expect(new Set([first, ...others].map((raw) => raw.etag)).size).toBe(4)
  await run(1)
  expect((await markets.listMarkets({ type: 2 }, 'en')).etag).not.toBe(first.etag)
})

test('the list is filtered, searched, sorted and paged', async () => {
  expect((await rows({ type: 5, subType: 'metal' })).every((item) => item.type === 5 && item.subType === 'metal')).toBe(
    true,
  )
  expect((await rows({ q: 'btcusd' })).map((item) => item.code)).toContain('BTCUSDT')
  expect((await rows({ q: ' Bitcoin ' })).map((item) => item.code)).toContain('BTCUSDT')
  const { result } = await list({ q: '比特币' }, 'zh')
  expect(Array.isArray(result) ? result[0]?.code : '').toBe('BTCUSDT')
  expect(await rows({ q: 'no such thing' })).toEqual([])
  const rising = (await rows({ type: 2, sort: 'zdf' })).map((item) => units(item.zdf, 2))
  expect(rising).toEqual(rising.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  const dearest = await rows({ sort: '-price', size: 2 })
  expect(dearest).toHaveLength(2)
  expect(units(dearest[0]?.price, 12)).toBeGreaterThanOrEqual(units(dearest[1]?.price, 12))
  const whole = await rows({ type: 3, sort: 'code' })
  const page = await list({ type: 3, sort: 'code', page: 2, size: 7 })
  expect(page.result).toMatchObject({ total: whole.length, page: 2, size: 7 })
  expect((await rows({ type: 3, sort: 'code', page: 2, size: 7 })).map((item) => item.code)).toEqual(
    whole.slice(7, 14).map((item) => item.code),
  )
})

/** The same candles from single prices: stored, running and generated ones must equal them. */
const candlesOf = async (code: string, interval: Interval, more: { from?: number; to?: number; limit?: number } = {}) =>
  z.parse(getKValueByCodeAndDate.result, await markets.listCandles({ code, interval, ...more }))

test('candles of every interval agree with each other across generated history, the record and the running minute', async () => {
  const minutes = await candlesOf('BTCUSDT', '1m', { limit: 1000 })
  expect(minutes).toHaveLength(1000)
  expect(minutes.at(-1)?.[0]).toBe(Math.floor(clock.now() / minuteMs) * minuteMs)
  expect(minutes.at(-1)?.[4]).toBe((await rows({ q: 'BTCUSDT' }))[0]?.price)
  minutes.slice(1).forEach((candle, index) => expect(candle[0]).toBe((minutes[index]?.[0] ?? 0) + minuteMs))
  for (const interval of ['5m', '15m', '1h', '4h'] as const) {
    const [last] = (await candlesOf('BTCUSDT', interval, { limit: 1 })).slice(-1)
    const parts = minutes.filter(([ts]) => ts >= (last?.[0] ?? 0))
    expect([interval, last?.slice(0, 5)]).toEqual([
      interval,
      [
        Math.floor(clock.now() / intervals[interval]) * intervals[interval],
        parts[0]?.[1],
        parts.map((part) => part[2]).reduce((a, b) => (units(b, 2) > units(a, 2) ? b : a)),
        parts.map((part) => part[3]).reduce((a, b) => (units(b, 2) < units(a, 2) ? b : a)),
        parts.at(-1)?.[4],
      ],
    ])
  }
})

test('two years of history are there in the first minute, and weeks begin on Monday', async () => {
  const days = await candlesOf('EURUSD', '1d', { limit: 1000 })
  expect(days.length).toBeGreaterThan(2 * 250)
  const weeks = await candlesOf('BTCUSDT', '1w', { limit: 1000 })
  expect(weeks.length).toBeGreaterThan(100)
  for (const [ts] of weeks) expect((ts / 86_400_000 + 3) % 7).toBe(0)
})

test('candles are returned for the requested time, and an unknown instrument is refused', async () => {
  const from = start - 40 * minuteMs
  const requested = await candlesOf('BTCUSDT', '1m', { from, to: from + 10 * minuteMs })
  expect(requested).toHaveLength(10)
  expect(requested.every(([ts]) => ts >= from && ts <= from + 10 * minuteMs)).toBe(true)
  expect(await candlesOf('BTCUSDT', '1m', { from: clock.now() + minuteMs })).toEqual([])
  expect(await candlesOf('BTCUSDT', '1m', { from: 1000, to: 0 })).toEqual([])
  await expect(markets.listCandles({ code: 'NOPE', interval: '1m' })).rejects.toMatchObject({ key: 'notFound' })
})

test('change is measured from the last price at or before 24 hours ago', async () => {
  const now = markets.latest('BTCUSDT')
  const yesterday = (
    await candlesOf('BTCUSDT', '1m', { from: start - 86_400_000 - minuteMs, to: (now?.ts ?? 0) - 86_400_000 })
  )
    .map((candle) => candle.slice(2, 4).map((text) => units(String(text), 2)))
    .at(-1)
  const price = (now?.price ?? 0n) / 1000n
  const zdf = units((await rows({ q: 'BTCUSDT' }))[0]?.zdf, 2)
  const [high = 1n, low = 1n] = yesterday ?? []
  expect(zdf).toBeGreaterThanOrEqual(((price - high) * 10_000n) / high - 1n)
  expect(zdf).toBeLessThanOrEqual(((price - low) * 10_000n) / low + 1n)
})

test('an instrument shows what it is, its hours, its day and the terms of its options', async () => {
  const info = z.parse(getMarketInfo.result, await markets.marketInfo('EURUSD', 'en'))
  expect(info).toMatchObject({
    pip: '0.00001',
    base: 'EUR',
    quote: 'USD',
    options: [{ limitTime: 60 }],
    calendar: { week: expect.any(Array) },
  })
  const [day] = await candlesOf('EURUSD', '1d', { limit: 1 })
  expect(info.day).toEqual({ open: day?.[1], high: day?.[2], low: day?.[3] })
  expect(info.item.volume).toBe((await rows({ q: 'EURUSD' }))[0]?.volume)
  expect(info.item.volume).toMatch(/^[1-9]\d{7,9}$/)
  expect(info.item.newcomer).toBeUndefined()
  expect(info.sources).toEqual([{ name: 'simulated', mid: expect.stringMatching(/^\d\.\d{9}$/), ageMs: 0, used: true }])
  await expect(markets.marketInfo('NOPE', 'en')).rejects.toMatchObject({ key: 'notFound' })
})

test('frames carry what changed since the last one; a newcomer gets everything', async () => {
  const all = JSON.parse(markets.snapshot()) as { code: string; seq: number }[]
  expect(all).toHaveLength(1061)
  expect(Object.keys(all[0] ?? {})).toEqual(['code', 'price', 'zdf', 'ts', 'seq'])
})

test('a server that comes back continues every number and shows the same', async () => {
  const before = await rows({})
  const candles = await candlesOf('ETHUSDT', '1h', { limit: 50 })
  const newest = markets.latest('BTCUSDT')
  await markets.stop()
  markets = await createMarkets(deps())
  await markets.start()
  expect(markets.latest('BTCUSDT')).toEqual(newest)
  expect(await candlesOf('ETHUSDT', '1h', { limit: 50 })).toEqual(candles)
  const after = await rows({})
  expect(after.map(({ code, price, zdf, hundred }) => [code, price, zdf, hundred])).toEqual(
    before.map(({ code, price, zdf, hundred }) => [code, price, zdf, hundred]),
  )
  await run(1)
  expect(markets.latest('BTCUSDT')?.seq).toBe((newest?.seq ?? 0) + 1)
})
