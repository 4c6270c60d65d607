import { expect, test } from 'vitest'
import { instrumentOf } from '../../../../test/fakes/provider.ts'
import { coinSymbol } from './exchange-codes.ts'
import { knownProviders } from './provider/provider-registry.ts'
import type { Dialect } from './provider/provider.ts'

const dialects = knownProviders.flatMap(({ make }) => make({ keys: {}, providers: {} }, {}) ?? [])
const symbolAt = (exchange: string, code: string): string | undefined =>
  dialects.find((one): one is Dialect => one.name === exchange)?.symbolOf(instrumentOf(code))

test.each([
  ['bybit', 'NEIROUSDT', 'NEIROCTOUSDT'],
  ['bybit', 'GASUSDT', undefined],
  ['gate', 'BIFIUSDT', undefined],
  ['gate', 'GTCUSDT', undefined],
  ['bitget', 'DEGENUSDT', undefined],
  ['bitget', 'OMNIUSDT', undefined],
  ['okx', 'HOTUSDT', undefined],
  ['coinbase', 'CELOUSDT', 'CGLD-USDT'],
  ['kraken', 'LUNAUSDT', 'LUNA2/USDT'],
  ['kraken', 'LUNCUSDT', 'LUNA/USDT'],
  ['binance', 'NEIROUSDT', 'NEIROUSDT'],
  ['bybit', 'GTCUSDT', 'GTCUSDT'],
  ['gate', 'DEGENUSDT', 'DEGEN_USDT'],
])('%s gets a request for %s as %s', (exchange, code, symbol) => {
  expect(symbolAt(exchange, code)).toBe(symbol)
})

test('an index of coins, whose code is a coin’s on every spot market, is requested from none', () => {
  expect(dialects.map((one) => one.symbolOf(instrumentOf('DEFIUSDT')))).toEqual(dialects.map(() => undefined))
})

test('what is no coin has no symbol on an exchange of coins', () => {
  expect(coinSymbol(instrumentOf('EURUSD'), 'binance', '')).toBeUndefined()
})
