import type { PasskeyChallenge, PasskeyCreation } from '@evenhand/protocol/passkey-shapes.ts'
import type { ProofNeeded } from '@evenhand/protocol/second-factor.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openPage } from './browser.ts'
import { openAccount } from './customer.ts'
import { withPasskeyDevice } from './passkey-device.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

type Response<R> = { code: number; result: R; params: ProofNeeded }

/** A call as a page makes it, with its cookie. */
const call = <R>(page: Page, path: string, { token = '', ...body }: { token?: string; [name: string]: unknown }) =>
  page.evaluate(
    async ([to, own, request]) => {
      const headers = { 'Content-Type': 'application/json', ...(own === '' ? {} : { Authorization: own }) }
      const response = await fetch(`/swx/customer/${to}`, { method: 'POST', headers, body: JSON.stringify(request) })
      return (await response.json()) as never
    },
    [path, token, body] as const,
  ) as Promise<Response<R>>

const make = (page: Page, options: PasskeyCreation): Promise<unknown> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as never)
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON() as unknown
  }, options)

const response = (page: Page, options: PasskeyChallenge | undefined): Promise<unknown> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as never)
    return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON() as unknown
  }, options)

test('a real browser makes a passkey, proves with it, signs in with it beside the password and alone', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await withPasskeyDevice(page)
  await page.goto('/pass/login')
  const { email: account, password } = await openAccount(origin)
  const first = await call<{ token: string }>(page, 'login/login', { account, password })
  let { token } = first.result
  expect((await call(page, 'user/passkey/options', { token })).params).toEqual({ accepts: ['password'] })
  expect((await call(page, 'user/proof', { token, password })).code).toBe(200)

  const options = await call<PasskeyCreation>(page, 'user/passkey/options', { token })
  const made = await call<{ token: string; passkey: { id: string; name: string } }>(page, 'user/passkey/register', {
    token,
    passkey: await make(page, options.result),
  })
  expect(made).toMatchObject({ code: 200, result: { passkey: { name: 'Chrome · Linux' } } })
  // The session went on under a new token and a new cookie of this browser.
  expect((await call(page, 'user/getUserInfo', { token })).code).toBe(401)
  token = made.result.token
  expect((await call(page, 'user/getUserInfo', { token })).code).toBe(200)

  const needed = await call(page, 'login/login', { account, password })
  expect(needed).toMatchObject({ code: 40036, params: { accepts: ['passkey', 'recovery'] } })
  const beside = await response(page, needed.params.challenge)
  expect((await call(page, 'login/login', { account, password, passkey: beside })).code).toBe(200)

  const challenge = await call<PasskeyChallenge>(page, 'login/passkey/options', {})
  const alone = await response(page, challenge.result)
  const signedIn = await call<{ token: string; user: { email: string } }>(page, 'login/login', { passkey: alone })
  expect(signedIn).toMatchObject({ code: 200, result: { user: { email: account } } })

  token = signedIn.result.token
  const requested = await call(page, 'user/passkey/remove', { token, id: made.result.passkey.id })
  expect(requested).toMatchObject({ code: 40036 })
  const passkey = await response(page, requested.params.challenge)
  expect((await call(page, 'user/proof', { token, passkey })).code).toBe(200)
  expect((await call(page, 'user/passkey/remove', { token, id: made.result.passkey.id })).code).toBe(200)
  expect((await call(page, 'login/login', { account, password })).code).toBe(200)
  await page.context().close()
})
