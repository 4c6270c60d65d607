import { languages } from '@evenhand/protocol/languages.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { people, type Response } from '../../test/fixtures/customers.ts'
import { mountFormReturn } from '../kernel/http/form-return.ts'
import { createHttp } from '../kernel/http/http.ts'
import { openIdentityProviders } from '../app/identity-providers.ts'
import { localProviders } from './identity-provider-mount.ts'

const database = await testDatabase()
const local = localProviders({ configured: [], publicUrl: undefined })
const at = people(database, { limits: false, providers: local.providers })
local.mount(at.app)
mountFormReturn(at.app, { path: '/api/loginCallback/apple', fields: ['code', 'state'] })
afterAll(async () => {
  await at.close()
  await database.close()
})

type Page = { status: number; text: string; location: string }
const open = async (url: string, form?: Record<string, string>, lang = 'en'): Promise<Page> => {
  const { host, pathname, search } = new URL(url)
  const response = await at.app.inject({
    method: form === undefined ? 'GET' : 'POST',
    url: pathname + search,
    headers: {
      host,
      cookie: `lang=${lang}`,
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
  })
  return { status: response.statusCode, text: response.body, location: String(response.headers['location'] ?? '') }
}
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
/** The hidden fields of the first form of a page. */
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...(text.split('</form>')[0] ?? '').matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [unescaped(name), unescaped(value)],
    ),
  )

type Provider = 'google' | 'apple'
async function start(provider: Provider, host = 'localhost'): Promise<{ url: string; cookie: string }> {
  const started = await at.get(`login/social/${provider}/start`, { headers: { host } })
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
  return { url: (started.result as { url: string }).url, cookie }
}
/** From the button to our last response, as a browser goes, choosing a person by the address. */
async function signIn(provider: Provider, email: string, host = 'localhost'): Promise<Response> {
  const { url, cookie } = await start(provider, host)
  const chosen = await open(url, { ...fieldsOf((await open(url)).text), email })
  const back =
    provider === 'google'
      ? chosen.location
      : (await open(`http://${host}/api/loginCallback/apple`, fieldsOf(chosen.text))).location
  const coming = Object.fromEntries(new URL(back, `http://${host}`).searchParams)
  const path = provider === 'google' ? 'login/loginByGoogle' : 'login/loginByApple'
  return at.post(path, coming, { headers: { host, cookie } })
}
const register = (response: Response): Promise<Response> =>
  at.post('login/registerSocial', {
    registrationToken: (response.params as unknown as { registrationToken: string }).registrationToken,
    country: 'SG',
    adult: true,
    termsVersion: '2',
    lang: 'en',
  })

describe.each(['google', 'apple'] as const)('the stand-in for %s', (provider) => {
  test('lets a new person in, and the same one again at another address of the sandbox', async () => {
    const email = `new-${provider}@people.evenhand.example`
    const registered = await register(await signIn(provider, email))
    expect(registered).toMatchObject({ code: 200, result: { user: { email } } })
    const again = await signIn(provider, email, '192.168.1.20:3000')
    expect(again).toMatchObject({ code: 200, result: { user: { email } } })
  })

  test('leads the holder of an account to the proof of it', async () => {
    await at.customer(`known_${provider}`)
    expect((await signIn(provider, `known_${provider}@example.com`)).code).toBe(40035)
  })

  test.each(languages)('reports in $value what it is, and that it is not the other', async ({ value, tag, dir }) => {
    const { text } = await open((await start(provider)).url, undefined, value)
    const name = provider === 'google' ? 'Google' : 'Apple'
    expect(text).toContain(`<html lang="${tag}" dir="${dir}">`)
    expect(text.split(name).length).toBeGreaterThan(3)
    expect(text).not.toMatch(/undefined|\{name\}/)
    expect(text.match(/<button name="email"/g)).toHaveLength(3)
  })

  test('redirects to no address but ours', async () => {
    const { url } = await start(provider)
    for (const [name, value] of [
      ['redirect_uri', 'https://evil.example/'],
      ['redirect_uri', `http://localhost.evil.example/api/loginCallback/${provider}`],
      ['redirect_uri', `http://localhost/api/loginCallback/${provider}/../../x`],
      ['client_id', 'other'],
      ['response_type', 'token'],
      ['code_challenge_method', 'plain'],
      ['code_challenge', ''],
    ] as const) {
      const changed = new URL(url)
      changed.searchParams.set(name, value)
      const page = await open(changed.href)
      expect([name, page.status, page.location]).toEqual([name, 400, ''])
    }
  })

  test('writes what it was sent as text', async () => {
    const url = new URL((await start(provider)).url)
    url.searchParams.set('state', '"><script>alert(1)</script>')
    const page = await open(url.href)
    expect(page.text).not.toContain('<script>alert')
    const again = await open(url.href, { ...fieldsOf(page.text), email: '"><b>x' })
    expect([again.status, again.text.includes('<b>x')]).toEqual([422, false])
  })

  test('reports a person who cancels, and an address that is not verified', async () => {
    const { url } = await start(provider)
    const fields = fieldsOf((await open(url)).text)
    const left = await open(url, { ...fields, cancel: 'yes' })
    expect(left.location + left.text).toContain('access_denied')
    expect(left.location + left.text).not.toContain('code=')
    const { verified: _, ...unproved } = fields
    const chosen = await open(url, { ...unproved, email: 'a@b.example' })
    expect(chosen.status).toBe(provider === 'google' ? 303 : 200)
  })
})

test('a sandbox with an address of its own comes back to wherever the browser is, by that name or another', async () => {
  const publicUrl = 'https://sandbox.example'
  const known = localProviders({ configured: [], publicUrl })
  const there = people(database, { limits: false, providers: known.providers, publicUrl })
  known.mount(there.app)
  for (const [host, origin] of [
    ['sandbox.example', publicUrl],
    ['192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ] as const) {
    const started = await there.get('login/social/google/start', { headers: { host } })
    const { url } = started.result as { url: string }
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${origin}/api/loginCallback/google`)
    // A proxy has taken the TLS away, so the request comes over plain http.
    const { pathname, search } = new URL(url)
    expect((await there.app.inject({ url: pathname + search, headers: { host } })).statusCode).toBe(200)
  }
  await there.close()
})

test('a code is good once, for the verifier and the client it was made for', async () => {
  const { url } = await start('google')
  const codeOf = async (): Promise<string> => {
    const chosen = await open(url, { ...fieldsOf((await open(url)).text), email: 'a@b.example' })
    return new URL(chosen.location).searchParams.get('code') ?? ''
  }
  const token = 'http://localhost/sandbox/identity/google/token'
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: 'http://localhost/api/loginCallback/google',
    client_id: 'evenhand-sandbox',
    client_secret: 'guessed',
    code_verifier: 'x'.repeat(43),
  }
  expect((await open(token, { ...form, code: await codeOf() })).text).toContain('invalid_client')
  expect((await open(token)).status).toBe(405)
})

test('any OpenID client finds it by discovery', async () => {
  const page = await open('http://localhost/sandbox/identity/apple/.well-known/openid-configuration')
  const document = JSON.parse(page.text) as { issuer: string; jwks_uri: string }
  expect(document.issuer).toBe('http://localhost/sandbox/identity/apple')
  expect(JSON.parse((await open(document.jwks_uri)).text)).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256' }] })
  expect((await open(`${document.issuer}/elsewhere`)).status).toBe(404)
})

test('a live installation has none, and still accepts Apple’s form', async () => {
  const noProviders = { google: undefined, apple: undefined }
  const live = openIdentityProviders({
    config: { mode: 'live', social: noProviders, publicUrl: 'https://trade.example' },
    given: undefined,
  })
  expect(live.providers).toEqual([])
  const app = createHttp({ trustProxy: false })
  live.mount(app)
  for (const path of ['authorize', 'token', 'jwks', '.well-known/openid-configuration'])
    expect((await app.inject({ url: `/sandbox/identity/google/${path}` })).statusCode).toBe(404)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await app.inject({
    method: 'POST',
    url: '/api/loginCallback/apple',
    headers: form,
    payload: 'code=c&state=s',
  })
  expect(posted.headers['location']).toBe('/api/loginCallback/apple?code=c&state=s')
})
