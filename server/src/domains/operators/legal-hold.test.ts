import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../../test/fixtures/images.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { carriesHold } from '../../app/carry-holds.ts'
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

const signIn = async (): Promise<void> => {
  const request = { account: 'amy', password: 'amy-tries-things' }
  const { result } = (await customer('login/login', request)) as unknown as {
    result: { token: string; user: { id: string } }
  }
  amy = result.user.id
  token = result.token
}

beforeAll(async () => {
  whole = await wholeProduct()
  const at = operatorPeople(whole.product.operators)
  risk = await at.signIn('sandbox-risk')
  kyc = await at.signIn('sandbox-kyc')
  await signIn()
  const file = (await png(900, 1200)).toString('base64')
  filed = (await risk.post('legalHolds/document', { file })).result
})
afterAll(() => whole.close())

/** What the customer was notified of orders of courts, newest first. */
const notified = async (): Promise<[template: string, params: object][]> => {
  await whole.product.notices.idle()
  const { result } = (await customer('notification/list?cat=LEGAL')) as unknown as {
    result: { rows: { templateKey: string; params: object }[] }
  }
  return result.rows.map(({ templateKey, params }) => [templateKey, params])
}
const order = () => customer('order/quoteOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' })
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const values = (tell: boolean) => ({ customerId: amy, reference: 'District court 12 C 345/26', tell: String(tell) })
type Change = {
  kind: 'customer.hold' | 'customer.holdReview' | 'customer.release'
  id: string
  reason: string
  values: Record<string, string>
}
let filed: { fileId: string; sha256: string }
const change = (kind: Change['kind'], tell: boolean, more: Record<string, string> = {}): Change => ({
  kind,
  id: randomUUID(),
  values:
    kind === 'customer.release'
      ? values(tell)
      : { ...values(tell), document: filed.fileId, sha256: filed.sha256, reviewOn: inDays(30), ...more },
  reason: 'order of the court',
})
const propose = async (page: OperatorPage, options: Change) =>
  page.post('legalHolds/propose', {
    id: options.id,
    kind: options.kind,
    reason: options.reason,
    ...options.values,
    tell: options.values['tell'] === 'true',
    assertion: await page.sign(requestPayload(options, 'propose')),
  })
const both = async (options: Change): Promise<void> => {
  expect(await propose(risk, options)).toMatchObject({ code: 200 })
  expect(await approve(kyc, options)).toMatchObject({ code: 200 })
}
const approveUnread = async (page: OperatorPage, options: Change) =>
  page.post('legalHolds/approve', {
    id: options.id,
    reason: 'I have read the order',
    assertion: await page.sign(requestPayload(options, 'approve')),
  })
const approve = async (page: OperatorPage, options: Change) => {
  await page.post(`legalHolds/${options.id}/document`, { reason: 'to read the order' })
  return approveUnread(page, options)
}

test('an order of a court stops trading when two have signed its reference, and two lift it', async () => {
  const hold = change('customer.hold', true)
  expect((await propose(risk, hold)).code).toBe(200)
  expect((await kyc.get('legalHolds')).result.rows).toMatchObject([{ kind: 'customer.hold', mayDecide: true }])
  expect((await risk.get('requests')).result.rows).toEqual([])
  expect((await approve(risk, hold)).code).toBe(40033)
  expect((await order()).code).toBe(200)
  // The second to sign opens what the first one filed.
  expect((await kyc.get('legalHolds')).result.rows).toMatchObject([{ documentOpened: false }])
  expect(await approveUnread(kyc, hold)).toMatchObject({ code: 40020, params: { fields: [{ field: 'document' }] } })
  expect(await approve(kyc, hold)).toMatchObject({ code: 200, result: { status: 'APPLIED' } })
  await expect.poll(order).toMatchObject({ code: 10008, params: { reason: 'LEGAL_HOLD' } })
  const { result } = await customer('user/accessLog')
  // What was only proposed is not disclosed: it would have warned before the hold.
  expect(result.rows.map(({ act }) => act)).toEqual(['customer.hold.approve'])
  expect(await notified()).toEqual([['account.held', { reference: 'District court 12 C 345/26' }]])
  // One person's restriction cannot replace it.
  const restrict = { id: amy, lift: true, reason: 'a friend asked me' }
  expect(await risk.post('users/restrict', restrict)).toMatchObject({ code: 40020 })
  expect((await propose(risk, change('customer.hold', true))).code).toBe(40020)
  const release = change('customer.release', true)
  expect((await propose(kyc, release)).code).toBe(200)
  expect((await approve(risk, release)).code).toBe(200)
  await expect.poll(async () => (await order()).code).toBe(200)
  expect((await notified()).map(([template]) => template)).toEqual(['account.released', 'account.held'])
})

test('where the order must be kept from the customer, his own log is silent, and the record is not', async () => {
  const hold = change('customer.hold', false)
  const before = (await customer('user/accessLog')).result.rows.length
  await propose(risk, hold)
  expect((await approve(kyc, hold)).code).toBe(200)
  expect((await customer('user/accessLog')).result.rows).toHaveLength(before)
  expect(await notified()).toHaveLength(2)
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
  await both(change('customer.release', false))
  expect(await status()).toBe('ACTIVE')
  expect((await customer('user/freeze', {})).code).toBe(200)
  const refused = () => customer('login/login', { account: 'amy', password: 'amy-tries-things' })
  for (const tell of [false, true]) {
    await both(change('customer.hold', tell))
    expect(await status()).toBe(tell ? 'LEGAL_HOLD' : 'FROZEN_BY_USER')
    if (!tell) expect(await refused()).toMatchObject({ code: 10005, params: { status: 'FROZEN_BY_USER' } })
    await both(change('customer.release', tell))
  }
  expect(await status()).toBe('FROZEN_BY_USER')
  expect((await refused()).code).toBe(10005)
  await whole.database.asOwner(`delete from auth.freezes where customer_id = $1`, [amy])
  await whole.database.asOwner(`update accounts.customers set status = 'ACTIVE' where id = $1`, [amy])
  await signIn()
})

test.each([
  ['no document', {}, 'document', 'missing'],
  ['a document that was not filed', { document: randomUUID() }, undefined, undefined],
  ['another content', { sha256: '0'.repeat(64) }, undefined, undefined],
  ['no review date', {}, 'reviewOn', 'missing'],
  ['a review date of today', { reviewOn: inDays(0) }, 'reviewOn', 'past'],
  ['a review date in two years', { reviewOn: inDays(730) }, 'reviewOn', 'tooFar'],
  ['a day that there is not', { reviewOn: `${inDays(365).slice(0, 4)}-02-31` }, 'reviewOn', 'malformed'],
] as const)('%s: nothing is proposed', async (_name, wrong, field, reason) => {
  const requested = change('customer.hold', false)
  const { [field === undefined ? '' : field]: _left, ...rest } = requested.values
  const response = await propose(risk, { ...requested, values: { ...rest, ...(wrong as object) } })
  if (field === undefined) expect(response.code).toBe(40039)
  else expect(response).toMatchObject({ code: 40020, params: { fields: [{ field, reason }] } })
})

test('its document is sealed, opened by those who sign alone, and each access is recorded', async () => {
  const hold = change('customer.hold', false)
  await both(hold)
  const open = (page: OperatorPage) => page.post(`legalHolds/${hold.id}/document`, { reason: 'to check the date' })
  expect((await open(kyc)).headers['content-type']).toBe('image/jpeg')
  const finance = await operatorPeople(whole.product.operators).signIn('sandbox-finance1')
  expect((await open(finance)).code).toBe(10008)
  const views = await risk.get(`audit?act=legalHold.viewDocument&subject=request:${hold.id}`)
  expect(views.result.rows).toMatchObject([
    { reason: 'to check the date', customerId: null },
    { reason: 'to read the order', customerId: null },
  ])
  expect((await risk.get('audit?act=legalHold.document')).result.rows).toMatchObject([{ customerId: null }])
  const accesses = await whole.database.asOwner('select operator_id from files.views where file_id = $1', [
    filed.fileId,
  ])
  expect(new Set((accesses as { operator_id: string }[]).map((access) => access.operator_id))).toEqual(
    new Set([risk.id, kyc.id]),
  )
  expect((await customer(`file/${filed.fileId}`)).code).not.toBe(200)
  const sealed = await whole.database.asOwner('select sealed from files.contents where file_id = $1', [filed.fileId])
  expect((sealed as { sealed: Buffer }[])[0]?.sealed.includes('JFIF')).toBe(false)
})

test('its review is due on a day, overdue from then on, and two who check again set another', async () => {
  const review = async () => {
    const { result } = await risk.get('sla')
    return (result as { queues: { name: string }[] }).queues.find(({ name }) => name === 'legalHolds')
  }
  expect(await review()).toMatchObject({ open: 1, overdue: 0 })
  expect((await kyc.get('legalHolds/active')).result.rows).toMatchObject([
    { customerId: amy, username: 'amy', tell: false, reviewOn: inDays(30), overdue: false },
  ])
  await whole.database.asOwner('alter table accounts.legal_holds disable trigger all')
  await whole.database.asOwner(
    `update accounts.legal_holds set laid_at = laid_at - interval '60 days', review_on = review_on - 60 where lifted_at is null`,
  )
  await whole.database.asOwner('alter table accounts.legal_holds enable trigger all')
  expect(await review()).toMatchObject({ open: 1, overdue: 1 })
  await both(change('customer.holdReview', false, { reviewOn: inDays(90) }))
  expect(await review()).toMatchObject({ open: 1, overdue: 0 })
  // Once the order allows it he is notified, and stays so.
  const before = (await notified()).length
  await both(change('customer.holdReview', true))
  expect((await notified()).slice(0, (await notified()).length - before)).toEqual([
    ['account.held', { reference: 'District court 12 C 345/26' }],
  ])
  expect((await propose(risk, change('customer.holdReview', false))).code).toBe(40020)
  expect((await propose(risk, change('customer.release', false))).code).toBe(40020)
  await expect.poll(order).toMatchObject({ code: 10008, params: { reason: 'LEGAL_HOLD' } })
})

test('every case and list of the customer carries it, whichever domain shows it', async () => {
  const pages = operatorPeople(whole.product.operators)
  const finance = await pages.signIn('sandbox-finance1')
  expect((await finance.get(`users/${amy}`)).result).toMatchObject({
    status: 'LEGAL_HOLD',
    legalHold: { reference: 'District court 12 C 345/26', tell: true, overdue: false },
  })
  expect((await finance.get('users?status=LEGAL_HOLD')).result.rows).toMatchObject([{ id: amy, status: 'LEGAL_HOLD' }])
  const carrying = whole.product.operatorsDomain.routes.filter(carriesHold).map(({ route }) => route.path)
  for (const path of ['withdrawals/:id', 'deposits/:id', 'complaints/:id', 'kyc/:id/view', 'fundResets', 'requests'])
    expect(
      carrying.some((one) => one.startsWith(`/swx/admin/${path}`)),
      `${path} of ${carrying.join(' ')}`,
    ).toBe(true)
})
