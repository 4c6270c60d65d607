import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { code, booksFixture, start, type BooksFixture } from '../../../test/fixtures/books.ts'
import type { Books } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
beforeAll(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  books = fixture.open()
  await books.seal()
  // An hour of prices before, because nothing is replayed whose past may be gone already.
  await fixture.run(5, () => 5_210_000n)
  fixture.clock.advance(3_700_000)
})
afterAll(async () => {
  await fixture.close()
  await database.close()
})

const wave = (second: number): bigint => 5_210_000n + BigInt(((second * 7919) % 23) - 11)
const replayAll = () => books.replay({ from: start, to: fixture.clock.now() + 1 })
const orders = new Map<string, string>()

test('every way an order can end is decided again alike', async () => {
  const { accountId, call } = await fixture.customer()
  await fixture.run(2, wave)
  for (const [direction, limitTime] of [
    ['UP', 60],
    ['DOWN', 60],
    ['UP', 120],
  ] as const) {
    const { orderId } = await fixture.options.buy({ code, direction, limitTime, amount: 50_000_000n }, call())
    orders.set(orderId, direction)
  }
  await fixture.run(40, wave)
  const long = [...orders.keys()].at(-1) ?? ''
  // A sale waits for the next recorded second, so seconds have to come until it has had one.
  let sold = false
  const selling = fixture.options.sell({ id: long, minPrice: 0n }, call()).then(() => (sold = true))
  const another = async (): Promise<boolean> => {
    await fixture.run(1, wave)
    return sold
  }
  await expect.poll(another, { interval: 10, timeout: 10_000 }).toBe(true)
  await selling
  await fixture.run(60, wave)
  await fixture.options.buy({ code, direction: 'UP', limitTime: 60, amount: 50_000_000n }, call())
  await fixture.run(10, () => undefined)
  const states = (
    await Promise.all([...orders.keys()].map((orderId) => books.orderReceipt({ accountId, orderId })))
  ).map((document) => ('settlement' in document ? document.settlement.status : 'open'))
  expect(new Set(states).has('SOLD')).toBe(true)
  expect(await replayAll()).toMatchObject({ ok: true, compared: 4, findings: [] })
})

test('another price than the one that decided, on a result as it is shown, is found', async () => {
  const [first] = [...orders.keys()]
  for (const column of ['exit_price', 'entry_price']) {
    await database.asOwner(`set session_replication_role = replica;
      update options.orders set ${column} = ${column} + 1 where id = '${first}'`)
    const { findings } = await replayAll()
    expect(findings.map(({ at }) => at.replace(/^\S+ /, ''))).toEqual([column.replace('_price', '')])
    await database.asOwner(`set session_replication_role = replica;
      update options.orders set ${column} = ${column} - 1 where id = '${first}'`)
  }
})

test('an inverted result is found, and so is another gain', async () => {
  const [first] = [...orders.keys()]
  // The owner of the tables removes what stands in the way.
  await database.asOwner('alter table options.orders drop constraint gain_of_status')
  await database.asOwner(`set session_replication_role = replica;
    update options.orders set status = case status when 'WON' then 'LOST' else 'WON' end, gain = -gain where id = '${first}'`)
  const { ok, findings } = await replayAll()
  expect(ok).toBe(false)
  expect(findings.map(({ at }) => at.replace(/^\S+ /, ''))).toEqual(['status', 'gain'])
  await database.asOwner(`set session_replication_role = replica;
    update options.orders set status = case status when 'WON' then 'LOST' else 'WON' end, gain = -gain where id = '${first}'`)
})

test('an entry is found that was changed together with both of its balances, so that the books still add up', async () => {
  const move = (by: number): Promise<unknown> =>
    database.asOwner(`set session_replication_role = replica;
      with one as (update ledger.entries set amounts = array[amounts[1] + (${by}), amounts[2] - (${by})]
        where seq = (select min(entry_no) from options.orders) returning accounts, assets)
      update ledger.balances b set free = free + case when b.account_id = one.accounts[1] then (${by}) else -(${by}) end
      from one where b.asset = one.assets[1] and b.shard = 0 and b.account_id = any (one.accounts)`)
  await move(1_000_000)
  const { ok, findings } = await replayAll()
  expect(ok).toBe(false)
  expect(findings.map(({ at }) => at.replace(/^\S+ /, ''))).toEqual(['paid'])
  await move(-1_000_000)
  expect((await replayAll()).ok).toBe(true)
})

test('terms that were changed after they were signed are found', async () => {
  const [first] = [...orders.keys()]
  await database.asOwner(
    `set session_replication_role = replica; update options.orders set payout_ppm = 930000 where id = '${first}'`,
  )
  expect((await replayAll()).findings.map(({ at }) => at)).toContainEqual(expect.stringMatching(/ receipt$/))
  await database.asOwner(
    `set session_replication_role = replica; update options.orders set payout_ppm = 940000 where id = '${first}'`,
  )
})

test('an order whose ticks are gone is left out, not called wrong', async () => {
  const emptied = fixture.open({
    markets: {
      ...fixture.record,
      ticks: async (windows) => windows.map(() => []),
      oldestMinute: async () => Math.ceil(fixture.clock.now() / 60_000),
    },
  })
  expect(await emptied.replay({ from: start, to: fixture.clock.now() + 1 })).toMatchObject({ ok: true, compared: 0 })
})

test('the last results are kept for everyone to read', async () => {
  await books.audit()
  const checked = (await books.checkStates()).filter(({ kind }) => kind === 'log' || kind === 'settlements')
  expect(checked.map(({ kind, at }) => [kind, at])).toEqual([
    ['log', fixture.clock.now()],
    ['settlements', fixture.clock.now()],
  ])
})
