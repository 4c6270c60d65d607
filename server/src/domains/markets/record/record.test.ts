import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '../../../kernel/db/db.ts'
import { emptyRecord } from '../../../../test/empty-record.ts'
import { compact } from './compaction.ts'
import { LeaseLost } from './recorder.ts'
import type { Quoted } from '../sources/source-statuses.ts'
import { createTickReader } from './tick-reader.ts'
import type { Tick } from './tick.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

const start = 1_790_000_040_000
const instruments = [
  { id: 1, code: 'BTCUSDT', precision: 2 },
  { id: 2, code: 'EURUSD', precision: 2 },
  { id: 3, code: 'AAPL', precision: 2 },
]

async function aRecord() {
  const { database, open, ...record } = await emptyRecord(start, instruments)
  const read = () =>
    createTickReader({ db: database.pools.api, find: (code) => instruments.find((one) => one.code === code) })
  const again = async () => ({ recorder: await open(), reader: read() })
  return { ...record, owner: database, again, reader: read() }
}
const quoted = (ts: number, price: bigint, instrumentId = 1): Quoted => ({
  instrumentId,
  ts,
  price,
  feedKind: 'simulated',
})
const near = { code: 'BTCUSDT', from: start - 5 * minuteMs, to: start + 20 * minuteMs }

test('a tick is numbered, recorded, and read back from the database', async () => {
  const { recorder, reader, clock } = await aRecord()
  await recorder.add([quoted(start, 5_210_000n), quoted(start, 108_500n, 2)])
  clock.advance(1000)
  await recorder.add([quoted(start + 1000, 5_210_100n)])
  expect(await reader.read([near, { ...near, code: 'EURUSD' }, { ...near, code: 'NONE' }])).toEqual([
    [
      { seq: 1, ts: start, price: 5_210_000n, late: false, feedKind: 'simulated' },
      { seq: 2, ts: start + 1000, price: 5_210_100n, late: false, feedKind: 'simulated' },
    ],
    [{ seq: 1, ts: start, price: 108_500n, late: false, feedKind: 'simulated' }],
    [],
  ])
  expect(recorder.lastTick(1)).toMatchObject({ seq: 2, firstTs: start, newest: { price: 5_210_100n } })
})

test('a tick is late more than two seconds after its time, out of order, or repeated; a minute later it is none', async () => {
  const { recorder, reader, clock } = await aRecord()
  clock.set(start + 2000)
  await recorder.add([quoted(start, 1n)])
  clock.set(start + 4001)
  await recorder.add([quoted(start + 2000, 2n)])
  await recorder.add([quoted(start + 4000, 3n)])
  await recorder.add([quoted(start + 3000, 4n), quoted(start + 4000, 5n)])
  clock.set(start + minuteMs + 4001)
  expect(await recorder.add([quoted(start + 4000, 6n)])).toEqual([])
  const [ticks] = await reader.read([near])
  expect(ticks?.map((tick) => [tick.seq, tick.price, tick.late])).toEqual([
    [1, 1n, false],
    [2, 2n, true],
    [3, 3n, false],
    [4, 4n, true],
    [5, 5n, true],
  ])
  expect(recorder.lastTick(1)?.newest.price).toBe(3n)
  await expect(recorder.add([quoted(clock.now() + 1000, 7n)])).rejects.toThrow('not of the future')
})

test('once the absence of a tick has decided something, it comes late', async () => {
  const { recorder, reader, clock } = await aRecord()
  await recorder.add([quoted(start, 1n)])
  clock.set(start + 2500)
  await recorder.closeThrough(start + 1000)
  expect(
    (await recorder.add([quoted(start + 1000, 2n), quoted(start + 2000, 3n, 2)])).map((tick) => tick.late),
  ).toEqual([true, false])
  expect((await reader.read([near]))[0]?.map((tick) => tick.late)).toEqual([false, true])
})

test('a feed whose lease another took writes nothing more', async () => {
  const { recorder, again, clock, reader } = await aRecord()
  await recorder.add([quoted(start, 1n)])
  const next = await again()
  clock.advance(1000)
  await expect(recorder.add([quoted(start + 1000, 666n)])).rejects.toThrow(LeaseLost)
  await next.recorder.add([quoted(start + 1000, 2n)])
  expect((await reader.read([near]))[0]?.map((tick) => [tick.seq, tick.price])).toEqual([
    [1, 1n],
    [2, 2n],
  ])
})

test('an instrument whose id changed its code stops the start', async () => {
  const { store } = await aRecord()
  await expect(store.enlist([{ id: 1, code: 'ETHUSDT', precision: 2 }])).rejects.toThrow(
    'ids of the catalogue never change',
  )
  await expect(store.enlist([{ id: 1, code: 'BTCUSDT', precision: 5 }])).rejects.toThrow('precisions never change')
})

test('no role can change or delete what is recorded', async () => {
  const { recorder, db, owner, clock, store } = await aRecord()
  await recorder.add([quoted(start, 1n)])
  clock.set(start + minuteMs)
  await recorder.add([quoted(start + minuteMs, 1n)])
  await compact({ db, store, recorder }, start + minuteMs)
  for (const role of ['feed', 'api', 'console', 'payout'] as const) {
    for (const statement of [
      'update markets.seconds set block = block',
      'update markets.tick_sources set block = block',
      'delete from markets.tick_sources',
      'truncate markets.tick_sources',
      'update markets.segments set payload = payload',
      'delete from markets.segments',
      'update markets.candles set close = 1',
      'delete from markets.candles',
      'truncate markets.seconds',
      'drop table markets.segments',
    ]) {
      await expect(sql.raw(statement).execute(owner.pools[role]), `${role}: ${statement}`).rejects.toThrow(
        /permission denied|must be owner/,
      )
    }
  }
  for (const table of ['markets.seconds', 'markets.tick_sources'])
    await expect(sql.raw(`insert into ${table} values (1, '')`).execute(owner.pools.api)).rejects.toThrow(
      'permission denied',
    )
  await expect(sql`delete from markets.seconds`.execute(db)).rejects.toThrow('has not been compacted')
})

const seconds = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 4000 }),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 })), { maxLength: 4 }),
  ),
  {
    minLength: 1,
    maxLength: 60,
  },
)

/** Everything recorded, read straight from both tables without the reader. */
async function everyTick(ticks: { id: number; tick: Tick }[], code: string, from: number, to: number): Promise<Tick[]> {
  const id = instruments.find((one) => one.code === code)?.id
  return ticks.flatMap((one) => (one.id === id && one.tick.ts >= from && one.tick.ts <= to ? [one.tick] : []))
}

test('windows read the same before, during and after compaction, whatever came late, twice or not at all', async () => {
  const { recorder, reader, clock, db, store, again } = await aRecord()
  let base = start
  await fc.assert(
    fc.asyncProperty(seconds, fc.integer({ min: 0, max: 60 }), async (steps, pause) => {
      clock.set((base += 10 * minuteMs))
      const recorded: { id: number; tick: Tick }[] = []
      for (const [advance, ticks] of steps) {
        clock.advance(advance)
        const whole = Math.floor(clock.now() / 1000) * 1000
        const prices = ticks.map(([age, id]) => quoted(whole - age * 1000, BigInt(recorded.length + 1), id))
        for (const { instrumentId, ...tick } of await recorder.add(prices)) recorded.push({ id: instrumentId, tick })
      }
      const windows = instruments.flatMap(({ code }) =>
        Array.from({ length: 30 }, (_, index) => ({ code, from: base + index * 4000 - 5000, to: base + index * 4000 })),
      )
      const naive = await Promise.all(windows.map(({ code, from, to }) => everyTick(recorded, code, from, to)))
      expect(await reader.read(windows)).toEqual(naive)
      clock.advance(3000 + pause * 1000)
      await compact({ db, store, recorder }, Math.floor((clock.now() - 3000) / minuteMs) * minuteMs)
      expect(await reader.read(windows)).toEqual(naive)
      clock.advance(5 * minuteMs)
      await compact({ db, store, recorder }, Math.floor((clock.now() - 3000) / minuteMs) * minuteMs)
      expect(await (await again()).reader.read(windows)).toEqual(naive)
      await recorder.open()
    }),
    { numRuns: 25 },
  )
})
