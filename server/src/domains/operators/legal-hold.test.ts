import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/operator-people.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let risk: OperatorPage
let kyc: OperatorPage
let amy = ''
let token = ''

const customer = async (url: string, payload?: object) =>
  (
    await whole.product.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/swx/customer/${url}`,
      headers: { 'content-type': 'application/json', authorization: token, virtually: 'YES' },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
  ).json<{ code: number; params: object; result: { rows: { act: string }[] } }>()

beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  risk = await at.signIn('sandbox-risk')
  kyc = await at.signIn('sandbox-kyc')
  const { result } = (await customer('login/login', {
    account: 'amy',
    password: 'amy-tries-things',
  })) as unknown as { result: { token: string; user: { id: string } } }
  amy = result.user.id
  token = result.token
})
afterAll(() => whole.close())

/** What the customer was told of orders of courts, newest first. */
const told = async (): Promise<[template: string, params: object][]> => {
  await whole.product.notices.idle()
  const { result } = (await customer('notification/list?cat=LEGAL')) as unknown as {
    result: { rows: { templateKey: string; params: object }[] }
  }
  return result.rows.map(({ templateKey, params }) => [templateKey, params])
}
const order = () => customer('order/quoteOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' })
const change = (kind: 'customer.hold' | 'customer.release', tell: boolean) => ({
  kind,
  id: randomUUID(),
  values: { customerId: amy, reference: 'District court 12 C 345/26', tell: String(tell) },
  reason: 'order of the court',
})
const propose = async (page: OperatorPage, of: ReturnType<typeof change>) =>
  page.post('legalHolds/propose', {
    id: of.id,
    kind: of.kind,
    reason: of.reason,
    ...of.values,
    tell: of.values.tell === 'true',
    assertion: await page.sign(requestPayload(of, 'propose')),
  })
const approve = async (page: OperatorPage, of: ReturnType<typeof change>) =>
  page.post('legalHolds/approve', {
    id: of.id,
    reason: 'I have read the order',
    assertion: await page.sign(requestPayload(of, 'approve')),
  })

test('an order of a court stops trading when two have signed its reference, and two lift it', async () => {
  const hold = change('customer.hold', true)
  expect((await propose(risk, hold)).code).toBe(200)
  expect((await kyc.get('legalHolds')).result.rows).toMatchObject([{ kind: 'customer.hold', mayDecide: true }])
  expect((await risk.get('requests')).result.rows).toEqual([])
  expect((await approve(risk, hold)).code).toBe(40033)
  expect((await order()).code).toBe(200)
  expect(await approve(kyc, hold)).toMatchObject({ code: 200, result: { status: 'APPLIED' } })
  await expect.poll(order).toMatchObject({ code: 10008, params: { reason: 'LEGAL_HOLD' } })
  const { result } = await customer('user/accessLog')
  expect(result.rows.map(({ act }) => act)).toEqual(['customer.hold.approve', 'customer.hold.propose'])
  expect(await told()).toEqual([['account.held', { reference: 'District court 12 C 345/26' }]])
  // One person's restriction cannot replace it.
  const restrict = { id: amy, lift: true, reason: 'a friend asked me' }
  expect(await risk.post('users/restrict', restrict)).toMatchObject({ code: 40020 })
  expect((await propose(risk, change('customer.hold', true))).code).toBe(40020)
  const release = change('customer.release', true)
  expect((await propose(kyc, release)).code).toBe(200)
  expect((await approve(risk, release)).code).toBe(200)
  await expect.poll(async () => (await order()).code).toBe(200)
  expect((await told()).map(([template]) => template)).toEqual(['account.released', 'account.held'])
})

test('where the order forbids to tell the customer, his own log is silent, and the record is not', async () => {
  const hold = change('customer.hold', false)
  const before = (await customer('user/accessLog')).result.rows.length
  await propose(risk, hold)
  expect((await approve(kyc, hold)).code).toBe(200)
  expect((await customer('user/accessLog')).result.rows).toHaveLength(before)
  expect(await told()).toHaveLength(2)
  const { result } = await risk.get('audit?act=customer.hold')
  expect(result.rows).toHaveLength(4)
})

test('an order over an account that its customer froze leaves it frozen when it is lifted', async () => {
  const status = async (): Promise<string> =>
    (
      (await whole.database.asOwner('select status from accounts.customers where id = $1', [amy])) as [
        { status: string },
      ]
    )[0].status
  const lifted = change('customer.release', false)
  await propose(risk, lifted)
  await approve(kyc, lifted)
  expect(await status()).toBe('ACTIVE')
  expect((await customer('user/freeze', {})).code).toBe(200)
  for (const kind of ['customer.hold', 'customer.release'] as const) {
    const asked = change(kind, false)
    await propose(risk, asked)
    expect((await approve(kyc, asked)).code).toBe(200)
  }
  expect(await status()).toBe('FROZEN_BY_USER')
  expect((await customer('login/login', { account: 'amy', password: 'amy-tries-things' })).code).toBe(10005)
})
