import { intervals, type Interval } from '@evenhand/protocol/markets.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadCalendars } from '../calendars/calendar-book.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { simulated, type CandleRequest } from '../feeds/simulated/simulated.ts'
import { seedsOf } from '../feeds/simulated/simulated-seeds.ts'
import { createGeneratedHistory } from './generated-history.ts'

const instruments = loadCatalogue()
const market = simulated({ instruments, calendars: loadCalendars(), seeds: seedsOf(Buffer.alloc(32, 7)) })
const now = 1_773_144_440_000

test('pages put together are the candles that were requested, whatever the range', () => {
  const history = createGeneratedHistory(market)
  const requests = fc.record({
    interval: fc.constantFrom(...(Object.keys(intervals) as Interval[])),
    instrument: fc.constantFrom(...instruments.filter(({ code }) => ['BTCUSDT', 'AAPL', 'EURUSD'].includes(code))),
    back: fc.nat({ max: 300 }),
    length: fc.integer({ min: -2, max: 300 }),
    cut: fc.nat({ max: 100_000 }),
    limit: fc.integer({ min: 1, max: 200 }),
  })
  fc.assert(
    fc.property(requests, ({ interval, instrument, back, length, cut, limit }) => {
      const to = Math.floor((now - back * intervals[interval] - cut) / 1000) * 1000
      const request: CandleRequest = { interval, from: to - length * intervals[interval], to, limit }
      expect(history.list(instrument, request)).toEqual(market.candlesOf(instrument, request))
      expect(history.list(instrument, request)).toEqual(market.candlesOf(instrument, request))
    }),
    { numRuns: 60 },
  )
})

test('what was made once is not made again', () => {
  let made = 0
  const history = createGeneratedHistory({ candlesOf: (...params) => ((made += 1), market.candlesOf(...params)) })
  const [instrument] = instruments
  if (instrument === undefined) throw new Error('the catalogue is empty')
  const request: CandleRequest = { interval: '1d', from: 0, to: Math.floor(now / 86_400_000) * 86_400_000, limit: 700 }
  history.list(instrument, request)
  const first = made
  expect(history.list(instrument, request)).toHaveLength(700)
  expect(made).toBe(first)
})
