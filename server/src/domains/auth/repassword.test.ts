import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { mailAbout } from '../../../test/fixtures/mailed-codes.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

const fresh = 'nine slow otters swim'
let networks = 0
const freshAddress = (): string => `100.70.${(networks >> 8) & 255}.${networks++ & 255}`
const signIn = (account: string, password: string): Promise<Response> =>
  at.post('login/login', { account, password }, { ip: freshAddress() })
const isAlive = async (token: string): Promise<boolean> =>
  (await at.post('user/getUserInfo', {}, { token })).code === 200
const resetCode = async (name: string): Promise<string> => {
  at.clock.advance(60_000)
  return at.codeFor(`${name}@example.com`, 'reset')
}
const reset = (account: string, code: string, more: object = {}): Promise<Response> =>
  at.post('user/repassword', { account, code, new: fresh, confirm: fresh, ...more }, { ip: freshAddress() })

test('a code by mail sets a new password; every session ends and no token is given', async () => {
  const { token } = await at.customer('forgetful')
  const response = await reset('forgetful@example.com', await resetCode('forgetful'))
  expect(response).toMatchObject({ code: 200, notice: 20005, result: {} })
  expect(response.result).toEqual({})
  expect(await isAlive(token)).toBe(false)
  expect((await signIn('forgetful', goodPassword)).code).toBe(10004)
  expect((await signIn('forgetful', fresh)).code).toBe(200)
  await at.auth.idle()
  const mail = mailAbout(at.mailbox.list('forgetful@example.com'), 'Your Evenhand password was changed')
  expect(mail.text).toContain('/pass/freeze?token=')
})

test('the account may be named by its user name, in any case', async () => {
  await at.customer('by_name')
  expect((await reset('By_Name', await resetCode('by_name'))).code).toBe(200)
  expect((await signIn('by_name', fresh)).code).toBe(200)
})

test('of fifty who use one code at once exactly one sets the password', async () => {
  await at.customer('fifty')
  const code = await resetCode('fifty')
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const password = `password of caller ${index}`
      return reset('fifty@example.com', code, { new: password, confirm: password })
    }),
  )
  const won = responses.flatMap((response, index) => (response.code === 200 ? [index] : []))
  expect(won).toHaveLength(1)
  expect(responses.filter((response) => response.code === 10091)).toHaveLength(49)
  expect((await signIn('fifty', `password of caller ${won[0]}`)).code).toBe(200)
})

test('a thousand guesses of a code are five tries, and then the right one is worth nothing', async () => {
  await at.customer('guessed')
  const code = await resetCode('guessed')
  const guesses = Array.from({ length: 1000 }, (_, index) => String(index).padStart(6, '0')).filter(
    (one) => one !== code,
  )
  const lefts = new Set<unknown>()
  for (let start = 0; start < guesses.length; start += 100) {
    const responses = await Promise.all(
      guesses.slice(start, start + 100).map((one) => reset('guessed@example.com', one)),
    )
    for (const { code: refusal, params } of responses) {
      expect(refusal).toBe(10091)
      lefts.add(params['left'])
    }
  }
  expect([...lefts].toSorted()).toEqual([0, 1, 2, 3, 4])
  expect((await reset('guessed@example.com', code)).code).toBe(10091)
  expect((await signIn('guessed', goodPassword)).code).toBe(200)
})

test('a code of another scene, of another account, expired or used is worth nothing', async () => {
  await at.customer('crossed')
  await at.customer('other_one')
  at.clock.advance(60_000)
  expect((await reset('crossed@example.com', await at.codeFor('crossed@example.com', 'unfreeze'))).code).toBe(10091)
  expect((await reset('crossed@example.com', await resetCode('other_one'))).code).toBe(10091)
  const late = await resetCode('crossed')
  at.clock.advance(600_000)
  expect((await reset('crossed@example.com', late)).code).toBe(10091)
  const code = await resetCode('crossed')
  expect((await reset('crossed@example.com', code)).code).toBe(200)
  expect((await reset('crossed@example.com', code)).code).toBe(10091)
})

test('a response does not disclose that a user name and an address belong together', async () => {
  await at.customer('paired')
  await resetCode('paired')
  expect(await reset('paired', '000000')).toMatchObject({ code: 10091, params: { left: 0 } })
  expect(await reset('nobody_here', '000000')).toMatchObject({ code: 10091, params: { left: 0 } })
})

describe('with a session', () => {
  test('the old password is enough; all sessions end and the caller gets another token', async () => {
    const { token } = await at.customer('careful')
    const other = (await signIn('careful', goodPassword)).result as { token: string }
    const response = await at.post('user/repassword', { old: goodPassword, new: fresh, confirm: fresh }, { token })
    expect(response).toMatchObject({ code: 200, notice: 20005 })
    const changed = response.result as { token: string; user: { token: string; username: string } }
    expect(changed.token).not.toBe(token)
    expect(changed.user).toMatchObject({ username: 'careful', token: changed.token })
    expect([await isAlive(token), await isAlive(other.token), await isAlive(changed.token)]).toEqual([
      false,
      false,
      true,
    ])
    expect((await signIn('careful', fresh)).code).toBe(200)
  })

  test('five tries of the old password in a quarter of an hour, wherever they come from, right ones included', async () => {
    const { token } = await at.customer('stolen')
    const guess = (old: string): Promise<Response> =>
      at.post('user/repassword', { old, new: fresh, confirm: fresh }, { token, ip: freshAddress() })
    const responses = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(`guess number ${index}`)))
    expect(responses.filter((response) => response.code === 10004)).toHaveLength(5)
    expect(responses.filter((response) => response.code === 40029)).toHaveLength(25)
    expect((await guess(goodPassword)).code).toBe(40029)
    at.clock.advance(15 * 60_000)
    expect((await guess(goodPassword)).code).toBe(200)
  })

  test('two changes at once: one wins, the other is refused for its old password', async () => {
    const { token } = await at.customer('twice')
    const responses = await Promise.all(
      ['first new password', 'second new password'].map((password) =>
        at.post('user/repassword', { old: goodPassword, new: password, confirm: password }, { token }),
      ),
    )
    expect(responses.map((response) => response.code).toSorted()).toEqual([10004, 200].toSorted())
  })
})

test('a sign-in that was under way with the old password leaves no session behind', async () => {
  for (let round = 0; round < 8; round++) {
    const name = `race_${round}`
    await at.customer(name)
    const code = await resetCode(name)
    const [signedIn] = await Promise.all([signIn(name, goodPassword), reset(`${name}@example.com`, code)])
    const token = signedIn.code === 200 ? (signedIn.result as { token: string }).token : ''
    expect(await isAlive(token)).toBe(false)
  }
})

test('a session that is ended while it changes the password either changed it before, or changes nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const name = `revoked_${round}`
    const thief = (await at.customer(name)).token
    const owner = ((await signIn(name, goodPassword)).result as { token: string }).token
    const listed = (await at.get('user/sessions', { token: thief })).result as { id: string; current: boolean }[]
    const id = listed.find(({ current }) => current)?.id
    const [changed, ended] = await Promise.all([
      at.post('user/repassword', { old: goodPassword, new: fresh, confirm: fresh }, { token: thief }),
      at.remove(`user/sessions/${id}`, { token: owner }),
    ])
    if (ended.code === 200) expect(changed.code).toBe(401)
    expect((await signIn(name, changed.code === 200 ? fresh : goodPassword)).code).toBe(200)
  }
})

test('a session that was begun with a replaced password cannot be used', async () => {
  const { user } = await at.customer('counted')
  await reset('counted@example.com', await resetCode('counted'))
  const sessions = await sql`select from auth.sessions where customer_id = ${user.id}`.execute(database.pools.api)
  expect(sessions.rows).toHaveLength(0)
})

describe('what is wrong with the form', () => {
  test.each([
    [{ new: fresh, confirm: fresh }, 10001],
    [{ account: '', code: '123456', new: fresh, confirm: fresh }, 10001],
    [{ account: 'a@b', code: '123456', new: fresh, confirm: fresh }, 10002],
    [{ account: 'a b', code: '123456', new: fresh, confirm: fresh }, 10003],
    [{ account: 'amy_x', code: '', new: fresh, confirm: fresh }, 40020],
    [{ account: 'amy_x', code: '123456', new: 'short', confirm: 'short' }, 40020],
    [{ account: 'amy_x', code: '123456', new: 'password12', confirm: 'password12' }, 40020],
    [{ account: 'amy_x', code: '123456', new: fresh, confirm: `${fresh}!` }, 40020],
    [{ account: 'amy_x', code: '123456', old: 'x', new: fresh, confirm: fresh }, 40020],
    [{ account: 'amy_x', code: '123456', new: fresh }, 40020],
    [{ account: ['amy_x'], code: '123456', new: fresh, confirm: fresh }, 40020],
    [{ account: 'amy_x', code: 123456, new: fresh, confirm: fresh }, 40020],
    [{ account: 'amy_x', code: '123456', new: fresh, confirm: fresh, status: 'ACTIVE' }, 40020],
    [{ old: goodPassword, new: fresh, confirm: fresh }, 401],
  ])('%j is %i', async (request, code) => {
    expect((await at.post('user/repassword', request, { ip: freshAddress() })).code).toBe(code)
  })

  test('a new password that is the old one, or the name or address of the account, is refused under its field', async () => {
    const { token } = await at.customer('samename_samename')
    const change = (password: string): Promise<Response> =>
      at.post('user/repassword', { old: goodPassword, new: password, confirm: password }, { token })
    for (const [password, reason] of [
      [goodPassword, 'same'],
      ['Samename_Samename', 'ownName'],
      ['samename_samename@example.com', 'ownName'],
    ] as const)
      expect(await change(password)).toMatchObject({ code: 40020, params: { fields: [{ field: 'new', reason }] } })
  })
})
