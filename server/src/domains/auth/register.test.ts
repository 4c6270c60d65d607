import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { goodPassword, people, registration } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'
import { createPasswords } from '../../kernel/crypto/passwords.ts'

const database = await testDatabase()
const at = people(database, {
  countryOf: (ip) => (ip === '192.0.2.66' ? 'KP' : undefined),
  passwords: createPasswords({ running: 2, waiting: 200 }),
})
afterAll(async () => {
  await at.close()
  await database.close()
})

test('a code by mail opens an account with 10 000 virtual USDT and an empty real account', async () => {
  const code = await at.codeFor('Amy@Example.com')
  const { code: status, result } = await at.post(
    'login/register',
    registration({ username: 'Amy', email: 'Amy@Example.com', code }),
  )
  expect(status).toBe(200)
  const { token, user } = result as { token: string; user: object }
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(user).toMatchObject({
    username: 'Amy',
    email: 'Amy@Example.com',
    emailVerified: true,
    country: 'SG',
    lang: 'en',
    status: 'ACTIVE',
    kycStatus: 'NOT_VERIFIED',
    token,
  })

  expect((await at.post('user/getUserInfo', {}, { token })).result).toEqual(user)
  expect((await at.get('user/accounts', { token })).result).toEqual({
    virtual: [{ asset: 'USDT.virtual', free: '10000.000000', held: '0.000000' }],
    real: [{ asset: 'USDT', free: '0.000000', held: '0.000000' }],
    loan: [],
  })
  expect((await at.ledger.audit()).filter((finding) => !finding.ok)).toEqual([])
  await at.auth.idle()
  expect(at.mailbox.list('amy@example.com').map((message) => message.subject)).toEqual([
    'Welcome to Evenhand',
    '您的 Evenhand 验证码',
  ])
})

test('without a user name one is drawn', async () => {
  const email = 'nameless@example.com'
  const { result } = await at.post('login/register', registration({ email, code: await at.codeFor(email) }))
  expect((result as { user: { username: string } }).user.username).toMatch(/^user_[a-z0-9]{10}$/)
})

describe('each field that is wrong has its refusal, in the order of the form', () => {
  const good = registration({ username: 'refused', email: 'refused@example.com', code: '000000' })
  test.each([
    ['email empty', { email: '' }, 10001, undefined],
    ['email missing', { email: undefined }, 10001, undefined],
    ['email malformed', { email: 'refused@' }, 10002, undefined],
    ['no e-mail at all', { email: 'refused' }, 10002, undefined],
    ['user name malformed', { username: 'a b' }, 10003, undefined],
    ['user name with an Arabic digit', { username: 'abc١٢' }, 10003, undefined],
    ['password missing', { password: undefined }, 40020, { field: 'password', reason: 'missing' }],
    [
      'password of 9',
      { password: '123456789', confirm: '123456789' },
      40020,
      { field: 'password', reason: 'tooShort' },
    ],
    [
      'password of 129',
      { password: 'x'.repeat(129), confirm: 'x'.repeat(129) },
      40020,
      { field: 'password', reason: 'tooLong' },
    ],
    [
      'password is the address',
      { password: 'REFUSED@example.com', confirm: 'REFUSED@example.com' },
      40020,
      { field: 'password', reason: 'ownName' },
    ],
    [
      'password is a common one',
      { password: 'PassWord123', confirm: 'PassWord123' },
      40020,
      { field: 'password', reason: 'common' },
    ],
    ['passwords differ', { confirm: 'correct horse batterY' }, 40020, { field: 'confirm', reason: 'different' }],
    ['code empty', { code: '' }, 40020, { field: 'code', reason: 'missing' }],
    ['code huge', { code: '1'.repeat(40) }, 40020, { field: 'code', reason: 'malformed' }],
    ['country unknown', { country: 'XX' }, 40020, { field: 'country', reason: 'unknown' }],
    ['country malformed', { country: 'sg' }, 40020, { field: 'country', reason: 'malformed' }],
    ['not adult', { adult: false }, 40022, undefined],
    ['adult as text', { adult: 'true' }, 40020, { field: 'adult', reason: 'malformed' }],
    ['old terms', { termsVersion: '0' }, 40020, { field: 'termsVersion', reason: 'outdated' }],
    ['an unknown field', { creditScore: 850 }, 40020, { field: 'creditScore', reason: 'unknown' }],
    ['an array', { email: ['refused@example.com'] }, 40020, { field: 'email', reason: 'malformed' }],
  ])('%s', async (_name, change, code, field) => {
    const response = await at.post('login/register', { ...good, ...change })
    expect(response.code).toBe(code)
    if (field !== undefined) expect(response.params).toEqual({ fields: [field] })
  })

  test('a sanctioned country', async () => {
    expect(await at.post('login/register', { ...good, country: 'KP' })).toMatchObject({
      code: 40001,
      params: { product: 'register', country: 'KP' },
    })
  })
  test('a code that was never sent', async () => {
    expect(await at.post('login/register', good)).toMatchObject({ code: 10091, params: { left: 0 } })
  })
})

test('passwords of 10, 64 and 128 characters are taken unchanged, emoji counting once', async () => {
  for (const [name, password] of [
    ['ten', '🔑🔑🔑🔑🔑 пять'],
    ['sixtyfour', ' '.repeat(3) + 'Ä'.repeat(61)],
    ['long', '密'.repeat(128)],
  ] as const) {
    await at.customer(name, { password, confirm: password })
    expect((await at.post('login/login', { account: name, password })).code).toBe(200)
    expect((await at.post('login/login', { account: name, password: `${password}.` })).code).toBe(10004)
  }
})

test('a taken name or address is refused only after the right code, in any case of letters', async () => {
  await at.customer('taken')
  const other = 'other@example.com'
  const code = await at.codeFor(other)
  const wrong = code === '111111' ? '222222' : '111111'
  expect((await at.post('login/register', registration({ username: 'TAKEN', email: other, code: wrong }))).code).toBe(
    10091,
  )
  expect((await at.post('login/register', registration({ username: 'TAKEN', email: other, code }))).code).toBe(10006)
  expect((await at.post('login/register', registration({ username: 'other', email: other, code }))).code).toBe(200)

  at.clock.advance(60_000)
  const again = await at.codeFor('TAKEN@example.com')
  expect(
    (await at.post('login/register', registration({ username: 'fresh', email: 'Taken@Example.com', code: again })))
      .code,
  ).toBe(10007)
})

test('a code allows five tries, wrong ones and right ones alike, and lives ten minutes', async () => {
  const email = 'tries@example.com'
  const code = await at.codeFor(email)
  const wrong = code === '111111' ? '222222' : '111111'
  for (const left of [4, 3, 2, 1, 0]) {
    expect((await at.post('login/register', registration({ email, code: wrong }))).params).toEqual({ left })
  }
  expect(await at.post('login/register', registration({ email, code }))).toMatchObject({
    code: 10091,
    params: { left: 0 },
  })

  at.clock.advance(60_000)
  const second = await at.codeFor(email)
  at.clock.advance(600_000)
  expect((await at.post('login/register', registration({ email, code: second }))).code).toBe(10091)
})

test('a thousand guesses at once are still five tries', async () => {
  const email = 'guessed@example.com'
  await at.codeFor(email)
  const guesses = Array.from({ length: 200 }, (_, index) => String(index).padStart(6, '0'))
  const responses = await Promise.all(guesses.map((code) => at.post('login/register', registration({ email, code }))))
  const counted = responses.filter((response) => (response.params as { left?: number } | undefined)?.left !== 0).length
  expect(counted).toBeLessThanOrEqual(4)
})

test('a code is worth nothing for another address', async () => {
  const code = await at.codeFor('mine@example.com')
  expect((await at.post('login/register', registration({ email: 'yours@example.com', code }))).code).toBe(10091)
})

test('fifty callers with one right code open exactly one account', async () => {
  const email = 'race@example.com'
  const code = await at.codeFor(email)
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      at.post('login/register', registration({ username: `race_${index}`, email, code })),
    ),
  )
  expect(responses.filter((response) => response.code === 200)).toHaveLength(1)
  expect(new Set(responses.map((response) => response.code))).toEqual(new Set([200, 10091]))
  const rows = await sql<{
    n: number
  }>`select count(*)::int as n from accounts.customers where lower(email) = ${email}`.execute(database.pools.api)
  expect(rows.rows[0]?.n).toBe(1)
  expect((await at.ledger.audit()).filter((finding) => !finding.ok)).toEqual([])
})

test('two people who want one name at once: one gets it, the other keeps the code', async () => {
  const [one, two] = await Promise.all(
    ['one@example.com', 'two@example.com'].map(async (email) => ({ email, code: await at.codeFor(email) })),
  )
  const responses = await Promise.all(
    [one, two].map((person) => at.post('login/register', registration({ username: 'wanted', ...person! }))),
  )
  expect(responses.map((response) => response.code).toSorted()).toEqual([10006, 200].toSorted())
  const loser = responses[0]?.code === 200 ? two : one
  expect((await at.post('login/register', registration({ username: 'unwanted', ...loser! }))).code).toBe(200)
})

test('the form reports which countries, and a sandbox proposes one where options are offered', async () => {
  const { result } = await at.get('login/registerForm', { headers: { lang: 'ja' } })
  const form = result as { countries: { code: string; options: boolean }[] }
  expect(form).toMatchObject({ proposedCountry: 'JP', termsVersion: '2', minAge: 18, mailbox: '/sandbox/mails' })
  expect(form.countries).toContainEqual({ code: 'GB', options: false })
  expect(form.countries.map((country) => country.code)).not.toContain('KP')
})

test('the password is nowhere in the database', async () => {
  await at.customer('secretive')
  const rows = await sql<{ hash: string }>`select hash from auth.passwords`.execute(database.pools.api)
  for (const { hash } of rows.rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(JSON.stringify(rows.rows)).not.toContain(goodPassword)
})

test.each(['\u0000', 'ABC\u0000DE', "' or 1=1 --", 'ZZZZZZ', '𝔸BCDEF', 'x'.repeat(32)])(
  'the invite code %j is unknown, and named as what is wrong',
  async (inviteCode) => {
    const email = `invited-${Buffer.from(inviteCode).toString('hex').slice(0, 40)}@example.com`
    const request = { ...registration({ email, code: await at.codeFor(email) }), inviteCode }
    expect(await at.post('login/register', request)).toMatchObject({
      code: 40020,
      params: { fields: [{ field: 'inviteCode', reason: 'unknown' }] },
    })
  },
)

test('from a blocked country, a declared country opens nothing', async () => {
  const email = 'from_there@example.com'
  const request = registration({ email, code: await at.codeFor(email) })
  expect(await at.post('login/register', request, { ip: '192.0.2.66' })).toMatchObject({
    code: 40001,
    params: { product: 'register', country: 'KP' },
  })
  expect((await at.post('login/register', request)).code).toBe(200)
})
