import { getMarketInfo, getPriceSources, tickSources, type SourceState } from '@evenhand/protocol/markets.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { fakePriceProviders } from '../../../../test/fakes/price-providers.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { silentLog } from '../../../kernel/log.ts'
import { createMarkets, seedsOf, type Markets } from '../index.ts'

// Tuesday 2026-03-10, 12:07:20 UTC: currencies trade, New York's shares do not yet.
const start = 1_773_144_440_000
const databases: Awaited<ReturnType<typeof testDatabase>>[] = []
const servers: Markets[] = []
afterAll(async () => {
  await Promise.all(servers.map((one) => one.stop()))
  await Promise.all(databases.map((one) => one.close()))
})

const exchanges = ['binance', 'coinbase', 'kraken', 'okx']
const quoted = {
  binance: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'],
  coinbase: ['BTCUSDT', 'ETHUSDT'],
  kraken: ['BTCUSDT'],
  okx: ['BTCUSDT'],
  finnhub: ['AAPL'],
  ecb: ['EURUSD', 'GBPUSD'],
}

async function aLiveServer(params: { database?: Awaited<ReturnType<typeof testDatabase>>; at?: number } = {}) {
  const database = params.database ?? (await testDatabase())
  if (params.database === undefined) databases.push(database)
  const clock = manualClock(params.at ?? start)
  const providers = fakePriceProviders(clock, quoted)
  const open = (feed: 'live' | 'simulated' = 'live') =>
    createMarkets({
      pools: database.pools,
      clock,
      log: silentLog,
      config: { feed, retentionDays: 3 },
      seeds: seedsOf(Buffer.alloc(32, 7)),
      optionTerms: () => [{ limitTime: 60, min: '5', max: '200', payoutRate: '0.94', earlySale: false }],
      providers,
    })
  const markets = await open()
  servers.push(markets)
  await markets.start()
  /** A second: every provider reports what is given for the code, then the feed runs once. */
  const second = async (mids: Readonly<Record<string, bigint>>, code = 'BTCUSDT') => {
    clock.advance(1000)
    for (const [provider, mid] of Object.entries(mids)) providers.state(provider, code, mid)
    await markets.tick()
  }
  const ticks = async (code = 'BTCUSDT') => (await markets.ticks([{ code, from: start, to: clock.now() }]))[0] ?? []
  const sourcesNow = async (code = 'BTCUSDT') => {
    const { body } = await markets.priceSources(code)
    return z.parse(getPriceSources.result, (JSON.parse(body.toString()) as { result: unknown }).result)
  }
  const listed = async () => {
    const { body } = await markets.listMarkets({}, 'en')
    return (
      JSON.parse(body.toString()) as {
        result: { code: string; price: string; hundred: string[]; newcomer?: boolean }[]
      }
    ).result
  }
  return { markets, providers, clock, database, open, second, ticks, sourcesNow, listed }
}
const all = (mid: bigint) => Object.fromEntries(exchanges.map((name, index) => [name, mid + BigInt(index)]))
const statesOf = (sources: readonly { name: string; state?: SourceState | undefined }[]) =>
  Object.fromEntries(sources.map(({ name, state }) => [name, state]))

describe('with live prices', () => {
  test('nothing is listed before it has a price, and nothing of the catalogue passes for one', async () => {
    const { markets, second, listed, clock, ticks } = await aLiveServer()
    expect(await listed()).toEqual([])
    expect(markets.snapshot()).toBe('[]')
    expect(markets.session('BTCUSDT', clock.now())).toEqual({ open: false, until: null, reason: 'halted' })
    await expect(markets.marketInfo('BTCUSDT', 'en')).rejects.toThrow('notFound')
    expect(await markets.listCandles({ code: 'BTCUSDT', interval: '1m' })).toEqual([])
    await second(all(9_000_000_000n))
    await second({ ...all(9_000_100_000n), kraken: 9_000_100_000n })
    // No price of a day ago: its change of 0.00 is a placeholder, and marked so.
    expect((await listed()).map(({ code, price, hundred, newcomer }) => [code, price, hundred, newcomer])).toEqual([
      ['BTCUSDT', '90001.00', [], true],
    ])
    expect(markets.session('BTCUSDT', clock.now()).open).toBe(true)
    const info = z.parse(getMarketInfo.result, await markets.marketInfo('BTCUSDT', 'en'))
    expect(info.day).toEqual({ high: '90001.00', low: '90000.00', open: '90000.00' })
    expect(await markets.listCandles({ code: 'BTCUSDT', interval: '1d' })).toHaveLength(1)
    expect(JSON.parse(markets.snapshot())).toMatchObject([{ code: 'BTCUSDT', price: '90001.00', zdf: '0.00', seq: 2 }])
    expect((await ticks()).map(({ seq, feedKind }) => [seq, feedKind])).toEqual([
      [1, 'live'],
      [2, 'live'],
    ])
  })

  test('a source that freezes, lies by a tenth and floods moves no tick, is shown as dropped, and comes back', async () => {
    const { providers, second, ticks, sourcesNow, markets, clock } = await aLiveServer()
    const honest = (at: bigint) => ({ binance: at, coinbase: at + 10n, kraken: at + 20n })
    let at = 9_000_000_000n
    const rise = () => (at += 200n)
    for (let tick = 0; tick < 30; tick += 1) await second({ ...honest(rise()), okx: at + 5n })
    // Frozen: it reports nothing more.
    for (let tick = 0; tick < 25; tick += 1) await second(honest(rise()))
    expect((await sourcesNow()).sources.find(({ name }) => name === 'okx')).toMatchObject({
      label: 'OKX',
      used: false,
      state: 'dropped',
      reason: 'stalled',
      ageMs: 25_000,
    })
    // It lies by a tenth, up and down, in every second.
    for (let tick = 0; tick < 70; tick += 1)
      await second({ ...honest(rise()), okx: tick % 2 === 0 ? (at * 11n) / 10n : (at * 9n) / 10n })
    expect((await sourcesNow()).sources.at(-1)).toMatchObject({ name: 'okx', used: false, state: 'dropped' })
    expect(markets.sourcesApart()).toMatchObject([{ code: 'BTCUSDT', source: 'okx' }])
    // It floods, and is cut.
    providers.fail('okx', 'flood')
    for (let tick = 0; tick < 5; tick += 1) await second(honest(rise()))
    expect((await sourcesNow()).sources.at(-1)).toMatchObject({ state: 'dropped', since: expect.any(Number) })
    // Good again: used after a minute of it.
    let waited = 0
    while ((await sourcesNow()).sources.at(-1)?.used !== true && waited < 200) {
      await second({ ...honest(rise()), okx: at + 5n })
      waited += 1
    }
    expect(waited).toBeGreaterThanOrEqual(60)
    expect(waited).toBeLessThanOrEqual(62)
    const found = await ticks()
    const first = found.slice(35, -1)
    expect(found).toHaveLength(130 + waited)
    // Once its last price is stale the middle of the three others is the price, whatever it quoted.
    expect(first.map(({ price }) => price)).toEqual(
      first.map((_, index) => 9_000_000_000n + BigInt(index + 36) * 200n + 10n),
    )
    expect(found.every(({ feedKind, late }) => feedKind === 'live' && !late)).toBe(true)
    const lie = first[60]
    const response = z.parse(tickSources.result, await markets.tickSources({ code: 'BTCUSDT', ts: lie?.ts ?? 0 }))
    expect(response).toMatchObject({ seq: lie?.seq, feedKind: 'live', late: false })
    expect(statesOf(response.sources)).toEqual({ binance: 'used', coinbase: 'used', kraken: 'used', okx: 'dropped' })
    expect(response.sources.map(({ used }) => used)).toEqual([true, true, true, false])
    await expect(markets.tickSources({ code: 'BTCUSDT', ts: clock.now() + 1000 })).rejects.toThrow('notFound')
    await expect(markets.tickSources({ code: 'NOPE', ts: clock.now() })).rejects.toThrow('notFound')
  })

  test('an instrument whose sources all go closes after five seconds, has no tick, and opens when they are good for a minute', async () => {
    const { providers, second, ticks, sourcesNow, markets, clock } = await aLiveServer()
    for (let tick = 0; tick < 10; tick += 1) await second(all(9_000_000_000n))
    for (const name of exchanges) providers.fail(name, 'disconnected')
    for (let tick = 0; tick < 5; tick += 1) await second({})
    expect(markets.session('BTCUSDT', clock.now()).open).toBe(true)
    for (let tick = 0; tick < 5; tick += 1) await second({})
    expect(markets.session('BTCUSDT', clock.now())).toMatchObject({ open: false, reason: 'halted' })
    expect(await sourcesNow()).toMatchObject({ open: false, reason: 'halted', why: 'noSource', price: '90000.00002' })
    expect((await sourcesNow()).sources.map(({ reason }) => reason)).toEqual(exchanges.map(() => 'unreachable'))
    const gone = clock.now()
    while (!markets.session('BTCUSDT', clock.now()).open && clock.now() < gone + 100_000)
      await second(all(9_100_000_000n))
    expect((clock.now() - gone) / 1000).toBe(61)
    const found = await ticks()
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1))
    expect(found.at(-1)?.ts).toBe(clock.now())
  })

  test('a jump of a single source is held, closes its instrument, and is believed after a minute; a second source ends it at once', async () => {
    const { second, ticks, sourcesNow, markets, clock, providers } = await aLiveServer()
    for (let tick = 0; tick < 3; tick += 1) await second({ binance: 2_000_000_000n }, 'SOLUSDT')
    for (let tick = 0; tick < 6; tick += 1) await second({ binance: 2_300_000_000n }, 'SOLUSDT')
    const held = await sourcesNow('SOLUSDT')
    expect(held).toMatchObject({ open: false, reason: 'halted', why: 'jumpHeld', feedKind: 'single' })
    expect(held.held).toEqual({ price: expect.stringContaining('23'), since: start + 4000 })
    expect(statesOf(held.sources)).toEqual({ binance: 'held' })
    for (let tick = 0; tick < 54; tick += 1) await second({ binance: 2_300_000_000n }, 'SOLUSDT')
    expect(markets.latest('SOLUSDT')?.price).toBe(2_000_000_000n)
    await second({ binance: 2_300_000_000n }, 'SOLUSDT')
    expect(markets.latest('SOLUSDT')).toMatchObject({ price: 2_300_000_000n, ts: clock.now(), feedKind: 'single' })
    expect((await ticks('SOLUSDT')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    for (let tick = 0; tick < 3; tick += 1) await second({ binance: 3_000_000_000n }, 'ETHUSDT')
    await second({ binance: 4_000_000_000n }, 'ETHUSDT')
    expect(markets.latest('ETHUSDT')?.price).toBe(3_000_000_000n)
    providers.state('coinbase', 'ETHUSDT', 4_001_000_000n)
    await second({ binance: 4_000_000_000n }, 'ETHUSDT')
    expect(markets.latest('ETHUSDT')).toMatchObject({ price: 4_000_500_000n, feedKind: 'thin' })
  })

  test('a server that comes back continues the numbers, invents nothing, and holds a jump against the record', async () => {
    const first = await aLiveServer()
    for (let tick = 0; tick < 5; tick += 1) await first.second({ binance: 2_000_000_000n }, 'SOLUSDT')
    await first.markets.stop()
    const second = await aLiveServer({ database: first.database, at: first.clock.now() + 20_000 })
    expect(second.markets.latest('SOLUSDT')).toMatchObject({ seq: 5, price: 2_000_000_000n })
    await second.second({})
    expect(await second.ticks('SOLUSDT')).toHaveLength(5)
    expect(second.markets.session('SOLUSDT', second.clock.now()).reason).toBe('halted')
    await second.second({ binance: 3_000_000_000n }, 'SOLUSDT')
    expect(second.markets.latest('SOLUSDT')?.seq).toBe(5)
    await second.second({ binance: 2_010_000_000n }, 'SOLUSDT')
    expect(second.markets.latest('SOLUSDT')).toMatchObject({ seq: 6, price: 2_010_000_000n, ts: second.clock.now() })
    const [before] = await first.ticks('SOLUSDT')
    const kept = await second.markets.tickSources({ code: 'SOLUSDT', ts: before?.ts ?? 0 })
    expect(kept.sources).toMatchObject([{ name: 'binance', ageMs: 0, used: true }])
  })

  test('a closed calendar has no ticks, whatever is quoted', async () => {
    const { second, markets, clock } = await aLiveServer()
    await second({ finnhub: 3_093_500_000n }, 'AAPL')
    expect(markets.latest('AAPL')).toBeUndefined()
    expect(markets.session('AAPL', clock.now())).toMatchObject({ open: false, reason: 'closed' })
  })

  test('a rate of a bulletin is one tick, marked as delayed with its date, and again only when it is a new one', async () => {
    const { second, markets, clock, providers, listed, ticks, database } = await aLiveServer()
    const published = start - 20 * 3_600_000
    const rate = (mid: bigint, at = published) => providers.state('ecb', 'EURUSD', mid, { at, delayed: true })
    rate(1_080_000_000n)
    for (let tick = 0; tick < 10; tick += 1) await second({})
    rate(1_080_000_000n)
    await second({})
    expect(await listed()).toMatchObject([
      {
        code: 'EURUSD',
        feedKind: 'delayed',
        price: '1.08000',
        recording: { name: 'ECB', date: '2026-03-09', grain: '1d' },
      },
    ])
    expect(await ticks('EURUSD')).toMatchObject([{ seq: 1, feedKind: 'delayed' }])
    expect(markets.session('EURUSD', clock.now()).open).toBe(true)
    const info = await markets.marketInfo('EURUSD', 'en')
    expect([info.options, info.sources]).toEqual([
      [],
      [{ name: 'ecb', label: 'ECB', mid: '1.080000000', ageMs: clock.now() - published, used: true, state: 'used' }],
    ])
    rate(1_081_000_000n, clock.now() - 1000)
    await second({})
    expect((await ticks('EURUSD')).map(({ seq, price }) => [seq, price])).toEqual([
      [1, 1_080_000_000n],
      [2, 1_081_000_000n],
    ])
    const [tick] = await ticks('EURUSD')
    expect((await markets.tickSources({ code: 'EURUSD', ts: tick?.ts ?? 0 })).sources).toMatchObject([
      { name: 'ecb', mid: '1.080000000', used: true },
    ])
    await markets.stop()
    const again = await aLiveServer({ database, at: clock.now() + 5000 })
    again.providers.state('ecb', 'EURUSD', 1_081_000_000n, { at: clock.now() - 1000, delayed: true })
    await again.second({})
    expect(await again.ticks('EURUSD')).toHaveLength(2)
  })

  test('real and made-up prices never stand in one record', async () => {
    const live = await aLiveServer()
    await live.second(all(9_000_000_000n))
    await live.markets.stop()
    await expect(live.open('simulated')).rejects.toThrow(/^FEED=simulated refuses this database/)
    const other = await testDatabase()
    databases.push(other)
    const made = await createMarkets({
      pools: other.pools,
      clock: manualClock(start),
      log: silentLog,
      config: { feed: 'simulated', retentionDays: 3 },
      seeds: seedsOf(Buffer.alloc(32, 7)),
      optionTerms: () => [],
    })
    await made.start()
    await made.tick()
    expect(await made.tickSources({ code: 'BTCUSDT', ts: start })).toMatchObject({
      feedKind: 'simulated',
      sources: [{ name: 'simulated', used: true, ageMs: 0 }],
    })
    await made.stop()
    await expect(aLiveServer({ database: other })).rejects.toThrow(/^FEED=live refuses this database/)
  })
})
