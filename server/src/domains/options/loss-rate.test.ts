import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { realStake } from './options.store.ts'
import { lossRate } from './order-sums.store.ts'

const now = 1_800_000_000_000
const yearAgo = now - 365 * 86_400_000
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

type Settled = { from: number; to: number; gain: bigint; asset?: number; status?: string; at?: number }
/** One settled order for each account of a range. */
const settle = ({ from, to, gain, asset = 1, status = gain > 0n ? 'WON' : 'LOST', at = now }: Settled) =>
  database.asOwner(
    `insert into options.orders (account_id, id, order_no, asset, instrument_id, direction, stake, payout_ppm, limit_time,
       accepted_at, seen_seq, feed_kind, batch_id, batch_index, status, void_reason, gain, settled_at)
     select n, gen_random_uuid(), 1, $3, 1, 1, 10000000, 940000, 60, $6, 1, 'simulated', gen_random_uuid(), 0, $4,
       case when $4 = 'VOID' then 'FEED_INVALID' end, $5, $6 from generate_series($1::bigint, $2::bigint) n`,
    [from, to, asset, status, String(gain), dateOf(at)],
  )
const rate = () => lossRate(owned<'options'>(database.pools.api)).read(yearAgo)

it('is the share of real accounts that lost over a year, and nothing below a hundred of them', async () => {
  expect(await rate()).toBeNull()
  await settle({ from: 1, to: 66, gain: -10_000_000n })
  await settle({ from: 67, to: 99, gain: 9_400_000n })
  // Neither virtual money, nor what was void, nor what is longer ago makes an account.
  await settle({ from: 201, to: 300, gain: -10_000_000n, asset: 2 })
  await settle({ from: 301, to: 400, gain: 0n, status: 'VOID' })
  await settle({ from: 401, to: 500, gain: -10_000_000n, at: yearAgo - 1 })
  expect(await rate()).toBeNull()
  await settle({ from: 100, to: 100, gain: 9_400_000n })
  expect(await rate()).toBe('66.0')
  // What counts is all of an account's orders together: these three gained in the end.
  for (const _ of [1, 2]) await settle({ from: 1, to: 3, gain: 9_400_000n })
  expect(await rate()).toBe('63.0')
  await settle({ from: 101, to: 101, gain: 0n, status: 'TIE' })
  expect(await rate()).toBe('62.4')
})

it('the volume of a day has the stakes of what was traded, and not of what became void', async () => {
  const volume = async () => BigInt((await realStake(owned<'options'>(database.pools.api)).read(now - 86_400_000)) ?? 0)
  const before = await volume()
  await settle({ from: 601, to: 601, gain: 0n, status: 'VOID' })
  await settle({ from: 602, to: 602, gain: 0n, asset: 2, status: 'TIE' })
  expect(await volume()).toBe(before)
  await settle({ from: 603, to: 603, gain: 0n, status: 'TIE' })
  expect(await volume()).toBe(before + 10_000_000n)
})
