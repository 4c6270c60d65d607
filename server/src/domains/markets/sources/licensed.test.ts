import { expect, test } from 'vitest'
import { fakePriceProviders } from '../../../../test/fakes/price-providers.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { licensedIn } from '../../../kernel/config/feed-settings.ts'
import { silentLog } from '../../../kernel/log.ts'
import { loadCalendars } from '../calendars/calendar-book.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { isLicensed } from './licensed.ts'
import { liveSource } from './live-source.ts'

// Tuesday 2026-03-10, 15:00 UTC: New York trades.
const clock = manualClock(Date.UTC(2026, 2, 10, 15, 0, 0))
const instruments = loadCatalogue()
const find = (code: string) => instruments.find((one) => one.code === code)
const licensed = licensedIn({
  keys: {},
  providers: { alpaca: { licensed: true }, okx: { licensed: true }, finnhub: {} },
})

test('only a licensed provider of a named exchange is enough by itself, and only while the price is its own', () => {
  expect(licensed).toEqual(['alpaca', 'okx'])
  const providers = fakePriceProviders(clock, { alpaca: ['AAPL'], finnhub: ['AAPL'], okx: ['BTCUSDT'] })
  const calendars = loadCalendars()
  const source = liveSource({ providers, instruments, calendars, clock, log: silentLog, newest: () => undefined })
  source.live?.start()
  const isEnough = (code: string): boolean => {
    const instrument = find(code)
    if (instrument !== undefined) source.priceAt(instrument, clock.now() / 1000)
    return isLicensed(instrument, { source, licensed })
  }
  expect([isEnough('AAPL'), isEnough('BTCUSDT'), isEnough('NOPE')]).toEqual([false, false, false])
  providers.state('alpaca', 'AAPL', 3_093_500_000n)
  providers.state('okx', 'BTCUSDT', 9_000_000_000n)
  clock.advance(1000)
  // A coin has many exchanges: no contract with one of them makes its price the price.
  expect([isEnough('AAPL'), isEnough('BTCUSDT')]).toEqual([true, false])
  clock.advance(14_001)
  providers.state('finnhub', 'AAPL', 3_093_600_000n)
  clock.advance(999)
  expect(isEnough('AAPL')).toBe(false)
})
