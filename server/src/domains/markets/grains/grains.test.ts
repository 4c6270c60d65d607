import { getMarketInfo } from '@evenhand/protocol/markets.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { fakePriceProviders } from '../../../../test/fakes/price-providers.ts'
import { simulated } from '../../../../test/simulated-markets.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { silentLog } from '../../../kernel/log.ts'
import { createMarkets, seedsOf } from '../index.ts'

// Tuesday 2026-03-10, 12:00:00 UTC.
const start = 1_773_144_000_000
const closes: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closes) await close()
})

test('simulated prices move in the last digit of the record, whatever step their market quotes in', async () => {
  const database = await testDatabase()
  const clock = manualClock(start)
  const markets = await createMarkets(simulated(database, clock))
  closes.push(async () => {
    await markets.stop()
    await database.close()
  })
  await markets.start()
  await markets.tick()
  const floors = markets.instruments().map(({ code }) => markets.termFloor(code))
  expect(Math.max(...floors)).toBeLessThan(60)
  const { grain } = z.parse(getMarketInfo.result, await markets.marketInfo('GOATUSDT', 'en'))
  expect(grain).toMatchObject({ step: '0.00000000001', termFloor: 0 })
  expect(grain?.measuredAt).toBeUndefined()
})

test('live prices follow the coarsest of their sources, measured from the record and shown with their figures', async () => {
  const database = await testDatabase()
  const clock = manualClock(start)
  const providers = fakePriceProviders(clock, {
    binance: ['BTCUSDT', 'GOATUSDT'],
    coinbase: ['BTCUSDT', 'GOATUSDT'],
    kraken: ['BTCUSDT', 'GOATUSDT'],
  })
  const markets = await createMarkets({
    pools: database.pools,
    clock,
    log: silentLog,
    config: { feed: 'live', retentionDays: null },
    seeds: seedsOf(Buffer.alloc(32, 7)),
    optionTerms: () => [],
    providers,
  })
  closes.push(async () => {
    await markets.stop()
    await database.close()
  })
  await markets.start()
  // Before there is a record, what its market quotes in: 0.0001 of 0.0459, four steps of a minute's deviation.
  expect(markets.termFloor('GOATUSDT')).toBeGreaterThan(60)
  expect(markets.termFloor('BTCUSDT')).toBeLessThan(60)
  let state = 12_345
  let btc = 5_210_000_000
  let goat = 4_590_000_000
  for (let second = 0; second < 660; second += 1) {
    clock.advance(1000)
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    btc += (state % 2_000_001) - 1_000_000
    goat += (state % 8_000_001) - 4_000_000
    for (const [index, name] of (['binance', 'coinbase', 'kraken'] as const).entries()) {
      providers.state(name, 'BTCUSDT', BigInt(btc + index))
      // Kraken quotes in steps of 0.0001 = 10 000 000 units, the others finely.
      providers.state(name, 'GOATUSDT', BigInt(name === 'kraken' ? Math.round(goat / 1e7) * 1e7 : goat + index))
    }
    await markets.tick()
  }
  await markets.compacted()
  await markets.measureGrains()
  const grainOf = async (code: string) => z.parse(getMarketInfo.result, await markets.marketInfo(code, 'en')).grain
  expect(await grainOf('GOATUSDT')).toMatchObject({
    step: '0.00010000000',
    source: 'kraken',
    measuredAt: clock.now(),
  })
  // A minute's deviation of some 18 000 000 units: a step of 10 000 000 takes half an hour.
  expect(markets.termFloor('GOATUSDT')).toBeGreaterThan(600)
  expect((await grainOf('BTCUSDT'))?.source).not.toBe('kraken')
  expect(markets.termFloor('BTCUSDT')).toBeLessThan(60)
})
