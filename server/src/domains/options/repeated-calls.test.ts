import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt } from '../../../test/fixtures/options.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'

let rig: Awaited<ReturnType<typeof optionsFixture>>
beforeAll(async () => {
  rig = await optionsFixture({ rateLimits: true })
})
afterAll(() => rig.close())
beforeEach(async () => {
  rig.clock.advance(60_000)
  await rig.markets.tick('BTCUSDT', 5_210_000n)
})

const up = (stake: bigint, limitTime = 60) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime, amount: stake })

/** Lets the market go on until a call that waits for its tick has its response. */
async function untilDone<R>(requested: Promise<R>): Promise<R> {
  let waiting = true
  const done = requested.finally(() => void (waiting = false))
  done.catch(() => {})
  for (let second = 0; waiting && second < 8; second++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    await rig.run(1, () => 5_210_100n)
  }
  return done
}

it('sixty sales of one key at once sell once, and all return the same; byKey returns it too', async () => {
  const amy = await rig.customer()
  const { orderId } = await rig.options.buy(up(usdt(100), 120), amy.call())
  await rig.run(40, (second) => 5_210_000n + BigInt(second))
  const key = randomUUID()
  const sell = () => rig.options.sell({ id: orderId, minPrice: 0n }, amy.call(key, { id: orderId }))
  const responses = await untilDone(Promise.all(Array.from({ length: 60 }, sell)))
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(responses[0]?.order.status).toBe('SOLD')
  expect(await sell()).toEqual(responses[0])
  expect(await rig.options.byKey({ key }, amy.call())).toEqual(responses[0])
  const other = rig.options.sell({ id: orderId, minPrice: 1n }, amy.call(key, { another: 'request' }))
  expect((await refusalOf(other)).key).toBe('keyReused')
  expect((await rig.virtualOf(amy.accountId))?.held).toBe(0n)
})

it('of two requests under one key one sells, the other is refused, the key being another request’s', async () => {
  const amy = await rig.customer()
  const [first, second] = [await rig.options.buy(up(usdt(100), 120), amy.call()), await nextOrder(amy)]
  await rig.run(40, () => 5_210_000n)
  const key = randomUUID()
  const requested = await untilDone(
    Promise.allSettled(
      [first, second].map(({ orderId }) =>
        rig.options.sell({ id: orderId, minPrice: 0n }, amy.call(key, { id: orderId })),
      ),
    ),
  )
  expect(requested.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = requested.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).key] : []))
  expect(refused).toEqual(['keyReused'])
})

async function nextOrder(amy: Awaited<ReturnType<typeof rig.customer>>) {
  await rig.run(6, () => 5_210_000n)
  return rig.options.buy(up(usdt(50), 120), amy.call())
}

it('sixty purchases of one key at once buy once and return the same, although two need five seconds between them', async () => {
  const amy = await rig.customer()
  const key = randomUUID()
  const buy = (params = key) => rig.options.buy(up(usdt(10)), amy.call(params))
  const responses = await Promise.all(Array.from({ length: 60 }, () => buy()))
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect((await refusalOf(rig.options.buy(up(usdt(20)), amy.call(key, { another: 'request' })))).key).toBe('keyReused')
  expect((await refusalOf(buy(randomUUID()))).key).toBe('tooMany')
  expect((await refusalOf(rig.options.buy(up(usdt(10)), amy.call()))).key).toBe('tooMany')
  expect((await rig.virtualOf(amy.accountId))?.held).toBe(usdt(10))
})
