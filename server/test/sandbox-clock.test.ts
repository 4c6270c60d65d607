import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeProduct, type WholeProduct } from './whole-product.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let whole: WholeProduct
let token = ''

beforeAll(async () => {
  whole = await wholeProduct()
  token = await signIn()
})
afterAll(() => whole.close())

type Response = {
  code: number
  params?: unknown
  result: Record<string, unknown> & { token: string; orderId: string; order: { status: string } }
}
async function call(method: 'GET' | 'POST', url: string, body?: object): Promise<Response> {
  const response = await whole.product.app.inject({
    method,
    url,
    headers: {
      virtually: 'YES',
      authorization: token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json() as Response
}
const signIn = async (): Promise<string> =>
  (await call('POST', '/swx/customer/login/login', { account: 'amy', password: 'amy-tries-things' })).result.token
const advance = (advanceMs: unknown): Promise<Response> => call('POST', '/sandbox/clock', { advanceMs })
const buy = async (limitTime: number): Promise<string> => {
  const bought = await call('POST', '/swx/customer/order/buyOptions', {
    code: 'BTCUSDT',
    direction: 'UP',
    limitTime,
    amount: '50',
  })
  expect(bought.code).toBe(200)
  return bought.result.orderId
}
const statusOf = async (id: string): Promise<unknown> =>
  (await call('GET', `/swx/customer/order/getOptionsOrderById/${id}`)).result.order.status

test('orders that end inside a move are decided by the ticks of their own seconds', async () => {
  const [minute, day] = [await buy(60), await buy(86_400)]
  const before = (await call('GET', '/sandbox/clock')).result
  const moved = await advance(90_000)
  expect(moved.code).toBe(200)
  expect(Number(moved.result['movedMs']) - Number(before['movedMs'])).toBe(90_000)
  expect(Number(moved.result['now']) - Number(before['now'])).toBeGreaterThanOrEqual(90_000)
  expect(await statusOf(minute)).toMatch(/^(WON|LOST|TIE)$/)
  expect(await statusOf(day)).toMatch(/^(ACCEPTED|OPEN)$/)
  expect((await advance(dayMs)).code).toBe(200)
  expect(await statusOf(day)).toMatch(/^(WON|LOST|TIE)$/)
  // Prices are of now again, so the next order is taken.
  expect(await statusOf(await buy(60))).toBe('ACCEPTED')
})

test('what lay between has candles, which agree with the ticks', async () => {
  const { result } = await call('GET', '/sandbox/clock')
  const now = Number(result['now'])
  const proof = await whole.product.markets.recomputeCandles({
    code: 'BTCUSDT',
    from: Math.floor((now - dayMs) / 60_000),
    to: Math.floor(now / 60_000),
  })
  expect(proof.differences).toEqual([])
  expect(proof.candles).toBeGreaterThan(20)
})

test('sessions end when their time is over', async () => {
  expect((await advance(31 * dayMs)).code).toBe(200)
  expect((await call('GET', '/swx/customer/user/accounts')).code).toBe(401)
  token = await signIn()
  expect((await call('GET', '/swx/customer/user/accounts')).code).toBe(200)
})

test('it moves only forward, by a whole number, and one move at a time', async () => {
  for (const wrong of [0, -1, 1.5, '1000', 401 * dayMs, null]) expect((await advance(wrong)).code).toBe(40020)
  const codes = await Promise.all([advance(5000), advance(5000)])
  expect(codes.map(({ code }) => code).toSorted()).toEqual([200, 40029])
})
