import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { goodPassword, people, type Response } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'

const database = await testDatabase()
const at = people(database)
const warned: string[] = []
const log: Log = { info: () => {}, error: () => {}, warn: (_, message) => void warned.push(message) }
const live = people(database, { mode: 'live', log })
afterAll(async () => {
  await Promise.all([at.close(), live.close()])
  await database.close()
})

const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
const proxy = '10.9.9.9'
const cookieLines = (response: Response): string[] => [response.headers['set-cookie'] ?? []].flat().map(String)
const cookieIn = (response: Response): string => cookieLines(response)[0]?.split(';')[0] ?? ''
const tokenIn = (response: Response): string => (response.result as { token: string }).token
const signIn = (account: string, headers: Record<string, string> = page): Promise<Response> =>
  at.post('login/login', { account, password: goodPassword }, { headers })
const info = async (token: string, headers: Record<string, string> = {}): Promise<number> =>
  (await at.post('user/getUserInfo', {}, { token, headers })).code

describe('a browser’s session', () => {
  test('is bound to a cookie that script cannot read; only its hash is stored', async () => {
    await at.customer('bound')
    const response = await signIn('bound')
    expect(cookieLines(response)).toEqual([
      expect.stringMatching(/^evenhand=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/),
    ])
    const cookie = cookieIn(response)
    expect(await info(tokenIn(response), { ...page, cookie })).toBe(200)
    expect(JSON.stringify(response.result)).not.toContain(cookie.split('=')[1])
    const rows = await sql<{ row: string }>`select s::text as row from auth.sessions s`.execute(database.pools.api)
    expect(rows.rows.map(({ row }) => row).join()).not.toContain(cookie.split('=')[1])
  })

  test('is refused from another client: without the cookie, with another’s, or with an empty one', async () => {
    await at.customer('robbed')
    const own = await signIn('robbed')
    const token = tokenIn(own)
    const stranger = cookieIn(await signIn('robbed'))
    for (const headers of [
      {},
      page,
      { cookie: '' },
      { cookie: 'evenhand=' },
      { cookie: stranger },
      { cookie: `__Host-${cookieIn(own)}` },
    ])
      expect(await info(token, headers)).toBe(401)
    // Trying it so kept nothing from its owner.
    expect(await info(token, { cookie: `lang=en; ${cookieIn(own)}; other=1` })).toBe(200)
  })

  test('has a new cookie with every new token, and none after logout', async () => {
    await at.customer('rotated')
    const first = await signIn('rotated')
    const headers = { ...page, cookie: cookieIn(first) }
    const changed = await at.post(
      'user/repassword',
      { old: goodPassword, new: 'nine slow otters swim', confirm: 'nine slow otters swim' },
      { token: tokenIn(first), headers },
    )
    expect(cookieIn(changed)).toMatch(/^evenhand=/)
    expect(cookieIn(changed)).not.toBe(cookieIn(first))
    const token = tokenIn(changed)
    expect(await info(token, headers)).toBe(401)
    const out = await at.post('login/logout', {}, { token, headers: { ...page, cookie: cookieIn(changed) } })
    expect(cookieLines(out)).toEqual(['evenhand=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'])
    expect(await info(token, { cookie: cookieIn(changed) })).toBe(401)
  })

  test('is known over plain http too, where browsers send no Sec-Fetch headers but the origin of the page', async () => {
    await at.customer('network')
    const response = await signIn('network', { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' })
    expect(cookieIn(response)).toMatch(/^evenhand=/)
    expect(await info(tokenIn(response))).toBe(401)
  })

  test('of a registration is bound as well', async () => {
    const { token } = await at.customer('plain')
    expect(await info(token)).toBe(200)
    const code = await at.codeFor('bound-new@example.com')
    const form = { email: 'bound-new@example.com', password: goodPassword, confirm: goodPassword, code }
    const rest = { country: 'SG', adult: true, termsVersion: '2', lang: 'en' }
    const response = await at.post('login/register', { ...form, ...rest }, { headers: page })
    expect(await info(tokenIn(response))).toBe(401)
    expect(await info(tokenIn(response), { cookie: cookieIn(response) })).toBe(200)
  })

  test('over TLS has the prefix and is Secure; what a proxy that is not trusted reports changes nothing', async () => {
    await at.customer('secure')
    const request = { account: 'secure', password: goodPassword }
    const headers = { ...page, 'x-forwarded-proto': 'https' }
    const trusted = await at.post('login/login', request, { headers, ip: proxy })
    expect(cookieLines(trusted)[0]).toMatch(
      /^__Host-evenhand=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(cookieLines(await at.post('login/login', request, { headers }))[0]).toMatch(/^evenhand=/)
  })
})

test('a plain client gets a session without a cookie, Node’s own fetch included', async () => {
  await at.customer('program')
  for (const headers of [{}, { 'sec-fetch-mode': 'cors' }]) {
    const response = await signIn('program', headers)
    expect(cookieLines(response)).toEqual([])
    expect(await info(tokenIn(response))).toBe(200)
  }
})

test('live refuses a browser on plain http before its password is checked, and serves it behind a trusted proxy', async () => {
  const request = { account: 'nobody_live', password: 'wrong password here' }
  expect(await live.post('login/login', request, { headers: page })).toMatchObject({
    code: 40020,
    params: { fields: [{ field: 'connection', reason: 'insecure' }] },
  })
  expect(warned.join()).toContain('TRUST_PROXY')
  const headers = { ...page, 'x-forwarded-proto': 'https' }
  expect((await live.post('login/login', request, { headers, ip: proxy })).code).toBe(10004)
  expect((await live.post('login/login', request)).code).toBe(10004)
})

describe('a call that changes something', () => {
  const foreign = { code: 40020, params: { fields: [{ field: 'Origin', reason: 'foreign' }] } }
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of ours', { 'sec-fetch-site': 'same-site', origin: 'http://other.localhost' }],
    ['another site over plain http', { origin: 'http://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['something that is no address', { origin: 'evil' }],
    ['another port', { origin: 'http://localhost:81' }],
  ])('from %s is refused, whatever it carries', async (_, headers) => {
    const { token } = { token: 'A'.repeat(43) }
    expect(await at.post('login/login', { account: 'amy', password: goodPassword }, { headers })).toMatchObject(foreign)
    expect(await at.post('login/logout', {}, { token, headers })).toMatchObject(foreign)
    expect(await at.remove('user/sessions', { token, headers })).toMatchObject(foreign)
  })

  test.each([
    ['our page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }],
    ['our page over plain http', { host: '10.0.0.5:3000', origin: 'http://10.0.0.5:3000' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a program', {}],
  ])('from %s is served', async (_, headers) => {
    expect((await at.post('login/logout', {}, { headers })).code).toBe(401)
  })
})
