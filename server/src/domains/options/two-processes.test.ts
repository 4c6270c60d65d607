import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optionsFixture, usdt, type Customer } from '../../../test/fixtures/options.ts'
import type { Options } from './index.ts'

let rig: Awaited<ReturnType<typeof optionsFixture>>
let beside: Options
beforeAll(async () => {
  rig = await optionsFixture()
  beside = await rig.openBeside()
  await rig.markets.tick('BTCUSDT', 5_210_000n)
})
afterAll(async () => {
  await beside.stop()
  await rig.close()
})

const up = (stake: bigint, limitTime = 120) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime, amount: stake })
const brokenBooks = async () => (await rig.ledger.audit()).filter((finding) => !finding.ok)
const many = (count: number): Promise<Customer[]> => Promise.all(Array.from({ length: count }, () => rig.customer()))
const held = async (people: readonly Customer[]) =>
  (await Promise.all(people.map(async (one) => (await rig.virtualOf(one.accountId))?.held ?? 0n))).filter(
    (units) => units > 0n,
  )

it('one key sent to both processes at once places one order and gets one response', async () => {
  const people = await many(100)
  const responses = await Promise.all(
    people.map((one) => {
      const key = randomUUID()
      return Promise.all([rig.options, beside, rig.options, beside].map((to) => to.buy(up(usdt(10)), one.call(key))))
    }),
  )
  for (const same of responses) expect(new Set(same.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(await held(people)).toEqual(people.map(() => usdt(10)))
  expect(await brokenBooks()).toEqual([])
})

it('both settle, void and sell the same orders at the same moment, and each order ends once', async () => {
  const people = await many(60)
  const orders = await Promise.all(
    people.map((one, index) => (index % 2 === 0 ? rig.options : beside).buy(up(usdt(100)), one.call())),
  )
  await rig.run(103, () => 5_210_000n)
  // Those that can still be sold are, while their time runs out and both processes settle.
  const selling = people.flatMap((one, index) =>
    [rig.options, beside].map((to) => to.sell({ id: orders[index]?.orderId ?? '', minPrice: 0n }, one.call())),
  )
  const sold = Promise.allSettled(selling)
  for (let second = 0; second < 30; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([rig.run(1, () => 5_220_000n), beside.settleNow()])
  }
  const done = (await sold).filter(({ status }) => status === 'fulfilled')
  expect(done.length).toBeGreaterThan(0)
  expect(await held(people)).toEqual([])
  const ended = await sql<{ status: string; orders: number }>`
    select status, count(*)::int as orders from options.orders where stake = ${usdt(100)} group by 1 order by 1`.execute(
    rig.database.pools.api,
  )
  expect(ended.rows.reduce((sum, { orders: count }) => sum + count, 0)).toBe(60)
  expect(ended.rows.find(({ status }) => status === 'SOLD')?.orders ?? 0).toBe(done.length)
  expect(await brokenBooks()).toEqual([])
})

it('a thousand buys over both never promise the reserve twice, wherever its money stands', async () => {
  await rig.run(130, () => 5_210_000n)
  const people = await many(500)
  const reserve = await rig.ledger.accountNamed('reserve:options')
  const capital = await rig.ledger.accountNamed('house:capital')
  const free = await rig.ledger.houseFree(reserve, 'USDT.virtual')
  const left = 94_000_000n * 300n + 30n
  await rig.ledger.level({ accountId: reserve, asset: 'USDT.virtual', shard: 0, needed: free })
  const lines = [
    { accountId: reserve, asset: 'USDT.virtual' as const, units: left - free },
    { accountId: capital, asset: 'USDT.virtual' as const, units: free - left },
  ]
  await rig.ledger.post(rig.database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: rig.clock.now(),
    lines,
  })
  const requested = await Promise.allSettled(
    people.flatMap((one) => [rig.options, beside].map((to) => to.buy(up(usdt(100)), one.call()))),
  )
  const why = requested.flatMap((one) => (one.status === 'rejected' ? [String((one.reason as Error).message)] : []))
  expect(new Set(why)).toEqual(new Set(['capacityReached']))
  expect(requested.length - why.length).toBe(300)
  expect(await rig.ledger.houseFree(reserve, 'USDT.virtual')).toBe(30n)
  expect(await brokenBooks()).toEqual([])
})
