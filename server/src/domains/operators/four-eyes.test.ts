import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import type { PasskeyChallenge } from '@evenhand/protocol/passkey-shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticator } from '../../../test/authenticator.ts'
import { shownBy, stepMs } from '../../../test/fixtures/factor-customers.ts'
import { operatorPeople, type OperatorPage } from '../../../test/fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from '../../../test/whole-product.ts'

let whole: WholeProduct
let at: ReturnType<typeof operatorPeople>
let one: OperatorPage
let two: OperatorPage
let amy = ''
let amysToken = ''

const customer = async (method: 'GET' | 'POST', url: string, payload: object = {}) =>
  (
    await whole.product.app.inject({
      method,
      url: `/swx/customer/${url}`,
      headers: { 'content-type': 'application/json', authorization: amysToken, virtually: 'NO' },
      ...(method === 'GET' ? {} : { payload: JSON.stringify(payload) }),
    })
  ).json<{ code: number; params: object; result: never }>()

beforeAll(async () => {
  whole = await wholeProduct()
  at = operatorPeople(whole.product.operators)
  one = await at.signIn('sandbox-finance1')
  two = await at.signIn('sandbox-finance2')
  const signedIn = await whole.product.app.inject({
    method: 'POST',
    url: '/swx/customer/login/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account: 'amy', password: 'amy-tries-things' }),
  })
  const { result } = signedIn.json<{ result: { token: string; user: { id: string } } }>()
  amy = result.user.id
  amysToken = result.token
})
afterAll(() => whole.close())

type Change = { kind: string; id: string; values: Record<string, string>; reason: string }
const signedProposal = async (page: OperatorPage, change: Change) => page.sign(requestPayload(change, 'propose'))
const signedApproval = async (page: OperatorPage, change: Change) => page.sign(requestPayload(change, 'approve'))

const adjustment = (over: Record<string, string> = {}): Change => ({
  kind: 'adjustment',
  id: randomUUID(),
  values: {
    customerId: amy,
    asset: 'USDT',
    amount: '12.5',
    reasonCode: 'COMPLAINT_UPHELD',
    line: 'Correction of complaint 17',
    ...over,
  },
  reason: 'complaint 17 was upheld',
})
const propose = async (page: OperatorPage, change: Change) =>
  page.post('adjustments/propose', {
    id: change.id,
    reason: change.reason,
    ...change.values,
    assertion: await signedProposal(page, change),
  })
const approve = async (page: OperatorPage, change: Change) =>
  page.post('adjustments/approve', {
    id: change.id,
    reason: 'I have read the complaint',
    assertion: await signedApproval(page, change),
  })
const usdtOfAmy = async (): Promise<string> => {
  const { result } = (await customer('GET', 'user/accounts')) as unknown as {
    result: { real: { asset: string; free: string }[] }
  }
  return result.real.find(({ asset }) => asset === 'USDT')?.free ?? ''
}

test('a correction moves money only after a second person has signed the same values', async () => {
  const change = adjustment()
  expect(await propose(one, change)).toMatchObject({ code: 200, result: { status: 'PROPOSED', mayDecide: false } })
  expect(Number(await usdtOfAmy())).toBe(0)
  // A screen requests its own kinds, and gets how many there are of these.
  expect((await two.get('requests?kinds=adjustment,reserve.topUp')).result).toMatchObject({ total: 1, rows: [{}] })
  expect((await two.get('requests?kinds=reserve.topUp')).result).toMatchObject({ total: 0, rows: [] })
  expect((await two.get('requests?kinds=adjustment,mint')).code).toBe(40020)
  expect(await approve(one, change)).toMatchObject({ code: 40033 })
  expect(await approve(two, change)).toMatchObject({ code: 200, result: { status: 'APPLIED' } })
  expect(Number(await usdtOfAmy())).toBe(12.5)
  expect(await approve(two, change)).toMatchObject({ code: 40039 })
  const { result } = (await customer('GET', 'user/transactions')) as unknown as {
    result: { rows: { kind: string; amount: string; line: string }[] }
  }
  expect(result.rows[0]).toMatchObject({ kind: 'ADJUSTMENT', line: 'Correction of complaint 17' })
  expect(result.rows[0]?.amount).toMatch(/^12\.5/)
  expect((await whole.product.ledger.audit()).every(({ ok }) => ok)).toBe(true)
})

test('what is approved is what was signed: other values, another operator’s key, an edit in the table', async () => {
  const change = adjustment({ amount: '1' })
  const other = { ...change, values: { ...change.values, amount: '1000' } }
  const wrong = await one.post('adjustments/propose', {
    id: change.id,
    reason: change.reason,
    ...other.values,
    assertion: await signedProposal(one, change),
  })
  expect(wrong).toMatchObject({ code: 40036, params: { accepts: ['passkey'] } })
  expect((await propose(one, change)).code).toBe(200)
  const asOther = { id: change.id, reason: 'sure', assertion: await signedApproval(two, other) }
  expect(await two.post('adjustments/approve', asOther)).toMatchObject({ code: 40036 })
  const byAnother = { id: change.id, reason: 'sure', assertion: await signedApproval(one, change) }
  expect(await two.post('adjustments/approve', byAnother)).toMatchObject({ code: 40036 })
  const edit = `update operators.change_requests set payload = replace(payload, '"1"', '"1000"') where id = $1`
  await expect(whole.database.asOwner(edit, [change.id])).rejects.toThrow('never changed')
  await whole.database.asOwner('alter table operators.change_requests disable trigger all')
  await whole.database.asOwner(edit, [change.id])
  await whole.database.asOwner('alter table operators.change_requests enable trigger all')
  const edited = { ...change, values: { ...change.values, amount: '1000' } }
  expect(await approve(two, edited)).toMatchObject({ code: 40036, params: { changed: true } })
  expect(Number(await usdtOfAmy())).toBe(12.5)
})

test('the database refuses an approval by the operator who requested, whichever role writes it', async () => {
  const change = adjustment({ amount: '2' })
  await propose(one, change)
  const own = `update operators.change_requests set status = 'APPROVED', decided_by = proposed_by, decided_at = now(), decision_assertion = '{}' where id = $1`
  await expect(whole.database.asOwner(own, [change.id])).rejects.toThrow('check constraint')
  await expect(
    whole.database.asOwner('set role console; select operators.apply_adjustment(gen_random_uuid(), now())'),
  ).rejects.toThrow('no approved adjustment')
})

test('no operator holds two roles that watch each other, and a new operator comes by two superadmins', async () => {
  const root = await at.signIn('sandbox-superadmin')
  const second = await at.signIn('sandbox-superadmin-2')
  const request = async (change: Change) =>
    root.post('roles/propose', {
      id: change.id,
      reason: change.reason,
      kind: change.kind,
      ...change.values,
      assertion: await signedProposal(root, change),
    })
  const grant = (operator: string, role: string): Change => ({
    kind: 'role.grant',
    id: randomUUID(),
    values: { operator, role },
    reason: 'needed in this team',
  })
  expect(await request(grant('sandbox-finance1', 'finance2'))).toMatchObject({ code: 40020 })
  expect(await request(grant('sandbox-superadmin-2', 'finance1'))).toMatchObject({ code: 40020 })
  // Who gives out roles sees no picture of a passport, and gets there by no other order either.
  expect(await request(grant('sandbox-superadmin-2', 'kyc'))).toMatchObject({ code: 40020 })
  const both = [grant('sandbox-charity', 'superadmin'), grant('sandbox-charity', 'kyc')] as const
  for (const change of both) expect((await request(change)).code).toBe(200)
  const decide = async (change: Change) => {
    const assertion = await signedApproval(second, change)
    return second.post('roles/approve', { id: change.id, reason: 'yes, he does', assertion })
  }
  expect((await decide(both[0])).code).toBe(200)
  expect(await decide(both[1])).toMatchObject({
    code: 40020,
    params: { fields: [{ field: 'role', reason: 'incompatible' }] },
  })
  await expect(
    whole.database.asOwner(
      `insert into operators.roles select id, 'finance2', now() from operators.operators where name = 'sandbox-finance1'`,
    ),
  ).rejects.toThrow('one_of_the_three')

  const auditor = grant('sandbox-content', 'auditor')
  expect((await request(auditor)).code).toBe(200)
  const content = await at.signIn('sandbox-content')
  expect((await content.get('audit')).code).toBe(10008)
  const approval = { id: auditor.id, reason: 'yes, she does', assertion: await signedApproval(second, auditor) }
  expect(await second.post('roles/approve', approval)).toMatchObject({ code: 200, result: { status: 'APPLIED' } })
  // The session that was open holds the role at its next call.
  expect((await content.get('audit')).code).toBe(200)
})

/** Invites an operator by two superadmins, and returns the secret of the link in the mail. */
const invite = async (operator: string, role: string): Promise<string> => {
  const email = `${operator}@evenhand.example`
  const root = await at.signIn('sandbox-superadmin')
  const second = await at.signIn('sandbox-superadmin-2')
  const change: Change = {
    kind: 'operator.invite',
    id: randomUUID(),
    values: { operator, role, email },
    reason: 'new in the team',
  }
  await root.post('roles/propose', {
    id: change.id,
    reason: change.reason,
    kind: change.kind,
    ...change.values,
    assertion: await signedProposal(root, change),
  })
  const approval = { id: change.id, reason: 'yes', assertion: await signedApproval(second, change) }
  const { code, result } = await second.post('roles/approve', approval)
  expect([code, JSON.stringify(result)]).toEqual([200, expect.not.stringMatching(/secret|setup#/i)])
  const mails = async () =>
    (await whole.product.app.inject({ url: `/sandbox/mails?to=${email}` })).json<{ text: string }[]>()
  await expect.poll(mails).toHaveLength(1)
  return /\/setup#([A-Za-z0-9_-]{43})$/m.exec((await mails())[0]?.text ?? '')?.[1] ?? ''
}

test('an invited operator sets himself up by the link that was mailed to him alone, once, and signs in by his app', async () => {
  const secret = await invite('mo.support', 'support')
  const begun = await at.post('/swx/admin/setup/begin', { secret })
  expect(begun).toMatchObject({ code: 200, result: { name: 'mo.support', passkeyNeeded: false } })
  const code = shownBy(begun.result.otp.secret, Date.now())
  const password = 'a long sentence of my own'
  expect(await at.post('/swx/admin/setup', { secret, password })).toMatchObject({ code: 40036 })
  expect(await at.post('/swx/admin/setup', { secret, password, code })).toMatchObject({ code: 200 })
  expect(await at.post('/swx/admin/setup', { secret, password, code })).toMatchObject({ code: 40039 })
  const name = 'mo.support'
  expect(await at.post('/swx/admin/login', { name, password })).toMatchObject({
    code: 40036,
    params: { accepts: ['otp'] },
  })
  // The code that set it up is used up.
  expect(await at.post('/swx/admin/login', { name, password, otp: code })).toMatchObject({ code: 10091 })
  const next = shownBy(begun.result.otp.secret, Date.now() + stepMs)
  expect(await at.post('/swx/admin/login', { name, password, otp: next })).toMatchObject({ code: 200 })
})

test('a role that approves needs a passkey, made for the page and by the challenge of this set-up', async () => {
  const secret = await invite('kim.kyc', 'kyc')
  const password = 'a long sentence of my own'
  const begun = await at.post('/swx/admin/setup/begin', { secret })
  const code = shownBy(begun.result.otp.secret, Date.now())
  expect(await at.post('/swx/admin/setup', { secret, password, code })).toMatchObject({ code: 40036 })
  const device = authenticator()
  const elsewhere = authenticator('https://console.evil.example').make(begun.result.passkey)
  expect(await at.post('/swx/admin/setup', { secret, password, passkey: elsewhere })).toMatchObject({ code: 10091 })
  const fresh = await at.post('/swx/admin/setup/begin', { secret })
  const passkey = device.make(fresh.result.passkey)
  expect(await at.post('/swx/admin/setup', { secret, password, passkey })).toMatchObject({ code: 200 })
  // A second account of the same person has another passkey, or none.
  const second = await invite('kim.again', 'kyc')
  const { result: options } = await at.post('/swx/admin/setup/begin', { secret: second })
  const twin = authenticator().make(options.passkey, { id: passkey.id })
  expect(await at.post('/swx/admin/setup', { secret: second, password, passkey: twin })).toMatchObject({
    code: 40020,
    params: { fields: [{ field: 'passkey', reason: 'registered' }] },
  })
  const refused = await at.post('/swx/admin/login', { name: 'kim.kyc', password })
  expect(refused.params).toMatchObject({ accepts: ['passkey'] })
  const challenge = refused.params['challenge'] as PasskeyChallenge
  const { id, response } = device.assert(challenge)
  const { userHandle: _handle, ...assertion } = response
  const signedIn = await at.post('/swx/admin/login', {
    name: 'kim.kyc',
    password,
    passkey: { credentialId: id, ...assertion },
  })
  expect(signedIn).toMatchObject({ code: 200, result: { operator: { roles: ['kyc'] } } })
  const again = { name: 'kim.kyc', password, passkey: { credentialId: id, ...assertion } }
  expect(await at.post('/swx/admin/login', again)).toMatchObject({ code: 10091 })
})

test('new terms of options hold a day after two risk officers decided them, for new orders alone', async () => {
  const risk = await at.signIn('sandbox-risk')
  const other = await at.signIn('sandbox-risk-2')
  const { result: params } = await risk.get('params')
  const value = (params.options.versions[0].value as { payoutRate: string }[]).map((row) => ({
    ...row,
    payoutRate: '0.9',
  }))
  const change: Change = {
    kind: 'params',
    id: randomUUID(),
    values: { key: 'options', version: '2', value: JSON.stringify(value) },
    reason: 'the market has calmed down',
  }
  const body = { id: change.id, reason: change.reason, key: 'options', version: 2, value }
  const response = await risk.post('params/propose', { ...body, assertion: await signedProposal(risk, change) })
  expect(response).toMatchObject({ code: 200 })
  const decided = await other.post('params/approve', {
    id: change.id,
    reason: 'agreed',
    assertion: await signedApproval(other, change),
  })
  expect(decided).toMatchObject({ code: 200, result: { status: 'SCHEDULED' } })
  const changes = (await customer('GET', 'public/params/changes')) as unknown as {
    result: { version: number; appliesAt: number }[]
  }
  expect(changes.result).toMatchObject([{ version: 2 }])
  const inForce = (version: number) => ({
    result: expect.arrayContaining([expect.objectContaining({ key: 'options', version })]) as unknown,
  })
  expect((await customer('GET', 'public/params')) as unknown).toMatchObject(inForce(1))
  const later = `public/params?at=${changes.result[0]?.appliesAt ?? 0}`
  expect((await customer('GET', later)) as unknown).toMatchObject(inForce(2))
})
