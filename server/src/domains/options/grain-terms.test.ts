import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt } from '../../../test/fixtures/options.ts'

const code = 'GOATUSDT'
let rig: Awaited<ReturnType<typeof optionsFixture>>
beforeAll(async () => {
  rig = await optionsFixture()
})
afterAll(() => rig.close())
beforeEach(async () => {
  rig.markets.setTermFloor(code, 0)
  rig.clock.advance(10_000)
  await rig.markets.tick(code, 459_000_000n)
})

const request = (limitTime: number) => ({ code, direction: 'UP' as const, limitTime, amount: usdt(20) })
const refused = async (promise: Promise<unknown>) => {
  const { code: number, params } = await refusalOf(promise)
  return [number, params]
}

it.each(['virtual', 'real'] as const)(
  'on the %s account a term over which the step is large is refused',
  async (mode) => {
    const amy = await rig.customer()
    const call = { ...amy.call(), mode }
    rig.markets.setTermFloor(code, 200)
    const left = { terms: [300, 600, 900, 1800, 3600, 14_400, 86_400] }
    for (const limitTime of [60, 120, 180]) {
      expect(await refused(rig.options.buy(request(limitTime), call))).toEqual([10017, left])
      expect(await refused(rig.options.quote(request(limitTime), call as never))).toEqual([10017, left])
      expect(await refused(rig.options.minAmount({ code, limitTime }, call))).toEqual([10017, left])
    }
    expect(await rig.options.quote(request(300), call as never)).toMatchObject({ payoutRate: '0.94' })
  },
)

it('where no term is left options are not offered at all, and open orders run on', async () => {
  const amy = await rig.customer()
  const { orderId } = await rig.options.buy(request(60), amy.call())
  rig.markets.setTermFloor(code, Infinity)
  expect(await refused(rig.options.buy(request(86_400), amy.call()))).toEqual([10014, {}])
  for (let second = 0; second < 64; second += 1) {
    rig.clock.advance(1000)
    await rig.markets.tick(code, 459_000_000n + BigInt(second))
  }
  await rig.options.settleNow()
  expect((await rig.options.byId({ id: orderId }, amy.call())).order).toMatchObject({
    status: 'WON',
    openPrice: expect.stringMatching(/^0\.\d{11}$/),
  })
})
