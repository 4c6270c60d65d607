import { afterAll, beforeEach, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { owned } from '../../kernel/db/db.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import { contractCloseOuts, contractsLossRate, contractSlippage } from './contract-figures.ts'
import { firstContractTerms } from './terms-book.ts'
import { tradedVolume } from './traded-volume.ts'

const rig = await contractsFixture()
const { database, markets } = rig
afterAll(() => rig.close())
const db = owned<'contracts'>(database.pools.api)

const now = 1_800_000_000_000
const dayMs = 86_400_000
const since = now - 30 * dayMs
const btc = markets.instrument('BTCUSDT')
if (btc === undefined) throw new Error('the catalogue has bitcoin')
const usdt = 1_000_000

beforeEach(() =>
  database.asOwner(`set session_replication_role = replica;
    truncate contracts.history, contracts.positions, contracts.records, contracts.protections;
    set session_replication_role = origin`),
)

type Closed = { from: number; to: number; profit: number; asset?: number; at?: number; reason?: string; price?: number }
/** One closed contract for each account of a range, with fees of 1 USDT on each side and 2 of financing. */
const closed = ({ from, to, profit, asset = 1, at = now - 1000, reason = 'USER', price = 100 }: Closed) =>
  database.asOwner(
    `insert into contracts.history (account_id, id, order_no, asset, instrument_id, side, order_type, lots, units, leverage,
       accepted_at, feed_kind, status, open_price, open_ts, close_price, close_ts, close_reason, notional, margin, fee_open,
       fee_close, financing, profit, entry_no, ended_at)
     select n, gen_random_uuid(), n, $3, $4, 1, 'MARKET', 100, 100000000, 2, $5, 'simulated', 'CLOSED', 100, $5, $8, $5, $7,
       100 * ${usdt}, 50 * ${usdt}, ${usdt}, ${usdt}, 2 * ${usdt}, $6, 1, $5
     from generate_series($1::bigint, $2::bigint) n`,
    [from, to, asset, btc.id, dateOf(at), profit * usdt, reason, price],
  )

it('the loss rate counts accounts by all of their contracts after costs, open ones at the newest price', async () => {
  await markets.tick('BTCUSDT', 5_000_000_000n)
  const rate = () => contractsLossRate(db, { markets: markets as never, terms: firstContractTerms }).read(since)
  expect(await rate()).toBeNull()
  // Their costs are 4 USDT: a profit of 3 is a loss.
  await closed({ from: 1, to: 60, profit: 3 })
  await closed({ from: 61, to: 99, profit: 5 })
  // Neither virtual money nor what ended before.
  await closed({ from: 201, to: 300, profit: -9, asset: 2 })
  await closed({ from: 301, to: 400, profit: -9, at: since - 1 })
  expect(await rate()).toBeNull()
  const open = (account: number, price: bigint) =>
    database.asOwner(
      `insert into contracts.positions (account_id, id, order_no, asset, instrument_id, side, order_type, lots, units, leverage,
         accepted_at, feed_kind, open_price, open_seq, open_ts, open_tick, notional, margin, fee_open)
       values ($1, gen_random_uuid(), 1, 1, $2, 1, 'MARKET', 100, 100000000, 2, $3, 'simulated', $4, 1, $3, $4, 1, 1, 0)`,
      [account, btc.id, dateOf(now), String(price)],
    )
  // Bought lower than the price is now: a gain.
  await open(100, 4_900_000_000n)
  expect(await rate()).toBe('60.0')
  // One of the winners has an open loss of far more than it gained.
  await open(99, 5_100_000_000n)
  expect(await rate()).toBe('61.0')
})

it('slippage has a mean, an interval and symmetric ranges, of market orders that nothing bounded', async () => {
  const slippage = async () => JSON.parse((await contractSlippage(db).read(since)) ?? 'null') as object | null
  const filled = (count: number, fill: { price: number; side?: number; max?: number | null; asset?: number }) =>
    database.asOwner(
      `set session_replication_role = replica;
       with made as (
         insert into contracts.positions (account_id, id, order_no, asset, instrument_id, side, order_type, lots, units, leverage,
           max_slippage, accepted_at, feed_kind, open_price, open_seq, open_ts, open_tick, notional, margin, fee_open)
         select n, gen_random_uuid(), 1, ${fill.asset ?? 1}, ${btc.id}, ${fill.side ?? 1}, 'MARKET', 1, 1, 2, ${fill.max ?? 'null'},
           now(), 'simulated', ${fill.price}, 1, to_timestamp(${now / 1000}), 1, 1, 1, 0 from generate_series(1, ${count}) n
         returning account_id, id)
       insert into contracts.records (account_id, order_id, body, batch_id, batch_index)
       select account_id, id, '{"kind":"accepted","seenPrice":"1000.000"}', gen_random_uuid(), 0 from made;
       set session_replication_role = origin`,
    )
  await filled(50, { price: 1_000_100 })
  await filled(20, { price: 1_000_100, max: 5 })
  await filled(60, { price: 1_002_000, asset: 2 })
  expect(await slippage()).toBeNull()
  // As much better for those who sold.
  await filled(49, { price: 1_000_100, side: -1 })
  await filled(1, { price: 1_000_000 })
  const found = (await slippage()) as { mean: number; low: number; high: number }
  expect(found).toMatchObject({ orders: 100, counts: [0, 0, 0, 49, 0, 0, 1, 0, 0, 50, 0, 0, 0] })
  expect(found.mean).toBeCloseTo(0.01, 6)
  expect([found.low < 0, found.high > 0]).toEqual([true, true])
  expect(found.high - found.mean).toBeCloseTo(found.mean - found.low, 2)
})

it('close-outs and what was paid beyond balances stand by day, and what closed is volume at its own price', async () => {
  const closeOuts = async () => JSON.parse((await contractCloseOuts(db).read(since)) ?? 'null') as unknown
  expect(await closeOuts()).toEqual([])
  await closed({ from: 1, to: 3, profit: -60, reason: 'CLOSEOUT', price: 40 })
  await closed({ from: 1, to: 1, profit: -60, reason: 'CLOSEOUT', price: 40 })
  await closed({ from: 9, to: 9, profit: -60, reason: 'CLOSEOUT', asset: 2 })
  await closed({ from: 4, to: 4, profit: 1 })
  await database.asOwner(
    `insert into contracts.protections (id, account_id, asset, amount, from_reserve, at)
     select gen_random_uuid(), 1, asset, 7000000, 5000000, $1 from unnest(array[1, 2]) asset`,
    [dateOf(now - dayMs)],
  )
  const day = Math.floor(now / dayMs)
  expect(await closeOuts()).toEqual([
    [day - 1, 0, 0, '7000000', '2000000'],
    [day, 4, 3, '0', '0'],
  ])
  // Five openings of 100 USDT, four closings at 40 and one at 100.
  expect(await tradedVolume(db).read(since)).toBe(String((500 + 160 + 100) * usdt))
})
