import { afterAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../../test/database.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { createChart } from './chart.ts'
import { compact } from '../record/compaction.ts'
import { recordStore } from '../record/record.store.ts'
import { createRecorder } from '../record/recorder.ts'
import { createTickReader } from '../record/tick-reader.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const start = Date.UTC(2026, 8, 21)
let database: TestDatabase | undefined
afterAll(() => database?.close())

test('a chart is returned while the minutes before a stop of days are not in their candles yet', async () => {
  database = await testDatabase()
  const db = database.pools.feed
  const [instrument] = loadCatalogue()
  if (instrument === undefined) throw new Error('the catalogue is empty')
  const clock = manualClock(start)
  const store = recordStore(db)
  const recorder = createRecorder({ db, store, clock, instruments: [instrument] })
  await recorder.open()
  await compact({ db, store, recorder }, start)
  const reader = createTickReader({ db, find: () => instrument })
  const source = { candlesOf: () => [], volumeBetween: () => 0n } as never
  const chart = createChart({ db, clock, reader, source, firstTsOf: (id) => recorder.lastTick(id)?.firstTs })
  const record = async (afterMs: number, price: bigint) => {
    clock.advance(afterMs)
    await recorder.add([{ instrumentId: 1, ts: clock.now(), price, feedKind: 'simulated' }])
  }
  await record(1000, 500n)
  // One at the edge of what is read at once, on both sides of it, and one long after.
  await record(2 * dayMs - 2000, 700n)
  await record(1000, 600n)
  await record(9 * dayMs, 900n)
  const candles = await chart.listCandles(instrument, { interval: '1d', limit: 100 })
  expect(candles.map(({ ts, open, close }) => [ts, open, close])).toEqual([
    [start, 500n, 500n],
    [start + dayMs, 700n, 700n],
    [start + 2 * dayMs, 600n, 600n],
    [start + 11 * dayMs, 900n, 900n],
  ])
})
