import { networkInterfaces } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openPage, takeViolations } from './browser.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** This machine as another one on the network sees it: plain http to something a browser does not trust. */
const onNetwork = (): string | undefined => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  return address === undefined ? undefined : `http://${address}:${new URL(origin).port}`
}

async function signInThroughTheForm(page: Page): Promise<string> {
  await page.goto('/pass/login')
  const form = page.locator('form').first()
  await form.locator('input').nth(0).fill('amy')
  await form.locator('input[type=password]').fill('amy-tries-things')
  await form.locator('button[type=submit]').click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
  return page.evaluate(() => localStorage.getItem('token') ?? '')
}

const infoFrom = (page: Page, token: string): Promise<number> =>
  page.evaluate(async (own) => {
    const headers = { 'Content-Type': 'application/json', Authorization: own }
    const response = await fetch('/swx/customer/user/getUserInfo', { method: 'POST', headers, body: '{}' })
    return ((await response.json()) as { code: number }).code
  }, token)

const infoElsewhere = async (token: string): Promise<number> => {
  const headers = { 'Content-Type': 'application/json', Authorization: token }
  const response = await fetch(`${origin}/swx/customer/user/getUserInfo`, { method: 'POST', headers, body: '{}' })
  return ((await response.json()) as { code: number }).code
}

test.each([
  ['on its own machine', () => origin],
  ['over plain http on the network', onNetwork],
])('a session that began in a browser %s is worth nothing to who steals its token', async (_, where) => {
  const address = where()
  if (address === undefined) return console.log('no network interface: not tried')
  const page = await openPage(browser, address, { lang: 'en', width: 375 })
  const token = await signInThroughTheForm(page)
  const cookie = (await page.context().cookies()).find(({ name }) => name.includes('evenhand'))
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('evenhand')
  expect(await infoFrom(page, token)).toBe(200)
  await page.reload()
  expect(await infoFrom(page, token)).toBe(200)
  expect(await infoElsewhere(token)).toBe(401)
  const thief = await openPage(browser, address, { lang: 'en', width: 375 })
  await thief.goto('/')
  expect(await infoFrom(thief, token)).toBe(401)
  expect(await infoFrom(page, token)).toBe(200)
  await Promise.all([page.context().close(), thief.context().close()])
})

test('a page of another site changes nothing, even with a token', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  const token = await signInThroughTheForm(page)
  // The same server under another name is another site to a browser.
  const other = await openPage(browser, origin.replace('localhost', '127.0.0.1'), { lang: 'en', width: 375 })
  await other.goto('/')
  const sent = await other.evaluate(
    async ([to, own]) => {
      const request = (type: string, headers: Record<string, string>): Promise<unknown> =>
        fetch(`${to}/swx/customer/login/logout`, {
          method: 'POST',
          headers: { 'Content-Type': type, ...headers },
          body: '{}',
          mode: type === 'text/plain' ? 'no-cors' : 'cors',
          credentials: 'include',
        }).catch(() => 'not sent')
      return [
        String(await request('text/plain', {})),
        await request('application/json', { Authorization: String(own) }),
      ]
    },
    [origin, token] as const,
  )
  expect(sent[1]).toBe('not sent')
  // Our own page on the other site may not even send a request, which its policy reports each time.
  const refused: string[] = []
  await expect.poll(() => refused.push(...takeViolations())).toBe(2)
  expect(refused.every((line) => line.includes(': connect-src '))).toBe(true)
  expect(await infoFrom(page, token)).toBe(200)
  await Promise.all([page.context().close(), other.context().close()])
})
