import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { fakePriceProviders } from '../../../test/fakes/price-providers.ts'
import { refusalOf, usdt } from '../../../test/fixtures/options.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { openLaneConnection, owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { createLedger, type AnyDb } from '../ledger/index.ts'
import { createMarkets, seedsOf } from '../markets/index.ts'
import { createOptions, optionCauses } from './index.ts'

// Tuesday 2026-03-10, 12:07:20 UTC.
const start = 1_773_144_440_000
const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closings.toReversed()) await close()
})

/** Options of a live installation on live prices that the test states, with everything recorded in a database of their own. */
async function liveOptions() {
  const database: TestDatabase = await testDatabase()
  closings.push(() => database.close())
  const clock = manualClock(start)
  const providers = fakePriceProviders(clock, {
    binance: ['BTCUSDT', 'SOLUSDT'],
    coinbase: ['BTCUSDT'],
    kraken: ['BTCUSDT'],
    ecb: ['EURUSD'],
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
  await markets.start()
  const ledger = createLedger({
    db: owned<'ledger'>(database.pools.api),
    clock,
    log: silentLog,
    held: optionCauses.held,
  })
  const { privateKey } = generateKeyPairSync('ed25519')
  const options = await createOptions({
    db: owned<'options'>(database.pools.api),
    connect: () => openLaneConnection(database.url(), 'api'),
    ledger,
    identityRefusal: async () => undefined,
    markets,
    mayTrade: () => {},
    signer: {
      keyId: '0123456789abcdef',
      sign: (message: string) => sign(null, Buffer.from(message), privateKey).toString('hex'),
    },
    receiptDocument: async (which) => (await options.receiptParts(which))?.receipt as never,
    head: () => ({ size: 0, root: '' }),
    clock,
    log: silentLog,
    origin: 'evenhand/test',
    installation: 'live',
    rateLimits: false,
  })
  await options.openSandboxReserves(owned<'options'>(database.owner))
  closings.push(
    () => markets.stop(),
    () => options.stop(),
  )
  const accountId = await ledger.openCustomer(database.pools.api as AnyDb, randomUUID())
  const session = { id: 's', customerId: randomUUID(), accountId, country: 'JP', lang: 'en' } as const
  const call = (mode: 'virtual' | 'real' = 'virtual') =>
    ({ mode, lang: 'en', key: undefined, session, requestHash: () => Buffer.alloc(0) }) as never
  /** Seconds in which every named source reports its price. */
  const seconds = async (count: number, mids: Readonly<Record<string, bigint>>, code = 'BTCUSDT') => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(1000)
      for (const [provider, mid] of Object.entries(mids)) providers.state(provider, code, mid)
      await markets.tick()
      await options.settleNow()
    }
  }
  const buy = (code = 'BTCUSDT', mode?: 'real') =>
    options.buy({ code, direction: 'UP', limitTime: 60, amount: usdt(100) }, call(mode))
  const order = async (id: string) => (await options.byId({ id }, call())).order
  return { clock, providers, markets, seconds, buy, order }
}
const honest = (at: bigint) => ({ binance: at, coinbase: at + 10n, kraken: at + 20n })

test('an option settles on what honest sources state, whatever one of them does meanwhile', async () => {
  const { seconds, buy, order, providers } = await liveOptions()
  await seconds(5, honest(9_000_000_000n))
  const { orderId } = await buy()
  await seconds(10, honest(9_000_000_000n))
  // Coinbase freezes, reports a tenth more, repeats it ever faster, and is disconnected.
  await seconds(15, { binance: 9_000_000_000n, kraken: 9_000_020_000n })
  await seconds(25, { ...honest(9_000_000_000n), coinbase: 9_900_000_000n })
  providers.fail('coinbase', 'flood', undefined)
  await seconds(20, { ...honest(8_999_000_000n), coinbase: 9_900_000_000n })
  expect(await order(orderId)).toMatchObject({
    status: 'LOST',
    openPrice: '90000.00010',
    closePrice: '89990.00010',
    profit: '-100.000000',
  })
})

test('an option that runs while all sources are gone is void and refunded; no new one is sold until they are good', async () => {
  const { seconds, buy, order, providers } = await liveOptions()
  await seconds(5, honest(9_000_000_000n))
  const { orderId } = await buy()
  await seconds(20, honest(9_000_000_000n))
  for (const name of ['binance', 'coinbase', 'kraken']) providers.fail(name, 'disconnected')
  await seconds(10, {})
  const refused = await refusalOf(buy())
  expect([refused.code, refused.params]).toEqual([10015, { reason: 'halted' }])
  await seconds(40, {})
  expect(await order(orderId)).toMatchObject({ status: 'VOID', voidReason: 'FEED_INVALID', profit: '0.000000' })
  await seconds(60, honest(9_100_000_000n))
  expect((await refusalOf(buy())).code).toBe(10015)
  await seconds(1, honest(9_100_000_000n))
  const next = await buy()
  await seconds(1, honest(9_100_000_000n))
  expect(await order(next.orderId)).toMatchObject({ status: 'OPEN', openPrice: '91000.00010' })
})

test('real options need three sources, the virtual account any that is of now, and a bulletin is traded on nowhere', async () => {
  const { seconds, buy, providers, markets, clock } = await liveOptions()
  await seconds(3, { binance: 9_000_000_000n, coinbase: 9_000_010_000n })
  const thin = await refusalOf(buy('BTCUSDT', 'real'))
  expect([thin.code, thin.params]).toEqual([40007, { feedKind: 'thin', needed: 'live' }])
  await buy()
  await seconds(3, { binance: 2_000_000_000n }, 'SOLUSDT')
  expect((await refusalOf(buy('SOLUSDT', 'real'))).params).toEqual({ feedKind: 'single', needed: 'live' })
  await buy('SOLUSDT')
  providers.state('ecb', 'EURUSD', 1_080_000_000n, { at: clock.now() - 3_600_000, delayed: true })
  await seconds(1, {})
  expect(markets.latest('EURUSD')?.feedKind).toBe('delayed')
  for (const mode of [undefined, 'real'] as const) {
    const refused = await refusalOf(buy('EURUSD', mode))
    expect([refused.code, refused.params['feedKind']]).toEqual([40007, 'delayed'])
  }
})
