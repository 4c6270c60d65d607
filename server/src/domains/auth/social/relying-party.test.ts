import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import type { Ways } from '../../../../test/openid-hostile.ts'
import { fieldOf, openIdPeople, person } from '../../../../test/fixtures/openid-customers.ts'
import { silentLog } from '../../../kernel/log.ts'

const database = await testDatabase()
const social = await openIdPeople(database)
const { providers } = social
afterAll(async () => {
  await social.close()
  await database.close()
})
afterEach(() => {
  for (const provider of Object.values(providers)) provider.ways = {}
})

const { browser } = await social.opened('known')

describe('a provider that lies', () => {
  const google = () => providers.google.issuer
  const lies: [string, () => Ways][] = [
    ['another nonce', () => ({ claims: { nonce: 'other' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'https://accounts.google.com' } })],
    ['the issuer with a slash', () => ({ claims: { iss: `${google()}/` } })],
    ['another audience', () => ({ claims: { aud: 'somebody-else' } })],
    ['many audiences for another party', () => ({ claims: { aud: ['g-client', 'x'], azp: 'x' } })],
    ['no audience', () => ({ claims: { aud: undefined } })],
    ['a token that has expired', () => ({ claims: { exp: 1_700_000_000 } })],
    ['a token that never expires', () => ({ claims: { exp: undefined } })],
    ['a token of the future', () => ({ claims: { nbf: 4_000_000_000 } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['an endless subject', () => ({ claims: { sub: 's'.repeat(300) } })],
    ['no signature', () => ({ signing: 'none' })],
    ['an HMAC under its public key', () => ({ signing: 'publicKey' })],
    ['another algorithm, announced and well signed', () => ({ signing: 'ES256' })],
    ['an algorithm it did not sign with', () => ({ header: { alg: 'PS256' } })],
    ['a key of its own making', () => ({ signing: 'otherKey' })],
    ['a broken signature', () => ({ signing: 'broken' })],
    ['a key it does not publish', () => ({ header: { kid: 'other' } })],
    ['critical extensions', () => ({ header: { crit: ['x'], x: 1 } })],
  ]

  test.each(lies)('%s: refused, without a sign-in', async (_what, ways) => {
    providers.google.ways = ways()
    expect(fieldOf(await social.signIn(browser, 'google', person('known')))).toBe('40020 code refused')
    providers.google.ways = {}
    expect((await social.signIn(browser, 'google', person('known'))).code).toBe(200)
  })

  test.each([
    ['false', { email_verified: false }],
    ['text', { email_verified: 'true' }],
    ['missing', { email_verified: undefined }],
    ['one', { email_verified: 1 }],
  ])('an address whose proof is %s', async (_what, more) => {
    for (const name of ['known', 'unproved'])
      expect(fieldOf(await social.signIn(browser, 'google', person(name, more)))).toBe('40020 email unverified')
  })

  test('no address, or none that a mail could go to', async () => {
    const stranger = social.browser()
    expect(fieldOf(await social.signIn(stranger, 'google', { sub: 'nameless' }))).toBe('40020 email missing')
    for (const email of ['a@b', 'a@b.example\r\nBcc: x@y.example', `${'a'.repeat(250)}@b.example`])
      expect(fieldOf(await social.signIn(stranger, 'google', person('odd', { email })))).toBe('40020 email malformed')
  })
})

test('what a discovery document names elsewhere is not called, and another issuer is unknown', async () => {
  for (const discovery of [
    { issuer: 'https://accounts.google.com' },
    { issuer: `${providers.google.issuer}/` },
    { token_endpoint: `${providers.apple.issuer}/token` },
    { jwks_uri: 'http://169.254.169.254/latest/meta-data' },
    { token_endpoint: 'file:///etc/passwd' },
  ]) {
    const fresh = await openIdPeople(database)
    fresh.providers.google.ways = {
      discovery: JSON.parse(
        JSON.stringify(discovery).replaceAll(providers.apple.issuer, fresh.providers.apple.issuer),
      ) as object as never,
    }
    const response = await fresh.browser().get('login/social/google/start')
    if (response.code === 200) {
      const refused = await fresh.signIn(fresh.browser(), 'google', person('new'))
      expect([discovery, fieldOf(refused)]).toEqual([
        discovery,
        expect.stringMatching(/^40020 (?:code refused|provider unreachable)$/),
      ])
    } else expect(fieldOf(response)).toMatch(/^40020 (?:code refused|provider unreachable)$/)
    expect(fresh.providers.apple.redeemed).toHaveLength(0)
    await fresh.close()
  }
})

// One second is long for loopback, and short for a test that waits for it twice.
const hasty = await openIdPeople(database, { timeoutMs: 1000 })
afterAll(() => hasty.close())
afterEach(() => void (hasty.providers.google.ways = {}))

const failures: [string, string, (path: string) => NonNullable<Ways['respond']>][] = [
  ['is silent', 'unreachable', (path) => ({ [path]: () => {} })],
  ['drips', 'unreachable', (path) => ({ [path]: (_, r) => void drip(r) })],
  ['floods', 'unreachable', (path) => ({ [path]: (_, r) => void r.end('x'.repeat(300_000)) })],
  ['is broken', 'unreachable', (path) => ({ [path]: (_, r) => void r.writeHead(503).end() })],
  ['hangs up', 'unreachable', (path) => ({ [path]: (_, r) => void r.destroy() })],
  ['redirects', 'unreachable', (path) => ({ [path]: (_, r) => void r.writeHead(302, { location: `${hasty.providers.apple.issuer}${path}` }).end() })],
  ['responds with a page', 'refused', (path) => ({ [path]: (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<p>') })],
  ['responds with a list', 'refused', (path) => ({ [path]: (_, r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('[]') })],
] // prettier-ignore

test.each(failures)('%s where tokens are given out: %s', async (_what, reason, ways) => {
  const caller = hasty.browser()
  const requested = hasty.providers.apple.redeemed.length
  await hasty.away(caller, 'google', { person: person('known') })
  hasty.providers.google.ways = { respond: ways('/token') }
  const response = await hasty.signIn(caller, 'google', person('known'))
  expect(fieldOf(response)).toBe(reason === 'unreachable' ? '40020 provider unreachable' : '40020 code refused')
  expect(hasty.providers.apple.redeemed).toHaveLength(requested)
})

const drip = (response: { write(text: string): void; closed: boolean }): void => {
  const timer = setInterval(() => (response.closed ? clearInterval(timer) : response.write(' ')), 50)
}

test('what failed is logged by its kind: no code, no token, no secret and no address', async () => {
  const lines: string[] = []
  const note = (...parts: unknown[]): void => void lines.push(JSON.stringify(parts))
  const people = await openIdPeople(database, { log: { ...silentLog, warn: note, error: note, info: note } as never })
  const secrets = ['g-secret', 'eyJ', 'known@mail.example']
  for (const ways of [
    { signing: 'otherKey' },
    { claims: { nonce: 'x' } },
    { respond: { '/token': hangUp } },
  ] as Ways[]) {
    const caller = people.browser()
    const coming = await people.away(caller, 'google', { person: person('known') })
    secrets.push(coming.code, coming.state, caller.cookies.get('evenhand-google') ?? '-')
    people.providers.google.ways = ways
    expect((await caller.post('login/loginByGoogle', coming)).code).toBe(40020)
    people.providers.google.ways = {}
  }
  expect(lines).toHaveLength(3)
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
  await people.close()
})
const hangUp = (_: unknown, response: { destroy(): void }): void => response.destroy()
