import { setTimeout as later } from 'node:timers/promises'
import type { SocketFrame } from '@evenhand/protocol/notices.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { codeIn } from './fixtures/mailed-codes.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'
import { promised } from './promised.ts'

// Two processes on one database; each serves sockets of its own.
let one: WholeProduct
let other: WholeProduct
const ports = new Map<WholeProduct, number>()
beforeAll(async () => {
  one = await wholeProduct()
  other = await wholeProduct({}, one.database)
  await other.product.notices.start({ isClock: true })
  for (const at of [one, other]) {
    await at.product.app.listen({ port: 0, host: '127.0.0.1' })
    ports.set(at, (at.product.app.server.address() as { port: number }).port)
  }
})
const sockets: WebSocket[] = []
afterEach(() => {
  for (const ws of sockets.splice(0)) ws.terminate()
})
afterAll(async () => {
  await other.close()
  await one.close()
})

type Headers = Record<string, string>
async function call(
  at: WholeProduct,
  path: string,
  options: { body?: object; token?: string; headers?: Headers } = {},
) {
  const response = await fetch(`http://127.0.0.1:${ports.get(at)}/swx/customer/${path}`, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: options.token }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const { code, result } = (await response.json()) as { code: number; result: never }
  return {
    code,
    result: result as Record<string, never>,
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}
const logins = { amy: 'amy-tries-things', ben: 'ben-tries-things' }
const signIn = async (name: keyof typeof logins, at = one, headers: Headers = {}) => {
  const { result, cookie } = await call(at, 'login/login', {
    body: { account: name, password: logins[name] },
    headers,
  })
  return { token: String(result['token']), cookie }
}

/** A socket that has sent its first frame, and what it receives. */
function connect(at: WholeProduct, first: unknown, headers: Headers = {}) {
  const ws = new WebSocket(`ws://127.0.0.1:${ports.get(at)}/ws`, { headers })
  sockets.push(ws)
  const frames: SocketFrame[] = []
  ws.on('open', () => first !== undefined && ws.send(typeof first === 'string' ? first : JSON.stringify(first)))
  ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as SocketFrame))
  const closed = new Promise<string>((resolve) => {
    ws.on('close', (code, reason) => resolve(`${code} ${reason.toString()}`))
    ws.on('error', (cause) => resolve(cause.message))
  })
  /** The first frame that matches, among those received and those to come. */
  const until = async (is: (frame: SocketFrame) => boolean): Promise<SocketFrame> => {
    const deadline = performance.now() + 10_000
    for (;;) {
      const found = frames.findIndex(is)
      if (found >= 0) return frames.splice(0, found + 1)[found] as SocketFrame
      if (performance.now() > deadline) throw new Error(`not received; received ${JSON.stringify(frames)}`)
      await later(5)
    }
  }
  return { ws, frames, closed, until, ready: () => until(({ channel }) => channel === 'session') }
}
const virtually = 'YES'
const unreadOf = (unread: number) => (frame: SocketFrame) =>
  frame.channel === 'notifications' && frame.unread === unread && frame.notification === undefined

it('a socket without a session in its first frame receives nothing', async () => {
  const { token } = await signIn('amy')
  const cases: [unknown, string][] = [
    [{ token: 'x'.repeat(43), virtually }, '1008 sessionEnded'],
    [{ token: '', virtually }, '1008 sessionEnded'],
    [{ token, virtually: 'MAYBE' }, '1008 malformed'],
    [{ token }, '1008 malformed'],
    [{ token, virtually, more: 1 }, '1008 malformed'],
    ['not json', '1008 malformed'],
    ['[]', '1008 malformed'],
  ]
  for (const [first, why] of cases) expect(await connect(one, first).closed).toBe(why)
  expect(await connect(one, JSON.stringify({ token: 'y'.repeat(2000), virtually })).closed).toMatch(/^1009/)
  // Never by the address.
  const ws = new WebSocket(`ws://127.0.0.1:${ports.get(one)}/ws?token=${token}`)
  sockets.push(ws)
  const code = await new Promise((resolve) => ws.on('close', resolve))
  expect(code).toBe(1008)
})

it('a page of another site cannot connect, and a browser’s session needs its cookie', async () => {
  expect(await connect(one, undefined, { origin: 'https://evil.example' }).closed).toMatch(/403/)
  const origin = `http://127.0.0.1:${ports.get(one)}`
  const { token, cookie } = await signIn('amy', one, { origin, 'sec-fetch-site': 'same-origin' })
  expect(cookie).toMatch(/^evenhand=/)
  expect(await connect(one, { token, virtually }, { origin }).closed).toBe('1008 sessionEnded')
  await connect(one, { token, virtually }, { origin, cookie }).ready()
})

it('an order placed in one process reaches pages of the other, with its balance, entry, result and notice', async () => {
  const [amy, ben] = [await signIn('amy'), await signIn('ben')]
  const pages = [connect(one, { token: amy.token, virtually }), connect(other, { token: amy.token, virtually })]
  const real = connect(other, { token: amy.token, virtually: 'NO' })
  const stranger = connect(other, { token: ben.token, virtually })
  await Promise.all([...pages, real, stranger].map((page) => page.ready()))
  const bought = await call(one, 'order/buyOptions', {
    body: { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '10' },
    token: amy.token,
    headers: { virtually },
  })
  expect(bought.code).toBe(200)
  const id = String(bought.result['orderId'])
  for (const page of pages) {
    for (const what of ['PLACED', 'ENTERED'])
      await page.until((frame) => frame.channel === 'orders' && frame.id === id && frame.what === what)
  }
  await call(one, '../../sandbox/clock', { body: { advanceMs: 70_000 } })
  for (const page of pages) {
    await page.until((frame) => frame.channel === 'orders' && frame.id === id && /WON|LOST|TIE/.test(frame.what))
    await page.until(({ channel }) => channel === 'balances')
    const notice = await page.until(
      (frame) => frame.channel === 'notifications' && frame.notification?.templateKey === 'option.result',
    )
    expect(notice).toMatchObject({ notification: { params: { orderId: id, mode: 'virtual', stake: '10.00' } } })
  }
  for (const { frames } of [real, stranger])
    expect(frames.filter(({ channel }) => channel !== 'notifications')).toEqual([])
  expect(JSON.stringify(stranger.frames)).not.toContain(id)
  // Read on one device, read on all.
  await call(other, 'notification/read', { body: { all: true }, token: amy.token })
  for (const page of pages) await page.until(unreadOf(0))
})

it('a socket closes within a second after its session ends, wherever that is', async () => {
  for (const [at, from] of [
    [one, one],
    [one, other],
    [other, one],
  ] as const) {
    const [ending, staying] = [await signIn('ben'), await signIn('ben')]
    const page = connect(at, { token: ending.token, virtually })
    const stays = connect(at, { token: staying.token, virtually })
    await Promise.all([page.ready(), stays.ready()])
    const began = performance.now()
    await call(from, 'login/logout', { body: {}, token: ending.token })
    expect(await page.closed).toBe('1008 sessionEnded')
    expect(performance.now() - began).toBeLessThan(promised(1000))
    expect(stays.ws.readyState).toBe(WebSocket.OPEN)
  }
})

it('ten sockets are a customer’s most, and others have theirs; a flood of frames ends a socket', async () => {
  const [amy, ben] = [await signIn('amy'), await signIn('ben')]
  const all = Array.from({ length: 10 }, () => connect(one, { token: amy.token, virtually }))
  await Promise.all(all.map((page) => page.ready()))
  expect(await connect(one, { token: amy.token, virtually }).closed).toBe('1013 tooMany')
  const page = connect(one, { token: ben.token, virtually })
  await page.ready()
  all[0]?.ws.close()
  await all[0]?.closed
  await connect(one, { token: amy.token, virtually }).ready()
  for (let frame = 0; frame < 40; frame += 1) page.ws.send(JSON.stringify({ virtually: 'NO' }))
  expect(await page.closed).toBe('1008 tooMany')
})

it('a virtual balance that is reset is another on every page', async () => {
  const { token } = await signIn('ben')
  const pages = [one, other].map((at) => connect(at, { token, virtually }))
  await Promise.all(pages.map((page) => page.ready()))
  expect((await call(other, 'user/virtual/reset', { body: {}, token })).code).toBe(200)
  for (const page of pages) await page.until(({ channel }) => channel === 'balances')
})

it('an account that was opened and whose password was changed is notified of both', async () => {
  const email = 'carol@example.com'
  await call(one, 'login/sendCode', { body: { to: email, scene: 'register' } })
  await one.product.auth.idle()
  const mails = await one.product.app.inject({
    url: `/sandbox/mails?to=${email}`,
    headers: { accept: 'application/json' },
  })
  const code = codeIn(mails.json(), 'register')
  const password = 'seven quiet herons wade'
  const opened = await call(one, 'login/register', {
    body: {
      username: 'carol',
      email,
      code,
      password,
      confirm: password,
      country: 'SG',
      adult: true,
      termsVersion: '2',
      lang: 'en',
    },
  })
  expect(opened.code).toBe(200)
  const changed = await call(one, 'user/repassword', {
    body: { old: password, new: 'nine slow otters swim', confirm: 'nine slow otters swim' },
    token: String(opened.result['token']),
  })
  expect(changed.code).toBe(200)
  await one.product.notices.idle()
  const token = String(changed.result['token'])
  const notified = await call(other, 'notification/list', { token })
  expect(
    (notified.result['rows'] as unknown as { templateKey: string }[]).map(({ templateKey }) => templateKey),
  ).toEqual(['password.changed', 'welcome'])
  expect((await call(other, 'notification/unreadCount', { token })).result).toEqual({ unread: 2 })
})

it('after a connection between processes was lost, every page is notified to read anew and receives again', async () => {
  const { token } = await signIn('ben')
  const pages = [one, other].map((at) => connect(at, { token, virtually }))
  await Promise.all(pages.map((page) => page.ready()))
  await one.database.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'evenhand-line-api'`)
  await Promise.all(pages.map((page) => page.until((frame) => frame.channel === 'session' && frame.what === 'resync')))
  await call(one, 'notification/read', { body: { all: true }, token })
  await Promise.all(pages.map((page) => page.until(unreadOf(0))))
})

it('a sign-in from a new device is notified in the app, beside the mail', async () => {
  const { token } = await signIn('amy')
  const page = connect(one, { token, virtually })
  await page.ready()
  await signIn('amy', other, { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Mobile/15E148 Safari/604.1' })
  const notified = await page.until((frame) => frame.channel === 'notifications' && frame.notification !== undefined)
  expect(notified).toMatchObject({
    notification: { templateKey: 'login.new_device', category: 'SECURITY', params: { browser: 'Safari' } },
  })
})
