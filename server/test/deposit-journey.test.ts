import type { AddressInfo } from 'node:net'
import { depositCredit } from '@evenhand/proofs/approval-payloads.ts'
import type { SeenDeposit } from '@evenhand/protocol/deposits-console.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { png } from './fixtures/images.ts'
import { operatorPeople } from './fixtures/operators.ts'
import { createUploads } from './uploads.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// A deposit as it goes in a sandbox: a customer's form, two operators with their passkeys, the customer's balance.

let whole: WholeProduct
let token = ''
const { to, upload } = createUploads()

type CallResponse = { code: number; notice?: number; params: Record<string, unknown>; result: never }
const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<CallResponse> => {
  const response = await whole.product.app.inject({
    method,
    url: `/swx/customer/${path}`,
    headers: {
      virtually: 'NO',
      authorization: token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json()
}

beforeAll(async () => {
  whole = await wholeProduct()
  await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  const signedIn = await call('POST', 'login/login', { account: 'amy', password: 'amy-tries-things' })
  token = (signedIn.result as { token: string }).token
  Object.assign(to, { port: (whole.product.app.server.address() as AddressInfo).port, token })
})
afterAll(() => whole.close())

it('goes from the form over two operators to the balance, and the public count shows how long it took', async () => {
  const depositAddress = await call('GET', 'index/getParamByKey/deposit_USDT_TRC20')
  expect(depositAddress.result).toMatchObject({ sandbox: true, own: false, min: '120.000000', confirmations: 19 })
  for (const key of [
    'deposit_USDT_Bitcoin',
    'deposit_DOGE_TRC20',
    '__proto__',
    'constructor',
    '..%2Fx',
    'smtp_password',
  ])
    expect((await call('GET', `index/getParamByKey/${key}`)).code).toBe(10018)

  const { result: proof } = await upload('deposit', await png(40, 40))
  const request = {
    coin: 'USDT',
    network: 'TRC20',
    amount: '2500',
    last6: 'abcDEF',
    txHash: 'ab'.repeat(32),
    proofFileId: proof.fileId,
  }
  expect((await call('POST', 'user/recharge', { ...request, amount: 2500 })).code).toBe(10016)
  for (const amount of ['1e3', '-5', '120,5', '500.1234567', '٣', '12345678901234'])
    expect(await call('POST', 'user/recharge', { ...request, amount }), amount).toMatchObject({
      code: 10016,
      params: { step: '0.000001', max: '1000000000.000000' },
    })
  expect((await call('POST', 'user/recharge', { ...request, status: 'CREDITED' })).code).toBe(40020)
  const submitted = await call('POST', 'user/recharge', request)
  expect(submitted).toMatchObject({ code: 200, notice: 20002, result: { status: 'SUBMITTED', amount: '2500.000000' } })
  const { id } = submitted.result as { id: string }

  const at = operatorPeople(whole.product.operators)
  const [first, second] = [await at.signIn('sandbox-finance1'), await at.signIn('sandbox-finance2')]
  const seen = (await first.get(`deposits/${id}`)).result as SeenDeposit
  expect(seen).toMatchObject({ username: 'amy', approvalsNeeded: 2, approvals: [], source: 'CLAIM' })
  expect(
    (await first.post(`deposits/${id}/proof`, { reason: 'to look at the proof' })).headers['content-type'],
  ).toContain('image/')
  const credit = async (page: typeof first, signed: string, requested = signed) => {
    const now = (await page.get(`deposits/${id}`)).result as SeenDeposit
    const values = { amount: signed, fromAddress: '', creditedBefore: null }
    return page.post(`deposits/${id}/credit`, {
      round: 1,
      revision: now.revision,
      amount: requested,
      reason: 'seen on the chain',
      assertion: await page.sign(depositCredit({ ...now, claimed: now.amount }, values)),
    })
  }
  // What was signed is what is credited: an amount that was changed on the way has no approval.
  expect((await credit(first, '2500.000000', '9999.000000')).code).toBe(40036)
  expect((await credit(first, '2500.000000')).result).toMatchObject({ status: 'CONFIRMING' })
  expect((await credit(first, '2500.000000')).code).toBe(40033)
  expect((await credit(second, '2500.000000')).code).toBe(40024)
  await second.post(`deposits/${id}/proof`, { reason: 'to look at the proof' })
  expect((await credit(second, '2500.000000')).result).toMatchObject({ status: 'CREDITED' })

  const accounts = (await call('GET', 'user/accounts')).result as { real: { asset: string; free: string }[] }
  expect(accounts.real.find(({ asset }) => asset === 'USDT')).toMatchObject({ free: '2500.000000' })
  expect((await call('GET', 'user/transactions?kind=DEPOSIT')).result).toMatchObject({
    rows: [{ kind: 'DEPOSIT', amount: '2500.000000', order: { id, of: 'deposit', orderNo: 'DP000000001' } }],
  })
  expect((await call('GET', 'user/listRecharge')).result).toMatchObject([
    { id, status: 'CREDITED', creditedAmount: '2500.000000' },
  ])
  expect((await call('POST', 'user/recharge', request)).code).toBe(40017)
  // All of it may leave; above 1 000 of it nothing may be traded with before identity is verified.
  await whole.product.notices.idle()
  const { rows } = (await call('GET', 'notification/list')).result as { rows: { templateKey: string; link: string }[] }
  expect(rows.map(({ templateKey }) => templateKey)).toEqual(
    expect.arrayContaining(['deposit.submitted', 'deposit.credited']),
  )
  expect((await call('GET', 'public/serviceLevels')).result).toMatchObject({
    queues: [
      { queue: 'chats', promisedHours: 1 },
      { queue: 'deposits', open: 0, overdue: 0, ended: 1, promisedHours: 24 },
      { queue: 'withdrawals' },
      { queue: 'loans' },
      { queue: 'identity' },
      { queue: 'invites' },
      { queue: 'charityPayouts' },
    ],
  })
})

it('is taken once of sixty that come at the same moment, and no call waits for a connection that never comes', async () => {
  const { result: proof } = await upload('deposit', await png(42, 42))
  const request = { coin: 'USDT', network: 'ERC20', amount: '120', last6: 'abcDEF', proofFileId: proof.fileId }
  const requested = Array.from({ length: 60 }, () =>
    call('POST', 'user/recharge', { ...request, txHash: `0x${'ad'.repeat(32)}` }),
  )
  const codes = (await Promise.all(requested)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 59 }, () => 40017)])
  const [taken] = (await call('GET', 'user/listRecharge?status=SUBMITTED')).result as { id: string }[]
  expect((await call('POST', `user/recharge/${taken?.id}/cancel`, {})).code).toBe(200)
})

it('counts against the customer’s own limit of what is paid in, and is not announced beyond it or during a pause', async () => {
  const { result: proof } = await upload('deposit', await png(41, 41))
  const request = { coin: 'USDT', network: 'TRC20', amount: '150', last6: 'abcDEF', proofFileId: proof.fileId }
  const limits = await whole.product.app.inject({
    method: 'PUT',
    url: '/swx/customer/user/limits',
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: JSON.stringify({ deposit1d: '2600' }),
  })
  const set = limits.json<{ result: { limits: { name: string; used: string }[] } }>().result.limits
  expect(set.find(({ name }) => name === 'deposit1d')).toMatchObject({ used: '2500.00' })
  expect(await call('POST', 'user/recharge', { ...request, txHash: 'ac'.repeat(32) })).toMatchObject({
    code: 40004,
    params: { limit: 'deposit1d', value: '2600.00' },
  })
  await call('POST', 'user/timeout', { days: 1 })
  expect((await call('POST', 'user/recharge', { ...request, txHash: 'ac'.repeat(32) })).code).toBe(40005)
  expect((await call('GET', 'index/getParamByKey/deposit_USDT_TRC20')).result).toMatchObject({ address: null })
})
