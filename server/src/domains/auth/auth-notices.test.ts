import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { goodPassword, people, registration, type People, type Response } from '../../../test/fixtures/customers.ts'
import { factorPeople } from '../../../test/fixtures/factor-customers.ts'
import { publishedNotices, rolledBackAtCommit } from '../../../test/fixtures/published-notices.ts'

let database: TestDatabase
let at: People
beforeAll(async () => {
  database = await testDatabase()
  at = people(database, { limits: false })
})
afterAll(async () => {
  await at.close()
  await database.close()
})

/** What is done at a commit that fails is not done and not published; done again it is, once. */
async function together(template: string, act: () => Promise<Response>): Promise<Response> {
  const published = async (): Promise<number> => (await publishedNotices(database, { template })).length
  const before = await published()
  await rolledBackAtCommit(database, async () => {
    expect((await act()).code, template).toBe(10092)
  })
  expect(await published(), template).toBe(before)
  const done = await act()
  expect([done.code, await published()], template).toEqual([200, before + 1])
  return done
}

test('what happens to an account and its notice are committed together, once, or neither is', async () => {
  const email = 'together@example.com'
  const code = await at.codeFor(email)
  await together('welcome', () => at.post('login/register', registration({ username: 'together', email, code })))
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const signIn = (): Promise<Response> =>
    at.post('login/login', { account: 'together', password: goodPassword }, { ip: '100.90.1.1', headers: browser })
  const { token } = (await together('login.new_device', signIn)).result as { token: string }
  const wanted = { old: goodPassword, new: 'another horse battery', confirm: 'another horse battery' }
  await together('password.changed', () => at.post('user/repassword', wanted, { token }))
})

test('a recovery code is used up together with its notice', async () => {
  const { recoveryCodes } = await factorPeople(at).withApp('recovers')
  const signIn = (): Promise<Response> =>
    at.post('login/login', { account: 'recovers', password: goodPassword, otp: recoveryCodes[0] }, { ip: '100.90.2.1' })
  await rolledBackAtCommit(database, async () => {
    expect((await signIn()).code).toBe(10092)
  })
  expect((await signIn()).code).toBe(200)
  const changes = (await publishedNotices(database, { template: 'twofa.changed' })).map(
    ({ params }) => params['change'],
  )
  expect(changes).toEqual(['otpEnabled', 'recoveryUsed'])
})
