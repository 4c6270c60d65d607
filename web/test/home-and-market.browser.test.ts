import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityProblems, openBrowser, openPage, overflow, textsOf, type Visit } from './browser.ts'
import { visitsOf } from './visits.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const rows = (page: Page) => page.locator('[role=tabpanel] li')
/** Counts how many rows of the list came into the page at once, at most. */
const watchRows = (page: Page) =>
  page.addInitScript(() => {
    const row = '[role=tabpanel] li'
    const counted = { rowsAtOnce: 0 }
    Object.assign(globalThis, counted)
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
      const rowsOf = (node: Element) => [...(node.matches(row) ? [node] : []), ...node.querySelectorAll(row)]
      const { size } = new Set(added.flatMap(rowsOf))
      Object.assign(globalThis, { rowsAtOnce: Math.max(size, (globalThis as unknown as typeof counted).rowsAtOnce) })
    }).observe(document, { childList: true, subtree: true })
  })

const visits: readonly (Visit & { dir: string })[] = [
  { lang: 'zh', width: 1920, dir: 'ltr' },
  { lang: 'zh', width: 375, dir: 'ltr' },
  { lang: 'en', width: 1920, theme: 'dark', dir: 'ltr' },
  { lang: 'ar', width: 1920, dir: 'rtl' },
  { lang: 'ar', width: 375, theme: 'dark', dir: 'rtl' },
]

describe.each(visitsOf(visits))('home in $lang at $width', (visit) => {
  test('shows live prices in its language, fits, and is accessible', async () => {
    const page = await openPage(browser, origin, visit)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await watchRows(page)
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: textsOf(visit.lang, 'home')['title'] ?? '' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe(visit.dir)
    await rows(page).nth(19).waitFor({ state: 'attached' })
    // All at once they would keep a slow phone from handling a tap.
    expect(await page.evaluate(() => (globalThis as unknown as { rowsAtOnce: number }).rowsAtOnce)).toBe(6)
    const fold = visit.width === 375 ? 812 - 60 : 1080
    const thirdEnds = async () => {
      const third = await rows(page).nth(2).boundingBox()
      return third === null ? Infinity : third.y + third.height
    }
    await expect.poll(thirdEnds).toBeLessThanOrEqual(fold)
    const price = rows(page).first().locator('bdi').nth(1)
    const first = await price.textContent()
    await expect.poll(() => price.textContent()).not.toBe(first)
    const now = (textsOf(visit.lang, 'home') as unknown as { now: Record<string, string> }).now
    const live = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: now['convert'] ?? '' }) })
    // It is loaded when it comes into sight.
    await page.locator('footer').waitFor({ state: 'attached' })
    await page.locator('main').evaluate((main) => main.scrollIntoView({ block: 'end' }))
    await live.getByText(/1 BTC ≈ [\d.,]+\sUSDT/).waitFor()
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: now['books'] ?? '' }) })
      .getByText(/\d/)
      .waitFor()
    const { footer } = textsOf(visit.lang, 'common') as unknown as { footer: Record<string, string> }
    // A phone has the statements as a group of their own; no icons are shown while no address is set.
    const statements = page.locator('footer').getByRole('navigation', { name: footer['statements'] ?? '' })
    await expect.poll(() => statements.count()).toBe(visit.width === 375 ? 1 : 0)
    await expect.poll(() => page.locator('footer a[target=_blank]').count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    // At the end of the page what came late decides which row the bar of a phone covers by half.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await accessibilityProblems(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe.each(
  visitsOf([
    { lang: 'zh', width: 1920 },
    { lang: 'en', width: 375 },
    { lang: 'ar', width: 375 },
  ] as const),
)('markets in $lang at $width', (visit) => {
  test('a watchlist, five categories, search, sort and a link to the instrument', async () => {
    const page = await openPage(browser, origin, visit)
    await page.goto('/market')
    await rows(page).nth(10).waitFor()
    await expect.poll(() => page.getByRole('tab').count()).toBe(7)
    await page.getByRole('tab').nth(2).click()
    await expect.poll(() => rows(page).first().textContent()).toContain('EUR')
    await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('1')
    await page.getByRole('searchbox').fill('btcusdt')
    await expect.poll(() => rows(page).count()).toBeLessThan(5)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await rows(page).first().getByRole('link').click()
    await page.waitForURL(/\/cruuency\?/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ code: 'BTCUSDT', type: '2' })
    await page.context().close()
  })

  test('shows when nothing is found, and brings everything back', async () => {
    const page = await openPage(browser, origin, visit)
    await page.goto('/market?q=zzzzzz')
    const back = page.getByRole('button', { name: textsOf(visit.lang, 'market')['showAll'] ?? '' })
    await back.waitFor()
    await expect.poll(() => rows(page).count()).toBe(0)
    await back.click()
    await rows(page).nth(10).waitFor()
    await page.context().close()
  })
})

test('a sorted list is in order, and the address keeps the order', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/market?type=2&sort=-price')
  await rows(page).nth(5).waitFor()
  await expect.poll(async () => (await rows(page).allTextContents()).length).toBeGreaterThan(10)
  const fallen = async () => {
    const prices = await rows(page).locator('.text-15 bdi').allTextContents()
    return (prices[0]?.length ?? 0) - (prices[10]?.length ?? 0)
  }
  await expect.poll(fallen).toBeGreaterThanOrEqual(0)
  await page.context().close()
})
