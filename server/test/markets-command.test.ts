import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarkets, type Markets } from '../src/domains/markets/index.ts'
import { manualClock } from '../src/kernel/time/clock.ts'
import { openCluster } from '../src/kernel/postgres/postgres.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { runCommand } from './run-command.ts'
import { simulated } from './simulated-markets.ts'

// Sunday 2026-03-08, 23:58:30 UTC: coins, currencies and futures trade, and a day and a week end soon.
const start = 1_773_014_310_000
let database: TestDatabase
let markets: Markets
const clock = manualClock(start)
const run = (...args: string[]) => runOn({ DATABASE_URL: database.url() }, ...args)
const runOn = (env: Record<string, string>, ...args: string[]) => runCommand('markets.ts', args, env)

beforeAll(async () => {
  database = await testDatabase()
  markets = await createMarkets(simulated(database, clock))
  await markets.start()
  for (let second = 0; second < 185; second += 1) {
    await markets.tick()
    clock.advance(1000)
  }
})
afterAll(async () => {
  await markets.stop()
  await database.close()
})

test('files what operators are to decide and changes nothing itself, whatever its arguments', async () => {
  const requested = [
    ['suspend', 'BTCUSDT', '--reason', 'maintenance', '--note', 'Until noon UTC'],
    ['delist', 'ETHUSDT', '--reason', 'lowLiquidity'],
  ]
  for (const args of requested) {
    const done = await run(...args)
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Nothing has changed yet') as string })
  }
  expect((await run('status')).text).toBe('Every instrument is listed.\n')
  expect(
    await database.asOwner('select code, state, reason, note from markets.listing_filings order by filed_at'),
  ).toEqual([
    { code: 'BTCUSDT', state: 'suspended', reason: 'maintenance', note: 'Until noon UTC' },
    { code: 'ETHUSDT', state: 'delisted', reason: 'lowLiquidity', note: null },
  ])
  // Nor does the role that it acts as.
  for (const state of ['suspended', 'delisted'])
    await expect(
      database.asOwner(`set role console; insert into markets.listings (seq, code, state, reason, at, actor)
        values (1, 'BTCUSDT', '${state}', 'other', 1, 'root')`),
    ).rejects.toThrow(/takes two operators|of role risk/)
})

test.each([
  [[], 'State what to do'],
  [['price', 'BTCUSDT', '52000'], 'State what to do'],
  [['constructor', 'BTCUSDT'], 'State what to do'],
  [['suspend', 'BTCUSDT'], 'State why'],
  [['suspend', 'BTCUSDT', '--reason', 'mood'], 'There is no reason "mood"'],
  [['suspend', 'BTCUSDT', '--reason', 'renamed'], 'There is no reason "renamed" to suspend'],
  [['suspend', 'NOPE', '--reason', 'maintenance'], 'no instrument NOPE'],
  [['suspend', '--reason', 'maintenance'], 'State which instrument'],
  [['suspend', 'BTCUSDT', '--price', '1'], "Unknown option '--price'"],
  [['resume', 'BTCUSDT', '--reason', 'resolved'], 'is listed already'],
  [['candles', '--from', 'yesterday'], 'State --from'],
])('%j is refused in one sentence', async (args, message) => {
  const { code, text } = await run(...args)
  expect([code, text]).toEqual([2, expect.stringContaining(message)])
  expect(text).not.toContain('    at ')
})

test('its commands are six, and none of them takes a price', () => {
  const source = readFileSync(join(import.meta.dirname, '../../tools/src/markets.ts'), 'utf8')
  const table = /const commands[^{]*{\n([\s\S]*?)\n}/.exec(source.replace(/Readonly<Record<.*?>> = /, ''))?.[1] ?? ''
  const names = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
  expect(names).toEqual(['suspend', 'resume', 'delist', 'list', 'status', 'candles'])
  expect([...source.matchAll(/(\w+): \{ type: 'string' \}/g)].map(([, name]) => name)).toEqual([
    'reason',
    'note',
    'from',
    'to',
  ])
})

test('proves the stored candles from the ticks, of one instrument and of all, and shows the first that differs', async () => {
  const minute = Math.floor(start / 60_000)
  // A compaction that could not run at its second runs at a later one.
  const packed = async () => {
    clock.advance(1000)
    await markets.tick()
    return markets.recordedMinutes({ after: minute, limit: 2 })
  }
  await expect.poll(packed).toHaveLength(2)
  const one = await run('candles', 'BTCUSDT')
  expect(one.text).toMatch(/^\d+ stored candles of 1 instruments were made anew .*; 0 differ\.\n$/)
  expect(one.code).toBe(0)
  expect((await run('candles')).text).toMatch(/ of 553 instruments .*; 0 differ\.\n$/)
  await database.asOwner(`
    set session_replication_role = replica;
    update markets.candles set high = high + 1
    where instrument_id = 1 and span = 1 and minute = ${minute + 1}`)
  const changed = await run('candles')
  expect(changed.code).toBe(1)
  expect(changed.text).toMatch(
    /; 1 differ\.\n {2}BTCUSDT 1m 2026-03-08T23:59:00.000Z: stored .* of 60 ticks, from the ticks /,
  )
})

test('works on the built-in database beside the program that runs on it, and when it is stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-markets-'))
  chmodSync(folder, 0o755)
  const settings = { shared_buffers: '32MB', max_connections: '20' }
  const cluster = await openCluster({ dataDir: folder, settings })
  try {
    const done = await runOn({ DATA_DIR: folder }, 'suspend', 'BTCUSDT', '--reason', 'maintenance')
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Filed: BTCUSDT suspended') as string })
  } finally {
    await cluster.stop()
  }
  expect((await runOn({ DATA_DIR: folder }, 'status')).text).toBe('Every instrument is listed.\n')
  rmSync(folder, { recursive: true, force: true })
})
