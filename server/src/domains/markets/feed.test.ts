import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { handClock } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { createMarkets, seedsOf } from './index.ts'

// Tuesday 2026-03-10, 12:07:58 UTC.
const start = 1_773_144_478_000
const databases: Awaited<ReturnType<typeof testDatabase>>[] = []
afterAll(async () => void (await Promise.all(databases.map((one) => one.close()))))

async function aServer(database?: Awaited<ReturnType<typeof testDatabase>>, clock = handClock(start)) {
  const own = database ?? (await testDatabase())
  if (database === undefined) databases.push(own)
  const failures: string[] = []
  const markets = await createMarkets({
    pools: own.pools,
    clock,
    log: { ...silentLog, error: (_fields, message) => failures.push(message) },
    config: { feed: 'simulated', retentionDays: 3 },
    seeds: seedsOf(Buffer.alloc(32, 7)),
    optionTerms: () => [],
  })
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(1000)
      await markets.turn()
    }
  }
  const window = (from: number, to: number) => ({ code: 'BTCUSDT', from, to })
  const ticks = async (from: number, to: number) => (await markets.ticks([window(from, to)]))[0] ?? []
  return { markets, clock, seconds, ticks, failures, database: own }
}

/** Statements of one's own, as the owner, in a transaction that is open until `end`. */
async function asOwner(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { query: (text: string) => client.query(text), end: () => client.end() }
}

test('listeners hear of a second once its ticks can be read from the record', async () => {
  const { markets, seconds, ticks, clock } = await aServer()
  const heard: Promise<number[]>[] = []
  markets.onTicks((ts) => heard.push(ticks(ts, ts).then((found) => found.map((tick) => tick.ts))))
  await markets.start()
  await seconds(3)
  await markets.stop()
  expect(await Promise.all(heard)).toEqual([0, 1, 2, 3].map((second) => [start + second * 1000]))
  expect(markets.latest('BTCUSDT')?.ts).toBe(clock.now())
})

test('seconds that were missed have no ticks; the numbers go on without a gap', async () => {
  const { markets, seconds, ticks, clock } = await aServer()
  await markets.start()
  await seconds(2)
  clock.advance(10_000)
  await seconds(1)
  const found = await ticks(start, clock.now())
  await markets.stop()
  expect(found.map((tick) => [tick.seq, (tick.ts - start) / 1000, tick.late])).toEqual([
    [1, 0, false],
    [2, 1, false],
    [3, 2, false],
    [4, 13, false],
  ])
})

test('what was decided by the absence of a tick stays decided, though the tick was on its way', async () => {
  const { markets, seconds, ticks, clock, database } = await aServer()
  await markets.start()
  await seconds(1)
  const owner = await asOwner(database.url())
  await owner.query('begin; lock markets.seconds in share row exclusive mode')
  clock.advance(1000)
  const onItsWay = markets.turn()
  await expect
    .poll(async () => (await owner.query(`select from pg_locks where not granted`)).rowCount)
    .toBeGreaterThan(0)
  clock.advance(2500)
  const deciding = ticks(start, start + 2000)
  await owner.query('commit')
  await owner.end()
  await onItsWay
  const decided = await deciding
  // It was written before the decision could be: whoever decides waits for it and sees it.
  expect(decided.map((tick) => [(tick.ts - start) / 1000, tick.late])).toEqual([
    [0, false],
    [1, false],
    [2, false],
  ])
  expect(await ticks(start, start + 2000)).toEqual(decided)
  await markets.stop()
})

test('a write whose connection broke is looked up before the next, and no number is given twice', async () => {
  const { markets, seconds, ticks, clock, database } = await aServer()
  await markets.start()
  await seconds(2)
  const owner = await asOwner(database.url())
  await owner.query('begin; lock markets.seconds in share row exclusive mode')
  clock.advance(1000)
  const broken = expect(markets.turn()).rejects.toThrow()
  await expect
    .poll(async () => (await owner.query(`select from pg_locks where not granted`)).rowCount)
    .toBeGreaterThan(0)
  await owner.query(`select pg_terminate_backend(pid) from pg_locks where not granted`)
  await owner.query('commit')
  await owner.end()
  await broken
  await seconds(2)
  expect((await ticks(start, clock.now())).map((tick) => [tick.seq, (tick.ts - start) / 1000])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 4],
    [5, 5],
  ])
  await markets.stop()
})

test('one feed acts: a second server waits, and continues the numbers when the first has stopped', async () => {
  const first = await aServer()
  await first.markets.start()
  await first.seconds(3)
  const second = await aServer(first.database, first.clock)
  let started = false
  const starting = second.markets.start().then(() => (started = true))
  await first.seconds(2)
  expect(started).toBe(false)
  const newest = first.markets.latest('BTCUSDT')
  await first.markets.stop()
  await starting
  expect(second.markets.latest('BTCUSDT')).toEqual(newest)
  await second.seconds(1)
  expect(second.markets.latest('BTCUSDT')?.seq).toBe((newest?.seq ?? 0) + 1)
  await second.markets.stop()
})

test('minutes to seal are closed ones, whole, and never change', async () => {
  const { markets, seconds, clock } = await aServer()
  await markets.start()
  await seconds(70)
  const minute = Math.floor(start / 60_000)
  await expect.poll(() => markets.minutesToSeal({ after: 0, limit: 10 })).toEqual([minute, minute + 1])
  const segments = await markets.segments({ minute })
  expect(segments.length).toBeGreaterThan(500)
  expect(segments.find(({ code }) => code === 'BTCUSDT')?.ticks.map((tick) => tick.seq)).toEqual([1, 2])
  expect(await markets.segments({ minute, codes: ['BTCUSDT'] })).toEqual(
    segments.filter(({ code }) => code === 'BTCUSDT'),
  )
  expect(await markets.minutesToSeal({ after: minute, limit: 1 })).toEqual([minute + 1])
  expect(await markets.oldestMinute()).toBe(minute)
  await seconds(60)
  await expect.poll(() => markets.minutesToSeal({ after: minute + 1, limit: 10 })).toEqual([minute + 2])
  expect(await markets.segments({ minute })).toEqual(segments)
  expect(
    (await markets.recomputeCandles({ code: 'BTCUSDT', from: minute, to: Math.floor(clock.now() / 60_000) }))
      .differences,
  ).toEqual([])
  await markets.stop()
})
