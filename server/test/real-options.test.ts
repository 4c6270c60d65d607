import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mmdbOf } from './fixtures/mmdb.ts'
import { indexOfAnswer } from './fixtures/safeguards.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let whole: WholeProduct
let token = ''
beforeAll(async () => {
  whole = await wholeProduct()
  token = await signIn()
})
afterAll(() => whole.close())

type Shown = { id: string; answers: string[] }
type Response = {
  code: number
  notice?: number
  params: Record<string, unknown>
  result: Record<string, never> & {
    token: string
    user: { id: string }
    orderId: string
    until: number
    order: { status: string }
    attempt: { attemptId: string; questions: Shown[] }
    limits: { name: string; value: string | null; used: string | null }[]
  }
}
type Params = { virtually?: 'YES' | 'NO'; token?: string }
async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  options: Params = {},
): Promise<Response> {
  const response = await whole.product.app.inject({
    method,
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: {
      virtually: options.virtually ?? 'NO',
      authorization: options.token ?? token,
      lang: 'en',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return response.json() as Response
}
const signIn = async (account = 'amy'): Promise<string> =>
  (await call('POST', 'login/login', { account, password: `${account}-tries-things` })).result.token
const advance = async (advanceMs: number): Promise<void> =>
  expect((await call('POST', '/sandbox/clock', { advanceMs })).code).toBe(200)
const ticket = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '10' }
const buy = (options: object = {}, by: Params = {}): Promise<Response> =>
  call('POST', 'order/buyOptions', { ...ticket, ...options }, by)
const statusOf = async (id: string): Promise<string> =>
  (await call('GET', `order/getOptionsOrderById/${id}`)).result.order.status

/** Real money as a deposit will bring it: nothing else in a sandbox does yet. */
async function fund(units: bigint): Promise<void> {
  const { id } = (await call('POST', 'user/getUserInfo', {})).result as unknown as { id: string }
  const { ledger } = whole.product
  const [account, capital] = await Promise.all([
    ledger.accountNamed(`user:${id}`),
    ledger.accountNamed('house:capital'),
  ])
  await ledger.post(whole.database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: Date.now(),
    lines: [
      { accountId: account, asset: 'USDT', units },
      { accountId: capital, asset: 'USDT', units: -units },
    ],
  })
}

test('a real option is bought after the questionnaire and a day to think it over, and with money', async () => {
  expect(await buy()).toMatchObject({ code: 40002, params: { product: 'options' } })
  expect((await buy({}, { virtually: 'YES' })).code).toBe(200)
  const quiz = (await call('GET', 'user/quiz')).result
  const answers = quiz.attempt.questions.map((shown) => ({ id: shown.id, answer: indexOfAnswer(shown, true) }))
  const bens = await call(
    'POST',
    'user/quiz',
    { attemptId: quiz.attempt.attemptId, answers },
    { token: await signIn('ben') },
  )
  expect(bens.code).toBe(40039)
  const passed = await call('POST', 'user/quiz', { attemptId: quiz.attempt.attemptId, answers })
  expect(passed.result).toMatchObject({ passed: true, right: 12 })

  expect(await buy()).toMatchObject({ code: 40003 })
  const { until } = (await call('POST', 'user/riskAck', { product: 'options' })).result
  expect(await buy()).toMatchObject({ code: 40003, params: { until } })
  await advance(dayMs - 60_000)
  expect(await call('POST', 'user/riskAck', { product: 'options', confirm: true })).toMatchObject({
    code: 40003,
    params: { until },
  })
  await advance(120_000)
  expect(await buy()).toMatchObject({ code: 40003, params: { until } })
  const confirmed = await call('POST', 'user/riskAck', { product: 'options', confirm: true })
  expect(confirmed.result).toMatchObject({ status: 'CONFIRMED' })
  expect((await call('GET', 'user/safeguards')).result).toMatchObject({
    products: [
      { product: 'options', needs: [] },
      { product: 'contracts', needs: ['quizNeeded', 'coolingOff'] },
    ],
    pause: null,
  })

  expect(await buy()).toMatchObject({ code: 10026 })
  await fund(1_000_000_000n)
  const bought = await buy()
  expect(bought).toMatchObject({ code: 200, notice: 20004 })
  await advance(90_000)
  expect(await statusOf(bought.result.orderId)).toMatch(/^(WON|LOST|TIE)$/)
})

test('fifty real orders at once stay below what the customer allowed', async () => {
  const set = await call('PUT', 'user/limits', { maxOpen: 3, turnover1d: '100' })
  expect(set).toMatchObject({ code: 200, notice: 20005 })
  const requested = await Promise.all(Array.from({ length: 50 }, () => buy()))
  expect(requested.filter(({ code }) => code === 200)).toHaveLength(3)
  expect(new Set(requested.map(({ code }) => code))).toEqual(new Set([200, 40004]))
  await advance(90_000)
  const used = (await call('GET', 'user/limits')).result.limits
  expect(used.find(({ name }) => name === 'turnover1d')).toMatchObject({ value: '100.00', used: '40.00' })
  expect(used.find(({ name }) => name === 'maxOpen')).toMatchObject({ used: '0' })
  const [min] = [await buy({ amount: '61' }), await buy({ amount: '60' })]
  expect(min).toMatchObject({ code: 40004, params: { limit: 'turnover1d', value: '100.00' } })
  expect(await buy({ amount: '5' })).toMatchObject({ code: 40004 })
  // The virtual account has no limits of money.
  expect((await buy({ amount: '200' }, { virtually: 'YES' })).code).toBe(200)
  await advance(dayMs)
  expect((await buy({ amount: '5' })).code).toBe(200)
})

test.each([
  ['an instrument that is not listed', { code: 'NOPE' }, 10014],
  ['a malformed amount', { amount: '1e9' }, 10016],
  ['an unknown field', { profit: '1' }, 40020],
  ['a limit time that is not in the table', { limitTime: 61 }, 40005],
  ['a stake below the minimum', { amount: '1' }, 40005],
  ['a rate that is not paid', { minPayoutRate: '0.95' }, 40005],
  ['more than the balance', { amount: '200' }, 40005],
])('of a customer who pauses, %s is %o: %i', async (_, options, code) => {
  await call('POST', 'user/timeout', { days: 1 })
  expect((await buy(options)).code).toBe(code)
})

test('a pause stops what is new and nothing else', async () => {
  await advance(2 * dayMs)
  await call('PUT', 'user/limits', { maxOpen: 20 })
  const [sold, settled] = [await buy({ limitTime: 300 }), await buy({ limitTime: 300 })]
  expect([sold.code, settled.code]).toEqual([200, 200])
  const paused = await call('POST', 'user/timeout', { days: 1 })
  expect(paused).toMatchObject({ code: 200, notice: 20005 })
  const { until } = paused.result
  for (const virtually of ['YES', 'NO'] as const) {
    expect(await buy({}, { virtually })).toMatchObject({ code: 40005, params: { until } })
    const quoted = await call('POST', 'order/quoteOptions', ticket, { virtually })
    expect(quoted).toMatchObject({ code: 40005, params: { until } })
  }
  await advance(60_000)
  const sale = await call('POST', 'order/sellOptions', { id: sold.result.orderId, minPrice: '0' })
  expect(sale).toMatchObject({ code: 200, result: { order: { status: 'SOLD' } } })
  await advance(300_000)
  expect(await statusOf(settled.result.orderId)).toMatch(/^(WON|LOST|TIE)$/)
  await advance(until - Number((await call('GET', '/sandbox/clock')).result['now']) - 60_000)
  expect(await buy({}, { virtually: 'YES' })).toMatchObject({ code: 40005 })
  await advance(60_000)
  expect((await buy({}, { virtually: 'YES' })).code).toBe(200)
})

test('who excluded himself trades on neither account, and requests a shorter pause in vain', async () => {
  const ben = await signIn('ben')
  const { result } = await call('POST', 'user/selfExclusion', { months: 6 }, { token: ben })
  const again = await call('POST', 'user/timeout', { days: 1 }, { token: ben })
  expect(again.result).toEqual({ until: result.until })
  for (const virtually of ['YES', 'NO'] as const)
    expect(await buy({}, { virtually, token: ben })).toMatchObject({ code: 40005, params: { until: result.until } })
})

test('bounds are kept by shape', async () => {
  const wrong = [
    ['POST', 'user/timeout', { days: 43 }],
    ['POST', 'user/timeout', { days: 0 }],
    ['POST', 'user/selfExclusion', { months: 5 }],
    ['POST', 'user/selfExclusion', { months: 61 }],
    ['PUT', 'user/limits', { sessionMinutes: 14 }],
    ['PUT', 'user/limits', { maxOpen: 21 }],
    ['PUT', 'user/limits', { loss2d: '10' }],
    ['POST', 'user/riskAck', { product: 'lottery' }],
    ['POST', 'user/quiz', { attemptId: randomUUID(), answers: [] }],
  ] as const
  for (const [method, path, body] of wrong)
    expect((await call(method, path, body)).code, JSON.stringify(body)).toBe(40020)
  for (const loss1d of ['10.001', '-1', 10, '', '١٠', '1e3', '1000000000.01'])
    expect((await call('PUT', 'user/limits', { loss1d })).code, String(loss1d)).toBe(10016)
})

test('a reality check shows what the play session came to', async () => {
  await buy({}, { virtually: 'YES' })
  const { result } = await call('GET', 'user/realityCheck')
  expect(result).toMatchObject({ everyMin: 60, due: false })
  expect(result['virtual']).toMatchObject({ buys: 2, openPositions: 2, sells: 0 })
  expect((await call('POST', 'user/realityCheck', {})).code).toBe(200)
})

test('from an address in a country where options are closed, the order is refused on both accounts', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-geoip-'))
  writeFileSync(join(dir, 'countries.mmdb'), mmdbOf({ '203.0.113.0/24': 'GB' }))
  const located = await wholeProduct({ GEOIP_FILE: join(dir, 'countries.mmdb') })
  const post = async (url: string, body: object, remoteAddress: string, headers: object = {}): Promise<Response> => {
    const response = await located.product.app.inject({
      method: 'POST',
      url: `/swx/customer/${url}`,
      remoteAddress,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    })
    return response.json() as Response
  }
  const login = { account: 'amy', password: 'amy-tries-things' }
  const { token: authorization } = (await post('login/login', login, '198.51.100.1')).result
  const codes: number[] = []
  for (const virtually of ['YES', 'NO'])
    for (const ip of ['203.0.113.9', '198.51.100.9'])
      codes.push((await post('order/buyOptions', ticket, ip, { authorization, virtually })).code)
  await located.close()
  rmSync(dir, { recursive: true })
  expect(codes).toEqual([40001, 200, 40001, 40002])
})
