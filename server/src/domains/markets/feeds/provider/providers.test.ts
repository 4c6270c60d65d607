import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../../../../kernel/time/clock.ts'
import { SetupError } from '../../../../kernel/config/config.ts'
import { plainFeed, type FeedSettings } from '../../../../kernel/config/feed-settings.ts'
import { openExchange, type Exchange } from '../../../../../test/exchange.ts'
import { manualTime, until } from '../../../../../test/fakes/manual-clock.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { knownProviders } from './provider-registry.ts'
import { createProviders } from './providers.ts'
import type { Providers, StatedPrice } from './provider.ts'

const instruments = loadCatalogue()
const providersOf = (settings: FeedSettings): Providers =>
  createProviders({ instruments, settings, clock: manualClock(1_795_000_000_000) })
const namesOf = (providers: Providers, code: string): string[] => providers.quoting(code).map(({ name }) => name)
const codeOf = (type: number, subType?: string): string =>
  instruments.find((one) => one.type === type && one.subType === subType)?.code ?? ''

const everyoneOff = Object.fromEntries(knownProviders.map(({ name }) => [name, { off: true }]))
const exchanges = ['binance', 'coinbase', 'kraken', 'okx', 'bybit', 'gate', 'bitget']
const keys = {
  twelveData: 't',
  alpaca: { keyId: 'a', secret: 's' },
  finnhub: 'f',
  dxfeed: { url: 'wss://d.example', token: '' },
}

test('without a key the public exchanges, Deriv and the ECB are read, and the start reports what is missing', () => {
  const providers = providersOf(plainFeed)
  expect(namesOf(providers, 'BTCUSDT')).toEqual(exchanges)
  expect(namesOf(providers, 'EURUSD')).toEqual(['deriv', 'ecb'])
  expect(namesOf(providers, 'XAUUSD')).toEqual(['deriv'])
  expect(namesOf(providers, 'AAPL')).toEqual([])
  expect(providers.requested()).toEqual([
    'crypto: Binance, Coinbase Exchange, Kraken, OKX, Bybit, Gate, Bitget',
    'forex: Deriv, European Central Bank (daily rates)',
    'metals: Deriv',
  ])
  expect(providers.missing()).toEqual([
    'Nothing quotes stocks: set ALPACA_KEY_ID and ALPACA_SECRET_KEY, or FINNHUB_KEY.',
    'Nothing quotes ETFs: set ALPACA_KEY_ID and ALPACA_SECRET_KEY, or FINNHUB_KEY.',
    'Nothing quotes futures: set DXFEED_URL.',
    'Twelve Data is not used for forex and metals, because TWELVE_DATA_KEY is not set.',
  ])
})

test('with every key every market has a source, but for what free plans do not carry', () => {
  const providers = providersOf({ keys, providers: {} })
  expect(providers.missing()).toEqual([
    'Nothing quotes ETFs: state in FEED_FILE which of them your plan with Alpaca or Finnhub carries.',
  ])
  expect(providersOf({ keys, providers: { alpaca: { maxSymbols: 1000 } } }).missing()).toEqual([])
  expect(namesOf(providers, 'EURUSD')).toEqual(['deriv', 'twelvedata', 'ecb'])
  expect(namesOf(providers, 'AAPL')).toEqual(['alpaca', 'finnhub'])
  expect(namesOf(providers, codeOf(4))).toEqual(['dxfeed'])
})

test('the file of settings leaves out, renames, bounds and moves', () => {
  const providers = providersOf({
    keys,
    providers: {
      kraken: { off: true },
      okx: { symbols: { BTCUSDT: null } },
      coinbase: { codes: ['ETHUSDT'] },
      binance: { symbols: { EURUSD: 'EURUSDT' }, maxSymbols: 3 },
      finnhub: { maxSymbols: 1000 },
    },
  })
  expect(namesOf(providers, 'BTCUSDT')).toEqual(['binance', 'bybit', 'gate', 'bitget'])
  expect(namesOf(providers, 'ETHUSDT')).toEqual(['binance', 'coinbase', 'okx', 'bybit', 'gate', 'bitget'])
  const binance = instruments.filter(({ code }) => namesOf(providers, code).includes('binance'))
  expect(binance).toHaveLength(3)
  expect(namesOf(providers, codeOf(5, 'etf'))).toContain('finnhub')
})

test.each([
  [{ bitstamp: {} }, 'names a provider "bitstamp"'],
  [{ okx: { symbols: { NOPE: 'X' } } }, 'requests from okx the code "NOPE"'],
  [{ okx: { codes: ['NOPE'] } }, 'requests from okx the code "NOPE"'],
  [{ okx: { confirmed: ['NOPE'] } }, 'requests from okx the code "NOPE"'],
])('settings that name what is not there are refused in one sentence', (providers, why) => {
  expect(() => providersOf({ keys: {}, providers })).toThrow(SetupError)
  expect(() => providersOf({ keys: {}, providers })).toThrow(why)
})

test('a market whose providers are all disabled is named', () => {
  const off = Object.fromEntries(exchanges.map((name) => [name, { off: true }]))
  expect(providersOf({ keys: {}, providers: off }).missing()[0]).toBe(
    'Nothing quotes crypto: FEED_FILE leaves out every provider of it.',
  )
})

const open: Exchange[] = []
afterEach(async () => {
  for (const exchange of open.splice(0)) await exchange.close()
})

test('three exchanges of this machine quote a coin side by side; each stands by itself', async () => {
  const [one, two, three] = await Promise.all([openExchange(), openExchange(), openExchange()])
  open.push(one, two, three)
  const at = (exchange: Exchange) => ({ url: exchange.url, directory: null, codes: ['BTCUSDT'] })
  const time = manualTime(1_795_000_000_000)
  const providers = createProviders({
    instruments,
    settings: {
      keys: {},
      providers: { ...everyoneOff, binance: at(one), kraken: at(two), okx: at(three) },
    },
    clock: time.clock,
    tools: { timers: time.timers },
  })
  const stated: StatedPrice[] = []
  providers.start({ priced: (price) => void stated.push(price), failed: () => undefined })
  await until(() => providers.status().every(({ state }) => state === 'open'), 'all three are open')
  const now = time.clock.now()
  one.emit(JSON.stringify({ e: '24hrTicker', E: now, s: 'BTCUSDT', b: '52099.00', a: '52101.00' }))
  two.emit('{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USDT","bid":52098.1,"ask":52100.1}]}')
  three.emit(
    JSON.stringify({
      arg: { channel: 'tickers', instId: 'BTC-USDT' },
      data: [{ instId: 'BTC-USDT', bidPx: '52103', askPx: '52105', ts: String(now) }],
    }),
  )
  await until(() => stated.length === 3, 'three prices came')
  expect(Object.fromEntries(stated.map(({ provider, mid }) => [provider, mid]))).toEqual({
    binance: 5_210_000_000n,
    kraken: 5_209_910_000n,
    okx: 5_210_400_000n,
  })
  one.disconnect('torn')
  await until(() => providers.status()[0]?.state === 'waiting', 'the loss is noticed')
  expect(providers.status().map(({ name, state }) => [name, state])).toEqual([
    ['binance', 'waiting'],
    ['kraken', 'open'],
    ['okx', 'open'],
  ])
  await providers.stop()
})
