import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { publishedNotices, rolledBackAtCommit } from '../../../test/fixtures/published-notices.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let one: OperatorPage
let two: OperatorPage
let amy = ''
let token = ''

const customer = async (method: 'GET' | 'POST', url: string, payload?: object) =>
  (
    await whole.product.app.inject({
      method,
      url: `/swx/customer/${url}`,
      headers: { authorization: token, virtually: 'NO', ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    })
  ).json<{ code: number; result: never }>()
const limitOf = async () =>
  ((await customer('GET', 'user/withdrawal/max?method=USDT-TRC20')) as { result: { limit: { most: string } } }).result
    .limit.most

beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  one = await at.signIn('sandbox-risk')
  two = await at.signIn('sandbox-risk-2')
  const signIn = { account: 'amy', password: 'amy-tries-things' }
  const { result } = (await customer('POST', 'login/login', signIn)) as {
    result: { token: string; user: { id: string } }
  }
  token = result.token
  amy = result.user.id
})
afterAll(() => whole.close())

const change = (most: string) => ({
  kind: 'withdrawal.limit',
  id: randomUUID(),
  values: { customerId: amy, most },
  reason: 'shown where it comes from',
})
type Change = ReturnType<typeof change>
const propose = async (page: OperatorPage, { id, values, reason, kind }: Change) =>
  page.post('withdrawalLimits/propose', {
    id,
    reason,
    ...values,
    assertion: await page.sign(requestPayload({ kind, id, values, reason }, 'propose')),
  })
const approve = async (page: OperatorPage, params: Change) =>
  page.post('withdrawalLimits/approve', {
    id: params.id,
    reason: 'I have read the papers',
    assertion: await page.sign(requestPayload(params, 'approve')),
  })

test('a limit is raised by two of risk for a verified customer, at once, and he sees it', async () => {
  const requested = change('80000')
  expect((await propose(one, requested)).code).toBe(40020)
  await whole.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [amy])
  expect(await limitOf()).toBe('50000.000000')
  expect((await propose(one, requested)).code).toBe(200)
  expect((await approve(one, requested)).code).toBe(40033)
  expect(await limitOf()).toBe('50000.000000')
  const published = () => publishedNotices(whole.database, { template: 'withdrawal.limit' })
  await rolledBackAtCommit(whole.database, async () => {
    expect((await approve(two, requested)).code).toBe(10092)
  })
  expect([await limitOf(), await published()]).toEqual(['50000.000000', []])
  expect((await approve(two, requested)).code).toBe(200)
  expect(await limitOf()).toBe('80000.000000')
  expect(await published()).toMatchObject([{ params: { most: '80000' }, ref: requested.id }])
})

test('it is never lowered, and never raised beyond all bounds', async () => {
  for (const most of ['50000', '49999', '10000001']) expect((await propose(one, change(most))).code, most).toBe(40020)
  const lower = change('60000')
  expect((await propose(one, lower)).code).toBe(200)
  expect((await approve(two, lower)).code).toBe(40020)
  expect(await limitOf()).toBe('80000.000000')
})

test('no role writes a limit without the two signatures, and it holds for the verified alone', async () => {
  const insert = `insert into wallet.withdrawal_limits (request_id, customer_id, max_amount, set_at)
    select id, $1, 90000000000, now() from operators.change_requests where kind = 'withdrawal.limit' and status = 'PROPOSED' limit 1`
  await whole.database.asOwner(insert, [amy])
  expect(await limitOf()).toBe('80000.000000')
  await expect(whole.database.asOwner('update wallet.withdrawal_limits set max_amount = 60000000000')).rejects.toThrow()
  await whole.database.asOwner(`update accounts.customers set tier = 'BASIC' where id = $1`, [amy])
  expect(await limitOf()).toBe('1000.000000')
})
