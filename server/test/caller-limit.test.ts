import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
beforeAll(async () => void (whole = await wholeProduct({ RATE_LIMITS: 'on' })))
afterAll(() => whole.close())

const signIn = async (): Promise<string> => {
  const response = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    payload: { account: 'amy', password: 'amy-tries-things' },
  })
  return response.json<{ result: { token: string } }>().result.token
}

test('signing in twice does not double how often one customer may call', async () => {
  const tokens = [await signIn(), await signIn()]
  const statuses: number[] = []
  for (let requested = 0; requested < 420; requested += 1) {
    const headers = { authorization: tokens[requested % 2] ?? '' }
    statuses.push((await whole.product.app.inject({ url: '/swx/customer/user/sessions', headers })).statusCode)
  }
  expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true)
  expect(statuses).toContain(429)
})
