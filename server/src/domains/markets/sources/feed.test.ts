import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { simulated } from '../../../../test/simulated-markets.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { openPools } from '../../../kernel/db/db.ts'
import { silentLog } from '../../../kernel/log.ts'
import { createMarkets, type Markets, type Tick } from '../index.ts'

// Tuesday 2026-03-10, 12:07:58 UTC.
const start = 1_773_144_478_000
const databases: Awaited<ReturnType<typeof testDatabase>>[] = []
const servers: Markets[] = []
afterAll(async () => {
  await Promise.all(servers.map((one) => one.stop()))
  await Promise.all(databases.map((one) => one.close()))
})

async function aServer(database?: Awaited<ReturnType<typeof testDatabase>>, clock = manualClock(start)) {
  const own = database ?? (await testDatabase())
  if (database === undefined) databases.push(own)
  const failures: string[] = []
  const markets = await createMarkets(
    simulated(own, clock, { log: { ...silentLog, error: (_fields, message) => failures.push(message) } }),
  )
  servers.push(markets)
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(1000)
      await markets.tick()
    }
  }
  const window = (from: number, to: number) => ({ code: 'BTCUSDT', from, to })
  const ticks = async (from: number, to: number) => (await markets.ticks([window(from, to)]))[0] ?? []
  return { markets, clock, seconds, ticks, failures, database: own }
}

/** The sessions of this database that wait for a lock. */
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Statements of one's own, as the owner, in a transaction that is open until `end`. */
async function asOwner(url: string) {
  const client = new pg.Client({ connectionString: url })
  // The error of a connection that a test cuts on purpose has no other handler.
  client.on('error', () => {})
  await client.connect()
  return { query: (text: string) => client.query(text), end: () => client.end() }
}

test('listeners are called for a second once its ticks can be read from the record', async () => {
  const { markets, seconds, ticks, clock } = await aServer()
  const received: Promise<number[]>[] = []
  markets.onTicks((ts) => received.push(ticks(ts, ts).then((found) => found.map((tick) => tick.ts))))
  await markets.start()
  await seconds(3)
  await markets.stop()
  expect(await Promise.all(received)).toEqual([0, 1, 2, 3].map((second) => [start + second * 1000]))
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

/** Starts the tick of the next second while `hold` keeps its write from landing, and reads what that second would decide. */
async function whileOnItsWay(
  hold: string,
  settled: (query: (text: string) => Promise<{ rowCount: number | null }>) => Promise<void>,
) {
  const { markets, seconds, ticks, clock, database } = await aServer()
  await markets.start()
  await seconds(1)
  const owner = await asOwner(database.url())
  await owner.query(`begin; ${hold}`)
  clock.advance(1000)
  const onItsWay = markets.tick()
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBeGreaterThanOrEqual(1)
  clock.advance(2500)
  const deciding = ticks(start, start + 2000)
  await settled(owner.query)
  await owner.query('rollback')
  await owner.end()
  await onItsWay
  const counted = (found: Tick[]) => found.filter((tick) => !tick.late).map((tick) => (tick.ts - start) / 1000)
  const decided = counted(await deciding)
  const later = await ticks(start, start + 2000)
  await markets.stop()
  return {
    decided,
    counted: counted(later),
    late: later.filter((tick) => tick.late).map((tick) => (tick.ts - start) / 1000),
  }
}

test('a tick that lands after its absence has decided something is late', async () => {
  const outcome = await whileOnItsWay('lock markets.seconds in share row exclusive mode', (query) =>
    expect
      .poll(
        async () => (await query(`select from markets.feed_lease where closed_through >= ${start + 2000}`)).rowCount,
      )
      .toBe(1),
  )
  expect(outcome).toEqual({ decided: [0, 1], counted: [0, 1], late: [2] })
})

test('who decides waits for a tick that is about to land, and sees it', async () => {
  const outcome = await whileOnItsWay(`insert into markets.seconds values (${start + 2000}, '')`, (query) =>
    expect.poll(async () => (await query(waiting)).rowCount).toBeGreaterThanOrEqual(2),
  )
  expect(outcome).toEqual({ decided: [0, 1, 2], counted: [0, 1, 2], late: [] })
})

test('a write whose connection broke is looked up before the next, and no number is given twice', async () => {
  const { markets, seconds, ticks, clock, database } = await aServer()
  await markets.start()
  await seconds(2)
  const owner = await asOwner(database.url())
  await owner.query('begin; lock markets.seconds in share row exclusive mode')
  clock.advance(1000)
  const broken = expect(markets.tick()).rejects.toThrow()
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBeGreaterThan(0)
  await owner.query(waiting.replace('select', 'select pg_terminate_backend(pid)'))
  await owner.query('commit')
  await owner.end()
  await broken
  // The pool may return another connection that broke with it: such a second has no ticks, and no more.
  for (let second = 0; second < 4; second += 1) await seconds(1).catch(() => undefined)
  const found = await ticks(start, clock.now())
  expect(found.length).toBeGreaterThanOrEqual(5)
  expect(found.map((tick) => tick.seq)).toEqual(found.map((_, index) => index + 1))
  expect(found.every((tick, index) => tick.ts > (found[index - 1]?.ts ?? 0))).toBe(true)
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

test('a server that was cut off is replaced, and writes nothing when it comes back', async () => {
  const first = await aServer()
  await first.markets.start()
  await first.seconds(5)
  const owner = await asOwner(first.database.url())
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await owner.end()
  const pools = openPools(first.database.url())
  const second = await aServer({ ...first.database, pools }, first.clock)
  await second.markets.start()
  await second.seconds(1)
  // Its first word may be that its own connection is gone; it writes nothing either way.
  const outcome = () => first.seconds(1).then(() => 'written', String)
  await expect.poll(outcome).toContain('another feed has the lease')
  await second.seconds(1)
  const found = await second.ticks(start, first.clock.now())
  expect(found.map((tick) => tick.seq)).toEqual(found.map((_, index) => index + 1))
  // Seconds in which the first was refused have a tick where the timer of the other came within them, and none else.
  expect(new Set(found.map((tick) => tick.ts)).size).toBe(found.length)
  expect(found.length).toBeGreaterThanOrEqual(8)
  await second.markets.stop()
  await first.markets.stop()
  await pools.close()
})

test('minutes to seal are closed ones, whole, and never change', async () => {
  const { markets, seconds, clock } = await aServer()
  await markets.start()
  await seconds(70)
  const minute = Math.floor(start / 60_000)
  await expect.poll(() => markets.recordedMinutes({ after: 0, limit: 10 })).toEqual([minute, minute + 1])
  const segments = await markets.segments({ minute })
  expect(segments.length).toBeGreaterThan(500)
  expect(segments.find(({ code }) => code === 'BTCUSDT')?.ticks.map((tick) => tick.seq)).toEqual([1, 2])
  expect(await markets.segments({ minute, codes: ['BTCUSDT'] })).toEqual(
    segments.filter(({ code }) => code === 'BTCUSDT'),
  )
  expect(await markets.recordedMinutes({ after: minute, limit: 1 })).toEqual([minute + 1])
  expect(await markets.oldestMinute()).toBe(minute)
  await seconds(60)
  await expect.poll(() => markets.recordedMinutes({ after: minute + 1, limit: 10 })).toEqual([minute + 2])
  expect(await markets.segments({ minute })).toEqual(segments)
  expect(
    (await markets.recomputeCandles({ code: 'BTCUSDT', from: minute, to: Math.floor(clock.now() / 60_000) }))
      .differences,
  ).toEqual([])
  await markets.stop()
})
