import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedMarkets, simulated, type ServedMarkets } from '../../../../test/simulated-markets.ts'
import { manualClock } from '../../../kernel/time/clock.ts'
import { owned } from '../../../kernel/db/db.ts'
import { changeListing, type ListingChange } from './change-listing.ts'
import { createMarkets } from '../index.ts'

// Tuesday 2026-03-10, 12:07:20 UTC.
const clock = manualClock(1_773_144_440_000)
let served: ServedMarkets
beforeAll(async () => {
  served = await servedMarkets(clock, {
    optionTerms: () => [{ limitTime: 60, min: '5', max: '200', payoutRate: '0.94', earlySale: false }],
  })
})
afterAll(() => served.close())

// As the owner of the tables: who may decide a change is the console's test.
const operator = () => ({ db: owned<'markets'>(served.database.owner), clock })
const change = (params: Omit<ListingChange, 'actor'>) => changeListing(operator(), { ...params, actor: 'ops@host' })
const index = '/swx/customer/index'
type Item = { code: string; session: { open: boolean; reason?: string }; listing?: object }
const codes = async (query: string): Promise<string[]> =>
  (await served.app.inject({ url: `${index}/listMarketByType?${query}` }))
    .json<{ result: Item[] }>()
    .result.map(({ code }) => code)
const info = async (code: string) =>
  (await served.app.inject({ url: `${index}/getMarketInfo/${code}` })).json<{
    code: number
    result: { item: Item; options: unknown[] }
  }>()
/** Until the running server has followed; the list of a second is encoded once, so time moves on with it. */
const followed = (code: string, state: string | undefined) =>
  expect.poll(() => served.markets.listing(code)?.state, { timeout: 3000, interval: 20 }).toBe(state)

test('a suspended instrument stays in the list with its public reason, has prices and takes no new orders', async () => {
  await change({ code: 'ETHUSDT', state: 'suspended', reason: 'maintenance', note: 'Until noon UTC' })
  await followed('ETHUSDT', 'suspended')
  clock.advance(1000)
  await served.markets.tick()
  const since = clock.now() - 1000
  const { result } = await info('ETHUSDT')
  expect(result.item.session).toEqual({ open: false, until: null, reason: 'suspended' })
  expect(result.item.listing).toEqual({ state: 'suspended', reason: 'maintenance', note: 'Until noon UTC', since })
  expect(result.options).toHaveLength(1)
  expect(await codes('type=2&q=ETHUSDT')).toContain('ETHUSDT')
  expect(served.markets.session('ETHUSDT', clock.now()).open).toBe(false)
  expect(served.markets.priceSession('ETHUSDT', clock.now())).toEqual({ open: true, until: null })
  expect(served.markets.latest('ETHUSDT')?.ts).toBe(clock.now())
  await change({ code: 'ETHUSDT', state: 'listed' })
  await followed('ETHUSDT', undefined)
  expect((await info('ETHUSDT')).result.item).not.toHaveProperty('listing')
  expect(served.markets.session('ETHUSDT', clock.now())).toEqual({ open: true, until: null })
})

test('a delisted instrument is in no list and found by no search; its holders still see it, and its ticks go on', async () => {
  await change({ code: 'LTCUSDT', state: 'delisted', reason: 'lowLiquidity' })
  await followed('LTCUSDT', 'delisted')
  clock.advance(1000)
  await served.markets.tick()
  expect(await codes('type=2&q=LTC')).not.toContain('LTCUSDT')
  expect(await codes('type=2')).toHaveLength(434)
  const { code, result } = await info('LTCUSDT')
  expect([code, result.options]).toEqual([200, []])
  expect(result.item.listing).toMatchObject({ state: 'delisted', reason: 'lowLiquidity' })
  expect(served.markets.latest('LTCUSDT')?.ts).toBe(clock.now())
  await change({ code: 'LTCUSDT', state: 'listed' })
  await followed('LTCUSDT', undefined)
  clock.advance(1000)
  expect(await codes('type=2&q=LTC')).toContain('LTCUSDT')
})

test('a server that starts knows what was decided before', async () => {
  await change({ code: 'EURUSD', state: 'suspended', reason: 'venueHalt' })
  const later = await createMarkets(simulated(served.database, clock))
  await served.markets.stop()
  await later.start()
  expect(later.listing('EURUSD')).toMatchObject({ state: 'suspended', reason: 'venueHalt' })
  await later.stop()
  await served.markets.start()
})

test.each([
  [{ code: 'NOPE', state: 'suspended', reason: 'other', note: 'x' }, 'no instrument NOPE'],
  [{ code: 'XRPUSDT', state: 'suspended' }, 'State why'],
  [{ code: 'XRPUSDT', state: 'suspended', reason: 'other' }, 'needs a note'],
  [{ code: 'XRPUSDT', state: 'suspended', reason: 'renamed', note: 'a\nb' }, 'one line'],
  [{ code: 'XRPUSDT', state: 'suspended', reason: 'renamed', note: 'a\u202eb' }, 'one line'],
  [{ code: 'XRPUSDT', state: 'suspended', reason: 'renamed', note: 'x'.repeat(201) }, 'at most 200'],
  [{ code: 'XRPUSDT', state: 'listed' }, 'listed already'],
] as const)('%o is refused with its reason', async (params, message) => {
  await expect(change(params)).rejects.toThrow(message)
})

test('other words for the same reason are a change that customers read; the same words are none', async () => {
  const params = { code: 'ADAUSDT', state: 'suspended', reason: 'maintenance' } as const
  await change({ ...params, note: 'Until noon UTC' })
  await change({ ...params, note: 'Until one UTC' })
  await expect(change({ ...params, note: ' Until one UTC ' })).rejects.toThrow('already')
  await change(params)
  await expect(change(params)).rejects.toThrow('already')
})

test('operators at once do not lose each other; the numbers have no gap', async () => {
  const wanted = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'TSLA', 'META']
  await Promise.all(wanted.map((code) => change({ code, state: 'suspended', reason: 'corporateAction' })))
  const events = await served.markets.listingEvents({ after: 0, limit: 100 })
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
  expect(events.slice(-wanted.length).map(({ code }) => code)).toEqual(expect.arrayContaining(wanted))
})

test('a listing is never changed afterwards, and the role that writes it writes nothing else of the markets and reaches no price', async () => {
  for (const statement of [
    "update markets.listings set note = 'x'",
    'delete from markets.listings',
    'truncate markets.listings',
  ]) {
    await expect(served.database.asOwner(statement)).rejects.toThrow('added to, never changed')
  }
  const rights = (await served.database.asOwner(`
    select table_schema || '.' || table_name || ' ' || lower(privilege_type) as may
    from information_schema.role_table_grants where grantee = 'console' and privilege_type <> 'SELECT' and table_schema in ('markets', 'options', 'ledger')
    order by 1`)) as {
    may: string
  }[]
  expect(rights.map(({ may }) => may)).toEqual(['markets.listing_filings insert', 'markets.listings insert'])
  // What only reads the books changes nothing: a function that PostgreSQL holds to be stable can write no row.
  const functions = await served.database.asOwner(`
    select proname from pg_proc join pg_namespace n on n.oid = pronamespace
    where n.nspname in ('markets', 'ledger') and prosecdef and provolatile = 'v' and has_function_privilege('console', pg_proc.oid, 'execute')`)
  expect(functions).toEqual([])
  for (const role of ['api', 'feed'] as const) {
    await expect(
      changeListing(
        { db: owned<'markets'>(served.database.pools[role]), clock },
        { code: 'XRPUSDT', state: 'delisted', reason: 'renamed', actor: 'x' },
      ),
    ).rejects.toThrow('permission denied')
  }
})
