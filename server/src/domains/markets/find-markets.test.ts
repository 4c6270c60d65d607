import type { MarketItem } from '@evenhand/protocol/markets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedMarkets, type ServedMarkets } from '../../../test/simulated-markets.ts'
import { manualClock } from '../../kernel/time/clock.ts'

// A Saturday: coins trade, the rest rests.
const clock = manualClock(Date.UTC(2026, 2, 7, 12))
let served: ServedMarkets
beforeAll(async () => {
  served = await servedMarkets(clock, {
    optionModes: (_code, kind) => (kind === 'simulated' ? ['virtual'] : ['real', 'virtual']),
  })
})
afterAll(() => served.close())

async function list(query: string): Promise<MarketItem[]> {
  const response = await served.app.inject({ url: `/swx/customer/index/listMarketByType?${query}` })
  return response.json<{ result: MarketItem[] }>().result
}
const codesOf = async (query: string) => (await list(query)).map(({ code }) => code)

describe('search', () => {
  test.each(['btb', 'bitebi', 'BiTe', 'bi te bi', '比特', 'btcu', 'Bitcoin'])('"%s" finds 比特币', async (words) => {
    expect(await codesOf(`lang=zh&q=${encodeURIComponent(words)}`)).toContain('BTCUSDT')
  })
  test('pinyin is for Chinese names alone', async () => {
    expect(await codesOf('lang=hk&q=btb')).toContain('BTCUSDT')
    expect(await codesOf('lang=en&q=bitebi')).toEqual([])
    const [zh] = await list('lang=zh&codes=BTCUSDT')
    const [en] = await list('lang=en&codes=BTCUSDT')
    expect([zh?.pinyin, en?.pinyin]).toEqual(['bi te bi', undefined])
    expect([zh?.latinName, en?.latinName]).toEqual(['Bitcoin', undefined])
  })
})

test('some codes are returned in the requested order, each once, and what is not listed is left out', async () => {
  expect(await codesOf('lang=en&codes=XAUUSD,NOPE,BTCUSDT,XAUUSD,EURUSD')).toEqual(['XAUUSD', 'BTCUSDT', 'EURUSD'])
  expect(await codesOf('lang=en&codes=XAUUSD,BTCUSDT&type=2')).toEqual(['BTCUSDT'])
  expect(await codesOf('lang=en&codes=XAUUSD&codes=NOPE&codes=BTCUSDT,EURUSD')).toEqual(['XAUUSD', 'BTCUSDT', 'EURUSD'])
})

test('the volume of a day is in dollars, so that all markets stand in one order', async () => {
  const items = await list('lang=en&sort=-volume')
  const volumes = items.flatMap(({ volume }) => (volume === undefined ? [] : [BigInt(volume)]))
  expect(volumes.length).toBeGreaterThan(400)
  expect(volumes).toEqual(volumes.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
  const rising = await list('lang=en&sort=volume')
  expect(rising.at(-1)?.volume).toBe(
    items.findLast(({ volume }) => volume === undefined) ? undefined : volumes[0]?.toString(),
  )
  // Two billion dollars a day for the first of a market: a pair in yen stands neither above Bitcoin by its yen nor
  // far below its neighbours in rank for them.
  const by = new Map(items.map((item) => [item.code, BigInt(item.volume ?? 0)]))
  expect(by.get('BTCUSDT')).toBeGreaterThan(by.get('EURJPY') ?? 0n)
  expect(by.get('BTCUSDT')).toBeGreaterThan(100_000_000n)
  const [beside, between] = [by.get('EURGBP') ?? 0n, by.get('EURJPY') ?? 0n]
  expect(between).toBeGreaterThan(beside / 5n)
})

test('names are ordered as their language orders them', async () => {
  const names = (await list('lang=en&type=2&sort=name')).map(({ appName }) => appName)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
  expect((await list('lang=en&type=2&sort=-name'))[0]?.appName).toBe(names.at(-1))
})

test('an instrument reports on which accounts its options can be bought now: none while it is closed', async () => {
  const items = await list('lang=en')
  expect(items.find(({ code }) => code === 'BTCUSDT')?.options).toEqual(['virtual'])
  const closed = items.filter(({ session }) => !session.open)
  expect(closed.length).toBeGreaterThan(100)
  expect(closed.every(({ options }) => options === undefined)).toBe(true)
})
