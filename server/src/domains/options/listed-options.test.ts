import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt } from '../../../test/fixtures/options.ts'

const code = 'BTCUSDT'
let rig: Awaited<ReturnType<typeof optionsFixture>>
beforeAll(async () => {
  rig = await optionsFixture()
})
afterAll(() => rig.close())
beforeEach(async () => {
  rig.markets.list(code, undefined)
  await rig.run(1, () => 5_210_000n)
})

const request = (limitTime = 60) => ({ code, direction: 'UP' as const, limitTime, amount: usdt(100) })
const suspend = () => rig.markets.list(code, { state: 'suspended', reason: 'maintenance', since: 1 })
const delist = () => rig.markets.list(code, { state: 'delisted', reason: 'renamed', since: 1 })

it('is refused with 10015 and the reason while an operator suspends its instrument, and with 10014 once it is delisted', async () => {
  const amy = await rig.customer()
  suspend()
  const suspended = await refusalOf(rig.options.buy(request(), amy.call()))
  expect([suspended.code, suspended.params]).toEqual([10015, { reason: 'suspended' }])
  expect((await refusalOf(rig.options.quote(request() as never, amy.call()))).code).toBe(10015)
  delist()
  expect((await refusalOf(rig.options.buy(request(), amy.call()))).code).toBe(10014)
  expect(await rig.virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000), held: 0n })
})

it('runs on and is settled by its ticks when its instrument is suspended or delisted meanwhile', async () => {
  const amy = await rig.customer()
  for (const end of [suspend, delist]) {
    rig.markets.list(code, undefined)
    await rig.options.buy(request(), amy.call())
    await rig.run(3, () => 5_210_000n)
    end()
    await rig.run(70, (second) => 5_210_000n + BigInt(second))
  }
  expect(await rig.virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_188), held: 0n })
})

it('can be sold early while its instrument takes no new orders, and not while it has no prices', async () => {
  const amy = await rig.customer()
  const { orderId } = await rig.options.buy(request(120), amy.call())
  await rig.run(40, (second) => 5_210_000n + BigInt(second))
  suspend()
  expect(Number((await rig.options.quoteSale({ id: orderId }, amy.call())).price)).toBeGreaterThan(0)
  delist()
  expect(Number((await rig.options.quoteSale({ id: orderId }, amy.call())).price)).toBeGreaterThan(0)
  rig.markets.close(code, 'halted')
  const refused = await refusalOf(rig.options.quoteSale({ id: orderId }, amy.call()))
  expect([refused.code, refused.params]).toEqual([10015, { reason: 'halted' }])
})
