import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'
import { createPasswords } from '../../kernel/crypto/passwords.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

let networks = 0
const freshAddress = (): string => `100.64.${(networks >> 8) & 255}.${networks++ & 255}`
const signIn = (account: string, password = goodPassword, ip = freshAddress()): Promise<Response> =>
  at.post('login/login', { account, password }, { ip })

test('signs in by user name or e-mail, in any case, with a new token each time', async () => {
  const { token } = await at.customer('amy')
  const tokens = new Set([token])
  for (const account of ['amy', 'AMY', 'amy@example.com', 'Amy@Example.COM']) {
    const { code, result } = await signIn(account)
    expect(code).toBe(200)
    tokens.add((result as { token: string }).token)
    expect(result).toMatchObject({ user: { username: 'amy', token: (result as { token: string }).token } })
  }
  expect(tokens.size).toBe(5)
})

test.each([
  [{ password: 'x' }, 10001],
  [{ account: '', password: 'x' }, 10001],
  [{ account: 'a@b', password: 'x' }, 10002],
  [{ account: 'a b', password: 'x' }, 10003],
  [{ account: 'ab', password: 'x' }, 10003],
  [{ account: 'amy' }, 40020],
  [{ account: 'amy', password: '' }, 40020],
  [{ account: 'amy', password: 1e3 }, 40020],
  [{ account: 'amy', password: ['x'] }, 40020],
  [{ account: 'amy', password: 'x'.repeat(5000) }, 40020],
  [{ account: 'amy', password: 'x', remember: true }, 40020],
])('%j is refused by its form', async (request, code) => {
  expect((await at.post('login/login', request)).code).toBe(code)
})

test('unknown account and wrong password are one response, headers included', async () => {
  await at.customer('known_a')
  const bodies = new Set<string>()
  for (const account of ['known_a', 'nobody_a', 'known_a@example.com', 'nobody_a@example.com']) {
    const response = await signIn(account, 'wrong password here')
    expect(response).toMatchObject({ status: 200, code: 10004 })
    const headers = { ...response.headers, date: '', 'content-length': '' }
    bodies.add(JSON.stringify({ ...response, headers, traceId: '' }))
  }
  expect(bodies.size).toBe(1)
})

test('frozen or closed is reported only after the right password', async () => {
  const { user } = await at.customer('frozen')
  await sql`update accounts.customers set status = 'FROZEN_BY_USER' where id = ${user.id}`.execute(database.pools.api)
  expect((await signIn('frozen', 'wrong password here')).code).toBe(10004)
  expect(await signIn('frozen')).toMatchObject({ code: 10005, params: { status: 'FROZEN_BY_USER' } })
})

test('a second factor that is set up while a sign-in without it is under way refuses that sign-in', async () => {
  const { user } = await at.customer('overtaken')
  const signingIn = await database.owner.transaction().execute(async (tx) => {
    await sql`select from accounts.customers where id = ${user.id} for update`.execute(tx)
    const begun = signIn('overtaken')
    // The sign-in has requested no second factor and waits for the customer.
    await expect
      .poll(() =>
        database.asOwner(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'
          and datname = current_database()`),
      )
      .toHaveLength(1)
    await sql`insert into auth.security_changes (customer_id, changed_at, what)
      values (${user.id}, now(), 'SECOND_FACTOR')`.execute(tx)
    return [begun]
  })
  expect((await signingIn[0])?.code).toBe(10004)
  expect((await signIn('overtaken')).code).toBe(200)
})

test('five failures of one account from one network are free, then the wait grows; elsewhere nothing waits', async () => {
  await at.customer('guessed')
  const ip = freshAddress()
  for (let i = 0; i < 5; i++) expect((await signIn('guessed', 'wrong password here', ip)).code).toBe(10004)
  expect(await signIn('guessed', goodPassword, ip)).toMatchObject({
    status: 429,
    code: 40029,
    params: { retryAfterS: 60 },
  })
  expect((await signIn('guessed')).code).toBe(200)
  for (const wait of [60, 120, 240, 480, 900, 900]) {
    at.clock.advance(wait * 1000 - 1)
    expect((await signIn('guessed', goodPassword, ip)).code).toBe(40029)
    at.clock.advance(1)
    expect((await signIn('guessed', 'wrong password here', ip)).code).toBe(10004)
  }
  at.clock.advance(900_000)
  expect((await signIn('guessed', goodPassword, ip)).code).toBe(200)
  expect((await signIn('guessed', 'wrong password here', ip)).code).toBe(10004)
  expect((await signIn('guessed', goodPassword, ip)).code).toBe(200)
})

test('an unknown account waits exactly as a known one does', async () => {
  const ip = freshAddress()
  for (let i = 0; i < 5; i++) expect((await signIn('nobody_waits', 'wrong password here', ip)).code).toBe(10004)
  expect(await signIn('NOBODY_WAITS', 'wrong password here', ip)).toMatchObject({
    code: 40029,
    params: { retryAfterS: 60 },
  })
})

test('many tries at once are not one: sixty parallel guesses are five', async () => {
  await at.customer('parallel')
  const ip = freshAddress()
  const responses = await Promise.all(Array.from({ length: 15 }, () => signIn('parallel', 'wrong password here', ip)))
  expect(responses.filter((response) => response.code === 10004)).toHaveLength(5)
  expect(responses.filter((response) => response.code === 40029)).toHaveLength(10)
})

test('twenty sign-ins a minute from one network, whichever customer signs in', async () => {
  const ip = freshAddress()
  for (let i = 0; i < 20; i++) expect((await signIn(`stuffed_${i}`, 'wrong password here', ip)).code).toBe(10004)
  expect((await signIn('stuffed_20', 'wrong password here', ip)).code).toBe(40029)
  at.clock.advance(60_000)
  expect((await signIn('stuffed_20', 'wrong password here', ip)).code).toBe(10004)
})

test('a hundred failures in a row from everywhere stop an account, but never where its owner has signed in before', async () => {
  await at.customer('besieged')
  const home = freshAddress()
  expect((await signIn('besieged', goodPassword, home)).code).toBe(200)
  for (let i = 0; i < 100; i++) expect((await signIn('besieged', 'wrong password here')).code).toBe(10004)
  expect(await signIn('besieged', goodPassword)).toMatchObject({ code: 40029, params: { retryAfterS: 86_400 } })
  // The count is in the table too, so a restart does not begin anew.
  await at.auth.idle()
  const restarted = people(database)
  restarted.clock.set(at.clock.now())
  expect(
    (await restarted.post('login/login', { account: 'besieged', password: goodPassword }, { ip: freshAddress() })).code,
  ).toBe(40029)
  await restarted.close()
  expect((await signIn('besieged', goodPassword, home)).code).toBe(200)
  expect((await signIn('besieged')).code).toBe(200)
})

test('an unknown account is stopped after a hundred as well', async () => {
  for (let i = 0; i < 100; i++) expect((await signIn('besieged_nobody', 'wrong password here')).code).toBe(10004)
  expect(await signIn('besieged_nobody', 'wrong password here')).toMatchObject({
    code: 40029,
    params: { retryAfterS: 86_400 },
  })
})

test('more passwords than can be hashed are refused with 40029 at once', async () => {
  const busy = people(database, { passwords: createPasswords({ running: 2, waiting: 3 }) })
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      busy.post('login/login', { account: `busy_${index}`, password: 'x' }, { ip: freshAddress() }),
    ),
  )
  const hashed = responses.filter((response) => response.code === 10004).length
  const refused = responses.filter((response) => response.code === 40029 && response.status === 429).length
  expect(hashed + refused).toBe(30)
  // Two at work and three waiting; a slow machine may have finished one or two before the last caller arrived.
  expect(hashed).toBeGreaterThanOrEqual(5)
  expect(hashed).toBeLessThan(10)
  await busy.close()
})

test('the sandbox has two ready customers, made once', async () => {
  const logins = await at.auth.ensureSandboxCustomers()
  expect(await at.auth.ensureSandboxCustomers()).toEqual(logins)
  expect(logins.map((login) => login.username)).toEqual(['amy', 'ben'])
  const ben = logins[1]
  expect((await signIn('ben', ben?.password)).code).toBe(200)
})
