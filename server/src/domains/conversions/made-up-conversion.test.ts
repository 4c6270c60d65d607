import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { createLedger } from '../ledger/index.ts'
import { openSandboxInventory } from './open-inventory.ts'

// The role `api` converts at no price of its own, and out of no other customer's account.
const clock = manualClock(1_773_144_440_000)
let database: TestDatabase
let client: pg.Client
const thief = randomUUID()
let accountId = 0n

beforeAll(async () => {
  database = await testDatabase()
  const ledger = createLedger({ db: owned<'ledger'>(database.pools.api), clock, log: silentLog })
  await openSandboxInventory({ db: owned<'conversions'>(database.owner), clock, ledger })
  accountId = await ledger.openCustomer(database.pools.api, thief)
  await database.asOwner(
    `insert into accounts.customers (id, account_id, username, email, country, lang, terms_version, terms_accepted_at, invite_code, created_at)
     values ($1, $2, 'thief', 'thief@evenhand.example', 'JP', 'en', '1', now(), 'AAAAAA', now())`,
    [thief, accountId],
  )
  await database.asOwner(
    `insert into markets.instruments (id, code, precision, last_price)
     values (1, 'BTCUSDT', 2, 5000000), (2, 'ETHUSDT', 2, 250000)
     on conflict (id) do update set last_price = excluded.last_price`,
  )
  const capital = await ledger.accountNamed('house:capital')
  await ledger.post(database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: clock.now(),
    lines: [
      { accountId, asset: 'USDT', units: 1_000_000_000n },
      { accountId: capital, asset: 'USDT', units: -1_000_000_000n },
    ],
  })
  client = new pg.Client({ connectionString: database.url('api') })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

type Params = { customer?: string; account?: bigint; to?: number; received: bigint; ticks: Record<string, string> }
/** 100 USDT for whatever it  states. */
const convert = async ({ customer = thief, account = accountId, to = 4, received, ticks }: Params): Promise<unknown> =>
  (
    await client.query<{ outcome: string }>(
      `select wallet.convert(row(gen_random_uuid(), $1::uuid, $2::bigint, gen_random_uuid(), 1, $3::int, 100000000, 100000, $4::bigint,
        '1', $5::jsonb, now(), now())::wallet.new_conversion) as outcome`,
      [
        customer,
        account,
        to,
        received,
        JSON.stringify(Object.entries(ticks).map(([code, price]) => ({ code, price, seq: 1, ts: 1 }))),
      ],
    )
  ).rows[0]?.outcome

it('converts at what the ticks state', async () => {
  expect(await convert({ received: 199_800n, ticks: { BTCUSDT: '50000.00' } })).toBe('done')
  expect(await convert({ to: 5, received: 3_996_000n, ticks: { ETHUSDT: '2500.00' } })).toBe('done')
})

it.each<[string, Params]>([
  ['more than by the ticks', { received: 199_801n, ticks: { BTCUSDT: '50000.00' } }],
  ['a price that is far from the record', { received: 399_600n, ticks: { BTCUSDT: '25000.00' } }],
  ['a price without its decimals', { received: 1998n, ticks: { BTCUSDT: '5000000' } }],
  ['the price of another coin', { received: 3_996_000n, ticks: { ETHUSDT: '2500.00' } }],
  ['no price', { received: 999n, ticks: { EURUSD: '1.00' } }],
  ['out of the house', { account: 1n, received: 199_800n, ticks: { BTCUSDT: '50000.00' } }],
  ['as another customer', { customer: randomUUID(), received: 199_800n, ticks: { BTCUSDT: '50000.00' } }],
])('never converts %s', async (_, params) => {
  const outcome = await convert(params).catch((cause: Error) => cause.message)
  expect(outcome).toMatch(/on record|what its ticks give|of this customer|balance/)
})

it('numbers conversions without a gap, also where some were refused', async () => {
  const rows = (await database.asOwner('select seq::int as seq from wallet.conversions order by seq')) as {
    seq: number
  }[]
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2])
})
