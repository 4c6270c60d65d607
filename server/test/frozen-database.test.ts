import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { countOrders } from './drills/count-orders.ts'
import { openFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { wholeProduct, type WholeProduct } from './whole-product.ts'
import { promised } from './promised.ts'

// A database that does not respond: every call reports it at once, nothing waits, and nothing is lost or done twice.
let whole: WholeProduct
let network: FaultProxy
let base = ''
let token = ''
const sockets: WebSocket[] = []

beforeAll(async () => {
  whole = await wholeProduct({}, undefined, async (url) => (network = await openFaultProxy(url)).url)
  await whole.product.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(whole.product.app.server.address() as AddressInfo).port}`
  token = (await call('POST', '/swx/customer/login/login', { account: 'amy', password: 'amy-tries-things' })).body
    .result.token
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  network.thaw()
  await whole.close()
  await network.close()
})

type Body = { code: number; result: { token: string; orderId: string } }
async function call(method: 'GET' | 'POST', path: string, body?: object, key: string = randomUUID()) {
  const began = performance.now()
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      virtually: 'YES',
      authorization: token,
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (isJson ? JSON.parse(text) : { code: 0 }) as Body,
    ms: performance.now() - began,
  }
}
const buy = (key: string) =>
  call('POST', '/swx/customer/order/buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' }, key)
const accounts = () => call('GET', '/swx/customer/user/accounts')

/** Milliseconds until the database is believed in again. */
async function recovered(): Promise<number> {
  const began = performance.now()
  while ((await call('GET', '/health/ready')).status !== 200 || (await accounts()).body.code !== 200) {
    expect(performance.now() - began).toBeLessThan(promised(5000))
    await wait(25)
  }
  return performance.now() - began
}

async function openSocket(path: string, first?: object): Promise<{ ws: WebSocket; received: () => number }> {
  const ws = new WebSocket(`${base.replace('http', 'ws')}${path}`)
  sockets.push(ws)
  let received = 0
  ws.on('message', () => (received += 1))
  await new Promise((resolve) => ws.once('open', resolve))
  if (first !== undefined) ws.send(JSON.stringify(first))
  await expect.poll(() => received).toBeGreaterThan(0)
  return { ws, received: () => received }
}

test('every call reports it within 3 s, readiness within 1 s, and everything is back within 5 s', async () => {
  const prices = await openSocket('/message')
  const own = await openSocket('/ws', { token, virtually: 'YES' })
  network.freeze()
  const requested = () =>
    Promise.all([
      accounts(),
      buy(randomUUID()),
      call('POST', '/swx/customer/user/getUserInfo', {}),
      call('POST', '/swx/customer/login/login', { account: 'ben', password: 'ben-tries-things' }),
      call('GET', '/swx/customer/order/listOptionsOrder?page=1&size=10'),
    ])
  const ready = call('GET', '/health/ready')
  for (const round of [await requested(), await requested()])
    for (const { status, retryAfter, body, ms } of round) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 10092 })
      expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(ms).toBeLessThan(3000)
    }
  for (const { status, ms } of [await ready, await call('GET', '/health/ready')]) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(1000)
  }
  expect((await call('GET', '/health/live')).status).toBe(200)
  expect((await call('GET', '/docs')).status).toBe(200)
  expect([prices.ws.readyState, own.ws.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  const before = prices.received()
  network.thaw()
  expect(await recovered()).toBeLessThan(5000)
  await expect.poll(prices.received).toBeGreaterThan(before)
  expect([prices.ws.readyState, own.ws.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN])
})

test('a freeze in the middle of orders loses none and places none twice', async () => {
  const placed: string[] = []
  // Between the statement and its result, in the middle of reading, as connections are opened: wherever it falls.
  for (const pieces of [1, 7, 24]) {
    const frozen = network.freezeAfter(pieces)
    const keys = Array.from({ length: 6 }, () => randomUUID())
    const sent = Promise.all(keys.map(buy))
    await frozen
    for (const { status, body, ms } of await sent) {
      expect(status === 503 ? body.code : status).toBe(status === 503 ? 10_092 : 200)
      expect(ms).toBeLessThan(3000)
    }
    network.thaw()
    await recovered()
    for (const key of keys) {
      // The tick that an order needs may not have been recorded since.
      let again = await buy(key)
      for (; again.body.code === 10_015; again = await buy(key)) await wait(50)
      expect(again.body.code).toBe(200)
      expect((await buy(key)).body.result.orderId).toBe(again.body.result.orderId)
      placed.push(again.body.result.orderId)
    }
  }
  expect(new Set(placed).size).toBe(18)
  expect(await countOrders(whole.database.url(), placed)).toMatchObject({ lost: 0, doubled: 0, broken: [] })
})

test('a hundred cuts leave no connection behind', async () => {
  for (let count = 0; count < 100; count += 1) {
    const requested = [accounts(), accounts()]
    network.cut()
    for (const { status } of await Promise.all(requested)) expect([200, 503]).toContain(status)
  }
  await recovered()
  // The pools' 18, two lanes or more, three lines, the watch: what was open at the start, and no more.
  await expect.poll(network.open).toBeLessThan(30)
  const [{ count }] = (await whole.database.asOwner(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'evenhand-%'",
  )) as [{ count: number }]
  expect(count).toBeLessThan(30)
})
