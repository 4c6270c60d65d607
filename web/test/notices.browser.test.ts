import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import codes from '../src/texts/en/codes.json' with { type: 'json' }
import notice from '@evenhand/protocol/texts/en/notice.json' with { type: 'json' }
import own from '../src/texts/en/notices.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { openAccount, remember, type CustomerAccount, type SignedIn } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const calls = `${origin}/swx/customer`
const json = { 'Content-Type': 'application/json' }

/** Signs in with a program that this account was not used with before: the customer is notified. */
async function signInElsewhere({ email, password }: CustomerAccount, program: string): Promise<SignedIn> {
  const headers = { ...json, 'User-Agent': `Mozilla/5.0 (${program}) AppleWebKit/605.1 Version/17.0 Safari/605.1` }
  const body = JSON.stringify({ account: email, password })
  const response = await fetch(`${calls}/login/login`, { method: 'POST', headers, body })
  return ((await response.json()) as { result: SignedIn }).result
}

async function openAs(signedIn: SignedIn, width: 375 | 1920, path: string): Promise<Page> {
  const page = await openPage(browser, origin, { lang: 'en', width })
  await remember(page, signedIn)
  await page.goto(path)
  return page
}

const bell = (page: Page, unread: number) =>
  page
    .getByRole('link', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true })
    .first()

test('what happens is shown on every page, and what one device has read is read on the other', async () => {
  const account = await openAccount(origin)
  const orderContext = await openAs(account.signedIn, 1920, '/market')
  await bell(orderContext, 1).waitFor()
  const elsewhere = await signInElsewhere(account, 'Macintosh; Intel Mac OS X 10_15_7')
  await bell(orderContext, 2).waitFor()
  await orderContext.getByRole('status').getByText(notice.login.new_device.title).waitFor()
  expect(await accessibilityProblems(orderContext)).toEqual([])

  const phone = await openAs(elsewhere, 375, '/')
  await bell(phone, 2).click()
  const rows = phone.getByRole('listitem').filter({ hasText: own.isUnread })
  await expect.poll(() => rows.count()).toBe(2)
  await phone.getByText(/Safari · macOS/).waitFor()
  expect(await accessibilityProblems(phone)).toEqual([])
  expect(await overflow(phone)).toBe(0)
  await phone.getByRole('link', { name: notice.login.new_device.title }).click()
  await phone.waitForURL(/\/profile\/security$/)
  await bell(orderContext, 1).waitFor()

  await bell(orderContext, 1).click()
  await orderContext.getByRole('button', { name: own.unreadOnly }).click()
  await expect
    .poll(() => orderContext.getByRole('main').locator('li').filter({ hasText: own.isUnread }).count())
    .toBe(1)
  const markAll = orderContext.getByRole('button', { name: own.markAll })
  await markAll.press('Enter')
  // Nothing is left to mark, and the keys go on from where they were.
  await expect.poll(() => markAll.isDisabled()).toBe(true)
  await expect.poll(() => markAll.evaluate((button) => button === document.activeElement)).toBe(true)
  await orderContext.getByText(own.noUnread).waitFor()
  await phone.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor()
  await expect.poll(() => phone.getByRole('link', { name: /unread/ }).count()).toBe(0)
  await Promise.all([orderContext.context().close(), phone.context().close()])
})

test('opening the page that a notice leads to reads it, on every device', async () => {
  const account = await openAccount(origin)
  const elsewhere = await signInElsewhere(account, 'Macintosh; Intel Mac OS X 10_15_7')
  const [orderContext, phone] = [await openAs(account.signedIn, 1920, '/market'), await openAs(elsewhere, 375, '/')]
  await Promise.all([bell(orderContext, 2).waitFor(), bell(phone, 2).waitFor()])
  await orderContext.goto('/profile/orders')
  await bell(orderContext, 2).waitFor()
  await orderContext.goto('/profile/security')
  await Promise.all([bell(orderContext, 1).waitFor(), bell(phone, 1).waitFor()])
  await Promise.all([orderContext.context().close(), phone.context().close()])
})

test('a category can be muted, and what protects the customer cannot, with the reason', async () => {
  const { signedIn } = await openAccount(origin)
  const page = await openAs(signedIn, 375, '/profile/notification')
  await page.getByRole('tab', { name: own.view.settings }).click()
  const box = (category: keyof typeof own.category, channel: 'inApp' | 'email') =>
    page.getByRole('checkbox', { name: `${own.category[category]}: ${own.prefs[channel]}`, exact: true })
  await box('ALERT', 'inApp').uncheck()
  await box('TRADE', 'email').check()
  await expect.poll(() => box('RISK', 'inApp').isDisabled()).toBe(true)
  await expect.poll(() => box('SECURITY', 'email').isDisabled()).toBe(true)
  await page.getByText(own.prefs.fixedBoth).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await expect
    .poll(async () => {
      const headers = { Authorization: signedIn.token }
      const response = await fetch(`${calls}/notification/preferences`, { headers })
      const { result } = (await response.json()) as { result: { category: string; inApp: boolean; email: boolean }[] }
      return result.flatMap(({ category, inApp, email }) => [
        ...(inApp ? [] : [category]),
        ...(email ? [category] : []),
      ])
    })
    .toEqual(['TRADE', 'SECURITY', 'ALERT'])
  await page.reload()
  await expect.poll(() => box('ALERT', 'inApp').isChecked()).toBe(false)
  await expect.poll(() => box('TRADE', 'email').isChecked()).toBe(true)
  await page.context().close()
})

test('a page whose session was ended elsewhere leaves, though it requested nothing', async () => {
  const { signedIn } = await openAccount(origin)
  const page = await openAs(signedIn, 1920, '/')
  await bell(page, 1).waitFor()
  const headers = { ...json, Authorization: signedIn.token }
  await fetch(`${calls}/login/logout`, { method: 'POST', headers, body: '{}' })
  await page.waitForURL(/\/pass\/login\?back=/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.context().close()
})

test('every tab of the browser shows that its session was ended elsewhere, also one on a public page', async () => {
  const { signedIn } = await openAccount(origin)
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1920, height: 1080 } })
  const trading = await context.newPage()
  await trading.addInitScript(() => sessionStorage.setItem('onboarding', '1'))
  await trading.goto('/pass/login')
  // Kept once and not before every load: what the page does to it is what counts.
  await trading.evaluate(
    ([token, user]) => {
      for (const [key, text] of Object.entries({ token, userInfo: user, isLogin: '1', virtual: '0', lang: 'en' }))
        localStorage.setItem(key, text)
      document.cookie = 'lang=en;path=/'
    },
    [signedIn.token, JSON.stringify(signedIn.user)] as const,
  )
  await trading.goto('/cruuency?code=BTCUSDT')
  const profile = await context.newPage()
  await profile.goto('/profile')
  await Promise.all([bell(trading, 1).waitFor(), bell(profile, 1).waitFor()])
  const headers = { ...json, Authorization: signedIn.token }
  await fetch(`${calls}/login/logout`, { method: 'POST', headers, body: '{}' })
  for (const page of [trading, profile]) {
    await page.getByText(codes.sessionEnded).first().waitFor()
    await page.waitForURL(/\/pass\/login\?back=/)
  }
  await context.close()
})

test('an order is followed by what is notified of it, in two tabs, without requesting again and again', async () => {
  const { signedIn } = await openAccount(origin)
  const first = await openAs(signedIn, 1920, '/profile/orders')
  const second = await first.context().newPage()
  await second.goto('/profile')
  await Promise.all([bell(first, 1).waitFor(), bell(second, 1).waitFor()])
  let lists = 0
  await first.route('**/order/listOptionsOrder*', (route) => {
    // The other account's are polled: no socket pushes them.
    if (route.request().headers()['virtually'] === 'YES') lists += 1
    return route.continue()
  })
  const headers = { ...json, Authorization: signedIn.token, virtually: 'YES', 'Idempotency-Key': 'a'.repeat(32) }
  const body = JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' })
  await fetch(`${calls}/order/buyOptions`, { method: 'POST', headers, body })
  await first.getByText('BTCUSDT').first().waitFor()
  await second
    .getByText(/9,995\.00/)
    .first()
    .waitFor()
  await first.waitForTimeout(8000)
  // Bought and entered: each is pushed once. Polling every five seconds would be more already.
  expect(lists).toBeLessThanOrEqual(3)
  await first.context().close()
})

test('without that line a page still counts what is unread, and requests orders by itself', async () => {
  const { signedIn } = await openAccount(origin)
  const page = await openPage(browser, origin, { lang: 'en', width: 375, clock: true })
  await page.routeWebSocket('**/ws', (line) => line.close({ code: 1013, reason: 'tooMany' }))
  await remember(page, signedIn)
  await page.goto('/profile/orders')
  await bell(page, 1).waitFor()
  const headers = { ...json, Authorization: signedIn.token, virtually: 'YES', 'Idempotency-Key': 'b'.repeat(32) }
  const body = JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '5' })
  await fetch(`${calls}/order/buyOptions`, { method: 'POST', headers, body })
  // Without a connection a page polls every half minute.
  await page.clock.fastForward(30_000)
  await page.getByText('BTCUSDT').first().waitFor()
  await page.context().close()
})
