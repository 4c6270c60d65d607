import type { Page } from 'playwright-core'
import { vi } from 'vitest'

export type SignedIn = { token: string; user: unknown }

async function request<R>(origin: string, path: string, body: object): Promise<R> {
  const response = await fetch(`${origin}/swx/customer/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { result: R }).result
}

/** A sandbox's own customer, signed in on the virtual account, as the browser would remember it. */
export async function signIn(page: Page, origin: string, name: 'amy' | 'ben' = 'amy'): Promise<void> {
  await remember(page, await request(origin, 'login/login', { account: name, password: `${name}-tries-things` }))
}

let opened = 0
const ownPassword = 'seven quiet herons'

/** A customer of the test's own, signed in likewise, whose balance no other journey touches. */
export async function signUp(page: Page, origin: string): Promise<void> {
  await remember(page, (await openAccount(origin)).signedIn)
}

export type CustomerAccount = { email: string; password: string; signedIn: SignedIn }

/** Opens an account for a customer who signs in by hand. */
export async function openAccount(origin: string): Promise<CustomerAccount> {
  const email = `own-${process.pid}-${++opened}@example.com`
  await request(origin, 'login/sendCode', { to: email, scene: 'register' })
  const form = await fetch(`${origin}/swx/customer/login/registerForm`)
  const { termsVersion } = ((await form.json()) as { result: { termsVersion: string } }).result
  const code = await mailedCode(origin, email)
  const password = ownPassword
  const requested = { email, password, confirm: password, code, country: 'NZ', adult: true, termsVersion, lang: 'en' }
  return { email, password, signedIn: await request(origin, 'login/register', requested) }
}

export async function remember(page: Page, result: SignedIn): Promise<void> {
  await page.context().addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token)
      localStorage.setItem('userInfo', user)
      localStorage.setItem('isLogin', '1')
      localStorage.setItem('virtual', '0')
    },
    [result.token, JSON.stringify(result.user)] as const,
  )
}

const readBefore = new Set<string>()

/**
 * The latest code a sandbox mailed to an address that was not read before; waits for it. A mail with a code has it on a
 * line of its own, and notices may come after it.
 */
export async function mailedCode(origin: string, to: string): Promise<string> {
  const unread = async (): Promise<string> => {
    for (const { text, at } of await mailsTo(origin, to)) {
      const code = /^\d{6}$/m.exec(text)?.[0]
      if (code === undefined) continue
      const message = `${to} ${at} ${code}`
      if (readBefore.has(message)) break
      readBefore.add(message)
      return code
    }
    throw new Error(`no code was mailed to ${to}`)
  }
  return vi.waitFor(unread, { timeout: 60_000 })
}

/** The mails a sandbox sent to an address, the newest first. */
export async function mailsTo(origin: string, to: string): Promise<{ text: string; at: number }[]> {
  const response = await fetch(`${origin}/sandbox/mails?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  })
  return (await response.json()) as { text: string; at: number }[]
}

/** Shows the page what a customer sees who has passed the questionnaires and thought a day; the server knows nothing of it. */
export const passSafeguards = (page: Page): Promise<unknown> =>
  page.route('**/user/safeguards', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { result: { products: object[] } }
    const products = body.result.products.map((product) => ({ ...product, needs: [] }))
    await route.fulfill({ response, json: { ...body, result: { ...body.result, products } } })
  })
