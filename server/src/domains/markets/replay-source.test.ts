import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listMarketByType } from '@evenhand/protocol/markets.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { manualClock } from '../../kernel/time/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { openReplay } from './feeds/replay/replay.ts'
import { createMarkets, seedsOf } from './index.ts'

// The recordings are no part of the project: they stand beside it where a developer has them.
const replayDir = process.env['REPLAY_DIR'] ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url))
const start = 1_773_155_240_000
const database = await testDatabase()
afterAll(() => database.close())

const open = (clock: ReturnType<typeof manualClock>, folder = replayDir) =>
  createMarkets({
    pools: database.pools,
    clock,
    log: silentLog,
    config: { feed: 'replay', replayDir: folder, retentionDays: 3 },
    seeds: seedsOf(Buffer.alloc(32, 7)),
    optionTerms: () => [],
  })

test('a folder without recordings stops the start with one sentence', async () => {
  await expect(open(manualClock(start), '/no/such/folder')).rejects.toMatchObject({
    name: 'SetupError',
    message: /\/no\/such\/folder/,
  })
})

test.skipIf(!existsSync(replayDir))(
  'recorded prices are replayed, labelled, and go on after a restart; the rest is simulated',
  async () => {
    const clock = manualClock(start)
    const first = await open(clock)
    await first.start()
    for (let second = 0; second < 70; second += 1) {
      clock.advance(1000)
      await first.tick()
    }
    const raw = await first.listMarkets({}, 'en')
    const list = z.parse(z.array(z.any()), JSON.parse(raw.body.toString()).result)
    const items = z.parse(listMarketByType.result, list)
    const replayed = Array.isArray(items) ? items.filter((item) => item.feedKind === 'replay') : []
    expect(replayed.map(({ code }) => code)).toEqual(expect.arrayContaining(['BTCUSDT', 'EURUSD', 'AAPL']))
    for (const item of replayed) expect(item.recording?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(Array.isArray(items) && items.filter((item) => item.feedKind === 'simulated').length).toBeGreaterThan(900)

    // A one-minute bar gives four prices a minute, and a second without a recorded price has no tick.
    const [ticks = []] = await first.ticks([{ code: 'BTCUSDT', from: start, to: clock.now() }])
    expect(new Set(ticks.map(({ feedKind }) => feedKind))).toEqual(new Set(['replay']))
    expect(ticks.length).toBeGreaterThan(3)
    expect(ticks.length).toBeLessThan(8)
    await first.stop()

    const again = await open(clock)
    await again.start()
    for (let second = 0; second < 21; second += 1) {
      clock.advance(1000)
      await again.tick()
    }
    const unbroken = openReplay(replayDir, again.instruments(), start)
    for (const code of ['BTCUSDT', 'EURUSD']) {
      expect(again.latest(code)?.price).toBe(unbroken.priceAtOrBefore(code, clock.now())?.price)
    }
    expect(again.latest('BTCUSDT')?.ts).toBeGreaterThan(start + 70_000)
    await again.stop()
  },
)
