import { languages } from '@evenhand/protocol/languages.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { features } from '../src/features.ts'
import { screensOf } from '../src/lib/feature.ts'
import en from '../src/texts/en/common.json' with { type: 'json' }
import chart from '../src/texts/de/chart.json' with { type: 'json' }
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import instrument from '../src/texts/en/instrument.json' with { type: 'json' }
import board from '../src/texts/en/onboarding.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { openAccount, remember } from './customer.ts'
import { markupProblems } from './markup-problems.ts'

// The sentences of the specification about screens, routes and what a browser keeps, one after the other.

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

type Meets = 'tabs' | 'bar' | 'none' | 'sign-in'
/** The 21 routes, and what a visitor on a phone meets: tab bar, a bar alone, no navigation, or the sign-in first. */
const routes: readonly (readonly [path: string, meets: Meets])[] = [
  ['/', 'tabs'],
  ['/market', 'tabs'],
  ['/trading', 'tabs'],
  ['/loan', 'tabs'],
  ['/nfts', 'tabs'],
  ['/profile', 'sign-in'],
  ['/cruuency?code=BTCUSDT', 'bar'],
  ['/profile/balance', 'sign-in'],
  ['/profile/balance/withdraw', 'sign-in'],
  ['/profile/invite', 'sign-in'],
  ['/profile/notification', 'sign-in'],
  ['/help', 'tabs'],
  ['/help/faq', 'tabs'],
  ['/help/notice', 'tabs'],
  ['/pass/register', 'bar'],
  ['/pass/login', 'bar'],
  ['/pass/reset', 'bar'],
  ['/detail?id=about&title=About', 'tabs'],
  ['/introduction', 'tabs'],
  ['/api/loginCallback/google', 'none'],
  ['/customerservice', 'bar'],
]
const screens = screensOf(features)
const built = new Set<string>(screens.map(({ path }) => path))
const customersScreens = screens.flatMap(({ path, isForCustomers }) => (isForCustomers === true ? [path] : []))
const fiveTabs = ['/', '/market', '/trading', '/nfts', '/profile']

const addressOf = (page: Page) => new URL(page.url())
const hrefsOf = (page: Page, within: string) =>
  page.locator(within).evaluateAll((links) => links.map((link) => link.getAttribute('href')))
const mainNav = `nav[aria-label="${en.nav.label}"]`

test('each of the 21 routes is met as specified on a phone of 320 px, and a path that is none leads home', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.setViewportSize({ width: 320, height: 700 })
  for (const [route, meets] of [...routes, ['/no/such/page?x=1', 'tabs'] as const]) {
    const path = route.replace(/\?.*/, '')
    await page.goto(route)
    const target = !built.has(path) ? '/' : meets === 'sign-in' ? '/pass/login' : path
    await page.waitForURL((url) => url.pathname === target)
    await page.locator('main :is(h1, h2, p):visible').first().waitFor()
    const seen = built.has(path) ? meets : 'tabs'
    const [tabs, bars] = [await page.locator(mainNav).count(), await page.locator('header > div.sticky').count()]
    expect([route, tabs, bars]).toEqual([route, seen === 'tabs' ? 1 : 0, seen === 'none' ? 0 : 1])
    expect([route, await overflow(page)]).toEqual([route, 0])
    expect([route, await markupProblems(await page.content())]).toEqual([route, []])
    // A visitor is shown the bell nowhere.
    expect(await page.getByRole('link', { name: /Notifications/ }).count()).toBe(0)
    if (/^[/]pass|Callback/.test(path)) expect([route, await page.locator('footer').count()]).toEqual([route, 0])
  }
  expect(await hrefsOf(page, `${mainNav} a`)).toEqual(fiveTabs)
  await page.context().close()
})

test('a desktop has the five tabs, eleven languages, and a list whose rows lead to their instrument', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.addInitScript(() => {
    const shared: ShareData[] = []
    Object.assign(globalThis, { shared })
    navigator.share = async (data) => void shared.push(data ?? {})
  })
  await page.goto('/')
  expect(await hrefsOf(page, `${mainNav} a`)).toEqual(fiveTabs)
  // The server's description of a page has the app's name of it.
  const served = async (path: string) =>
    /<title>([^<]*)/.exec(await (await fetch(origin + path, { headers: { accept: 'text/html' } })).text())?.[1]
  await expect.poll(() => page.title()).toBe(await served('/?lang=en'))
  for (const [name, path] of [
    [en.login, '/pass/login'],
    [en.register, '/pass/register'],
  ] as const)
    expect(await page.locator('header').getByRole('link', { name }).getAttribute('href')).toMatch(path)
  // Each card's button leads to its page.
  const starts = await hrefsOf(page, 'main h2 ~ a, main li a.text-accent-text')
  for (const path of ['/market', '/trading', '/nfts', '/profile']) expect(starts).toContain(path)
  const columns = page.locator('footer h2')
  await expect.poll(() => columns.allTextContents()).toEqual([en.footer.products, en.footer.company, en.footer.policy])
  expect(await hrefsOf(page, `footer nav[aria-label="${en.footer.products}"] a`)).toEqual([
    '/market',
    '/trading',
    '/nfts',
  ])

  await page.getByRole('button', { name: en.language.choose }).click()
  const names = page.getByRole('group', { name: en.language.choose }).getByRole('button')
  await expect.poll(() => names.count()).toBe(11)
  expect((await names.allTextContents()).map((name) => name.trim())).toEqual(languages.map(({ name }) => name))
  // The lists of the footer come anew in the language that was chosen, by the type of its list.
  const reloaded = page.waitForRequest(/index\/listContents\/1(?:\?|$)/)
  await names.filter({ hasText: 'Deutsch' }).click()
  expect((await reloaded).headers()['lang']).toBe('de')
  expect(await page.evaluate(() => [localStorage.getItem('lang'), document.documentElement.lang])).toEqual(['de', 'de'])

  const row = page.locator('[role=tabpanel] li a[href^="/cruuency"]').first()
  await row.waitFor()
  expect([...addressOf(page).searchParams.keys()]).toEqual([])
  await page.evaluate(() => scrollTo(0, 400))
  await row.click()
  await page.waitForURL((url) => url.pathname === '/cruuency')
  expect([...addressOf(page).searchParams.keys()].toSorted()).toEqual(['code', 'id', 'type'])
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  // The code decides: a wrong type and id are put right, an unknown code is reported, the right spelling leads here.
  await page.goto('/currency?code=btcusdt&type=5&id=nothing')
  await page.waitForURL(/\/cruuency\?code=BTCUSDT&type=2&id=(?!nothing)/)
  await expect.poll(() => page.title()).toBe(await served('/cruuency?code=BTCUSDT&lang=de'))
  // Its link opens in the language of who shares it, by the device's own sheet where there is one.
  await page.locator('footer').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: chart.share.button }).click()
  expect(await page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared)).toEqual([
    { title: expect.stringContaining('(BTCUSDT)') as string, url: `${origin}/cruuency?code=BTCUSDT&lang=de` },
  ])
  await page.goto('/cruuency?code=NO-SUCH&lang=en')
  await page.getByText(instrument.notListed.replace('{code}', 'NO-SUCH')).waitFor()
  expect(addressOf(page).searchParams.has('lang')).toBe(false)
  // A document that a document leads to begins at its top, though the path is the same.
  await page.goto('/detail?id=terms')
  const privacy = page.locator('footer a[href*="id=privacy"]')
  await privacy.scrollIntoViewIfNeeded()
  await privacy.click()
  await page.waitForURL(/id=privacy/)
  await expect.poll(() => page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([0, 'main'])
  // Loans have no tab of their own: they stand under the account's.
  await page.goto('/loan')
  await expect.poll(() => hrefsOf(page, `${mainNav} a[aria-current]`)).toEqual(['/profile'])
  await page.context().close()
})

test('width and user agent decide the layout, on load and on resize; the board comes to phones alone, and leads on', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920, board: true })
  await page.goto('/market')
  const layout = () => page.evaluate(() => document.documentElement.dataset['layout'])
  expect(await layout()).toBe('desktop')
  await page.setViewportSize({ width: 999, height: 800 })
  await expect.poll(layout).toBe('mobile')
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(layout).toBe('desktop')
  // The user agent is read on every resize: a browser's device mode changes it under an open page.
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; Tablet) AppleWebKit/537.36 Chrome/147.0 Safari/537.36'
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setUserAgentOverride', { userAgent })
  await page.setViewportSize({ width: 1366, height: 1024 })
  await expect.poll(layout).toBe('mobile')
  await page.context().close()

  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1366, height: 1024 },
    userAgent,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const tablet = await context.newPage()
  await tablet.goto('/?lang=en')
  await expect.poll(() => tablet.evaluate(() => document.documentElement.dataset['layout'])).toBe('mobile')
  const dialog = tablet.getByRole('dialog', { name: board.label })
  await dialog.waitFor()
  for (const name of [board.continue, board.continue, board.start]) await dialog.getByRole('button', { name }).click()
  await tablet.waitForURL(/\/pass\/register/)
  expect(await tablet.evaluate(() => sessionStorage.getItem('onboarding'))).toBe('1')
  // Nothing moves where the device wishes so.
  const moving = () =>
    tablet.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length)
  await expect.poll(moving).toBe(0)
  await context.close()
})

test('a screen is given up after 120 s and can be tried again; a request ends after 90 s in the specified words', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.clock.install()
  await page.addInitScript(() => {
    // The test decides when the time is over that a request is given.
    const timers: { ms: number; end: () => void }[] = []
    Object.assign(globalThis, { timers })
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      timers.push({ ms, end: () => controller.abort(new DOMException('late', 'TimeoutError')) })
      return controller.signal
    }
  })
  await page.goto('/market')
  await page.locator('[role=tabpanel] li').first().waitFor()
  const part = /assets\/plans-screen-.*\.js/
  const stall = { isOver: false }
  await page.route(part, (route) => (stall.isOver ? route.continue() : undefined))
  await page.locator(`${mainNav} a[href="/trading"]`).click()
  await page.clock.runFor(119_000)
  expect(await page.getByText(en.screen.failed).count()).toBe(0)
  await page.clock.runFor(2000)
  await page.getByText(en.screen.failed).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  stall.isOver = true
  // The first request is still on its way: what comes is a new one's.
  await page.getByRole('button', { name: en.retry }).click()
  await page.locator('main h1').waitFor()
  expect(new URL(page.url()).pathname).toBe('/trading')

  await page.goto('/pass/login')
  await page.route(/login\/login$/, () => {})
  await page.getByLabel(auth.account, { exact: true }).fill('amy')
  await page.getByLabel(auth.password, { exact: true }).fill('amy-tries-things')
  const sent = page.waitForRequest(/login\/login$/)
  await page.locator('main').getByRole('button', { name: auth.login.title, exact: true }).click()
  await sent
  const requested = await page.evaluate(() => {
    const { timers } = globalThis as unknown as { timers: { ms: number; end: () => void }[] }
    timers.at(-1)?.end()
    return timers.map(({ ms }) => ms)
  })
  expect(new Set(requested)).toEqual(new Set([90_000]))
  await page.getByText(en.problem.timeout).waitFor()
  await page.context().close()
})

test('token, customer and flag are kept in the browser, requested anew at a start, and a body of 401 ends them', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  const { signedIn } = await openAccount(origin)
  await remember(page, signedIn)
  const refreshed = page.waitForRequest(/user\/getUserInfo$/)
  await page.goto('/')
  const headers = (await refreshed).headers()
  expect([headers['authorization'], headers['virtually']]).toEqual([signedIn.token, 'YES'])
  await page.getByRole('link', { name: /Notifications/ }).waitFor()
  // Every screen of a customer is a valid document that fits a narrow phone, also while an order runs.
  await page.setViewportSize({ width: 320, height: 700 })
  const bought = await fetch(new URL('/swx/customer/order/buyOptions', origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: signedIn.token, virtually: 'YES' },
    body: JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '10' }),
  })
  expect(await bought.json()).toMatchObject({ code: 200 })
  await page.goto('/profile')
  await page.locator('[popovertarget=running-orders]').waitFor()
  expect(await overflow(page)).toBe(0)
  for (const path of customersScreens) {
    await page.goto(path)
    await page.locator('main :is(h1, h2, p):visible').first().waitFor()
    expect([path, await markupProblems(await page.content())]).toEqual([path, []])
    expect([path, await overflow(page)]).toEqual([path, 0])
  }
  await page.route(/user\/accounts/, (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"code":401,"msg":"sessionEnded","params":{}}' }),
  )
  await page.goto('/profile')
  await page.waitForURL(/\/pass\/login\?back=%2Fprofile/)
  expect(await page.evaluate(() => ['token', 'userInfo', 'isLogin'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
    null,
  ])
  await page.context().close()
})
