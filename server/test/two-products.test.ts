import { setTimeout as later } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// Two processes that serve customers from one database, as far as sessions go: each has its own memory and its own line.
let one: WholeProduct
let other: WholeProduct
beforeAll(async () => {
  one = await wholeProduct()
  other = await wholeProduct({}, one.database)
})
afterAll(async () => {
  await other.close()
  await one.close()
})

type Body = { code: number; result: { token: string } & Record<string, unknown> }
async function post({ product }: WholeProduct, path: string, body: object, token = ''): Promise<Body> {
  const response = await product.app.inject({
    method: 'POST',
    url: `/swx/customer/${path}`,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) },
    payload: JSON.stringify(body),
  })
  return response.json() as Body
}
const signIn = async (at: WholeProduct): Promise<string> =>
  (await post(at, 'login/login', { account: 'amy', password: 'amy-tries-things' })).result.token
const signInAgain = async (): Promise<string> =>
  (await post(one, 'login/login', { account: 'amy', password: 'nine slow otters swim' })).result.token
const isAlive = async (at: WholeProduct, token: string): Promise<boolean> =>
  (await post(at, 'user/getUserInfo', {}, token)).code === 200

/** Milliseconds until a session that has ended is refused by the other process as well. */
async function refusedAfter(at: WholeProduct, token: string): Promise<number> {
  const start = performance.now()
  while (await isAlive(at, token)) {
    if (performance.now() - start > 5000) return Number.POSITIVE_INFINITY
    await later(5)
  }
  return performance.now() - start
}
/** Both processes have the session in memory, and respond from there. */
async function known(token: string): Promise<void> {
  for (const at of [one, other]) {
    expect(await isAlive(at, token)).toBe(true)
    const deadline = performance.now() + 5000
    while (at.product.auth.findSession(token) instanceof Promise) {
      if (performance.now() > deadline) throw new Error('a session is never in memory')
      await later(5)
    }
  }
}

const changedPassword = { old: 'amy-tries-things', new: 'nine slow otters swim', confirm: 'nine slow otters swim' }

test('a logout in one process reaches the other within a second', async () => {
  const token = await signIn(one)
  await known(token)
  await post(one, 'login/logout', {}, token)
  expect(await isAlive(one, token)).toBe(false)
  expect(await refusedAfter(other, token)).toBeLessThan(1000)
})

test('a password changed in one process ends the sessions of the other', async () => {
  const token = await signIn(other)
  await known(token)
  const changed = await post(one, 'user/repassword', changedPassword, token)
  expect(changed.code).toBe(200)
  expect(await refusedAfter(other, token)).toBeLessThan(1000)
  expect(await isAlive(other, changed.result.token)).toBe(true)
})

test('an account that is closed, by whatever way, has no session anywhere within a second', async () => {
  const { result } = await post(other, 'login/login', { account: 'ben', password: 'ben-tries-things' })
  await known(result.token)
  await one.database.asOwner(
    "update accounts.customers set status = 'CLOSED', closed_at = now() where username = 'ben'",
  )
  expect(await refusedAfter(one, result.token)).toBeLessThan(1000)
  expect(await refusedAfter(other, result.token)).toBeLessThan(1000)
})

test('a process whose connection is cut reads every time until the connection is back', async () => {
  const token = await signInAgain()
  await known(token)
  await one.database.asOwner(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'evenhand-line-api' and datname = current_database()",
  )
  await post(one, 'login/logout', {}, token)
  expect(await refusedAfter(other, token)).toBeLessThan(1000)
  await known(await signInAgain())
})
