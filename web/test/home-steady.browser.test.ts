import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import ar from '../src/texts/ar/common.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow, textsOf, type Visit } from './browser.ts'
import { visitsOf } from './visits.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** Collects from the first paint on how much of the page jumped, and what. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { sum: 0, what: [] as string[] }
    Object.assign(globalThis, { shifts: seen })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        seen.sum += entry.value
        for (const { node } of entry.sources)
          seen.what.push(
            `${entry.value.toFixed(4)} ${node instanceof Element ? node.outerHTML.slice(0, 120) : String(node)}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
type Shifts = { sum: number; what: string[] }
const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts)

/** Gives the page figures as wide as they get, as of a business that does well: nothing may move for them either. */
const large: Record<string, string> = { volume24h: '385850.12', registeredUsers: '1234567', cryptoCount: '372' }
const withLargeFigures = (page: Page) =>
  page.route('**/customer/public/stats', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { result: { figures: { name: string; value: string | null }[] } }
    for (const figure of body.result.figures) figure.value = large[figure.name] ?? figure.value
    await route.fulfill({ response, json: body })
  })

const visits: readonly Visit[] = (['zh', 'en', 'ar'] as const).flatMap((lang) =>
  ([375, 1920] as const).map((width) => ({ lang, width })),
)

describe.each(visitsOf(visits))('in $lang at $width', (visit) => {
  test.each(['/', '/cruuency?code=BTCUSDT&type=2'])('%s does not jump while it loads', async (path) => {
    const page = await openPage(browser, origin, visit)
    await watchShifts(page)
    await withLargeFigures(page)
    await page.goto(path)
    await page.locator(path === '/' ? '[role=tabpanel] li >> nth=19' : 'canvas >> nth=0').waitFor({ state: 'attached' })
    const figures = page.locator('dd', { hasText: /\d/ })
    await figures.nth(path === '/' ? 3 : 0).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const { sum, what } = await shiftsOf(page)
    expect(sum, what.join('\n')).toBeLessThanOrEqual(0.02)
    await page.context().close()
  })
})

test('the page that the server sends has the list and its rows as boxes, before any script', async () => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, locale: 'en' })
  await context.addCookies([{ name: 'lang', value: 'en', url: origin }])
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: textsOf('en', 'home')['title'] ?? '' }).waitFor()
  await expect.poll(() => page.locator('.shell-desktop .skeleton').count()).toBeGreaterThan(8)
  await expect.poll(() => page.locator('.shell-desktop dd').allTextContents()).toEqual(['—', '—', '—', '—'])
  await context.close()
})

describe.each([
  { lang: 'zh', width: 1920 },
  { lang: 'en', width: 375 },
] as const)('figures in $lang at $width', (visit) => {
  test('lead to how each is computed, checked in this browser', async () => {
    // The record counts after its first minute.
    await expect
      .poll(async () => (await stats())['cryptoCount'], { timeout: 120_000, interval: 1000 })
      .toMatch(/^[1-9]\d*$/)
    const page = await openPage(browser, origin, visit)
    await page.goto('/')
    await expect.poll(() => page.locator('dd').allTextContents()).toContain((await stats())['cryptoCount'])
    await page.locator('main a[href="/transparency"]').click()
    await page.waitForURL(/\/transparency$/)
    const texts = textsOf(visit.lang, 'transparency') as unknown as {
      title: string
      signature: { right: string }
      terms: { version: string }
    }
    await page.getByRole('heading', { level: 1, name: texts.title }).waitFor()
    await page.getByText(texts.signature.right).waitFor()
    await expect.poll(() => page.locator('h2 + p').allTextContents()).toContain((await stats())['cryptoCount'])
    // The terms of options stand there whole, before and after any change.
    const terms = page.getByRole('group', { name: texts.terms.version.replace('{version}', '1') })
    await terms.locator('tbody tr').nth(9).waitFor()
    await page.locator('summary').first().click()
    await page.locator('pre').first().getByText('markets.instruments').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await page.context().close()
  })
})

async function stats(): Promise<Record<string, string | null>> {
  const response = await fetch(`${origin}/swx/customer/public/stats`)
  const { result } = (await response.json()) as { result: { figures: { name: string; value: string | null }[] } }
  return Object.fromEntries(result.figures.map(({ name, value }) => [name, value]))
}

test('with reduced motion the board of the phone moves nothing, and its last panel requests language and colours', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375, board: true })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const board = page.getByRole('dialog')
  await board.waitFor()
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 50)
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 80) : '')),
    )
  const next = board.getByRole('button').last()
  await next.click()
  expect(await moving()).toEqual([])
  await next.click()
  await board.getByRole('button', { name: 'Deutsch' }).waitFor()
  await expect.poll(() => board.getByRole('radio').count()).toBe(3)
  await board.getByRole('radio').nth(2).check()
  await expect.poll(() => page.locator('html').getAttribute('data-rise')).toBe('cvd')
  await board.getByRole('button', { name: 'Deutsch' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
  await next.click()
  await page.waitForURL(/\/pass\/register/)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('onboarding'))).toBe('1')
  await page.context().close()
})

test('what the server refuses is not requested again and again, what did not arrive is', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920, clock: true })
  const requests = { checks: 0, reserves: 0 }
  await page.route('**/public/checks', (route) => {
    requests.checks += 1
    return route.fulfill({ json: { code: 40039, msg: 'notFound', params: {}, traceId: 't' } })
  })
  await page.route('**/public/reserves', (route) => {
    requests.reserves += 1
    return route.abort()
  })
  await page.goto('/transparency')
  await expect.poll(() => requests.checks).toBe(1)
  for (const count of [2, 3, 4]) {
    await page.clock.fastForward(61_000)
    await expect.poll(() => requests.reserves).toBeGreaterThanOrEqual(count)
  }
  expect(requests.checks).toBe(1)
  await page.context().close()
})

test.each(['/', '/market'])(
  '%s requests its style sheet once more, and reports it where it does not come',
  async (path) => {
    const page = await openPage(browser, origin, { lang: 'ar', width: 375 })
    let lost = 1
    await page.route('**/assets/*.css', (route) => (lost-- > 0 ? route.abort() : route.continue()))
    await page.goto(path)
    const hasSheet = () => [...document.styleSheets].some(({ href }) => href?.endsWith('.css'))
    await expect.poll(() => page.evaluate(hasSheet)).toBe(true)
    await page.locator('nav a[aria-current=page]').first().waitFor()
    lost = Infinity
    await page.reload()
    await page.getByRole('alert').filter({ hasText: ar.state.loadFailed }).waitFor()
    lost = 0
    await page.getByRole('button', { name: ar.retry }).click()
    await page.locator('nav a[aria-current=page]').first().waitFor()
    await page.context().close()
  },
)
