import { maxApiKeys } from '@evenhand/protocol/api-keys.ts'
import type { Route } from '@evenhand/protocol/route.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sampleRequest } from './fixtures/sample-requests.ts'
import { publishedNotices } from './fixtures/published-notices.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

type CallResponse = { status: number; code: number; params: Record<string, unknown>; result: never }
type Headers = Record<string, string>

let whole: WholeProduct
let session = ''
let origin = ''
beforeAll(async () => {
  whole = await wholeProduct({ TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' })
  origin = await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  session = await signIn('amy')
})
afterAll(() => whole.close())

async function call(
  method: string,
  path: string,
  { body, ...headers }: Headers & { body?: never } = {},
): Promise<CallResponse> {
  const response = await whole.product.app.inject({
    method: method as 'GET',
    url: path.startsWith('/') ? path : `/swx/customer/${path}`,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return Object.assign({ params: {} }, response.json() as CallResponse, { status: response.statusCode })
}
const post = (path: string, body: object, headers: Headers = {}) =>
  call('POST', path, { ...headers, body: body as never })

async function signIn(account: string): Promise<string> {
  const { result } = await post('login/login', { account, password: `${account}-tries-things` })
  const { token } = result as { token: string }
  expect((await post('user/proof', { password: `${account}-tries-things` }, { authorization: token })).code).toBe(200)
  return token
}
const terms = { label: 'Bot', scope: 'TRADE', virtualOnly: true, addresses: [] as string[], days: 30 }
const make = (more: Partial<typeof terms> = {}, token = session) =>
  post('user/apiKeys', { ...terms, ...more }, { authorization: token })
async function newKey(
  more: Partial<typeof terms> = {},
): Promise<{ secret: string; id: string; authorization: string }> {
  const made = await make(more)
  expect(made.code).toBe(200)
  const { secret, key } = made.result as { secret: string; key: { id: string } }
  return { secret, id: key.id, authorization: `Bearer ${secret}` }
}
const revoke = (id: string) => call('DELETE', `user/apiKeys/${id}`, { authorization: session })
const order = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' }
const buy = (authorization: string, more: Headers = {}) =>
  post('order/buyOptions', order, { authorization, virtually: 'YES', ...more })

it('buys and reads on the virtual account, and is recognised but never shown again', async () => {
  const { secret, authorization, id } = await newKey()
  const bought = await buy(authorization)
  expect(bought.code).toBe(200)
  const { orderId } = bought.result as { orderId: string }
  const read = await call('GET', `order/getOptionsOrderById/${orderId}`, { authorization: secret, virtually: 'YES' })
  expect(read.code).toBe(200)
  const listed = await call('GET', 'user/apiKeys', { authorization: session })
  expect(listed.result).toMatchObject([
    { id, label: 'Bot', ending: secret.slice(-4), scope: 'TRADE', virtualOnly: true },
  ])
  const kept = JSON.stringify(await whole.database.asOwner('select k::text from auth.api_keys k'))
  expect(JSON.stringify(listed) + kept).not.toContain(secret.slice(4))
  const [notice] = await publishedNotices(whole.database, { template: 'apikey.created' })
  expect(notice?.params).toEqual({ label: 'Bot', scope: 'TRADE', account: 'VIRTUAL' })
  await revoke(id)
})

it('opens no call that is not declared for keys, and no call beyond its scope or account', async () => {
  const keys = {
    read: await newKey({ scope: 'READ', virtualOnly: false }),
    virtual: await newKey({ virtualOnly: true }),
    trade: await newKey({ virtualOnly: false }),
  }
  const refusedTo = async (route: Route, key: { authorization: string }, virtually: string): Promise<unknown> => {
    const { path, body } = sampleRequest(route)
    const headers = { authorization: key.authorization, virtually }
    const sent = body === undefined ? headers : { ...headers, body: body as never }
    const { code, params, status } = await call(route.method, path, sent)
    return code === 40040 ? params['needed'] : status === 401 ? 401 : undefined
  }
  let [closed, tried] = [0, 0]
  for (const { route, upload } of whole.product.routes) {
    if (route.signedIn !== true || upload !== undefined || !route.path.startsWith('/swx/customer/')) continue
    tried += 1
    // Each key has a hundred calls in ten seconds.
    if (tried % 30 === 0) await post('/sandbox/clock', { advanceMs: 11_000 })
    const real = route.realOnly === true || route.money === true ? 'NO' : ''
    const expected = {
      read: route.keys === 'read' ? undefined : route.keys === 'trade' ? 'TRADE' : 'SESSION',
      trade: route.keys === undefined ? 'SESSION' : undefined,
      virtual: route.keys === undefined ? 'SESSION' : route.virtualKeys === true ? undefined : 'REAL',
    }
    if (route.keys === undefined) closed += 1
    for (const [name, key] of Object.entries(keys))
      expect([route.path, name, await refusedTo(route, key, real)]).toEqual([route.path, name, expected[name as never]])
  }
  expect(closed).toBeGreaterThan(80)
  const moving =
    /withdrawal$|address\/|fundPassword|otp|passkey|apiKeys|user\/proof|login|close$|freeze|export|repay|nft|sessions/
  const open = whole.product.routes.filter(({ route }) => route.keys !== undefined).map(({ route }) => route.path)
  expect(open.filter((path) => moving.test(path))).toEqual([])
  for (const { id } of Object.values(keys)) await revoke(id)
})

it('is no customer to the public calls, of which some do more with a session', async () => {
  const { authorization, id } = await newKey({ virtualOnly: false })
  const passwords = { old: 'amy-tries-things', new: 'amy-trades-things', confirm: 'amy-trades-things' }
  expect((await post('user/repassword', passwords, { authorization })).code).not.toBe(200)
  expect((await post('user/freeze', {}, { authorization })).code).not.toBe(200)
  expect((await call('GET', 'index/listMarketByType?type=2', { authorization })).code).toBe(200)
  expect((await call('GET', 'user/apiKeys', { authorization: session })).code).toBe(200)
  await revoke(id)
})

it('ends when it is revoked or its time is over, and is 401 from an address that is not its own', async () => {
  const { authorization, id } = await newKey({ addresses: ['203.0.113.0/24'] })
  expect((await buy(authorization)).status).toBe(401)
  expect((await buy(authorization, { 'x-forwarded-for': '198.51.100.1' })).status).toBe(401)
  const assets = (key: string) => call('GET', 'user/assets', { authorization: key, virtually: 'YES', 'x-forwarded-for': '203.0.113.9' }) // prettier-ignore
  expect((await assets(authorization)).code).toBe(200)
  expect((await revoke(id)).code).toBe(200)
  expect((await revoke(id)).code).toBe(40039)
  expect((await assets(authorization)).status).toBe(401)
  const short = await newKey({ days: 1 })
  expect((await assets(short.authorization)).code).toBe(200)
  await post('/sandbox/clock', { advanceMs: 25 * 3_600_000 })
  expect((await assets(short.authorization)).status).toBe(401)
  expect((await assets(`evk_${'A'.repeat(43)}`)).status).toBe(401)
  session = await signIn('amy')
})

it('is bound to IPv4 as well where its range is written inside IPv6', async () => {
  const { authorization, id } = await newKey({ addresses: ['::ffff:203.0.113.0/120', '203.0.113.0/24'] })
  const from = (ip: string) => call('GET', 'user/assets', { authorization, virtually: 'YES', 'x-forwarded-for': ip })
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9']) expect((await from(ip)).code, ip).toBe(200)
  expect((await from('203.0.114.9')).status).toBe(401)
  const listed = await call('GET', 'user/apiKeys', { authorization: session })
  expect(listed.result).toMatchObject([{ id, addresses: ['203.0.113.0/24'] }])
  expect((await make({ addresses: ['::ffff:0:0/90'] })).code).toBe(40020)
  await revoke(id)
})

it('is made by a person who proved who they are, ten at most however many call at once, and by no key', async () => {
  const { token } = (await post('login/login', { account: 'ben', password: 'ben-tries-things' })).result as {
    token: string
  }
  expect((await make({}, token)).code).toBe(40036)
  for (const wrong of [{ addresses: ['300.1.1.1'] }, { addresses: ['0.0.0.0/0'] }, { days: 366 }, { label: '' }])
    expect((await make(wrong)).code).toBe(40020)
  const made = await Promise.all(Array.from({ length: 20 }, () => make({ virtualOnly: false })))
  expect(made.filter(({ code }) => code === 200).length).toBe(maxApiKeys)
  expect(made.filter(({ code }) => code === 40038).length).toBe(20 - maxApiKeys)
  const one = made.find(({ code }) => code === 200)?.result as { secret: string } | undefined
  const secret = one?.secret ?? ''
  expect(await make({}, secret)).toMatchObject({ code: 40040, params: { needed: 'SESSION' } })
})

it('ends with every session when a password changes, and has calls of its own to spend', async () => {
  const [{ secret }] = [(await (async () => {
    const { result } = await call('GET', 'user/apiKeys', { authorization: session })
    for (const { id } of result as { id: string }[]) await revoke(id)
    return newKey({ virtualOnly: false })
  })())] // prettier-ignore
  const spent = async (): Promise<CallResponse> =>
    call('GET', 'user/assets', { authorization: secret, virtually: 'YES' })
  const responses = await Promise.all(Array.from({ length: 130 }, spent))
  expect(responses.filter(({ code }) => code === 200).length).toBe(100)
  expect(responses.filter(({ status }) => status === 429).length).toBe(30)
  expect((await call('GET', 'user/apiKeys', { authorization: session })).code).toBe(200)
  await post('/sandbox/clock', { advanceMs: 60_000 })
  expect((await spent()).code).toBe(200)
  session = await signIn('amy')
  const passwords = { old: 'amy-tries-things', new: 'amy-trades-things', confirm: 'amy-trades-things' }
  expect((await post('user/repassword', passwords, { authorization: session })).code).toBe(200)
  expect((await spent()).status).toBe(401)
})

it('opens a socket that receives orders on its own account, and of nothing else', async () => {
  session = ((await post('login/login', { account: 'ben', password: 'ben-tries-things' })).result as { token: string })
    .token
  await post('user/proof', { password: 'ben-tries-things' }, { authorization: session })
  const { secret, id } = await newKey()
  const open = (virtually: string) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`)
    const frames: { channel: string }[] = []
    const closed = new Promise<string>((resolve) => socket.once('close', (_code, why) => resolve(String(why))))
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as { channel: string }))
    socket.once('open', () => socket.send(JSON.stringify({ token: secret, virtually })))
    return { frames, closed, socket }
  }
  expect(await open('NO').closed).toBe('keyNotAllowed')
  const { frames, closed, socket } = open('YES')
  await expect.poll(() => frames).toMatchObject([{ channel: 'session' }])
  expect((await buy(secret)).code).toBe(200)
  await expect.poll(() => frames.map(({ channel }) => channel)).toEqual(expect.arrayContaining(['orders', 'balances']))
  expect((await revoke(id)).code).toBe(200)
  expect(await closed).toBe('sessionEnded')
  expect(frames.every(({ channel }) => ['session', 'orders', 'balances'].includes(channel))).toBe(true)
  socket.terminate()
})
