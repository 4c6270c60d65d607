import { expect, test } from 'vitest'
import { fakePriceProviders } from '../../../../test/fakes/price-providers.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { createHttp } from '../../../kernel/http/http.ts'
import { silentLog } from '../../../kernel/log.ts'
import { serveMetrics } from '../../../kernel/http/metrics.ts'
import { loadCalendars } from '../calendars/calendar-book.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { liveSource } from '../sources/live-source.ts'
import { priceGauges } from './price-gauges.ts'
import { createQuoteBoard } from './quote-board.ts'

test('operators read how many prices are of now, by kind, and how each source does', async () => {
  const clock = manualClock(1_790_000_000_000)
  const instruments = loadCatalogue()
  const [instrument] = instruments
  if (instrument === undefined) throw new Error('the catalogue has instruments')
  const providers = fakePriceProviders(clock, { okx: ['BTCUSDT'] })
  const source = liveSource({
    providers,
    instruments,
    calendars: loadCalendars(),
    clock,
    log: silentLog,
    newest: () => undefined,
  })
  const board = createQuoteBoard()
  const newest = { seq: 1, ts: clock.now(), price: 5_210_000n, late: false, feedKind: 'single' as const }
  board.fill(
    [instrument].map((one) => ({ instrument: one, ...newest, newest, dayAgo: undefined, closes: [] })),
    0,
  )
  const app = createHttp({})
  serveMetrics(app, priceGauges({ board, source, clock }))
  const read = async () => (await app.inject({ url: '/metrics' })).body
  const text = await read()
  expect(text).toContain('\nevenhand_prices{kind="single"} 1\n')
  expect(text).toContain('\nevenhand_prices{kind="live"} 0\n')
  expect(text).toContain('\nevenhand_price_source_open{source="okx"} 1\n')
  clock.advance(5001)
  expect(await read()).toContain('\nevenhand_prices{kind="single"} 0\n')
  await app.close()
})
