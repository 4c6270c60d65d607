import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, openBrowser, openPage, overflow, textsOf, type Visit } from './browser.ts'
import { openAccount, signUp, type CustomerAccount } from './customer.ts'
import { visitsOf } from './visits.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

type ProfileTexts = {
  data: Record<string, string>
  close: Record<string, string>
  page: Record<string, string>
  transactions: Record<string, string> & { kinds: Record<string, string> }
}
const profileTexts = (lang: string) => textsOf(lang, 'profile') as unknown as ProfileTexts
type CommonTexts = Record<'theme' | 'rise' | 'account' | 'problem', Record<string, string>>
const common = textsOf('en', 'common') as unknown as CommonTexts

/** The settings that the server holds for the customer of a page. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/swx/customer/user/getUserInfo', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: localStorage.getItem('token') ?? '' },
      body: '{}',
    })
    const { result } = (await response.json()) as { result: Record<string, string> }
    return `${result['lang']} ${result['colorScheme']} ${result['riseColor']}`
  })

/** A browser that never chose anything. */
async function untouchedPage(): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en', viewport: { width: 1920, height: 1080 } })
  await context.addInitScript(() => sessionStorage.setItem('onboarding', '1'))
  return context.newPage()
}

async function signInByHand(page: Page, { email, password }: CustomerAccount): Promise<void> {
  await page.goto('/pass/login')
  await page.locator('input[autocomplete^="username"]').fill(email)
  await page.locator('input[type="password"]').fill(password)
  await page.locator('form button[type="submit"]').click()
  await page.waitForFunction(() => localStorage.getItem('isLogin') === '1')
}

test('what was chosen on one device is there on another', async () => {
  const account = await openAccount(origin)
  const first = await untouchedPage()
  await signInByHand(first, account)
  await first.goto('/profile/settings')
  await first.getByRole('radio', { name: common.theme['dark'] ?? '' }).check()
  await first.getByRole('radio', { name: common.rise['cvd'] ?? '' }).check()
  await first.goto('/profile/language')
  await first.locator('main').getByRole('button', { name: 'Deutsch' }).click()
  await expect.poll(() => stored(first)).toBe('de dark cvd')
  // The list of the account's pages is as wide as its longest name, which stays on one line.
  const pages = (textsOf('de', 'profile') as unknown as { pages: string }).pages
  const names = first.getByRole('navigation', { name: pages }).locator('a span.grow')
  const heights = () => names.evaluateAll((all) => new Set(all.map((name) => name.clientHeight)).size)
  await expect.poll(heights).toBe(1)
  const second = await untouchedPage()
  await signInByHand(second, account)
  await expect
    .poll(() => second.evaluate(() => ({ lang: document.documentElement.lang, ...document.documentElement.dataset })))
    .toMatchObject({ lang: 'de', theme: 'dark', rise: 'cvd' })
  await second.context().close()
  await first.context().close()
})

test('a visitor’s choices stay in the browser, and go to the account at sign-in', async () => {
  const account = await openAccount(origin)
  const page = await untouchedPage()
  await page.goto('/market')
  const requested: string[] = []
  page.on('request', (request) => void requested.push(request.url()))
  await page.evaluate(() => {
    localStorage.setItem('riseColor', 'green')
    localStorage.setItem('settingsUnsaved', '1')
  })
  await page.reload()
  expect(requested.filter((url) => url.includes('user/settings'))).toEqual([])
  await signInByHand(page, account)
  await expect.poll(() => stored(page)).toMatch(/ green$/)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['rise'])).toBe('green')
  await page.context().close()
})

test('a form keeps what was typed when the language changes in the middle of it', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/pass/login')
  await page.locator('input[autocomplete^="username"]').fill('somebody@example.com')
  await page.locator('input[type="password"]').fill('half a pass')
  const lang = () => page.evaluate(() => document.documentElement.lang)
  await page.evaluate(() => document.querySelector<HTMLElement>('[popovertarget=languages]')?.click())
  await page.getByRole('button', { name: '日本語' }).first().click()
  await expect.poll(lang).toBe('ja')
  await expect.poll(() => page.locator('input[autocomplete^="username"]').inputValue()).toBe('somebody@example.com')
  await expect.poll(() => page.locator('input[type="password"]').inputValue()).toBe('half a pass')
  await page.context().close()
})

test.each(
  visitsOf([
    { lang: 'zh', width: 375 },
    { lang: 'en', width: 1920 },
  ] as const),
)('settings hold how often the reality check shows, in $lang at $width', async ({ lang, width }) => {
  const page = await openOwn({ lang, width })
  await page.goto('/profile/settings')
  const { keys } = textsOf(lang, 'profile') as unknown as { keys: Record<string, string> }
  await page
    .getByRole('group', { name: keys['title'] ?? '' })
    .getByRole('radio', { name: keys['off'] ?? '', exact: true })
    .check()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shortcutKeys'))).toBe('0')
  await page.locator('main select').selectOption('30')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const headers = { Authorization: localStorage.getItem('token') ?? '' }
        const response = await fetch('/swx/customer/user/safeguards', { headers })
        return ((await response.json()) as { result: { realityCheckMin: number } }).result.realityCheckMin
      }),
    )
    .toBe(30)
  await shot(page, `settings-${lang}-${width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.context().close()
})

async function openOwn(visit: Visit): Promise<Page> {
  const page = await openPage(browser, origin, visit)
  await signUp(page, origin)
  return page
}
const shots = process.env['SHOTS']
const shot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

test.each(
  visitsOf([
    { lang: 'zh', width: 375 },
    { lang: 'zh', width: 1920 },
    { lang: 'en', width: 375 },
    { lang: 'en', width: 1920 },
    { lang: 'ar', width: 375 },
    { lang: 'ar', width: 1920 },
  ] as const),
)('transactions in $lang at $width: readable, whole and of the account in use', async ({ lang, width }) => {
  const page = await openOwn({ lang, width })
  const t = profileTexts(lang)
  await page.goto('/profile')
  await page
    .getByRole('region', { name: t.transactions['newest'] ?? '' })
    .getByText('10,000.00')
    .first()
    .waitFor()
  await shot(page, `profile-${lang}-${width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.goto('/profile/transactions')
  await page
    .locator('main')
    .getByText(t.transactions.kinds['OPENING'] ?? '')
    .last()
    .waitFor()
  await page.locator('main').getByText('+10,000.00').first().waitFor()
  await shot(page, `transactions-${lang}-${width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.context().close()
})

test('a filter is kept by the address; one that finds nothing can be cleared; the file arrives', async () => {
  const page = await openOwn({ lang: 'en', width: 1920 })
  const t = profileTexts('en').transactions
  await page.goto('/profile/transactions')
  await page.getByRole('combobox', { name: t['kind'] ?? '' }).selectOption('WIN')
  await page.getByText(t['nothingFound'] ?? '').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('WIN')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: t['clear'] ?? '' }).click()
  await page.getByText('+10,000.00').first().waitFor()
  const save = page.getByRole('button', { name: t['download'] ?? '' })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(download.suggestedFilename()).toBe('transactions-virtual.csv')
  await page.route('**/user/transactions**', (route) => route.abort())
  await save.click()
  await page.getByText(common.problem['download'] ?? '').waitFor()
  await page.reload()
  await page.getByText(t['safe'] ?? '').waitFor()
  await page.context().close()
})

/** Proves who sits here in the sheet that a call opened. */
async function prove(page: Page): Promise<void> {
  const password = page.getByRole('dialog').locator('input[type="password"]')
  await password.fill('seven quiet herons')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('dialog').locator('button[type="submit"]').click()
}

test.each(
  visitsOf([
    { lang: 'zh', width: 375 },
    { lang: 'en', width: 1920 },
    { lang: 'ar', width: 375 },
  ] as const),
)('all that is kept arrives as a file after a proof, in $lang at $width', async ({ lang, width }) => {
  const page = await openOwn({ lang, width })
  const { data } = profileTexts(lang)
  await page.goto('/profile/export')
  const download = page.getByRole('button', { name: data['download'] ?? '' })
  await download.waitFor()
  await shot(page, `export-${lang}-${width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await download.click()
  const arriving = page.waitForEvent('download')
  await prove(page)
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^evenhand-data-\d{4}-\d\d-\d\d\.json$/)
  const { tables } = JSON.parse(readFileSync((await file.path()) ?? '', 'utf8')) as { tables: Record<string, object[]> }
  expect(tables['accounts.customers']).toHaveLength(1)
  expect(tables['ledger.entries']).toEqual([expect.objectContaining({ amount: '10000.000000' })])
  // What breaks off is spoken of as a file: nothing is to be looked for among the orders.
  const { problem } = textsOf(lang, 'common') as unknown as { problem: Record<string, string> }
  await page.route('**/user/export', (route) => route.abort())
  await download.click()
  await page.getByText(problem['download'] ?? '').waitFor()
  await page.context().close()
})

test.each(
  visitsOf([
    { lang: 'zh', width: 375 },
    { lang: 'en', width: 1920 },
    { lang: 'ar', width: 375 },
  ] as const),
)('an account is closed by its customer, who sees what hinders, in $lang at $width', async ({ lang, width }) => {
  const page = await openOwn({ lang, width })
  const { close } = profileTexts(lang)
  await page.goto('/profile/close')
  const action = page.locator('main').getByRole('button', { name: close['action'] ?? '' })
  await action.waitFor()
  await shot(page, `close-${lang}-${width}`)
  expect(await overflow(page)).toBe(0)
  await page.evaluate(async () => {
    await fetch('/swx/customer/order/buyOptions', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: localStorage.getItem('token') ?? '',
        virtually: 'YES',
      },
      body: JSON.stringify({ code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '10' }),
    })
  })
  await action.click()
  await page.getByText(close['final'] ?? '').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: close['action'] ?? '' })
    .click()
  await prove(page)
  await page.getByText(close['openVirtual'] ?? '').waitFor()
  await shot(page, `close-hindered-${lang}-${width}`)
  expect(await accessibilityProblems(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('isLogin'))).toBe('1')
  await page.context().close()
})

test('a closed account leaves the browser signed out', async () => {
  const page = await openOwn({ lang: 'en', width: 1920 })
  const { close } = profileTexts('en')
  await page.goto('/profile/close')
  await page
    .locator('main')
    .getByRole('button', { name: close['action'] ?? '' })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: close['action'] ?? '' })
    .click()
  await prove(page)
  await page.getByText(close['done'] ?? '').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.context().close()
})
