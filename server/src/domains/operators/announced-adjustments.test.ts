import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import { maxOpenComplaints } from '@evenhand/protocol/complaints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyHold } from '../../../test/fixtures/legal-holds.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let one: OperatorPage
let two: OperatorPage
let amy = ''
let token = ''

const inject = async (method: 'GET' | 'POST', url: string, payload?: object) =>
  (
    await whole.product.app.inject({
      method,
      url,
      headers: { authorization: token, virtually: 'NO', ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    })
  )
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape
    .json<{ code: number; params: object; result: any }>()
const customer = (method: 'GET' | 'POST', url: string, payload?: object) =>
  inject(method, `/swx/customer/${url}`, payload)
/** All sessions end with the day, so they sign in again. */
const signIn = async () => {
  const at = operatorPeople(whole.product.operators)
  one = await at.signIn('sandbox-finance1')
  two = await at.signIn('sandbox-finance2')
  const { result } = await customer('POST', 'login/login', { account: 'amy', password: 'amy-tries-things' })
  ;({ token } = result as { token: string })
  amy = (result as { user: { id: string } }).user.id
}
const passADay = async () => {
  await inject('POST', '/sandbox/clock', { advanceMs: 86_400_000 })
  await signIn()
}

beforeAll(async () => {
  whole = await wholeProduct()
  await signIn()
})
afterAll(() => whole.close())

const change = (amount: string, entry?: string, over: Record<string, string> = {}) => ({
  kind: 'adjustment',
  id: randomUUID(),
  values: {
    customerId: amy,
    asset: 'USDT',
    amount,
    reasonCode: 'WRONG_ENTRY',
    line: 'Booked twice',
    ...(entry === undefined ? {} : { entry }),
    ...over,
  },
  reason: 'the deposit was booked twice',
})
type Change = ReturnType<typeof change>
const propose = async (options: Change) => {
  const { id, reason, values } = options
  const assertion = await one.sign(requestPayload(options, 'propose'))
  return one.post('adjustments/propose', { id, reason, ...values, assertion })
}
const approve = async (options: Change) => {
  const assertion = await two.sign(requestPayload(options, 'approve'))
  return two.post('adjustments/approve', { id: options.id, reason: 'I have looked at it', assertion })
}
const both = async (options: Change) => {
  expect((await propose(options)).code).toBe(200)
  return approve(options)
}
/** Gives so much by one entry, and returns its number. */
const give = async (amount: string): Promise<string> => {
  const options = change(amount)
  expect((await both(options)).code).toBe(200)
  const rows = await whole.database.asOwner('select seq::text from ledger.entries where ref = $1', [options.id])
  return (rows as [{ seq: string }])[0].seq
}
const free = async (): Promise<number> => {
  const { result } = await customer('GET', 'user/accounts')
  return Number((result.real as { asset: string; free: string }[]).find(({ asset }) => asset === 'USDT')?.free ?? 0)
}
const field = (name: string, reason: string) => ({ code: 40020, params: { fields: [{ field: name, reason }] } })
const shown = async (id: string) =>
  (
    (await customer('GET', 'user/adjustments')).result as { id: string; status: string; objection: object | null }[]
  ).find((row) => row.id === id)
const object = async (id: string) => {
  const text = 'I was owed this money, see my letter.'
  const { result } = await customer('POST', 'complaint', { kind: 'adjustment', subjectId: id, text })
  return result as { id: string; no: string }
}
const response = async (page: OperatorPage, id: string, finding: string) => {
  await page.post(`complaints/${id}/take`, { id })
  return page.post(`complaints/${id}/answer`, {
    id,
    finding,
    answer: 'We have looked at it.',
    reason: 'looked at it',
  })
}
const notified = async () =>
  ((await customer('GET', 'notification/list?cat=LEGAL')).result.rows as { templateKey: string }[]).map(
    ({ templateKey }) => templateKey,
  )

test('two finance operators cannot take what a customer holds: it names an entry, and a day has its cap', async () => {
  const entry = await give('22950')
  expect(await propose(change('-500'))).toMatchObject(field('entry', 'missing'))
  expect(await propose(change('-500', entry, { reasonCode: 'GOODWILL' }))).toMatchObject(field('reasonCode', 'unfit'))
  expect(await propose(change('-22000', entry))).toMatchObject(field('amount', 'capReached'))
  expect(await propose(change('-10', '1'))).toMatchObject(field('entry', 'unknown'))
  const small = await give('50')
  expect(await propose(change('-50.01', small))).toMatchObject(field('entry', 'exhausted'))
  const announced = change('-900', entry)
  // Fits alone, and no longer beside one that is announced first.
  const beyond = change('-100.01', entry)
  expect((await propose(beyond)).code).toBe(200)
  expect(await both(announced)).toMatchObject({ code: 200, result: { status: 'SCHEDULED' } })
  expect(await approve(beyond)).toMatchObject(field('amount', 'capReached'))
  expect(await propose(change('-100.01', entry))).toMatchObject(field('amount', 'capReached'))
  expect(await free()).toBe(23_000)
  expect(await shown(announced.id)).toMatchObject({
    amount: '900.00',
    entry,
    status: 'ANNOUNCED',
    line: 'Booked twice',
  })
  await expect.poll(async () => (await notified())[0]).toBe('adjustment.announced')
  const mails = async () => JSON.stringify(await inject('GET', '/sandbox/mails?to=amy@sandbox.evenhand.example'))
  await expect.poll(mails).toContain('900.00\u00a0USDT')
  // It cannot be debited by the function that credits.
  await expect(
    whole.database.asOwner(`set role console; select operators.apply_adjustment('${announced.id}', now())`),
  ).rejects.toThrow('no approved adjustment')
  const execute = `select operators.execute_adjustment('${announced.id}', now() + interval '23 hours') as outcome`
  expect(await whole.database.asOwner(execute)).toEqual([{ outcome: 'not_due' }])
  // It is among what deserves a second review.
  const risk = await operatorPeople(whole.product.operators).signIn('sandbox-risk')
  expect((await risk.get('anomalies')).result).toContainEqual(
    expect.objectContaining({ kind: 'adjustments', operator: 'sandbox-finance2' }),
  )
  await passADay()
  const db = whole.product.operatorsDomain.runDue
  await Promise.all(Array.from({ length: 20 }, db))
  expect(await free()).toBe(22_100)
  await db()
  expect(await free()).toBe(22_100)
  expect(await shown(announced.id)).toMatchObject({ status: 'APPLIED' })
  await expect.poll(notified).toContain('adjustment.applied')
  expect((await whole.product.ledger.audit()).every(({ ok }) => ok)).toBe(true)
})

test('an objection stops it until another operator has answered, and one answer is enough', async () => {
  const entry = await give('100')
  const announced = change('-40', entry)
  await both(announced)
  const { id } = await object(announced.id)
  expect(await shown(announced.id)).toMatchObject({ objection: { status: 'RECEIVED' } })
  await passADay()
  const before = await free()
  await whole.product.operatorsDomain.runDue()
  expect(await free()).toBe(before)
  const support = await operatorPeople(whole.product.operators).signIn('sandbox-support')
  expect((await response(support, id, 'NOT_UPHELD')).code).toBe(200)
  // Another one about the same stops nothing.
  await object(announced.id)
  await whole.product.operatorsDomain.runDue()
  expect(await free()).toBe(before - 40)
  const other = change('-60', entry)
  await both(other)
  const upheld = await object(other.id)
  expect((await response(support, upheld.id, 'PARTLY_UPHELD')).code).toBe(200)
  await whole.product.operatorsDomain.runDue()
  expect(await shown(other.id)).toMatchObject({ status: 'WITHDRAWN' })
  // What it would have taken of its entry may be named again.
  expect((await both(change('-60', entry))).code).toBe(200)
})

test('an objection and the execution race: one comes first, and money moves at most once', async () => {
  const entry = await give('200')
  const ten = Array.from({ length: 10 }, () => change('-1', entry))
  for (const options of ten) expect((await both(options)).code).toBe(200)
  const before = await free()
  await passADay()
  const outcomes = await Promise.all(
    ten.map(async ({ id }) => {
      await Promise.all([
        whole.database.asOwner(
          `insert into complaints.complaints (id, no, customer_id, kind, subject_id, text, received_at, due_at, changed_at)
           values (gen_random_uuid(), nextval('complaints.no_seq') * 10, $1, 'adjustment', $2, 'I object to it, all of it', now(), now() + interval '1 day', now())`,
          [amy, id],
        ),
        whole.product.operatorsDomain.runDue(),
      ])
      return shown(id)
    }),
  )
  const applied = outcomes.filter((row) => row?.status === 'APPLIED').length
  const stopped = outcomes.filter((row) => row?.status === 'ANNOUNCED' && row.objection !== null).length
  expect(applied + stopped).toBe(10)
  await whole.product.operatorsDomain.runDue()
  // The one of 60 of the test before has come due as well.
  expect([before - applied, before - applied - 60]).toContain(await free())
})

test('under a legal hold nothing is taken either: it waits for the end of the hold', async () => {
  const entry = await give('70')
  const [announced, behind] = [change('-30', entry), change('-5', entry)] as const
  for (const each of [announced, behind]) expect((await both(each)).code).toBe(200)
  const before = await free()
  await applyHold(whole.database, { customerId: amy })
  await passADay()
  await whole.product.operatorsDomain.runDue()
  expect(await shown(announced.id)).toMatchObject({ status: 'ANNOUNCED' })
  expect(await free()).toBe(before)
  // Before the release, which the product's own round may follow.
  const allow = await refuseRow(whole.database, { table: 'operators.debits', on: 'update', when: 'old.units = 30e6' })
  await applyHold(whole.database, { customerId: amy, kind: 'customer.release' })
  await whole.product.operatorsDomain.runDue()
  expect(await free()).toBe(before - 5)
  await allow()
  await whole.product.operatorsDomain.runDue()
  expect(await shown(announced.id)).toMatchObject({ status: 'APPLIED' })
  expect(await free()).toBe(before - 35)
})

test('what is not there is not taken, in no part, and nothing is owed', async () => {
  const entry = await give('300')
  const announced = change('-300', entry)
  expect((await both(announced)).code).toBe(200)
  await whole.database.asOwner(
    `select ledger.post('adjustment', gen_random_uuid(), array[a.id, (select id from ledger.accounts where name = 'house:capital')],
       array[1, 1]::smallint[], array[-w.free + 299999999, w.free - 299999999], now())
     from ledger.accounts a join ledger.balances w on w.account_id = a.id and w.asset = 1 where a.name = $1`,
    [`user:${amy}`],
  )
  await passADay()
  await whole.product.operatorsDomain.runDue()
  expect(await shown(announced.id)).toMatchObject({ status: 'LAPSED' })
  expect(await free()).toBe(299.999999)
  await expect.poll(notified).toContain('adjustment.lapsed')
})

test('the caps are a parameter: two risk operators, published at once, in force a day later', async () => {
  const at = operatorPeople(whole.product.operators)
  const [risk, other] = [await at.signIn('sandbox-risk'), await at.signIn('sandbox-risk-2')]
  const value = { USDT: '20', BTC: '0.01', ETH: '0.3' }
  const options = {
    kind: 'params',
    id: randomUUID(),
    values: { key: 'adjustments', version: '2', value: JSON.stringify(value) },
    reason: 'less is enough',
  }
  const base = { id: options.id, reason: options.reason, key: 'adjustments', version: 2 }
  const proposed = { ...base, value, assertion: await risk.sign(requestPayload(options, 'propose')) }
  for (const key of ['options', 'credits'])
    expect((await risk.post('params/propose', { ...proposed, key })).code).toBe(40020)
  expect((await risk.post('params/propose', proposed)).code).toBe(200)
  const approval = { id: options.id, reason: 'agreed', assertion: await other.sign(requestPayload(options, 'approve')) }
  expect((await other.post('params/approve', approval)).code).toBe(200)
  expect((await customer('GET', 'public/params/changes')).result).toMatchObject([{ key: 'adjustments', version: 2 }])
  const entry = await give('100')
  expect((await both(change('-21', entry))).code).toBe(200)
  await passADay()
  expect(await propose(change('-21', entry))).toMatchObject(field('amount', 'capReached'))
  // The first of them is due by now; applied here, it does not move the balance of a later test.
  await whole.product.operatorsDomain.runDue()
  const params = await one.get('params')
  expect(params.result.adjustments).toMatchObject({ current: 2 })
  expect(params.result.credits).toMatchObject({ current: 1, versions: [{ version: 1, value: { USDT: '10000' } }] })
})

test('an objection is taken however many complaints wait, and takes the place of none', async () => {
  const entry = await give('100')
  const complain = async (about: object): Promise<number> =>
    (await customer('POST', 'complaint', { ...about, text: 'I was owed this money, see my letter.' })).code
  const objectTo = ({ id }: Change): Promise<number> => complain({ kind: 'adjustment', subjectId: id })
  const many = Array.from({ length: maxOpenComplaints + 1 }, () => change('-1', entry))
  for (const options of many) expect((await both(options)).code).toBe(200)
  expect(new Set(await Promise.all(many.map(objectTo)))).toEqual(new Set([200]))
  // One that is no objection, being a second about the same, waits since an earlier test.
  for (let n = 1; n < maxOpenComplaints; n += 1) expect(await complain({ kind: 'other' })).toBe(200)
  expect(await complain({ kind: 'other' })).toBe(40038)
  const last = change('-2', entry)
  await both(last)
  expect(await objectTo(last)).toBe(200)
  expect(await objectTo(last)).toBe(40038)
  await passADay()
  const before = await free()
  await whole.product.operatorsDomain.runDue()
  expect(await shown(last.id)).toMatchObject({ status: 'ANNOUNCED', objection: { status: 'RECEIVED' } })
  expect(before - (await free())).toBe(0)
})
