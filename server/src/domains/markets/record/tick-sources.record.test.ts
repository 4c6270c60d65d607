import { expect, test } from 'vitest'
import { emptyRecord } from '../../../../test/empty-record.ts'
import { sql } from '../../../kernel/db/db.ts'
import { LeaseLost } from './recorder.ts'
import type { Quoted } from '../sources/source-statuses.ts'
import { readTickSources } from './tick-sources.store.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const start = 1_790_000_040_000
const instruments = [
  { id: 1, code: 'BTCUSDT', precision: 2 },
  { id: 2, code: 'ETHUSDT', precision: 2 },
]

async function aRecord() {
  const record = await emptyRecord(start, instruments)
  /** When rows of ticks and rows of sources were written. */
  const rows = async () => {
    const { rows: found } = await sql<{ ticks: number[]; sources: number[] }>`
      select array(select at::float8 from markets.seconds order by at) as ticks,
        array(select at::float8 from markets.tick_sources order by at) as sources`.execute(record.db)
    return found[0] ?? { ticks: [], sources: [] }
  }
  return { ...record, rows }
}
const live = (ts: number, price: bigint, instrumentId = 1): Quoted => ({
  instrumentId,
  ts,
  price,
  feedKind: 'single',
  sources: [{ name: 'okx', mid: price, ageMs: 100, state: 'used' }],
})

test('ticks and their sources are recorded together or not at all, whichever process writes', async () => {
  const { recorder, open, rows, clock, database } = await aRecord()
  await recorder.add([live(start, 5n), live(start, 7n, 2)])
  expect(await rows()).toEqual({ ticks: [start], sources: [start] })
  // Another feed took over: what the first still writes lands nowhere.
  const next = await open()
  clock.advance(1000)
  await expect(recorder.add([live(start + 1000, 6n)])).rejects.toThrow(LeaseLost)
  expect(await rows()).toEqual({ ticks: [start], sources: [start] })
  // Neither does a row of ticks where the row of sources cannot be written, nor the other way round.
  await database.asOwner('alter table markets.tick_sources add check (false) not valid')
  await expect(next.add([live(start + 1000, 6n)])).rejects.toThrow('check constraint')
  expect((await rows()).ticks).toEqual([start])
  await database.asOwner('alter table markets.tick_sources drop constraint tick_sources_check')
  await next.add([live(start + 1000, 6n)])
  const both = await rows()
  expect(both.ticks).toHaveLength(2)
  expect(both.sources).toEqual(both.ticks)
  expect(next.lastTick(1)).toMatchObject({ seq: 2, newest: { price: 6n } })
})

test('the sources of a tick are found by its time and seq, also where it was written late', async () => {
  const { recorder, clock, db } = await aRecord()
  clock.advance(30_000)
  await recorder.add([live(start, 5n), live(start, 7n, 2)])
  const params = { instrumentId: 2, seq: 1, price: 7n, ts: start }
  expect(await readTickSources(db, params)).toEqual([{ name: 'okx', mid: 7n, ageMs: 100, state: 'used' }])
  expect(await readTickSources(db, { ...params, seq: 2 })).toBeUndefined()
})

test('a record from before there were sources gets a column for them, and whole days of them leave with the ticks', async () => {
  const { recorder, clock, store, rows, database } = await aRecord()
  const today = Math.floor(start / dayMs)
  await store.openDay(today)
  await database.asOwner(`drop table markets.tick_sources_${today}`)
  await recorder.add([live(start, 5n)])
  // The machine slept for days.
  clock.advance(3 * dayMs)
  await recorder.add([live(clock.now(), 6n)])
  expect((await rows()).sources).toEqual([start, clock.now()])
  expect(await store.closeDays(today + 1, today - 14)).toContain(`tick_sources_${today}`)
  expect((await rows()).sources).toEqual([clock.now()])
})

test('ticks without sources leave no row of them', async () => {
  const { recorder, rows } = await aRecord()
  await recorder.add([{ instrumentId: 1, ts: start, price: 5n, feedKind: 'simulated' }])
  expect(await rows()).toEqual({ ticks: [start], sources: [] })
})
