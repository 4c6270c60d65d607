import { dayMs } from '@evenhand/protocol/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../../test/fixtures/images.ts'
import { checkPdfSignature } from '../../../test/fixtures/pdf-signature.ts'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'
import { loansOut } from './loan-figures.ts'
import { runDueLoans } from './run-due-loans.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'

let fixture: LoansFixture
let amy: string
let ben: string

beforeAll(async () => {
  fixture = await loansFixture()
  amy = await fixture.verified('amy', 'E1234567P')
  ben = await fixture.signIn('ben')
})
afterAll(() => fixture.close())

const signature = async (token: string): Promise<string> => {
  const customerId = await fixture.customerIdOf(token)
  const stored = { customerId, purpose: 'signature', bytes: await png(300, 120) } as const
  return (await fixture.whole.product.files.store(stored)).fileId
}

test('what must not be requested is refused by its code', async () => {
  const { get, post, request } = fixture
  const apply = async (change: object, token = amy) =>
    post('loan/apply', { ...(await request(amy, { amount: '100', days: 7 })), ...change }, token)
  expect((await get('loan/quote?amount=100&days=7', ben)).code).toBe(10022)
  const { caller } = (await get('loan/products', ben)).result
  expect(caller).toMatchObject({ isVerified: false, identityStatus: null })
  expect((await apply({}, ben)).code).toBe(10022)
  expect(await apply({ days: 8 })).toMatchObject({ code: 10017, params: { terms: [7, 15, 30, 60, 90, 180] } })
  expect(await apply({ days: 60 })).toMatchObject({ code: 30001, params: { score: 600, min: 650 } })
  expect(await apply({ amount: '600' })).toMatchObject({ code: 10023, params: { terms: [15, 30] } })
  const wrong = ['', '-50', '1e3', '49.999999', '50.0000001', '٥٠٠', '99999999999999999999', '1000.000001']
  for (const amount of [...wrong, '1'.repeat(41), 100, null, {}, [], undefined])
    expect(await apply({ amount }), String(amount)).toMatchObject({
      code: 10016,
      params: { min: '50.000000', max: '500.000000' },
    })
  expect(await get('loan/quote?amount=100&amount=200&days=7', amy)).toMatchObject({
    code: 10016,
    params: { min: '50.000000', max: '500.000000' },
  })
  expect((await apply({ typedName: '', signatureFileId: '' })).code).toBe(40021)
  expect((await apply({ typedName: ' \u200b ' })).code).toBe(40021)
  expect((await apply({ signatureFileId: await signature(ben) })).code).toBe(40039)
  expect((await apply({ signatureFileId: await fixture.file(amy) })).code).toBe(40039)
  expect((await apply({ agreementHash: 'ab'.repeat(32) })).code).toBe(40006)
  expect((await apply({ agreementHash: 'no hash' })).code).toBe(40020)
  // The hash is of these terms: another amount is another text.
  expect((await apply({ amount: '101' })).code).toBe(40006)
  expect((await apply({ remark: 'x'.repeat(201) })).code).toBe(40020)
})

test('two applications at once are one, and another customer sees nothing of it', async () => {
  const { get, post } = fixture
  const signed = await fixture.request(amy, { amount: '1000', days: 30, signatureFileId: await signature(amy) })
  const sent = await Promise.all(Array.from({ length: 20 }, () => post('loan/apply', signed, amy)))
  const done = sent.filter(({ code }) => code === 200)
  expect(done).toHaveLength(1)
  expect(sent.filter(({ code }) => code === 40038)).toHaveLength(19)
  const id = done[0]?.result.id as string
  for (const path of ['loan/repay', 'loan/cancel14d', 'loan/withdrawApplication'])
    expect((await post(path, { id, ...(path === 'loan/repay' ? { amount: '1' } : {}) }, ben)).code, path).toBe(40039)
  for (const path of [`loan/${id}`, `loan/document/${id}`]) expect((await get(path, ben)).code, path).toBe(40039)
  const document = () =>
    fixture.whole.product.app.inject({
      url: `/swx/customer/loan/document/${id}`,
      headers: { authorization: amy, virtually: 'NO' },
    })
  const [one, two] = [(await document()).rawPayload, (await document()).rawPayload]
  expect(checkPdfSignature(one).certificate.subject).toMatch(/^CN=evenhand\/[0-9a-f]+$/)
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
  expect(one.equals(two)).toBe(true)
  expect((await post('loan/withdrawApplication', { id }, amy)).result).toMatchObject({
    status: 'CANCELLED_BY_CUSTOMER',
  })
  expect((await fixture.approve('sandbox-finance1', id)).code).toBe(40039)
})

test('a rejected customer may apply again after seven days', async () => {
  const { id } = (await fixture.apply(amy, { amount: '100', days: 7 })).result
  const finance = await fixture.page('sandbox-finance1')
  const reject = () => finance.post(`loans/${id}/reject`, { reasonCode: 'AFFORDABILITY', reason: 'income unknown' })
  expect(await reject()).toMatchObject({ code: 200, result: { status: 'REJECTED', reasonCode: 'AFFORDABILITY' } })
  expect((await reject()).code).toBe(40039)
  expect((await fixture.apply(amy, { amount: '100', days: 7 })).code).toBe(40003)
  await fixture.advance(7 * dayMs)
})

test('a loan that is not repaid is reminded of, overdue, in arrears and written off, each once, and touches no other money', async () => {
  const { whole, get } = fixture
  await fixture.give(await fixture.accountOf(amy), 'USDT', 2_000_000_000n)
  const { id } = (await fixture.apply(amy, { amount: '500', days: 7 })).result
  // An approval of other terms is none.
  const finance = await fixture.page('sandbox-finance1')
  const { approval } = (await finance.get(`loans/${id}`)).result
  const forged = {
    ...approval,
    fields: approval.fields.map(([name, value]: [string, string]) => [name, name === 'amount' ? '9' : value]),
  }
  const forgery = { reason: 'fits', assertion: await finance.sign(forged) }
  expect((await finance.post(`loans/${id}/approve`, forgery)).code).toBe(40036)
  expect((await fixture.approve('sandbox-finance1', id)).result).toMatchObject({ status: 'ACTIVE' })
  const disbursedAt = (await get(`loan/${id}`, amy)).result.disbursedAt as number
  // By a clock of its own: the rest of the product need not live through those days.
  const runAt = async (days: number) => {
    const deps = {
      ...whole.product.loans.deps,
      clock: { ...whole.product.loans.deps.clock, now: () => disbursedAt + days * dayMs },
    }
    // Two processes at once take each step once.
    await Promise.all([runDueLoans(deps), runDueLoans(deps)])
    return (await get(`loan/${id}`, amy)).result.status
  }
  expect([await runAt(3.9), await runAt(4.1), await runAt(6.1), await runAt(7)]).toEqual([
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
    'OVERDUE',
  ])
  const out = async () => JSON.parse((await loansOut(whole.product.loans.deps.db).read(0)) ?? 'null') as object
  expect(await out()).toMatchObject({ loans: 1, principal: '500000000', overdueLoans: 1, overdue: '500000000' })
  expect(await runAt(207)).toBe('WRITTEN_OFF')
  expect(await out()).toMatchObject({ loans: 0, principal: '0', overdue: '0', arrears: '0', writtenOff: '500000000' })
  expect((await get('user/creditScore', amy)).result).toMatchObject({
    score: 300,
    events: [{ kind: 'WRITTEN_OFF' }, { kind: 'IN_ARREARS' }, { kind: 'OVERDUE', score: 560 }],
  })
  const notices = async (template: string) => (await publishedNotices(whole.database, { template })).length
  expect(await Promise.all(['loan.due', 'loan.overdue', 'loan.arrears', 'loan.written_off'].map(notices))).toEqual([
    2, 1, 1, 1,
  ])
  const balances = await whole.product.ledger.balances(await fixture.accountOf(amy))
  expect(balances.find(({ asset }) => asset === 'USDT')).toMatchObject({ free: 2_000_000_000n })
})
