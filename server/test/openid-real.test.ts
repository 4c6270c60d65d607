import { ClientSecretPost } from 'openid-client'
import { afterAll, describe, expect, test } from 'vitest'
import { apple, google, reachOnly } from '../src/domains/auth/index.ts'
import { mountFormReturn } from '../src/kernel/http/form-return.ts'
import { testDatabase } from './database.ts'
import { appleKeys, declaration, loginPath } from './fixtures/openid-customers.ts'
import { realProvider } from './openid-real.ts'
import { goodPassword, people, type Response } from './fixtures/customers.ts'

const vouched = (email: string, verified: boolean) => ({ email, email_verified: verified })
const known = {
  newcomer: vouched('newcomer@mail.example', true),
  owner: vouched('owner@example.com', true),
  unproved: vouched('unproved@mail.example', false),
}
const options = (provider: string) => ({
  clientId: `client-of-${provider}`,
  clientSecret: 'a secret of some length, as these are',
  returnsTo: `http://localhost/api/loginCallback/${provider}`,
  people: known,
})

const database = await testDatabase()
const real = { google: await realProvider(options('google')), apple: await realProvider(options('apple')) }
const reachable = ({ issuer }: { issuer: string }) => ({
  issuer,
  plainHttp: true,
  reach: reachOnly({ origins: [issuer] }),
})
const appleKey = { clientId: options('apple').clientId, teamId: 'TEAM', keyId: 'KEY', key: appleKeys.privateKey }
const at = people(database, {
  limits: false,
  providers: [
    // This provider has no page to choose an account.
    { ...google(options('google'), reachable(real.google)), requests: {} },
    // This provider knows no secrets that are signed anew each time.
    { ...apple(appleKey, reachable(real.apple)), authenticate: ClientSecretPost(options('apple').clientSecret) },
  ],
})
mountFormReturn(at.app, { path: '/api/loginCallback/apple', fields: ['code', 'state'] })
afterAll(async () => {
  await at.close()
  await Promise.all([real.google.close(), real.apple.close()])
  await database.close()
})

type Name = 'google' | 'apple'
type OAuthFlow = { cookie: string; coming: Record<string, string> }

async function oauthFlow(name: Name, account: string): Promise<OAuthFlow> {
  const started = await at.get(`login/social/${name}/start`, { headers: { host: 'localhost' } })
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
  const { to, fields } = await real[name].signIn((started.result as { url: string }).url, account)
  expect(to).toBe(options(name).returnsTo)
  if (name === 'google') return { cookie, coming: fields }
  // Apple's page posts from its own site: no cookie of ours comes with it.
  const posted = await at.app.inject({
    method: 'POST',
    url: '/api/loginCallback/apple',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: real.apple.issuer,
      'sec-fetch-site': 'cross-site',
    },
    payload: new URLSearchParams(fields).toString(),
  })
  expect(posted.statusCode).toBe(303)
  const { pathname, searchParams } = new URL(String(posted.headers['location']), 'http://localhost')
  expect(pathname).toBe('/api/loginCallback/apple')
  expect([...searchParams.keys()]).toEqual(['code', 'state'])
  return { cookie, coming: Object.fromEntries(searchParams) }
}
const finish = (name: Name, { cookie, coming }: OAuthFlow): Promise<Response> =>
  at.post(loginPath[name], coming, { headers: { host: 'localhost', cookie, 'sec-fetch-site': 'same-origin' } })
const signIn = async (name: Name, account: string): Promise<Response> => finish(name, await oauthFlow(name, account))

describe.each(['google', 'apple'] as const)('a certified provider as %s', (name) => {
  test('opens an account, signs in again, links an account that exists, and refuses what is not proved', async () => {
    const first = await signIn(name, 'newcomer')
    if (name === 'google') {
      const { registrationToken } = first.params as unknown as { registrationToken: string }
      const registered = await at.post('login/registerSocial', { registrationToken, ...declaration })
      expect(registered).toMatchObject({ code: 200, result: { user: { email: 'newcomer@mail.example' } } })
      expect((await signIn(name, 'newcomer')).code).toBe(200)
      await at.customer('owner')
    } else expect(first.code).toBe(40035)
    const requested = await signIn(name, 'owner')
    expect(requested.code).toBe(40035)
    const { linkToken } = requested.params as unknown as { linkToken: string }
    expect((await at.post('login/linkSocial', { linkToken, password: goodPassword })).code).toBe(200)
    expect(await signIn(name, 'owner')).toMatchObject({ code: 200, result: { user: { username: 'owner' } } })
    expect(await signIn(name, 'unproved')).toMatchObject({
      code: 40020,
      params: { fields: [{ field: 'email', reason: 'unverified' }] },
    })
  })

  test('a code is good once at the provider too, and only with our verifier', async () => {
    const going = await oauthFlow(name, 'owner')
    const other = await oauthFlow(name, 'owner')
    const crossed = { ...other.coming, code: going.coming['code'] ?? '' }
    expect((await finish(name, { cookie: other.cookie, coming: crossed })).code).toBe(40020)
    expect((await finish(name, going)).code).toBe(200)
    const third = await oauthFlow(name, 'owner')
    const again = { ...third.coming, code: going.coming['code'] ?? '' }
    expect((await finish(name, { cookie: third.cookie, coming: again })).code).toBe(40020)
  })
})

test('what one provider sent back is nothing to the other', async () => {
  const { cookie, coming } = await oauthFlow('google', 'owner')
  expect((await finish('apple', { cookie, coming })).code).toBe(40020)
  expect((await finish('apple', { cookie: cookie.replace('google', 'apple'), coming })).code).toBe(40020)
  expect((await finish('google', { cookie, coming: { ...coming, iss: real.apple.issuer } })).code).toBe(40020)
})

test('the provider’s own name for itself is checked where it comes, and not missed where it does not', async () => {
  const { cookie, coming } = await oauthFlow('google', 'owner')
  expect(coming['iss']).toBe(real.google.issuer)
  const { iss: _, ...rest } = coming
  expect((await finish('google', { cookie, coming: rest })).code).toBe(200)
  expect((await signIn('google', 'owner')).code).toBe(200)
})
