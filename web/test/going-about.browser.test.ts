import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import en from '../src/texts/en/common.json' with { type: 'json' }
import home from '../src/texts/en/home.json' with { type: 'json' }
import onboarding from '../src/texts/en/onboarding.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, promised } from './browser.ts'
import { openConnection } from './connection-proxy.ts'
import { signUp } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

test('an unknown path goes to the home page, which states it, and back and forward end at the top', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/no/such/page?x=1')
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('status').getByText(home.pageMissing).waitFor()
  await page.locator('[role=tabpanel] li').nth(19).waitFor({ state: 'attached' })
  await page.evaluate(() => scrollTo(0, 900))
  await page.getByRole('navigation').getByRole('link', { name: en.nav.markets }).last().click()
  await page.waitForURL(/\/market/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.context().close()
})

test('the name of an instrument opens the others where a finger misses it by little', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/cruuency?code=BTCUSDT')
  const name = page.getByRole('heading', { level: 1 }).getByRole('button')
  const { x, y, width, height } = (await name.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  for (const from of [-21, 21]) {
    await page.touchscreen.tap(x + width / 2, y + height / 2 + from)
    await page.locator('#instruments:popover-open').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#instruments:popover-open').waitFor({ state: 'detached' })
  }
  await page.context().close()
})

test('changing the language changes every text, the direction, and what the server sends next', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/')
  await page.getByRole('button', { name: en.language.choose }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar')
  const cookies = await page.context().cookies()
  expect(cookies.find((cookie) => cookie.name === 'lang')?.value).toBe('ar')
  await page.context().close()
})

test('a lost connection shows at once on the dot, after 1.5 s in a banner, and all is right within 3 s of return', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/')
  const dot = page.locator('header').getByText(en.feed.live)
  await dot.waitFor()
  // When the page first shows what, by its own clock: a busy machine may check so late that both are there.
  await page.evaluate(
    (texts) => {
      const seen: Record<string, number> = {}
      Object.assign(globalThis, { seen })
      const look = (): void => {
        for (const text of texts) if (document.body.textContent.includes(text)) seen[text] ??= performance.now()
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    },
    [en.feed.offline, en.feed.offlineBanner],
  )
  await page.context().setOffline(true)
  await page
    .locator('header')
    .getByText(en.feed.offline, { exact: true })
    .waitFor({ timeout: promised(500) })
  const banner = page.getByText(en.feed.offlineBanner)
  await banner.waitFor({ timeout: promised(3000) })
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen)
  expect((seen[en.feed.offlineBanner] ?? 0) - (seen[en.feed.offline] ?? 0)).toBeGreaterThan(1000)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().setOffline(false)
  await dot.waitFor({ timeout: promised(3000) })
  await banner.waitFor({ state: 'detached', timeout: promised(1000) })
  await page.context().close()
})

test('an account page without a session leads to the login with the way back; an ended session too', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/profile')
  await page.waitForURL(/\/pass\/login\?back=%2Fprofile/)
  await page.evaluate(() => {
    localStorage.setItem('token', 'ended-long-ago')
    localStorage.setItem('userInfo', JSON.stringify({ username: 'lina' }))
    localStorage.setItem('isLogin', '1')
  })
  await page.goto('/profile/settings')
  await page.waitForURL(/\/pass\/login\?back=%2Fprofile%2Fsettings/)
  await expect
    .poll(() => page.evaluate(() => ['token', 'userInfo', 'isLogin'].map((key) => localStorage.getItem(key))))
    .toEqual([null, null, null])
  await page.context().close()
})

test('the board of the phone comes once a session and at the home page alone; Skip ends it there', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375, board: true })
  await page.clock.install()
  await page.goto('/market')
  await page.locator('[role=tabpanel] li').first().waitFor()
  await page.clock.runFor(2000)
  const board = page.getByRole('dialog', { name: onboarding.label })
  await expect.poll(() => board.count()).toBe(0)
  await page.getByRole('navigation').getByRole('link', { name: en.nav.home }).last().click()
  await page.clock.runFor(2000)
  await board.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await board.getByRole('button', { name: onboarding.skip }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.reload()
  await page.locator('[role=tabpanel] li').first().waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('onboarding'))).toBe('1')
  await expect.poll(() => board.count()).toBe(0)
  await page.context().close()
})

test('a content page shows its version and its text, and a page that is not there is reported as missing', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/detail?id=risk&title=Anything')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await expect.poll(() => page.title()).toContain('Evenhand')
  const login = page.locator('header').getByRole('link', { name: en.login })
  await expect.poll(() => login.getAttribute('href')).toBe('/pass/login?back=%2Fdetail%3Fid%3Drisk%26title%3DAnything')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.goto('/detail?id=nothing-here')
  await page.getByText('There is no such page').waitFor()
  await page.context().close()
})

test('a tab that was open across a release reloads once for the new files, and reports it when that does not help', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/')
  await page.locator('[role=tabpanel] li').nth(19).waitFor({ state: 'attached' })
  let loads = 0
  page.on('load', () => void loads++)
  await page.route(/assets\/detail-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.locator('footer').getByRole('link', { name: 'Risk warning' }).click()
  await page.getByRole('alert').waitFor()
  expect(loads).toBe(1)
  await page.unroute(/assets\/detail-.*\.js/)
  await page.context().close()
})

test('a reload without a network shows the page with prices and balance that were last known, marked as such', async () => {
  const line = await openConnection(origin)
  const page = await openPage(browser, line.origin, { lang: 'en', width: 375, worker: true })
  await signUp(page, origin)
  await page.goto('/market')
  const row = page.locator('[role=tabpanel] li').first()
  await row.waitFor()
  const isKept = () =>
    page.evaluate(async () => {
      const keys = new Set((await (await caches.open('evenhand')).keys()).map(({ url }) => url))
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      const parts = loaded.filter((url) => /\/assets\/|listMarketByType/.test(url))
      return keys.has(`${location.origin}/`) && parts.every((url) => keys.has(url))
    })
  await expect.poll(isKept).toBe(true)
  // What is the customer's own is kept from the second visit on, which the worker sees from its start.
  await page.reload()
  const ownKept = () =>
    page.evaluate(async () => (await (await caches.open('evenhand-own')).keys()).map(({ url }) => url))
  await expect.poll(ownKept).toContainEqual(expect.stringContaining('user/accounts'))
  line.cut()
  await page.reload()
  await row.waitFor()
  await page.getByText(en.feed.connectingBanner).waitFor()
  await page.getByText(en.feed.ownFrom.slice(0, 20)).waitFor()
  await page.locator('header').getByText('10,000').waitFor()
  await row.locator('.text-fg3.font-600').waitFor()
  line.mend()
  await page.getByText(en.feed.connectingBanner).waitFor({ state: 'detached' })
  await page.context().close()
  await line.close()
})
