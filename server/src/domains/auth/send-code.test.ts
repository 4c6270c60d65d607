import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { codeIn, codeMailOf } from '../../../test/fixtures/mailed-codes.ts'
import { people, registration, type Response } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'

const database = await testDatabase()
const at = people(database)
let carry = (): Promise<void> => Promise.reject(new Error('no carrier'))
const mailless = people(database, {
  mail: { send: () => carry(), close: () => {} },
})
afterAll(async () => {
  await at.close()
  await mailless.close()
  await database.close()
})
afterEach(() => at.clock.advance(3_600_000))

let network = 0
const send = (body: object, ip = `192.0.2.${network++}`): Promise<Response> =>
  at.post('login/sendCode', { scene: 'register', ...body }, { ip })

describe('what is wrong with the request', () => {
  test.each([
    [{ to: '' }, 10001],
    [{}, 10001],
    [{ to: 'amy@' }, 10002],
    [{ to: 'amy@example.com\r\nBcc: eve@example.com' }, 10002],
    [{ to: 'amy' }, 10002],
    [{ to: '+852 5555 1234' }, 10090],
    [{ to: '85255551234' }, 10090],
    [{ to: 'a'.repeat(300) }, 40020],
  ])('%j', async (body, code) => {
    expect((await send(body)).code).toBe(code)
  })
  test.each(['login', 'withdraw', 'address', 'fundpwd', 'nonsense', ''])('scene %j is not served', async (scene) => {
    expect(await send({ to: 'amy@example.com', scene })).toMatchObject({
      code: 40020,
      params: { fields: [{ field: 'scene' }] },
    })
  })
})

test('the code stands in the mail and only its salted hash in the database', async () => {
  expect((await send({ to: 'stored@example.com' })).result).toEqual({ expiresIn: 600, resendIn: 60 })
  const message = codeMailOf(at.mailbox.list('stored@example.com'), 'register')
  const code = /\b[0-9]{6}\b/.exec(message?.text ?? '')?.[0]
  expect(code).toBeDefined()
  expect(message?.subject).not.toContain(code)
  expect(message?.html).toContain(code)
  const rows =
    await sql<object>`select target, purpose, encode(hash, 'hex') as hash, encode(salt, 'hex') as salt from auth.codes where target = 'stored@example.com'`.execute(
      database.pools.api,
    )
  expect(JSON.stringify(rows.rows)).not.toContain(code)
})

test('codes are even over the six digits', async () => {
  const codes = new Set<string>()
  for (let i = 0; i < 30; i++) codes.add(await at.codeFor(`even${i}@example.com`))
  expect(codes.size).toBeGreaterThan(28)
})

test('one a minute and five an hour to one address, in any case, from wherever; a restart forgets nothing', async () => {
  const to = 'often@example.com'
  expect((await send({ to })).code).toBe(200)
  const soon = await send({ to: 'OFTEN@example.com' })
  expect(soon).toMatchObject({ status: 429, code: 40029, params: { retryAfterS: 60 } })
  expect(soon.headers['retry-after']).toBe('60')
  for (let i = 0; i < 4; i++) {
    at.clock.advance(60_000)
    expect((await send({ to })).code).toBe(200)
  }
  at.clock.advance(60_000)
  const restarted = people(database)
  restarted.clock.set(at.clock.now())
  expect(await restarted.post('login/sendCode', { to, scene: 'register' })).toMatchObject({
    code: 40029,
    params: { retryAfterS: 3300 },
  })
  await restarted.close()
  at.clock.advance(3_300_000)
  expect((await send({ to })).code).toBe(200)
})

test('sixty callers at once for one address are one mail', async () => {
  const to = 'flood@example.com'
  const responses = await Promise.all(Array.from({ length: 60 }, () => send({ to })))
  expect(responses.filter((response) => response.code === 200)).toHaveLength(1)
  expect(responses.filter((response) => response.code === 40029)).toHaveLength(59)
  expect(at.mailbox.list(to)).toHaveLength(1)
})

test('twenty an hour from one network; an IPv6 household is one network; a forged forwarding header is not believed', async () => {
  for (let i = 0; i < 20; i++)
    expect((await send({ to: `v6-${i}@example.com` }, `2001:db8:7:7:${i}::1`)).code).toBe(200)
  expect((await send({ to: 'v6-20@example.com' }, '2001:db8:7:7:ffff::1')).code).toBe(40029)
  expect((await send({ to: 'v6-21@example.com' }, '2001:db8:7:8::1')).code).toBe(200)

  for (let i = 0; i < 20; i++) expect((await send({ to: `v4-${i}@example.com` }, '203.0.113.77')).code).toBe(200)
  const forged = await at.post(
    'login/sendCode',
    { to: 'v4-20@example.com', scene: 'register' },
    { ip: '203.0.113.77', headers: { 'x-forwarded-for': '203.0.113.99' } },
  )
  expect(forged.code).toBe(40029)
  const proxied = await at.post(
    'login/sendCode',
    { to: 'v4-21@example.com', scene: 'register' },
    { ip: '10.9.9.9', headers: { 'x-forwarded-for': '203.0.113.99' } },
  )
  expect(proxied.code).toBe(200)
})

test('a network that is over its limit does not use up what an address may be sent', async () => {
  for (let i = 0; i < 20; i++) await send({ to: `used-${i}@example.com` }, '203.0.113.78')
  expect((await send({ to: 'spared@example.com' }, '203.0.113.78')).code).toBe(40029)
  expect((await send({ to: 'spared@example.com' })).code).toBe(200)
})

test('a mail that could not be sent is 10093, and its code is worth nothing', async () => {
  expect(await mailless.post('login/sendCode', { to: 'unsent@example.com', scene: 'register' })).toMatchObject({
    code: 10093,
    params: { retryAfterS: 60 },
  })
  const rows = await sql`select from auth.codes where target = 'unsent@example.com'`.execute(database.pools.api)
  expect(rows.rows).toHaveLength(0)
})

test('a mail that is long in failing takes no code with it that came after its own', async () => {
  const request = { to: 'slow@example.com', scene: 'register' }
  const accepted = Promise.withResolvers<void>()
  const failing = Promise.withResolvers<void>()
  carry = () => {
    accepted.resolve()
    return failing.promise
  }
  const first = mailless.post('login/sendCode', request)
  await accepted.promise
  expect(await database.asOwner(`select from auth.codes where target = 'slow@example.com'`)).toHaveLength(1)
  carry = () => Promise.resolve()
  mailless.clock.advance(60_000)
  expect((await mailless.post('login/sendCode', request)).code).toBe(200)
  failing.reject(new Error('no carrier'))
  expect((await first).code).toBe(10093)
  expect(await database.asOwner(`select from auth.codes where target = 'slow@example.com'`)).toHaveLength(1)
})

test('an address with an account gets the same response as one without', async () => {
  await at.customer('known')
  at.clock.advance(60_000)
  const [known, unknown] = [await send({ to: 'known@example.com' }), await send({ to: 'unknown@example.com' })]
  expect({ ...known, traceId: '', headers: {} }).toEqual({ ...unknown, traceId: '', headers: {} })
})

test('checkUserNameOrPhone responds, within ten a minute and fifty a day from one network', async () => {
  await at.customer('asked')
  const ip = '203.0.113.50'
  const check = (query: string): Promise<Response> => at.get(`login/checkUserNameOrPhone?${query}`, { ip })
  expect(await check('username=ASKED')).toMatchObject({
    code: 200,
    result: { exists: true },
    headers: { 'cache-control': 'no-store' },
  })
  expect(await check('email=asked@example.com')).toMatchObject({ code: 200, result: { exists: true }, notice: 20006 })
  expect(await check('email=nobody@example.com')).not.toHaveProperty('notice')
  expect(await check('phone=%2B85255551234')).toMatchObject({ code: 200, result: { exists: false } })
  expect((await check('')).code).toBe(10001)
  expect((await check('email=x@')).code).toBe(10002)
  expect((await check('username=a-b')).code).toBe(10003)
  expect((await check('username=asked&email=asked@example.com')).code).toBe(40020)
  for (let i = 0; i < 6; i++) expect((await check(`username=name_${i}`)).code).toBe(200)
  expect(await check('username=one_more')).toMatchObject({ status: 429, code: 40029, params: { retryAfterS: 60 } })
  for (let i = 0; i < 40; i++) {
    if (i % 10 === 0) at.clock.advance(60_000)
    expect((await check(`username=name_${i}`)).code).toBe(200)
  }
  at.clock.advance(60_000)
  expect(await check('username=one_more')).toMatchObject({ code: 40029 })
})

test('RATE_LIMITS=off sends as often as requested', async () => {
  const free = people(database, { limits: false })
  for (let i = 0; i < 25; i++)
    expect((await free.post('login/sendCode', { to: 'free@example.com', scene: 'register' })).code).toBe(200)
  const code = codeIn(free.mailbox.list('free@example.com'), 'register')
  expect((await free.post('login/register', registration({ email: 'free@example.com', code }))).code).toBe(200)
  await free.close()
})

test('a burst of checks from many networks is not refused, and alerts the operators once a minute', async () => {
  const warned: string[] = []
  const warn = (_fields: object, message: string): void => void warned.push(message)
  const watched = people(database, { log: { info: () => {}, error: () => {}, warn } })
  for (let i = 0; i < 620; i++)
    expect(
      (await watched.get(`login/checkUserNameOrPhone?username=name_${i}`, { ip: `100.77.${i >> 3}.1` })).code,
    ).toBe(200)
  expect(warned).toEqual(['many account names are being checked from many networks'])
  await watched.close()
})

test('a code for an account goes to its address as its owner wrote it', async () => {
  await at.customer('own_spelling')
  at.clock.advance(3_600_000)
  expect((await send({ to: 'OWN_Spelling@Example.com', scene: 'reset' })).code).toBe(200)
  await at.auth.idle()
  const newest = at.mailbox.list().filter(({ to }) => to.toLowerCase() === 'own_spelling@example.com')
  expect(new Set(newest.map(({ to }) => to))).toEqual(new Set(['own_spelling@example.com']))
  expect(codeMailOf(newest, 'reset')).toBeDefined()
})
