import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { servedMarkets, simulated, type ServedMarkets } from '../../../test/simulated-markets.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { createMarkets } from './index.ts'

const clock = manualClock(1_773_144_440_000)
let served: ServedMarkets
beforeAll(async () => {
  served = await servedMarkets(clock)
})
afterAll(() => served.close())

const index = '/swx/customer/index'
const get = (path: string, headers: Record<string, string> = {}) =>
  served.app.inject({ url: `${index}/${path}`, headers })
const codeOf = async (path: string) => (await get(path)).json<{ code: number }>().code

test('a list that has not changed gets 304 and no body', async () => {
  const first = await get('listMarketByType?type=1', { lang: 'en' })
  const etag = String(first.headers['etag'])
  const same = await get('listMarketByType?type=1', { lang: 'en', 'if-none-match': etag })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  expect((await get('listMarketByType?type=1', { lang: 'de', 'if-none-match': etag })).statusCode).toBe(200)
  clock.advance(1000)
  await served.markets.tick()
  expect((await get('listMarketByType?type=1', { lang: 'en', 'if-none-match': etag })).statusCode).toBe(200)
})

test('a list comes compressed to who takes it, in the language of the query before that of the header', async () => {
  const zipped = await get('listMarketByType?type=2&lang=en', { lang: 'zh', 'accept-encoding': 'gzip' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  const plain = await get('listMarketByType?type=2', { lang: 'en' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(plain.json<{ result: { appName: string }[] }>().result[0]?.appName).toBe('Bitcoin')
})

test('requests out of range are refused, and unknown instruments are not found', async () => {
  for (const path of [
    'listMarketByType?type=6',
    'listMarketByType?type=1e0',
    'listMarketByType?page=0&size=10',
    'listMarketByType?page=1&size=101',
    'listMarketByType?sort=rank',
    'listMarketByType?codes=btcusdt',
    'getKValueByCodeAndDate?code=BTCUSDT',
    'getKValueByCodeAndDate?code=BTCUSDT&interval=2m',
    'getKValueByCodeAndDate?code=BTCUSDT&interval=1m&limit=1001',
    'getKValueByCodeAndDate?code=btc usdt&interval=1m',
    'getKValueByCodeAndDate?code=BTCUSDT&interval=1m&from=-1',
    'getMarketInfo/%E4%B8%AD',
  ]) {
    expect([path, await codeOf(path)]).toEqual([path, 40020])
  }
  expect(await codeOf('getKValueByCodeAndDate?code=NOPE&interval=1m')).toBe(40039)
  expect(await codeOf('getMarketInfo/NOPE')).toBe(40039)
  expect(await codeOf('getMarketInfo/BTCUSDT')).toBe(200)
  expect(await codeOf('getKValueByCodeAndDate?code=BTCUSDT&interval=1w&from=0&to=9999999999999&limit=1000')).toBe(200)
})

test('seconds are the record to its last digit, of a span of 65 minutes at most', async () => {
  const seconds = async (from: number, to: number) =>
    (await get(`listSeconds?code=BTCUSDT&from=${from}&to=${to}`)).json<{ result: [number, string][] }>().result
  clock.advance(1000)
  await served.markets.tick()
  const newest = served.markets.latest('BTCUSDT')
  const found = await seconds(0, clock.now() + 60_000)
  expect(found.at(-1)?.[0]).toBe(newest?.ts)
  expect(found.at(-1)?.[1].replace('.', '')).toBe(String(newest?.price))
  expect(await seconds(clock.now() + 1, clock.now() + 2)).toEqual([])
  expect(await codeOf('listSeconds?code=NOPE&from=0&to=1')).toBe(40039)
  expect(await codeOf('listSeconds?code=BTCUSDT&from=0')).toBe(40020)
})

test('a list that is requested while a server starts waits for its instruments, and is not empty', async () => {
  const database = await testDatabase()
  const starting = await createMarkets(simulated(database, clock))
  const list = starting.listMarkets({ page: 1, size: 3, lang: 'en' }, 'en')
  await starting.start()
  const { body } = await list
  const { result } = JSON.parse(body.toString()) as { result: { rows: unknown[] } }
  expect(result.rows).toHaveLength(3)
  await starting.stop()
  await database.close()
})
