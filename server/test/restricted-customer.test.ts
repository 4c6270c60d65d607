import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from './fixtures/operators.ts'
import { refuseRow } from './fixtures/refused-row.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
let risk: OperatorPage
let second: OperatorPage
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
  const at = operatorPeople(whole.product.operators)
  risk = await at.signIn('sandbox-risk')
  second = await at.signIn('sandbox-risk-2')
  customerToken = await signInAmy()
})
afterAll(() => whole.close())

type Change = {
  kind: string
  id: string
  values: { customerId: string; reasonCode: string; days: string }
  reason: string
}
const proposeDays = async (page: OperatorPage, change: Change) =>
  page.post('restrictions/propose', {
    id: change.id,
    reason: change.reason,
    ...change.values,
    days: Number(change.values.days),
    assertion: await page.sign(requestPayload(change, 'propose')),
  })
const approveDays = async (page: OperatorPage, change: Change) =>
  page.post('restrictions/approve', {
    id: change.id,
    reason: 'I agree',
    assertion: await page.sign(requestPayload(change, 'approve')),
  })

test('a restricted customer opens no new order, gets the reason, and may still request a withdrawal', async () => {
  const { result } = await risk.get('users?q=amy')
  const { id } = (result.rows as { id: string }[])[0] ?? { id: '' }
  const request = { id, lift: false, reasonCode: 'MARKET_ABUSE', reason: 'one pattern in three accounts' }
  expect(await risk.post('users/restrict', request)).toMatchObject({ code: 200, result: { status: 'RESTRICTED' } })
  const order = () =>
    whole.product.app.inject({
      method: 'POST',
      url: '/swx/customer/order/quoteOptions',
      headers: { 'content-type': 'application/json', authorization: customerToken, virtually: 'YES' },
      payload: JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' }),
    })
  await expect
    .poll(async () => (await order()).json<object>())
    .toMatchObject({ code: 10008, params: { reason: 'MARKET_ABUSE', until: expect.any(Number) as number } })
  const notified = async () => {
    const legal = await whole.product.app.inject({
      url: '/swx/customer/notification/list?cat=LEGAL',
      headers: { authorization: customerToken },
    })
    const { rows } = legal.json<{ result: { rows: { templateKey: string; params: object }[] } }>().result
    return rows.map(({ templateKey, params }) => [templateKey, params])
  }
  await expect
    .poll(notified)
    .toEqual([['account.restricted', { reason: 'MARKET_ABUSE', until: expect.any(Number) as number }]])
  const max = await whole.product.app.inject({
    url: '/swx/customer/user/accounts',
    headers: { authorization: customerToken, virtually: 'NO' },
  })
  expect(max.json<{ code: number }>().code).toBe(200)
  expect(await risk.post('users/restrict', { id, lift: true, reason: 'it was explained' })).toMatchObject({
    result: { status: 'ACTIVE' },
  })
  await expect.poll(async () => (await notified())[0]).toEqual(['account.allowed', {}])
})

test('every session of an account that may have been taken over has to sign in again', async () => {
  const { result } = await risk.get('users?q=amy')
  const { id } = (result.rows as { id: string }[])[0] ?? { id: '' }
  const codeOf = async (): Promise<number> => {
    const headers = { authorization: customerToken, virtually: 'NO' }
    const response = await whole.product.app.inject({ url: '/swx/customer/user/accounts', headers })
    return response.json<{ code: number }>().code
  }
  expect(await codeOf()).toBe(200)
  const change = {
    kind: 'customer.restrict',
    id: randomUUID(),
    values: { customerId: id, reasonCode: 'ACCOUNT_TAKEOVER', days: '3' },
    reason: 'the owner rang us',
  }
  expect((await proposeDays(risk, change)).code).toBe(200)
  expect((await approveDays(risk, change)).code).toBe(40033)
  expect(await codeOf()).toBe(200)
  expect((await approveDays(second, change)).code).toBe(200)
  await expect.poll(codeOf).toBe(401)
  customerToken = await signInAmy()
  expect(await codeOf()).toBe(200)
  expect(await risk.post('users/restrict', { id, lift: true, reason: 'it was her son' })).toMatchObject({
    code: 200,
  })
})

test('one operator alone restricts for 72 hours and not again; what two signed ends by itself as well', async () => {
  const { result } = await risk.get('users?q=ben')
  const [{ id }] = result.rows as [{ id: string }]
  const state = async () => (await risk.get(`users/${id}`)).result as { status: string; restriction: object | null }
  const alone = (page: OperatorPage) =>
    page.post('users/restrict', { id, lift: false, reasonCode: 'AML_REVIEW', reason: 'a pattern' })
  const lift = { id, lift: true, reason: 'it was explained' }
  const advance = async (days: number) => {
    await whole.product.app.inject({
      method: 'POST',
      url: '/sandbox/clock',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ advanceMs: days * 86_400_000 }),
    })
    const at = operatorPeople(whole.product.operators)
    risk = await at.signIn('sandbox-risk')
    second = await at.signIn('sandbox-risk-2')
  }
  const requested = Date.now()
  const first = await alone(risk)
  expect(first).toMatchObject({ code: 200, result: { status: 'RESTRICTED' } })
  expect(Math.abs((first.result.until as number) - requested - 72 * 3_600_000)).toBeLessThan(60_000)
  expect(await state()).toMatchObject({ restriction: { byTwo: false } })
  // Neither again while it lasts, nor by lifting it in between, nor by a colleague.
  expect((await alone(risk)).code).toBe(40033)
  expect((await risk.post('users/restrict', lift)).code).toBe(200)
  expect((await alone(second)).code).toBe(40033)
  const change = (days: string): Change => ({
    kind: 'customer.restrict',
    id: randomUUID(),
    values: { customerId: id, reasonCode: 'AML_REVIEW', days },
    reason: 'the review goes on',
  })
  expect((await proposeDays(risk, change('91'))).code).toBe(40020)
  const longer = change('10')
  expect((await proposeDays(risk, longer)).code).toBe(200)
  expect((await risk.get('requests?kinds=customer.restrict')).result.total).toBe(1)
  expect((await approveDays(second, longer)).code).toBe(200)
  expect(await state()).toMatchObject({ status: 'RESTRICTED', restriction: { byTwo: true } })
  await advance(9)
  await whole.product.operatorsDomain.runDue()
  expect(await state()).toMatchObject({ status: 'RESTRICTED' })
  await advance(2)
  await Promise.all(Array.from({ length: 5 }, whole.product.operatorsDomain.runDue))
  expect(await state()).toMatchObject({ status: 'ACTIVE', restriction: null })
  const ended = await whole.database.asOwner(
    `select act from operators.audit_entries where customer_id = $1 and operator_id is null and act = 'user.allow'`,
    [id],
  )
  expect(ended).toHaveLength(1)
  expect((await alone(risk)).code).toBe(40033)
  await advance(31)
  expect((await alone(risk)).code).toBe(200)
  await expect(
    whole.database.asOwner(
      `update operators.restrictions set ends_at = ends_at + interval '1 hour' where customer_id = $1`,
      [id],
    ),
  ).rejects.toThrow('check constraint')
})

test('a restriction that cannot be ended keeps no other from its end', async () => {
  const { result } = await risk.get('users?q=amy')
  const [{ id: amy }] = result.rows as [{ id: string }]
  const request = { id: amy, lift: false, reasonCode: 'AML_REVIEW', reason: 'a pattern' }
  expect((await risk.post('users/restrict', request)).code).toBe(200)
  const states = async () =>
    (await whole.database.asOwner(
      `select c.id, c.status from operators.restrictions r join accounts.customers c on c.id = r.customer_id order by 1`,
    )) as { id: string; status: string }[]
  const [first, other] = await states()
  expect(other?.status).toBe('RESTRICTED')
  const allow = await refuseRow(whole.database, {
    table: 'accounts.customers',
    on: 'update',
    when: `old.id = '${first?.id}' and new.status = 'ACTIVE'`,
  })
  await whole.database.asOwner(
    `update operators.restrictions set at = at - interval '4 days', ends_at = ends_at - interval '4 days'`,
  )
  await expect(whole.product.operatorsDomain.runDue()).rejects.toThrow('refused')
  expect(await states()).toEqual([first])
  await allow()
  await whole.product.operatorsDomain.runDue()
  expect(await states()).toEqual([])
})
