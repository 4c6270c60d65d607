import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { fieldOf, loginPath, openIdPeople, person } from '../../../../test/fixtures/openid-customers.ts'
import { goodPassword, type Response } from '../../../../test/fixtures/customers.ts'

const database = await testDatabase()
const social = await openIdPeople(database)
const { at, providers } = social
afterAll(async () => {
  await social.close()
  await database.close()
})
afterEach(() => {
  for (const provider of Object.values(providers)) provider.ways = {}
})

const { register, opened } = social
const tokenOf = (response: Response): string => (response.result as { token: string }).token

describe('a person the provider vouches for', () => {
  test('opens an account without a password and signs in with the same identity again', async () => {
    const browser = social.browser()
    const first = await social.signIn(browser, 'google', person('new'))
    expect(first).toMatchObject({ code: 40020, params: { email: 'new@mail.example', provider: 'google' } })
    expect(first.params).toMatchObject({
      fields: ['country', 'adult', 'termsVersion'].map((field) => ({ field, reason: 'missing' })),
    })
    const registered = await register(browser, first, { username: 'brand_new' })
    expect(registered).toMatchObject({
      code: 200,
      result: { user: { username: 'brand_new', email: 'new@mail.example', emailVerified: true, country: 'SG' } },
    })
    // The address at the provider has changed since: the identity is what counts.
    const again = await social.signIn(social.browser(), 'google', person('new', { email: 'other@mail.example' }))
    expect(again).toMatchObject({ code: 200, result: { user: { username: 'brand_new', email: 'new@mail.example' } } })
    expect(tokenOf(again)).not.toBe(tokenOf(registered))
    // The browser comes back to whichever process takes its connection.
    const begun = social.browser()
    const coming = await social.away(begun, 'google', { person: person('new') })
    expect(await social.elsewhere(begun).post(loginPath.google, coming)).toMatchObject({ code: 200 })
    expect((await at.post('login/login', { account: 'brand_new', password: goodPassword })).code).toBe(10004)
  })

  test('with Apple, whose flag is text, whose address is a relay and whose secret we sign', async () => {
    const relay = { email: 'x7@privaterelay.appleid.com', email_verified: 'true', is_private_email: 'true' }
    const browser = social.browser()
    const registered = await register(browser, await social.signIn(browser, 'apple', person('relayed', relay)))
    expect(registered).toMatchObject({ code: 200, result: { user: { email: 'x7@privaterelay.appleid.com' } } })
    const [, claims = ''] = (providers.apple.redeemed.at(-1)?.get('client_secret') ?? '').split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'TEAM',
      sub: 'a.client',
      aud: providers.apple.issuer,
    })
    // Later Apple may show nothing about the address.
    expect(await social.signIn(social.browser(), 'apple', { sub: 'sub-relayed' })).toMatchObject({ code: 200 })
  })

  test.each([
    ['country', { country: 'XX' }, '40020 country unknown'],
    ['a country where nothing is offered', { country: 'KP' }, '40001'],
    ['age', { adult: false }, '40022'],
    ['terms', { termsVersion: '0' }, '40020 termsVersion outdated'],
    ['user name', { username: 'a b' }, '10003'],
    ['invite code', { inviteCode: 'ZZZZZZ' }, '40020 inviteCode unknown'],
  ])('must declare: %s', async (name, more, refused) => {
    const browser = social.browser()
    const requested = await social.signIn(browser, 'google', person(`declares-${name.replaceAll(' ', '-')}`))
    expect(fieldOf(await register(browser, requested, more))).toBe(refused)
    // The token is as good as before.
    expect((await register(browser, requested)).code).toBe(200)
    expect(fieldOf(await register(browser, requested))).toBe('40020 registrationToken ended')
  })

  test('is invited by the code the sign-in began with', async () => {
    const { user } = await at.customer('inviter')
    const browser = social.browser()
    const coming = await social.away(browser, 'google', { person: person('invited') })
    const { inviteCode } = user as unknown as { inviteCode: string }
    await register(browser, await browser.post(loginPath.google, { ...coming, inviteCode: inviteCode.toLowerCase() }))
    expect(
      await database.asOwner(`select invited_by from accounts.customers where email = 'invited@mail.example'`),
    ).toEqual([{ invited_by: user.id }])
  })

  test('has ten minutes to register, and one account however often it is requested at once', async () => {
    const browser = social.browser()
    const slow = await social.signIn(browser, 'google', person('slow'))
    const requested = await social.signIn(browser, 'google', person('hasty'))
    const responses = await Promise.all(Array.from({ length: 20 }, () => register(browser, requested)))
    expect(responses.filter(({ code }) => code === 200)).toHaveLength(1)
    at.clock.advance(600_000)
    expect(fieldOf(await register(browser, slow))).toBe('40020 registrationToken ended')
  })

  test('a frozen customer is refused with the status, after the provider has vouched', async () => {
    await opened('to-freeze')
    await database.asOwner(
      `update accounts.customers set status = 'FROZEN_BY_USER' where email = 'to-freeze@mail.example'`,
    )
    expect(await social.signIn(social.browser(), 'google', person('to-freeze'))).toMatchObject({
      code: 10005,
      params: { status: 'FROZEN_BY_USER' },
    })
  })
})

describe('a browser comes back', () => {
  test('with a state that is none of its own, without a call to the provider', async () => {
    const [own, other] = [social.browser(), social.browser()]
    const coming = await social.away(own, 'google', { person: person('lured') })
    const [requested, shown] = [providers.google.redeemed.length, providers.apple.redeemed.length]
    const { cookies } = own
    const sealed = cookies.get('evenhand-google') ?? ''
    for (const cookie of ['', 'x'.repeat(300), `${sealed.slice(0, -4)}AAAA`, sealed.slice(0, 80)]) {
      other.cookies.set('evenhand-google', cookie)
      expect(fieldOf(await other.post(loginPath.google, coming))).toBe('40020 state unknown')
    }
    for (const state of ['', 'x', coming.state.toLowerCase(), `${coming.state}x`])
      expect(fieldOf(await own.post(loginPath.google, { ...coming, state }))).toBe('40020 state unknown')
    // Not to the other provider either, which would be shown a code that is not its own.
    own.cookies.set('evenhand-apple', sealed)
    expect(fieldOf(await own.post(loginPath.apple, coming))).toBe('40020 state unknown')
    expect(providers.apple.redeemed).toHaveLength(shown)
    expect(providers.google.redeemed).toHaveLength(requested)
    expect((await own.post(loginPath.google, coming)).code).toBe(40020)
    expect(providers.google.redeemed).toHaveLength(requested + 1)
  })

  test('twenty times at once with one state: the provider is queried once', async () => {
    const browser = social.browser()
    await opened('twenty')
    const coming = await social.away(browser, 'google', { person: person('twenty') })
    const before = providers.google.redeemed.length
    providers.google.ways = { careless: true }
    const sealed = browser.cookies.get('evenhand-google') ?? ''
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        browser.post(loginPath.google, coming, { headers: { cookie: `evenhand-google=${sealed}` } }),
      ),
    )
    expect(responses.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(responses.map(fieldOf).filter((field) => field === '40020 state used')).toHaveLength(19)
    expect(providers.google.redeemed).toHaveLength(before + 1)
  })

  test('after ten minutes', async () => {
    const browser = social.browser()
    const coming = await social.away(browser, 'google', { person: person('late') })
    at.clock.advance(600_000)
    expect(fieldOf(await browser.post(loginPath.google, coming))).toBe('40020 state expired')
  })

  test('with a code that was used, or was made for another client', async () => {
    const [victim, thief] = [social.browser(), social.browser()]
    const theirs = await social.away(victim, 'google', { person: person('robbed') })
    const own = await social.away(thief, 'google', { person: person('thief') })
    // A stolen code in the thief's own browser: it was made for another PKCE verifier and another nonce.
    expect(fieldOf(await thief.post(loginPath.google, { ...own, code: theirs.code }))).toBe('40020 code refused')
    const again = await social.away(thief, 'google', { person: person('thief') })
    providers.google.ways = { careless: true }
    expect(fieldOf(await thief.post(loginPath.google, { ...again, code: own.code }))).toBe('40020 code refused')
  })

  test('with the issuer of another provider', async () => {
    const browser = social.browser()
    for (const iss of [providers.apple.issuer, `${providers.google.issuer}/`]) {
      const coming = await social.away(browser, 'google', { person: person('mixed') })
      const response = await browser.post(loginPath.google, { ...coming, iss })
      expect([iss, fieldOf(response)]).toEqual([iss, '40020 code refused'])
    }
    const coming = await social.away(browser, 'google', { person: person('mixed') })
    expect((await browser.post(loginPath.google, { ...coming, iss: providers.google.issuer })).msg).toBe(
      'dataIncomplete',
    )
  })
})

test('the cookie is for this site alone and holds nothing one could read; the response is never kept', async () => {
  const browser = social.browser()
  const started = await browser.get('login/social/google/start')
  const { url } = started.result as { url: string }
  const line = String(started.headers['set-cookie'])
  expect(line).toMatch(/^evenhand-google=[A-Za-z0-9_-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/)
  expect(started.headers['cache-control']).toBe('no-store')
  const query = new URL(url).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    scope: 'openid email',
    client_id: 'g-client',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost/api/loginCallback/google',
  })
  for (const secret of ['state', 'nonce', 'code_challenge']) {
    expect(query.get(secret)?.length).toBeGreaterThan(40)
    expect(Buffer.from(line.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toContain(query.get(secret))
  }
  expect((await browser.get('login/social/apple/start')).result).toMatchObject({
    url: expect.stringContaining('response_mode=form_post'),
  })
})

test('the providers are listed; one that is not configured cannot be begun', async () => {
  expect((await at.get('login/social')).result).toEqual([
    { provider: 'google', simulated: false },
    { provider: 'apple', simulated: false },
  ])
  expect((await at.get('login/social/facebook/start')).code).toBe(40020)
  expect((await at.get('login/social/google/start?purpose=link')).code).toBe(401)
})
