import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from './operator-people.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
let risk: OperatorPage
let customerToken = ''
const signInAmy = async (): Promise<string> => {
  const signedIn = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: 'amy', password: 'amy-tries-things' }),
  })
  return signedIn.json<{ result: { token: string } }>().result.token
}
beforeAll(async () => {
  whole = await wholeProduct()
  risk = await operatorPeople(whole.product.operators).signIn('sandbox-risk')
  customerToken = await signInAmy()
}, 60_000)
afterAll(() => whole.close())

test('a restricted customer opens no new order, is told why, and may still ask for a withdrawal', async () => {
  const { result } = await risk.get('users?q=amy')
  const { id } = (result.rows as { id: string }[])[0] ?? { id: '' }
  const ask = { id, lift: false, reasonCode: 'MARKET_ABUSE', reason: 'one pattern in three accounts' }
  expect(await risk.post('users/restrict', ask)).toMatchObject({ code: 200, result: { status: 'RESTRICTED' } })
  const order = () =>
    whole.product.app.inject({
      method: 'POST',
      url: '/swx/customer/order/quoteOptions',
      headers: { 'content-type': 'application/json', authorization: customerToken, virtually: 'YES' },
      payload: JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' }),
    })
  await expect
    .poll(async () => (await order()).json<object>())
    .toMatchObject({ code: 10008, params: { reason: 'MARKET_ABUSE' } })
  const told = async () => {
    const legal = await whole.product.app.inject({
      url: '/swx/customer/notification/list?cat=LEGAL',
      headers: { authorization: customerToken },
    })
    const { rows } = legal.json<{ result: { rows: { templateKey: string; params: object }[] } }>().result
    return rows.map(({ templateKey, params }) => [templateKey, params])
  }
  await expect.poll(told).toEqual([['account.restricted', { reason: 'MARKET_ABUSE' }]])
  const max = await whole.product.app.inject({
    url: '/swx/customer/user/accounts',
    headers: { authorization: customerToken, virtually: 'NO' },
  })
  expect(max.json<{ code: number }>().code).toBe(200)
  expect(await risk.post('users/restrict', { id, lift: true, reason: 'it was explained' })).toMatchObject({
    result: { status: 'ACTIVE' },
  })
  await expect.poll(async () => (await told())[0]).toEqual(['account.allowed', {}])
})

test('whoever is in an account that somebody may have taken over has to sign in again', async () => {
  const { result } = await risk.get('users?q=amy')
  const { id } = (result.rows as { id: string }[])[0] ?? { id: '' }
  const codeOf = async (): Promise<number> => {
    const headers = { authorization: customerToken, virtually: 'NO' }
    const answer = await whole.product.app.inject({ url: '/swx/customer/user/accounts', headers })
    return answer.json<{ code: number }>().code
  }
  expect(await codeOf()).toBe(200)
  const ask = { id, lift: false, reasonCode: 'ACCOUNT_TAKEOVER', reason: 'the owner rang us' }
  expect(await risk.post('users/restrict', ask)).toMatchObject({ code: 200 })
  await expect.poll(codeOf).toBe(401)
  customerToken = await signInAmy()
  expect(await codeOf()).toBe(200)
  expect(await risk.post('users/restrict', { id, lift: true, reason: 'it was her son' })).toMatchObject({
    code: 200,
  })
})
