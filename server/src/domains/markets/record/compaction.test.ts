import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyRecord } from '../../../../test/empty-record.ts'
import { sql } from '../../../kernel/db/db.ts'
import { bucketOf } from '../candles/candle.ts'
import { listStored } from '../candles/candles.store.ts'
import { compact } from './compaction.ts'
import { recomputeCandles } from '../candles/recompute-candles.ts'
import { keepDays } from './retention.ts'
import { silentLog } from '../../../kernel/log.ts'
import { createTickReader } from './tick-reader.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

// Sunday 2026-09-20, 23:50 UTC: an hour, a day and a week end ten minutes later.
const start = 1_789_948_200_000
const instruments = [
  { id: 1, code: 'BTCUSDT', precision: 2 },
  { id: 2, code: 'EURUSD', precision: 2 },
]

async function aRecord() {
  const { database, db, clock, store, recorder } = await emptyRecord(start, instruments)
  await compact({ db, store, recorder }, start)
  /** A tick every two seconds up to a time, and now and then one that comes late with a wild price. */
  const record = async (until: number, ids = [1, 2]) => {
    for (; clock.now() < until; clock.advance(2000)) {
      const ts = clock.now()
      await recorder.add(
        ids.map((instrumentId) => ({
          instrumentId,
          ts,
          price: BigInt((ts / 1000) % 977) + 1000n,
          feedKind: 'simulated' as const,
        })),
      )
      if (ts % 34_000 === 0)
        await recorder.add([{ instrumentId: 1, ts: ts - 4000, price: 9_999_999n, feedKind: 'simulated' }])
    }
  }
  const compactDue = () => compact({ db, store, recorder }, Math.floor((clock.now() - 3000) / minuteMs) * minuteMs)
  return { database, db, clock, store, recorder, record, compactDue }
}
type ARecord = Awaited<ReturnType<typeof aRecord>>

const asOwner = async ({ database }: ARecord, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url() })
  await client.connect()
  await client.query(statement)
  await client.end()
}
const counts = async ({ db }: ARecord) =>
  (
    await sql<{ segments: number; candles: number; seconds: number }>`
      select (select count(*)::integer from markets.segments) as segments, (select count(*)::integer from markets.candles) as candles,
        (select count(*)::integer from markets.seconds) as seconds`.execute(db)
  ).rows[0]
const wide = { from: start / minuteMs - 20_000, to: start / minuteMs + 20_000 }

test('weeks begin on Monday and every span divides the next', () => {
  const sunday = start / minuteMs
  expect(bucketOf(sunday, 10_080)).toBe(sunday + 10 - 10_080)
  expect(bucketOf(sunday + 10, 10_080)).toBe(sunday + 10)
  expect(bucketOf(sunday + 9, 1440)).toBe(sunday + 10 - 1440)
  expect(bucketOf(sunday + 14, 15)).toBe(sunday + 10)
})

test('candles recomputed from the record equal the stored ones, across the end of a week, and one changed price is found', async () => {
  const one = await aRecord()
  for (let minute = 1; minute <= 80; minute += 1) {
    await one.record(start + minute * minuteMs + 4000)
    await one.compactDue()
  }
  for (const span of [1, 5, 15, 60, 240, 1440, 10_080] as const) {
    const stored = await listStored(one.db, { id: 1, span, ...wide, limit: 1000 })
    expect([span, stored.length > 0]).toEqual([span, true])
    expect(stored.every(({ high }) => high < 2000n)).toBe(true)
  }
  for (const { id } of instruments) {
    const { candles, differences } = await recomputeCandles(one.db, { instrumentId: id, ...wide })
    expect(differences).toEqual([])
    expect(candles).toBeGreaterThan(100)
  }
  await asOwner(
    one,
    `alter table markets.candles_5m disable trigger all; update markets.candles_5m set high = high + 1 where instrument_id = 2 and minute = ${start / minuteMs}`,
  )
  expect((await recomputeCandles(one.db, { instrumentId: 2, ...wide })).differences).toMatchObject([
    { span: 5, minute: start / minuteMs },
  ])
  expect((await recomputeCandles(one.db, { instrumentId: 1, ...wide })).differences).toEqual([])
})

test('a crash at any step of a compaction leaves nothing half done, and the next one does it all', async () => {
  const one = await aRecord()
  await one.record(start + 12 * minuteMs)
  const before = await counts(one)
  const reader = createTickReader({ db: one.db, find: (code) => instruments.find((known) => known.code === code) })
  const windows = instruments.map(({ code }) => ({ code, from: start - dayMs / 2, to: start + dayMs }))
  const ticks = await reader.read(windows)
  const steps = [
    ['segments', 'insert', ''],
    ['candles_1m', 'insert', ''],
    ['candles_5m', 'insert', ''],
    ['instruments', 'update', ''],
    ['feed_lease', 'update', 'when (new.compacted_until > old.compacted_until)'],
  ] as const
  await asOwner(
    one,
    `create function markets.crash() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$`,
  )
  for (const [table, moment, when] of steps) {
    await asOwner(
      one,
      `create trigger crash before ${moment} on markets.${table} for each row ${when} execute function markets.crash()`,
    )
    await expect(one.compactDue(), table).rejects.toThrow('crash')
    await asOwner(one, `drop trigger crash on markets.${table}`)
    expect(await reader.read(windows)).toEqual(ticks)
    if (table === 'segments') expect(await counts(one)).toEqual(before)
  }
  await one.recorder.open()
  await one.compactDue()
  expect(await reader.read(windows)).toEqual(ticks)
  for (const { id } of instruments)
    expect((await recomputeCandles(one.db, { instrumentId: id, ...wide })).differences).toEqual([])
  expect((await counts(one))?.segments).toBeGreaterThan(10)
})

test('after days of downtime the intervals that ended meanwhile are closed', async () => {
  const one = await aRecord()
  await one.record(start + 3 * minuteMs)
  one.clock.advance(3 * dayMs)
  await one.compactDue()
  const day = await listStored(one.db, { id: 1, span: 1440, ...wide, limit: 10 })
  expect(day).toHaveLength(1)
  expect(day[0]?.ticks).toBe(90)
  await one.record(start + 3 * dayMs + 10 * minuteMs, [1])
  await one.compactDue()
  expect((await recomputeCandles(one.db, { instrumentId: 1, ...wide })).differences).toEqual([])
})

test('days whose retention is over go, whole, and nothing else does', async () => {
  const one = await aRecord()
  await one.record(start + 12 * minuteMs)
  await one.compactDue()
  const keep = () => keepDays({ store: one.store, clock: one.clock, log: silentLog, retentionDays: 3 })
  one.clock.set(Math.floor(start / dayMs) * dayMs + 3 * dayMs + dayMs - 1)
  await keep()
  expect((await counts(one))?.segments).toBe(22)
  one.clock.advance(1)
  await keep()
  expect((await counts(one))?.segments).toBe(2)
  expect(await listStored(one.db, { id: 1, span: 1, ...wide, limit: 100 })).toHaveLength(11)
  one.clock.advance(20 * dayMs)
  await keep()
  expect(await listStored(one.db, { id: 1, span: 1, ...wide, limit: 100 })).toHaveLength(0)
  expect((await listStored(one.db, { id: 1, span: 5, ...wide, limit: 100 })).length).toBeGreaterThan(0)
  expect((await one.store.listLastTicks()).map(({ lastSeq }) => lastSeq > 300)).toEqual([true, true])
})

test('a record that is kept for ever keeps every day and every one-minute candle, and opens the day to come', async () => {
  const one = await aRecord()
  await one.record(start + 12 * minuteMs)
  await one.compactDue()
  const before = await counts(one)
  one.clock.advance(400 * dayMs)
  await keepDays({ store: one.store, clock: one.clock, log: silentLog, retentionDays: null })
  const after = await counts(one)
  expect([after?.segments, after?.candles]).toEqual([before?.segments, before?.candles])
  const tomorrow = Math.floor(one.clock.now() / dayMs) + 1
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`markets.segments_${tomorrow}`}) is not null as there`.execute(one.db)
  expect(rows).toEqual([{ there: true }])
})
