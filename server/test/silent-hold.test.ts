import { randomUUID } from 'node:crypto'
import { requestPayload } from '@evenhand/proofs/approval.ts'
import type { CodeScene } from '@evenhand/protocol/accounts.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { png } from './fixtures/images.ts'
import { sampleRequest } from './fixtures/sample-requests.ts'
import { codeIn } from './fixtures/mailed-codes.ts'
import { operatorPeople, type OperatorPage } from './fixtures/operators.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// Two customers do the same. One is under a legal hold that he may not be notified of: nothing that either is sent in a response, mailed,
// pushed or given as a file differs by it.

type Response = { code: number; params: Record<string, unknown>; result: never }
type Twin = { name: 'amy' | 'ben'; token: string; id: string; accountId: bigint; email: string; addressId: string }
const passwords = { amy: 'amy-tries-things', ben: 'ben-tries-things' }
const fundPassword = '482915'
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let whole: WholeProduct
let twins: Twin[] = []
const frames: Record<string, string[]> = { amy: [], ben: [] }

type Call = { method?: string; path: string; body?: object; token?: string; virtually?: 'YES' | 'NO' }
async function call({ method, path, body, token, virtually = 'NO' }: Call): Promise<Response> {
  const response = await whole.product.app.inject({
    method: (method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: {
      virtually,
      ...(token === undefined ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  return isJson ? (response.json() as Response) : ({ code: response.statusCode, result: response.body } as never)
}

async function signIn(name: 'amy' | 'ben'): Promise<string> {
  const { result } = await call({ path: 'login/login', body: { account: name, password: passwords[name] } })
  return (result as { token: string }).token
}

async function codeFor({ token, email }: Twin, body: { scene: CodeScene; quoteId?: string }): Promise<string> {
  // One code a minute goes to an address.
  await call({ path: '/sandbox/clock', body: { advanceMs: 60_000 } })
  expect((await call({ path: 'login/sendCode', body, token })).code).toBe(200)
  await whole.product.auth.idle()
  return codeIn((await call({ path: `/sandbox/mails?to=${email}` })) as never, body.scene)
}

/** A customer of the sandbox with money, a fund password and an address that may be used. */
async function prepare(name: 'amy' | 'ben'): Promise<Twin> {
  const token = await signIn(name)
  const { result: user } = await call({ path: 'user/getUserInfo', body: {}, token })
  const { id, email } = user as { id: string; email: string }
  const accountId = (await whole.product.accounts.find(id))?.accountId ?? 0n
  const twin: Twin = { name, token, id, email, accountId, addressId: '' }
  await whole.database.asOwner(`update accounts.customers set tier = 'VERIFIED', country = 'SG' where id = $1`, [id])
  await call({ path: 'user/proof', body: { password: passwords[name] }, token })
  const code = await codeFor(twin, { scene: 'fundpwd' })
  expect((await call({ path: 'user/fundPassword/set', body: { fundPassword, code }, token })).code).toBe(200)
  const confirmed = await codeFor(twin, { scene: 'address', quoteId: address })
  const entry = { coin: 'USDT', network: 'TRC20', address, label: 'mine', fundPassword, code: confirmed }
  const added = await call({ path: 'address/add', body: entry, token })
  twin.addressId = (added.result as { id: string }).id
  const custody = await whole.product.ledger.accountNamed('custody:tron')
  await whole.product.ledger.post(whole.database.owner, {
    kind: 'deposit',
    ref: randomUUID(),
    at: Date.now(),
    lines: [
      { accountId, asset: 'USDT', units: 20_000_000_000n },
      { accountId: custody, asset: 'USDT', units: -20_000_000_000n },
    ],
  })
  return twin
}

const reason = 'order of the court'
/** Two operators lay the hold as they do in the console; both open either customer's page. */
async function layHold({ id: customerId }: Twin): Promise<void> {
  const pages = operatorPeople(whole.product.operators)
  const [risk, kyc] = [await pages.signIn('sandbox-risk'), await pages.signIn('sandbox-kyc')]
  for (const { id } of twins) for (const page of [risk, kyc]) await page.get(`users/${id}`)
  const filed = (await risk.post('legalHolds/document', { file: (await png(600, 800)).toString('base64') })).result
  const reviewOn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const values = {
    customerId,
    reference: 'Court 12 C 345/26',
    tell: 'false',
    document: filed.fileId,
    sha256: filed.sha256,
    reviewOn,
  }
  const change = { kind: 'customer.hold', id: randomUUID(), reason, values }
  const sign = (page: OperatorPage, part: 'propose' | 'approve') => page.sign(requestPayload(change, part))
  const proposed = await risk.post('legalHolds/propose', {
    ...values,
    id: change.id,
    kind: change.kind,
    reason,
    tell: false,
    assertion: await sign(risk, 'propose'),
  })
  expect(proposed.code, JSON.stringify(proposed)).toBe(200)
  await kyc.post(`legalHolds/${change.id}/document`, { reason })
  const approval = { id: change.id, reason, assertion: await sign(kyc, 'approve') }
  const approved = await kyc.post('legalHolds/approve', approval)
  expect(approved.result.status, JSON.stringify(approved)).toBe('APPLIED')
  await kyc.post('users/note', { id: customerId, text: 'Court order, do not tell' })
}

async function listen(twin: Twin): Promise<WebSocket> {
  const ws = new WebSocket(`ws://127.0.0.1:${(whole.product.app.server.address() as { port: number }).port}/ws`)
  ws.on('open', () => ws.send(JSON.stringify({ token: twin.token, virtually: 'NO' })))
  ws.on('message', (data: Buffer) => frames[twin.name]?.push(data.toString()))
  await new Promise((resolve) => ws.on('message', resolve))
  return ws
}
const sockets: WebSocket[] = []
beforeAll(async () => {
  whole = await wholeProduct()
  await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  twins = [await prepare('amy'), await prepare('ben')]
  await call({ path: '/sandbox/clock', body: { advanceMs: 86_400_000 } })
  // A day is longer than a proof and than nothing else that they have. What it brings has come before anybody listens.
  for (const { token } of twins)
    await vi.waitFor(
      async () =>
        expect(JSON.stringify((await call({ path: 'notification/list', token })).result)).toContain('address.active'),
      { timeout: 30_000, interval: 100 },
    )
  await whole.product.notices.idle()
  for (const twin of twins) sockets.push(await listen(twin))
  // What collectibles published to the first while the second did not listen yet is no difference of theirs.
  for (const { name } of twins) frames[name] = frames[name]?.filter((frame) => !frame.includes('"nft"')) ?? []
  await layHold(twins[0] as Twin)
})
afterAll(() => {
  for (const ws of sockets) ws.terminate()
  return whole.close()
})

/** Notices of two jobs that run at once come in either order, so what has a template is compared in one. */
const inOneOrder = (list: unknown[]): unknown[] =>
  list.some((one) => typeof one === 'object' && one !== null && 'templateKey' in one)
    ? list.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
    : list

/** What of a response is a customer's own: names, ids, moments and prices; the rest has to be the same. */
function sameness(value: unknown, key = ''): unknown {
  // A questionnaire is drawn.
  if (key === 'questions') return (value as unknown[]).length
  if (Array.isArray(value)) return inOneOrder(value.map((one) => sameness(one, key)))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sameness(one, name)]))
  if (
    /^(?:traceId|token|ending|invite_?code|sha256|signature|address|url|uri|secret|price|bid|ask|next|number|order_?no|receipt|received|upTo|seq)$/i.test(
      key,
    )
  )
    return typeof value
  if (typeof value === 'number') return value > 1e9 || /rate|usdt|price|left|total|^index$/i.test(key) ? '#' : value
  if (typeof value !== 'string') return value
  // The code by which the customer invites.
  if (key === 'code' && /^[A-Z2-9]{6}$/.test(value)) return '#code'
  return value
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#id')
    .replaceAll(/\b(?:amy|ben)\b/g, '#who')
    .replace(/^\d+-(?=USDT|BTC|ETH)/, '#')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, '#at')
    .replaceAll(/\b[0-9a-f]{32,}\b/g, '#hash')
    .replaceAll(/\b\d{6,}\b/g, '#no')
    .replace(/^-?\d+\.\d{3,}$/, (text) => (/usdt|price|btc|eth|receive/i.test(key) ? '#' : text))
}
type Request = (twin: Twin) => Promise<unknown>
const responsesTo = async (request: Request) =>
  [await request(twins[0] as Twin), await request(twins[1] as Twin)].map((response) => sameness(response))
const both = async (request: Request): Promise<void> => {
  const [held, free] = await responsesTo(request)
  expect(held).toEqual(free)
}
/** Once what jobs write has been written for both. */
const bothInTheEnd = (request: Request): Promise<void> =>
  vi.waitFor(() => both(request), { timeout: 60_000, interval: 50 })
/** A frame states how many notices are unread when it is sent, so a twin's next step waits for the frame of the last. */
const framed = (name: Twin['name'], template: string): Promise<void> =>
  expect.poll(() => frames[name]?.some((frame) => frame.includes(template))).toBe(true)

it('a withdrawal looks like one in review by operators, before its day is over and after', async () => {
  const requested = async (twin: Twin) => {
    const { token, addressId } = twin
    const quote = await call({
      path: `user/withdrawal/quote?method=USDT-TRC20&addressId=${addressId}&amount=5000`,
      token,
    })
    const { quoteId } = quote.result as { quoteId: string }
    const code = await codeFor(twin, { scene: 'withdraw', quoteId })
    const body = { method: 'USDT-TRC20', addressId, amount: '5000', fundPassword, quoteId, code }
    const done = await call({ path: 'user/withdrawal', body, token })
    expect(done).toMatchObject({ code: 200, result: { status: 'REVIEW', overdue: false } })
    await framed(twin.name, 'withdrawal.requested')
    return { quote, done, max: await call({ path: 'user/withdrawal/max?method=USDT-TRC20', token }) }
  }
  await both(requested)
  await call({ path: '/sandbox/clock', body: { advanceMs: 86_400_000 + 60_000 } })
  await whole.product.withdrawals.runOnce()
  for (const { name } of twins) await framed(name, 'withdrawal.overdue')
  await both(async ({ token }) => {
    const list = await call({ path: 'user/listWithdrwal', token })
    expect(list.result).toMatchObject([{ status: 'REVIEW', overdue: true }])
    return list
  })
})

it('trading and converting go on: to refuse them would disclose it', async () => {
  await both(async ({ token, name }) => {
    const quoted = await call({ path: 'user/convert/quote', body: { from: 'USDT', to: 'BTC', amount: '100' }, token })
    expect(quoted.code, JSON.stringify(quoted)).toBe(200)
    const done = await call({ path: 'user/convert', body: { quoteId: quoted.result['quoteId'] }, token })
    expect(done.code).toBe(200)
    await framed(name, 'conversion.done')
    const ticket = { code: 'BTCUSDT', direction: 'UP', limitTime: 300, amount: '5' }
    const bought = await call({ path: 'order/buyOptions', body: ticket, token, virtually: 'YES' })
    expect(bought.code).toBe(200)
    return [quoted.code, Object.keys(done.result), Object.keys(bought.result)]
  })
})

it('own data as a file, notices, mails and frames are the same', async () => {
  await bothInTheEnd(async ({ token, name }) => {
    await call({ path: 'user/proof', body: { password: passwords[name] }, token })
    const pages: unknown[] = []
    let after: string | null = null
    do {
      const page: Response = await call({ path: 'user/export', body: after === null ? {} : { after }, token })
      expect(page.code).toBe(200)
      const { tables, next } = page.result as { tables: Record<string, object[]>; next: string | null }
      expect(JSON.stringify(tables)).not.toMatch(/legal|court|LEGAL_HOLD|"tell"/i)
      pages.push(Object.entries(tables).map(([table, rows]) => [table, rows.length]))
      after = next
    } while (after !== null)
    return pages
  })
  await bothInTheEnd(({ token }) => call({ path: 'notification/list', token }))
  await both(({ token }) => call({ path: 'user/accessLog', token }))
  await bothInTheEnd(async ({ email }) =>
    ((await call({ path: `/sandbox/mails?to=${email}` })) as unknown as { subject: string }[])
      .map(({ subject }) => subject)
      .toSorted(),
  )
  await bothInTheEnd(async ({ name }) =>
    frames[name]?.map((frame) => JSON.stringify(sameness(JSON.parse(frame) as unknown))).toSorted(),
  )
})

/** Ends the caller's session or account: walked last. */
const ending = /logout|freeze|close|sessions|repassword|passkey|totp|selfExclusion|pause|binding|login\//

it('every route there is returns the same to both', async () => {
  const routes = whole.product.routes.map(({ route }) => route).filter(({ path }) => !path.startsWith('/sandbox'))
  // Both orders have entered: which of two neighbouring seconds one enters at is no secret.
  for (const { token } of twins)
    await expect
      .poll(async () => {
        const { result } = await call({ path: 'order/listOptionsOrder', token, virtually: 'YES' })
        return (result as unknown as { status: string }[]).map(({ status }) => status)
      })
      .toEqual(['OPEN'])
  const rank = ({ path }: Route): number => (ending.test(path) ? 1 : 0)
  const different: string[] = []
  for (const route of routes.toSorted((a, b) => rank(a) - rank(b)))
    for (const virtually of ['NO', 'YES'] as const) {
      const { path, body } = sampleRequest(route)
      const [held, free] = await Promise.all(
        twins.map(async ({ token }) => {
          const response = await call({ method: route.method, path, ...(body && { body }), token, virtually })
          // Public responses move with prices; here the caller counts.
          // The file of own data is compared above.
          const compared = route.signedIn === true && !path.endsWith('/export')
          return JSON.stringify(sameness(compared ? response : { code: response.code }))
        }),
      )
      if (held !== free) different.push(`${route.method} ${route.path} ${virtually}: ${held} and ${free}`)
    }
  expect(routes.length).toBeGreaterThan(80)
  expect(different).toEqual([])
})

it('and signing in anew does not disclose it', async () => {
  await both(async ({ name }) => {
    const response = await call({ path: 'login/login', body: { account: name, password: passwords[name] } })
    expect(JSON.stringify(response)).not.toMatch(/LEGAL/)
    return response
  })
})
