import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { owned } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { optionResults } from './option-results.store.ts'

const now = 1_800_000_000_000
const hourMs = 3_600_000
const monthAgo = now - 30 * 24 * hourMs
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

type Decided = { hours: number; won: number; lost: number; instrument: number; asset?: number; endedAt?: number }
/** Options of 10 USDT at a rate of 0.94, so many won and lost in each of the hours before `endedAt`. */
const decide = ({ hours, won, lost, instrument, asset = 1, endedAt = now }: Decided) =>
  database.asOwner(
    `insert into options.orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time,
       accepted_at, seen_seq, feed_kind, batch_id, batch_index, status, gain, expires_at, settled_at)
     select n, gen_random_uuid(), n, $5, $4, 1, 10000000, 940000, 60, ended.at, 1, 'simulated', gen_random_uuid(), 0,
       case when n <= $2 then 'WON' else 'LOST' end, case when n <= $2 then 9400000 else -10000000 end, ended.at, ended.at
     from generate_series(1, $1::int) hour, generate_series(1, $2::int + $3::int) n,
       lateral (select $6::timestamptz - (hour - 1) * interval '1 hour' as at) ended`,
    [hours, won, lost, instrument, asset, dateOf(endedAt)],
  )
const results = async (): Promise<unknown> => {
  const value = await optionResults(owned<'options'>(database.pools.api)).read(monthAgo)
  return value === null ? null : JSON.parse(value)
}

it('is what the house earned beside what chance gives, and nothing of few options or few prices', async () => {
  // As many options as it takes, but of ten hours of two instruments.
  for (const instrument of [1, 2]) await decide({ hours: 10, won: 5, lost: 5, instrument })
  // Neither virtual money nor what is longer ago.
  await decide({ hours: 40, won: 0, lost: 5, instrument: 3, asset: 2 })
  await decide({ hours: 40, won: 0, lost: 5, instrument: 4, endedAt: monthAgo - 1 })
  expect(await results()).toBeNull()
  await decide({ hours: 10, won: 5, lost: 5, instrument: 5 })
  const fair = { orders: 300, won: 150, groups: 30, staked: '3000000000', expected: '90000000', error: '0' }
  expect(await results()).toEqual({ ...fair, result: '90000000' })
})

it('a house that decides options is further from chance than four standard errors', async () => {
  const distance = async () => {
    const { result, expected, error } = (await results()) as Record<'result' | 'expected' | 'error', string>
    return (Number(result) - Number(expected)) / Number(error)
  }
  // Whole hours that went one way, as prices do: customers all won in one and all lost in the other.
  await decide({ hours: 20, won: 10, lost: 0, instrument: 6 })
  await decide({ hours: 20, won: 0, lost: 10, instrument: 7 })
  expect(Math.abs(await distance())).toBeLessThan(1)
  await decide({ hours: 60, won: 0, lost: 10, instrument: 8 })
  expect(await distance()).toBeGreaterThan(4)
})
