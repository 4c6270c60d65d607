import { randomUUID } from 'node:crypto'
import { feedKinds, type FeedKind } from '@evenhand/protocol/markets.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manualClock } from '../../kernel/time/clock.ts'
import { owned } from '../../kernel/db/db.ts'
import type { Call } from '../../kernel/http/http.ts'
import { createLimits } from '../../kernel/http/rate-limits.ts'
import { silentLog } from '../../kernel/log.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { createLedger } from '../ledger/index.ts'
import { createConversions, type ConversionsDeps } from './index.ts'

const clock = manualClock(1_773_144_440_000)
const customerId = randomUUID()
let database: TestDatabase
let accountId = 0n
beforeAll(async () => {
  database = await testDatabase()
  accountId = await createLedger({ db: owned<'ledger'>(database.pools.api), clock, log: silentLog }).openCustomer(
    database.pools.api,
    customerId,
  )
})
afterAll(() => database.close())

/** Conversions of an installation whose one price is of a kind, and the call of a customer. */
function conversionsOn(kind: FeedKind, installation: 'sandbox' | 'live') {
  const tick = { seq: 8, ts: clock.now() + 1000, price: 5_210_000n, late: false, feedKind: kind }
  const deps: ConversionsDeps = {
    db: owned<'conversions'>(database.pools.api),
    clock,
    installation,
    limits: createLimits({ clock, on: false }),
    ledger: createLedger({ db: owned<'ledger'>(database.pools.api), clock, log: silentLog }),
    markets: {
      latest: () => ({ ...tick, seq: 7, ts: clock.now() }),
      instrument: () => ({ precision: 2 }) as never,
      ticks: async (windows) => windows.map(() => [tick]),
      onTicks: () => () => {},
    },
    identityRefusal: async () => undefined,
    mayConvert: async () => {},
    moved: () => {},
    enqueueNotices: async () => {},
  }
  const call = { ip: '', session: { customerId, accountId } } as Call
  return { conversions: createConversions(deps), call }
}
const codeOf = (requested: Promise<unknown>): Promise<number> =>
  requested.then(
    () => 200,
    (cause: { code?: number }) => cause.code ?? 0,
  )

it.each([
  ['live', ['live', 'thin']],
  ['sandbox', ['live', 'thin', 'single', 'replay', 'simulated']],
] as const)('a %s installation converts at prices of the kinds %j and at no other', async (installation, kinds) => {
  for (const kind of feedKinds) {
    const { conversions, call } = conversionsOn(kind, installation)
    const decides = kinds.some((one) => one === kind)
    // The customer has nothing: what gets past the price is refused for that.
    expect(await codeOf(conversions.quote({ from: 'USDT', to: 'BTC', amount: '10' }, call)), kind).toBe(
      decides ? 10026 : 40007,
    )
    const quoteId = randomUUID()
    await database.asOwner(
      `insert into wallet.conversion_quotes (id, customer_id, from_asset, to_asset, amount, received, at, ends_at)
       values ($1, $2, 1, 4, 10000000, 1, $3, $4)`,
      [quoteId, customerId, new Date(clock.now()), new Date(clock.now() + 60_000)],
    )
    expect(await codeOf(conversions.convert({ quoteId }, call)), kind).toBe(decides ? 10026 : 40007)
  }
})
