import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { createChart } from './chart.ts'
import { spanOf, spans, type Candle } from './candle.ts'
import { listStored } from './candles.store.ts'
import { compact } from '../record/compaction.ts'
import { recomputeCandles } from './recompute-candles.ts'
import { recordStore } from '../record/record.store.ts'
import { createRecorder } from '../record/recorder.ts'
import { createTickReader } from '../record/tick-reader.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

// Sunday 2026-09-20, 23:52 UTC: an hour, a day and a week end eight minutes later.
const start = 1_789_948_320_000
const [instrument] = loadCatalogue()
if (instrument === undefined) throw new Error('the catalogue is empty')
const databases: Awaited<ReturnType<typeof testDatabase>>[] = []
afterAll(async () => void (await Promise.all(databases.map((one) => one.close()))))

/** A step of time and what is recorded after it: nothing, a tick of now, or one of some seconds ago. */
type Step = { waitMs: number; price: bigint; agoMs: number; recorded: boolean }
const steps = fc.array(
  fc.record({
    waitMs: fc.constantFrom(1000, 1000, 2000, 7000, 25_000, 61_000, 130_000),
    price: fc.bigInt({ min: 1n, max: 9_999_999n }),
    agoMs: fc.constantFrom(0, 0, 0, 1000, 3000, 20_000, 45_000),
    recorded: fc.constantFrom(true, true, true, false),
  }),
  { minLength: 1, maxLength: 60 },
)

const never = (): never => {
  throw new Error('nothing is generated behind a record')
}

async function play(all: readonly Step[]) {
  const database = await testDatabase()
  databases.push(database)
  const db = database.pools.feed
  const clock = manualClock(start)
  const store = recordStore(db)
  const recorder = createRecorder({ db, store, clock, instruments: [instrument as never] })
  await recorder.open()
  await compact({ db, store, recorder }, start)
  const chart = createChart({
    db,
    clock,
    reader: createTickReader({ db, find: () => instrument }),
    source: { candlesOf: () => [], volumeBetween: () => 0n } as never,
    firstTsOf: (id) => recorder.lastTick(id)?.firstTs,
  })
  const closed = new Map<string, string>()
  for (const { waitMs, price, agoMs, recorded } of all) {
    clock.advance(waitMs)
    const ts = Math.floor((clock.now() - agoMs) / 1000) * 1000
    if (recorded) await recorder.add([{ instrumentId: 1, ts, price, feedKind: 'simulated' }])
    await compact({ db, store, recorder }, Math.floor((clock.now() - 3000) / minuteMs) * minuteMs)
    for (const span of spans)
      for (const candle of await listStored(db, { id: 1, span, from: 0, to: 2 ** 31 - 1, limit: 1000 }))
        keepsItsShape(closed, span, candle)
  }
  return { database, db, clock, chart, closed }
}

/** A candle that was once stored is never another one. */
function keepsItsShape(closed: Map<string, string>, span: number, candle: Candle): void {
  const text = [candle.ticks, candle.open, candle.high, candle.low, candle.close].join(' ')
  const key = `${span} ${candle.minute}`
  expect([key, closed.get(key) ?? text]).toEqual([key, text])
  closed.set(key, text)
}

test('over any ticks, late ones among them: stored candles equal recomputed ones, never change, and no quiet minute has one', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { database, db, clock, chart, closed } = await play(all)
      const { candles, differences } = await recomputeCandles(db, {
        instrumentId: 1,
        from: start / minuteMs - 20_000,
        to: 2 ** 31 - 1,
      })
      expect(differences).toEqual([])
      expect(candles).toBe(closed.size)
      // The chart shows every tick that counts in one candle of each interval, the running one included, and no other candle.
      const [ticks = []] = await createTickReader({ db, find: () => instrument }).read([
        { code: 'X', from: start, to: clock.now() },
      ])
      const counted = ticks.filter(({ late }) => !late)
      const minutes = [...new Set(counted.map(({ ts }) => Math.floor(ts / minuteMs)))]
      const shown = await chart.listCandles(instrument as never, { interval: '1m', limit: 1000 })
      expect(shown.map(({ ts }) => ts / minuteMs)).toEqual(minutes)
      for (const interval of ['5m', '1h', '1d', '1w'] as const) {
        const longer = await chart.listCandles(instrument as never, { interval, limit: 1000 })
        const length = spanOf[interval] * minuteMs
        for (const candle of longer) {
          const inside = counted
            .filter(({ ts }) => ts >= candle.ts && ts < candle.ts + length)
            .map(({ price }) => price)
          const high = inside.reduce((max, price) => (price > max ? price : max))
          const low = inside.reduce((min, price) => (price < min ? price : min))
          expect(candle).toMatchObject({ open: inside[0], close: inside.at(-1), high, low })
          if (interval === '1w') expect((candle.ts / 86_400_000 + 3) % 7).toBe(0)
        }
      }
      await database.close()
      databases.splice(databases.indexOf(database), 1)
    }),
    { numRuns: 20 },
  )
})

test('candles of ten years ago are read from the record as those of today', async () => {
  const database = await testDatabase()
  databases.push(database)
  const now = start
  const day = (Math.floor(now / 86_400_000) - 3652) * 1440
  await database.asOwner(`
    insert into markets.candles select 1, 1440, ${day} + n * 1440, 5, 100 + n, 110 + n, 90 + n, 101 + n from generate_series(0, 2999) n`)
  await database.asOwner('update markets.feed_lease set compacted_until = $1', [now])
  const chart = createChart({
    db: database.pools.api,
    clock: manualClock(now),
    reader: { read: async () => [[]] },
    source: { candlesOf: never, volumeBetween: () => 0n } as never,
    firstTsOf: () => day * minuteMs,
  })
  const old = await chart.listCandles(instrument, { interval: '1d', to: (day + 1200 * 1440) * minuteMs, limit: 1000 })
  expect(old).toHaveLength(1000)
  expect(old.at(-1)).toMatchObject({ ts: (day + 1200 * 1440) * minuteMs, open: 1300n, close: 1301n })
  const first = await chart.listCandles(instrument, {
    interval: '1d',
    from: day * minuteMs,
    to: (day + 9 * 1440) * minuteMs,
    limit: 10,
  })
  expect(first.map(({ open }) => open)).toEqual(Array.from({ length: 10 }, (_, n) => 100n + BigInt(n)))
})
