import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as protocolModules from './protocol-routes.ts'
import { specifiedCalls } from './specified-calls.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

let whole: WholeProduct
let token = ''

beforeAll(async () => {
  whole = await wholeProduct()
  const signedIn = await post('/swx/customer/login/login', { account: 'amy', password: 'amy-tries-things' })
  token = (signedIn.json() as { result: { token: string } }).result.token
})
afterAll(() => whole.close())

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  whole.product.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  whole.product.app.inject({ method: 'GET', url, headers })
const buyUrl = '/swx/customer/order/buyOptions'
const request = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' }
const signed = (more: Record<string, string> = {}): Record<string, string> => ({
  authorization: token,
  virtually: 'YES',
  ...more,
})
const codeOf = (response: LightMyRequestResponse): number => (response.json() as { code: number }).code

describe('every route of the protocol', () => {
  it('is served, once, with its purpose', () => {
    const served = whole.product.routes.map(({ route }) => `${route.method} ${route.path}`)
    expect(served.toSorted()).toEqual(
      protocolModules
        .allRoutes()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
    expect(whole.product.routes.every(({ route }) => route.summary.length > 10)).toBe(true)
  })

  it('is there for each of the 33 calls of the specification, by that method and path', async () => {
    const calls = Object.entries(specifiedCalls).flatMap(([method, paths]) => paths.map((path) => ({ method, path })))
    expect(calls).toHaveLength(33)
    for (const { method, path } of calls) {
      const url = `/swx/customer/${path.replace(/:(?:id|type|code|key)/, 'none')}`
      const response = await whole.product.app.inject({ method: method as 'GET', url })
      // A call that is not there returns 404 without a code of ours; without a session or a request these refuse.
      expect([url, response.statusCode, (response.json() as { code: number }).code]).not.toEqual([url, 404, 404])
      expect(whole.product.routes.map(({ route }) => `${route.method} ${route.path}`)).toContain(
        `${method} /swx/customer/${path}`,
      )
    }
  })

  it('stands in the reference at /docs', async () => {
    const document = (await get('/docs/openapi.json')).json() as { paths: object }
    expect(Object.keys(document.paths)).toContain('/swx/customer/order/buyOptions')
    const page = await get('/docs')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  it('has no lever on a price, a result or a balance', () => {
    const paths = whole.product.routes.map(({ route }) => route.path.replace('/swx/customer/', ''))
    const levers = paths.filter((path) =>
      // A substring of a name is no lever: drawings win nothing, and who closes an account loses nothing by it.
      /force|win|(?<!c)lose|outcome|setPrice|setBalance|mint|burn|risk-?control/i.test(path.replace('drawings', '')),
    )
    expect(levers).toEqual([])
    const writesOfTicks = whole.product.routes.filter(
      ({ route }) => /tick|price/i.test(route.path) && route.method !== 'GET',
    )
    expect(writesOfTicks).toEqual([])
  })
})

describe('the roles of the database', () => {
  it('write what their work needs and nothing else', async () => {
    const rows = (await whole.database.asOwner(`
      select grantee || ' ' || lower(privilege_type) || ' ' || table_schema || '.' || table_name as right
      from information_schema.role_table_grants
      where grantee in ('api', 'feed', 'console', 'payout', 'chain') and privilege_type <> 'SELECT' order by 1`)) as {
      right: string
    }[]
    const rights = rows.map(({ right }) => right)
    // The console lists and suspends instruments, which reaches no price, and writes contents and notices. What
    // it decides about their money and identity stands in the tables of those decisions; console.test.ts checks all of it.
    const decisions = / (?:operators|wallet|kyc|files|complaints|chats|sandbox)\./
    expect(rights.filter((right) => /^(?:console|payout) /.test(right) && !decisions.test(right))).toEqual([
      'console delete content.drafts',
      'console insert content.answers',
      'console insert content.drafts',
      'console insert content.items',
      'console insert content.notices',
      'console insert content.versions',
      'console insert markets.listing_filings',
      'console insert markets.listings',
      'console update content.drafts',
      'console update content.notices',
    ])
    expect(rights.filter((right) => right.startsWith('feed ') && !right.includes(' markets.'))).toEqual([])
    // Who watches the chains keeps which blocks were read, and no money but by the wallet's functions.
    expect(rights.filter((right) => right.startsWith('chain '))).toEqual([
      'chain delete wallet.chain_blocks',
      'chain insert wallet.chain_blocks',
      'chain update wallet.chain_blocks',
    ])
    expect(
      rights.filter(
        (right) => !right.startsWith('feed ') && / markets\.(?:seconds|segments|candles|instruments)/.test(right),
      ),
    ).toEqual([])
    // Money moves through the ledger's functions alone.
    expect(rights.filter((right) => right.startsWith('api ') && right.includes(' ledger.'))).toEqual([
      'api delete ledger.keys',
      'api insert ledger.checks',
    ])
    expect(rights).toMatchSnapshot()
  })
})

describe('a caller who sends', () => {
  it.each([
    ['no token', {}, 401, 401],
    ['an unknown token', { authorization: 'x'.repeat(43), virtually: 'YES' }, 401, 401],
    ['no account', { virtually: '' }, 200, 40030],
    ['two accounts', { virtually: 'YES, NO' }, 200, 40030],
    ['the account in small letters', { virtually: 'yes' }, 200, 40030],
    ['the real account', { virtually: 'NO' }, 200, 40002],
    ['a malformed key', { 'idempotency-key': 'a b' }, 200, 40020],
    ['a key that is too long', { 'idempotency-key': 'k'.repeat(65) }, 200, 40020],
  ])('%s', async (_, headers, status, code) => {
    const response = await post(
      buyUrl,
      request,
      'authorization' in headers || status === 401 ? headers : signed(headers),
    )
    expect([response.statusCode, codeOf(response)]).toEqual([status, code])
  })

  it.each([
    ['code', undefined],
    ['direction', undefined],
    ['limitTime', undefined],
    ['direction', 'SIDEWAYS'],
    ['limitTime', '60'],
    ['limitTime', 60.5],
    ['limitTime', 1e21],
    ['code', ['BTCUSDT']],
    ['code', 'x'.repeat(5000)],
    ['minPayoutRate', '9'],
    ['profit', '100'],
    ['__proto__', { admin: true }],
    ['mode', 'real'],
  ])('%s as %j gets 40020 and nothing is bought', async (field, value) => {
    const body = JSON.stringify({ ...request, [field]: value }).replace(
      '"mode"',
      field === '__proto__' ? '"__proto__"' : '"mode"',
    )
    const response = await whole.product.app.inject({
      method: 'POST',
      url: buyUrl,
      headers: { 'content-type': 'application/json', ...signed() },
      payload: field === '__proto__' ? body.replace('{', '{"__proto__":{"admin":true},') : body,
    })
    expect(codeOf(response)).toBe(40020)
  })

  it.each([
    '1e3',
    '١٢',
    '',
    ' 5',
    '+5',
    '05',
    '5.',
    '.5',
    '5,5',
    'NaN',
    'Infinity',
    '-5',
    '0x10',
    `5.${'0'.repeat(40)}`,
    '9'.repeat(30),
    5,
    ['5'],
    { a: 1 },
    true,
    null,
  ])('the amount %j gets 10016', async (amount) => {
    expect(codeOf(await post(buyUrl, { ...request, amount }, signed()))).toBe(10016)
  })

  it('an amount of another shape to any call that takes one gets the same code, but for plans, which have one', () => {
    const takers = protocolModules
      .allRoutes()
      .filter(({ request: params }) => 'amount' in ((params as { shape?: object }).shape ?? {}))
    expect(takers.length).toBeGreaterThan(5)
    for (const { path, fieldRefusals } of takers)
      expect([path, fieldRefusals?.['amount']]).toEqual([
        path,
        path.endsWith('/buySmart') ? 'investmentWrong' : 'amountWrong',
      ])
  })

  it('a body that is no JSON object, has a field twice, or another media type', async () => {
    const send = (payload: string, type = 'application/json'): Promise<LightMyRequestResponse> =>
      whole.product.app.inject({ method: 'POST', url: buyUrl, headers: { 'content-type': type, ...signed() }, payload })
    for (const payload of ['{', '[]', '"a"', 'null', '{"amount":"5","amount":"6"}', '['.repeat(20_000)]) {
      expect(codeOf(await send(payload))).toBe(40020)
    }
    for (const type of [
      'text/plain',
      'application/json; charset=latin1',
      'application/json\ta',
      'application/jsonx',
      'application/x-www-form-urlencoded',
    ]) {
      expect(codeOf(await send(JSON.stringify(request), type))).toBe(40020)
    }
    expect((await send(`{"a":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413)
  })

  it('a path or a method that does not exist', async () => {
    expect((await get('/swx/customer/order/nothing')).statusCode).toBe(404)
    expect((await get(buyUrl)).statusCode).toBe(404)
    expect((await get('/swx/customer/../../etc/passwd')).statusCode).toBe(404)
  })

  it('a parameter key that is not public, in every disguise', async () => {
    for (const key of ['smtp_password', '__proto__', 'constructor', 'toString', '..%2Fx', 'withdraw_account%00']) {
      expect(codeOf(await get(`/swx/customer/index/getParamByKey/${key}`))).toBe(10018)
    }
  })
})

it('anyone can read which addresses are ours', async () => {
  const { result } = (await get('/swx/customer/index/getParamByKey/own_addresses')).json() as { result: unknown }
  expect(result).toEqual({ site: null, mailsFrom: 'no-reply@evenhand.example', repliesTo: null })
})

describe('the books in public', () => {
  it('name the key, the figures, and the last time the ledger was re-added', async () => {
    const keys = (await get('/swx/customer/public/keys')).json() as { result: { keys: { publicKey: string }[] } }
    expect(keys.result.keys[0]?.publicKey).toMatch(/^[0-9a-f]{64}$/)
    const stats = (await get('/swx/customer/public/stats')).json() as {
      result: { figures: { name: string; value: string | null }[] }
    }
    expect(stats.result.figures.map(({ name }) => name)).toEqual([
      'lowestFeePct',
      'cryptoCount',
      'registeredUsers',
      'volume24h',
      'lateReceipts',
      'lossRate',
      'optionResults',
      'strategyReturns',
      'contractsLossRate',
      'contractSlippage',
      'contractCloseOuts',
      'loansOut',
      'planCoverage',
      'charityDonations',
    ])
    const etag = String((await get('/swx/customer/public/stats')).headers['etag'])
    expect((await get('/swx/customer/public/stats', { 'if-none-match': etag })).statusCode).toBe(304)
    await whole.product.ledger.check()
    expect((await get('/swx/customer/public/ledgerCheck')).json()).toMatchObject({ result: { ok: true } })
  })
})
