import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { factorPeople } from '../../../test/fixtures/factor-customers.ts'
import { codeIn, mailAbout } from '../../../test/fixtures/mailed-codes.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'
import { maskedEmail } from './update-profile.ts'

const database = await testDatabase()
const at = people(database)
const { proved } = factorPeople(at)
afterAll(async () => {
  await at.close()
  await database.close()
})

let networks = 0
const freshAddress = (): string => `100.80.${(networks >> 8) & 255}.${networks++ & 255}`
const update = (body: object, token: string): Promise<Response> =>
  at.post('user/updateProfile', body, { token, ip: freshAddress() })
const isAlive = async (token: string): Promise<boolean> =>
  (await at.post('user/getUserInfo', {}, { token })).code === 200
const signIn = (account: string): Promise<Response> =>
  at.post('login/login', { account, password: goodPassword }, { ip: freshAddress() })

/** Requests the code for a new address with a session and reads it there. */
async function newCode(to: string, token: string): Promise<string> {
  at.clock.advance(60_000)
  const sent = await at.post('login/sendCode', { to, scene: 'email' }, { token, ip: freshAddress() })
  if (sent.code !== 200) throw new Error(`no code: ${JSON.stringify(sent)}`)
  return codeIn(at.mailbox.list(to), 'email')
}

describe('user name and phone', () => {
  test('are changed, kept and shown; the session goes on', async () => {
    const { token } = await at.customer('plain_name')
    const response = await update({ username: 'other_name', phone: '+65 6123-4567' }, token)
    expect(response).toMatchObject({ code: 200, notice: 20005 })
    expect(response.result).toMatchObject({ token, user: { username: 'other_name', phone: '+6561234567' } })
    expect((await signIn('plain_name')).code).toBe(10004)
    expect((await signIn('other_name')).code).toBe(200)
    const without: { user: object } = (await update({ phone: null }, token)).result
    expect(without.user).not.toHaveProperty('phone')
    expect(without.user).toMatchObject({ username: 'other_name' })
  })

  test("what is another customer's is refused, and then nothing is changed", async () => {
    const amy = await at.customer('taken_amy')
    const ben = await at.customer('taken_ben')
    await update({ phone: '+8613800138000' }, amy.token)
    expect((await update({ username: 'Taken_Amy', phone: '+8613800138001' }, ben.token)).code).toBe(10006)
    expect((await update({ username: 'free_name', phone: '+8613800138000' }, ben.token)).code).toBe(10007)
    expect(await at.post('user/getUserInfo', {}, { token: ben.token })).toMatchObject({
      result: { username: 'taken_ben' },
    })
    expect((await update({ username: 'taken_ben', phone: '+8613800138001' }, ben.token)).code).toBe(200)
  })

  test.each([
    [{}, 40020],
    [{ username: 'a b' }, 10003],
    [{ username: '' }, 10003],
    [{ phone: '13800138000' }, 40020],
    [{ phone: '+0 912 345 67 89' }, 40020],
    [{ phone: '+65' }, 40020],
    [{ phone: '+44 (0)20 7946 0958' }, 40020],
    [{ phone: `+65${'1'.repeat(14)}` }, 40020],
    [{ phone: '+65\u0000612345' }, 40020],
    [{ email: '' }, 10001],
    [{ email: 'a@b' }, 10002],
    [{ email: 'new@example.com' }, 40020],
    [{ username: 'good_name', code: '123456' }, 40020],
    [{ status: 'ACTIVE' }, 40020],
    [{ kycStatus: 'VERIFIED' }, 40020],
  ])('%j is %i', async (body, code) => {
    const { token } = await signedIn('form_filler')
    expect((await update(body, token)).code).toBe(code)
  })

  test('requests for names are limited, whatever the response', async () => {
    const { token } = await at.customer('asks_names')
    const codes: number[] = []
    for (let time = 0; time < 21; time += 1) codes.push((await update({ username: 'form_filler' }, token)).code)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 10006), 40029])
  })
})

const open = new Map<string, Promise<{ token: string }>>()
function signedIn(name: string): Promise<{ token: string }> {
  const known = open.get(name) ?? at.customer(name)
  open.set(name, known)
  return known
}

describe('a new e-mail', () => {
  test('needs a recent proof and the code that went to it; other sessions end, and the old address gets a mail', async () => {
    const { token, user } = await at.customer('mover')
    const other: { token: string } = (await signIn('mover')).result
    const code = await newCode('moved@example.com', token)
    const request = { email: 'Moved@example.com', code }
    expect((await update(request, token)).code).toBe(40036)
    await proved(token)
    const response = await update(request, token)
    expect(response).toMatchObject({ code: 200, notice: 20005 })
    const changed: { token: string; user: object } = response.result
    expect(changed.user).toMatchObject({ email: 'Moved@example.com', emailVerified: true, token: changed.token })
    expect(await Promise.all([token, other.token, changed.token].map(isAlive))).toEqual([false, false, true])
    expect((await signIn('mover@example.com')).code).toBe(10004)
    expect((await signIn('moved@example.com')).code).toBe(200)
    expect(await at.auth.securityChangedAt(user.id)).toBe(at.clock.now())
    await at.auth.idle()
    const changedOf = 'The e-mail address of your Evenhand account was changed'
    const notified = mailAbout(at.mailbox.list('mover@example.com'), changedOf)
    expect(notified.text.replaceAll('\u2060', '')).toContain('M…@example.com')
    const freeze = /\/pass\/freeze\?token=([A-Za-z0-9_-]+)/.exec(notified.text)?.[1]
    expect((await at.post('user/freeze', { token: freeze })).code).toBe(200)
    expect(await isAlive(changed.token)).toBe(false)
  })

  test("another customer's address is reported as taken only to a caller who can read its mail", async () => {
    const [amy, ben] = [await at.customer('has_mail'), await at.customer('wants_mail')]
    await proved(ben.token)
    const code = await newCode('has_mail@example.com', ben.token)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await update({ email: 'has_mail@example.com', code: wrong }, ben.token)).code).toBe(10091)
    expect((await update({ email: 'has_mail@example.com', code }, ben.token)).code).toBe(10007)
    expect(await isAlive(ben.token)).toBe(true)
    expect(await isAlive(amy.token)).toBe(true)
  })

  test('a code counts for who requested it, for the address it went to, and once', async () => {
    const [amy, ben] = [await at.customer('asks_code'), await at.customer('steals_code')]
    for (const { token } of [amy, ben]) await proved(token)
    const code = await newCode('fresh_one@example.com', amy.token)
    expect((await update({ email: 'fresh_one@example.com', code }, ben.token)).code).toBe(10091)
    expect((await update({ email: 'fresh_two@example.com', code }, amy.token)).code).toBe(10091)
    const came = await Promise.all(
      Array.from({ length: 10 }, () => update({ email: 'fresh_one@example.com', code }, amy.token)),
    )
    expect(came.filter((response) => response.code === 200)).toHaveLength(1)
  })

  test('no code for a new address is mailed without a session, and ten addresses a day are enough', async () => {
    const request = { to: 'stranger@example.com', scene: 'email' }
    expect((await at.post('login/sendCode', request, { ip: freshAddress() })).code).toBe(401)
    const { token } = await at.customer('mail_bomber')
    const codes: number[] = []
    for (let time = 0; time < 11; time += 1) {
      const sent = await at.post(
        'login/sendCode',
        { ...request, to: `victim${time}@example.com` },
        { token, ip: freshAddress() },
      )
      codes.push(sent.code)
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 40029])
  })

  test('the own address again is no change', async () => {
    const { token } = await at.customer('same_mail')
    expect(await update({ email: 'SAME_MAIL@example.com', code: '123456' }, token)).toMatchObject({
      code: 40020,
      params: { fields: [{ field: 'email', reason: 'same' }] },
    })
  })

  test('two customers who take one address at once: one has it', async () => {
    const both = [await at.customer('racer_one'), await at.customer('racer_two')]
    for (const { token } of both) await proved(token)
    const first = await newCode('raced@example.com', both[0]?.token ?? '')
    const came = await Promise.all([
      update({ email: 'raced@example.com', code: first }, both[0]?.token ?? ''),
      update({ email: 'raced@example.com', code: first }, both[1]?.token ?? ''),
    ])
    expect(came.map((response) => response.code)).toEqual([200, 10091])
  })
})

test('a masked address shows its first letter and where it is', () => {
  expect(maskedEmail('nora@example.com')).toBe('n…@example.com')
})
