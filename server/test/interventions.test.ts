import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import type { publicInterventions } from '@evenhand/protocol/interventions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { manualClock } from '../src/kernel/time/clock.ts'
import { publicInterventionRoutes } from '../src/app/public-interventions.ts'
import { testDatabase, type TestDatabase } from './database.ts'

type Counted = z.input<typeof publicInterventions.result>
// Tuesday 2026-03-10, 12:10 UTC.
const now = Date.UTC(2026, 2, 10, 12, 10)
const first = Date.UTC(2026, 2, 10, 11, 58) / 60_000
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const read = async (): Promise<Counted> => {
  const [route] = publicInterventionRoutes({ pools: database.pools, clock: manualClock(now) })
  if (route === undefined) throw new Error('no route')
  return (route.run as unknown as (request: object) => Promise<Counted>)({})
}

test('an empty house has done nothing and stood still never', async () => {
  expect(await read()).toMatchObject({ adjustments: [], restrictions: [], downtime: [], voids: [] })
})

test('seconds that were not recorded are counted by day, with the real stakes that became void in them', async () => {
  const minute = (at: number, ticks: number, instrument = 1) =>
    `(${instrument}, 1, ${first + at}, ${ticks}, 1, 1, 1, 1)`
  await database.asOwner('select markets.open_day($1)', [Math.floor(now / 86_400_000)])
  await database.asOwner(`insert into markets.instruments (id, code, first_ts, precision)
    values (1, 'BTCUSDT', ${(first - 1) * 60_000}, 2), (2, 'ETHUSDT', ${(first - 1) * 60_000}, 2)`)
  // Two whole minutes and half of one are missing; in one other a single instrument was silent, in another four seconds.
  await database.asOwner(`insert into markets.candles (instrument_id, span, minute, ticks, open, high, low, close) values
    ${[minute(0, 60), minute(1, 30), minute(4, 60), minute(5, 56), minute(6, 20), minute(6, 60, 2), minute(7, 60)].join(',')}`)
  const order = (
    due: number,
    asset: number,
    reason: string,
  ) => `(1, gen_random_uuid(), 1, ${asset}, 1, 1, 25000000, 940000, 60,
    to_timestamp(${due - 60}), 1, 'simulated', gen_random_uuid(), 0, 'VOID', '${reason}', 0, to_timestamp(${due}), to_timestamp(${due + 600}))`
  const at = (minutes: number, seconds: number) => (first + minutes) * 60 + seconds
  await database.asOwner(`insert into options.orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm,
      limit_time, accepted_at, seen_seq, feed_kind, batch_id, batch_index, status, void_reason, gain, expires_at, settled_at)
    values ${[
      order(at(2, 20), 1, 'FEED_INVALID'),
      order(at(4, 3), 1, 'FEED_INVALID'),
      // Not in a downtime, halted by its exchange, virtual.
      order(at(6, 30), 1, 'FEED_INVALID'),
      order(at(3, 0), 1, 'SESSION_HALTED_BY_EXCHANGE'),
      order(at(3, 0), 2, 'FEED_INVALID'),
    ].join(',')}`)
  const { downtime, queries } = await read()
  expect(downtime).toEqual([{ day: '2026-03-10', seconds: 150, voids: 2, stake: '50.00' }])
  for (const { sql, hash } of queries) expect(nodeCrypto.sha256(sql)).toBe(hash)
})

test('void options are counted by instrument and reason, with how many would have won', async () => {
  const late = first + 10
  await database.asOwner(`insert into markets.candles (instrument_id, span, minute, ticks, open, high, low, close) values
    (2, 1, ${late}, 20, 100, 100, 100, 100), (2, 1, ${late + 1}, 20, 105, 105, 105, 105)`)
  const order = (direction: 1 | -1, entry: number, expires: number) =>
    `(1, gen_random_uuid(), 1, 1, 2, ${direction}, 10000000, 940000, 60, to_timestamp(${late * 60}), 1, 'simulated',
      gen_random_uuid(), 0, 'VOID', 'FEED_INVALID', 0, 1, to_timestamp(${late * 60}), ${entry}, to_timestamp(${expires}), to_timestamp(${expires + 600}))`
  await database.asOwner(`insert into options.orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm,
      limit_time, accepted_at, seen_seq, feed_kind, batch_id, batch_index, status, void_reason, gain, entry_seq, entry_ts, entry_price, expires_at, settled_at)
    values ${[
      // Up from 100: by the minute in which it would have ended, by the last one before that, and level with the entry.
      order(1, 100, (late + 1) * 60 + 30),
      order(1, 100, (late + 3) * 60),
      order(1, 105, (late + 3) * 60),
      order(-1, 100, (late + 3) * 60),
    ].join(',')}`)
  const { voids } = await read()
  expect(voids.find(({ code }) => code === 'ETHUSDT')).toEqual({
    code: 'ETHUSDT',
    reason: 'FEED_INVALID',
    orders: 4,
    wouldHaveWon: 2,
    wouldHaveLost: 1,
    stake: '40.00',
  })
  // Those above have no entry.
  expect(voids.filter(({ code }) => code === 'BTCUSDT')).toEqual([
    { code: 'BTCUSDT', reason: 'FEED_INVALID', orders: 3, wouldHaveWon: 0, wouldHaveLost: 0, stake: '75.00' },
    expect.objectContaining({ reason: 'SESSION_HALTED_BY_EXCHANGE', orders: 1, stake: '25.00' }),
  ])
})
