import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn } from './fixtures/mailed-codes.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let whole: WholeProduct
beforeAll(async () => void (whole = await wholeProduct()))
afterAll(() => whole.close())

type Response = { code: number; params: Record<string, unknown>; result: Record<string, never> & { token: string } }
async function call(method: 'GET' | 'POST', url: string, body?: object, token = ''): Promise<Response> {
  const response = await whole.product.app.inject({
    method,
    url,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === '' ? {} : { authorization: token }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json() as Response
}
const post = (path: string, body: object, token = ''): Promise<Response> =>
  call('POST', `/swx/customer/${path}`, body, token)
const advance = (advanceMs: number): Promise<Response> => call('POST', '/sandbox/clock', { advanceMs })
const signIn = (name = 'amy'): Promise<Response> =>
  post('login/login', { account: name, password: `${name}-tries-things` })
const email = 'amy@sandbox.evenhand.example'

test('an account frozen in a sandbox comes back when its clock has moved a day, and not before', async () => {
  const { token } = (await signIn()).result
  expect((await post('user/freeze', {}, token)).code).toBe(200)
  expect((await post('user/getUserInfo', {}, token)).code).toBe(401)

  expect((await post('login/sendCode', { to: email, scene: 'unfreeze' })).code).toBe(200)
  await whole.product.auth.idle()
  const mails = (await call('GET', `/sandbox/mails?to=${email}`)) as unknown as { subject: string; text: string }[]
  const code = codeIn(mails, 'unfreeze')
  const requested = await post('user/unfreeze', { account: 'amy', code })
  expect(requested.code).toBe(200)

  await advance(dayMs - 60_000)
  expect(await signIn()).toMatchObject({ code: 10005, params: { unfreezesAt: requested.result['unfreezesAt'] } })
  await advance(60_000)
  expect((await signIn()).code).toBe(200)
})

test('a session without use ends when the clock has moved thirty days', async () => {
  const { token } = (await signIn('ben')).result
  await advance(29 * dayMs)
  expect((await post('user/getUserInfo', {}, token)).code).toBe(200)
  await advance(30 * dayMs)
  expect((await post('user/getUserInfo', {}, token)).code).toBe(401)
})
