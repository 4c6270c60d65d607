import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityProblems, openBrowser, openPage, overflow, textsOf, type Visit } from './browser.ts'
import { signUp } from './customer.ts'
import { visitsOf } from './visits.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

type Alerts = Record<string, string> & Record<'kind' | 'wrong' | 'rule' | 'beyond', Record<string, string>>
const alertTexts = (lang: string) => textsOf(lang, 'alerts') as unknown as Alerts
const visits: readonly Visit[] = [
  { lang: 'zh', width: 1920 },
  { lang: 'zh', width: 375 },
  { lang: 'en', width: 1920, theme: 'dark' },
  { lang: 'en', width: 375 },
]

async function openSheet(visit: Visit, signedIn = true): Promise<Page> {
  const page = await openPage(browser, origin, visit)
  if (signedIn) await signUp(page, origin)
  await page.goto('/cruuency?code=BTCUSDT')
  await page.getByRole('button', { name: textsOf(visit.lang, 'instrument')['alerts'] ?? '', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  return page
}

/** The alerts that the server holds for the customer of a page. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/swx/customer/alert', {
      headers: { Authorization: localStorage.getItem('token') ?? '' },
    })
    const { result } = (await response.json()) as { result: { kind: string; target: string; everyMinutes?: number }[] }
    return result.map(({ kind, target, everyMinutes = 0 }) => `${kind} ${target} ${everyMinutes}`)
  })

describe.each(visitsOf(visits))('price alerts in $lang at $width', (visit) => {
  test('are requested, listed and deleted, all by the keyboard where one likes', async () => {
    const t = alertTexts(visit.lang)
    const page = await openSheet(visit)
    const sheet = page.getByRole('dialog')
    const price = sheet.getByRole('textbox')
    // It begins at the present price.
    await expect.poll(() => price.inputValue()).toMatch(/^\d+\.\d\d$/)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await price.fill('999999.5')
    await sheet.getByRole('combobox').selectOption('240')
    await price.press('Enter')
    await sheet.getByRole('listitem').waitFor()
    await expect.poll(() => stored(page)).toEqual(['ABOVE 999999.50 240'])
    await sheet.getByRole('button', { name: t.kind['CHANGE'] ?? '' }).click()
    await expect.poll(() => price.inputValue()).toBe('5')
    await sheet.getByRole('button', { name: t['add'] ?? '', exact: true }).click()
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(2)
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet.getByRole('listitem').first().getByRole('button').click()
    await expect.poll(() => sheet.getByRole('listitem').count()).toBe(1)
    await expect.poll(() => stored(page)).toEqual(['ABOVE 999999.50 240'])
    const heading = sheet.getByRole('heading', { name: t['own'] ?? '' })
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.context().close()
  })
})

test('what is small beside a price is pressed by a finger anywhere within 44 px', async () => {
  const page = await openPage(browser, origin, { lang: 'ar', width: 375 })
  await page.goto('/cruuency?code=BTCUSDT')
  /** Whether a finger that is 21 px above or below the middle presses it. */
  const isPressed = (target: Locator) =>
    target.evaluate((one) => {
      one.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return [-21, 21].map((by) => one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2 + by)))
    })
  const { alerts, chart } = textsOf('ar', 'instrument') as unknown as { alerts: string; chart: Record<string, string> }
  for (const name of [alerts, chart['making'] ?? '']) {
    const chip = page.getByRole('button', { name })
    await chip.waitFor()
    expect(await isPressed(chip)).toEqual([true, true])
  }
  await page.goto('/pass/login')
  const help = page.getByRole('link', { name: textsOf('ar', 'common')['questions'] ?? '' })
  await help.waitFor()
  expect(await isPressed(help)).toEqual([true, true])
  await page.context().close()
})

test.each(['en', 'zh'])(
  'none of the chips beside a price takes a press that is meant for the next one (%s)',
  async (lang) => {
    const page = await openPage(browser, origin, { lang, width: 375 })
    await page.goto('/cruuency?code=BTCUSDT')
    const { alerts, chart } = textsOf(lang, 'instrument') as unknown as {
      alerts: string
      chart: Record<string, string>
    }
    /** Where a chip is pressed, which is more than its face. */
    const reachOf = async (name: string) => {
      const chip = page.getByRole('button', { name })
      await chip.waitFor()
      return chip.evaluate((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const beyond = getComputedStyle(one, '::before')
        const px = (text: string) => Number.parseFloat(text)
        return {
          left: left + px(beyond.left),
          right: right - px(beyond.right),
          top: top + px(beyond.top),
          bottom: bottom - px(beyond.bottom),
        }
      })
    }
    const [price, alert] = [await reachOf(chart['making'] ?? ''), await reachOf(alerts)]
    const isBeside = alert.left >= price.right || alert.right <= price.left
    expect(isBeside || alert.top >= price.bottom).toBe(true)
    await page.context().close()
  },
)

test('what is wrong with a price is shown under it, and the focus is there', async () => {
  const t = alertTexts('en')
  const page = await openSheet({ lang: 'en', width: 375 })
  const sheet = page.getByRole('dialog')
  const price = sheet.getByRole('textbox')
  const add = sheet.getByRole('button', { name: t['add'] ?? '', exact: true })
  for (const [text, problem] of [
    ['', t.wrong['empty']],
    ['64,123', t.wrong['malformed']],
    ['1.234', 'At most 2 decimals'],
  ] as const) {
    await price.fill(text)
    await add.click()
    await sheet.getByText(problem ?? '').waitFor()
    await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true')
  }
  expect(await accessibilityProblems(page)).toEqual([])
  await price.fill('1')
  await sheet.getByText(t.beyond['ABOVE'] ?? '').waitFor()
  await page.route('**/swx/customer/alert', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { code: 40038, msg: '', params: { limit: 'alerts', max: 50 }, traceId: 't' } })
      : route.continue(),
  )
  await add.click()
  await sheet.getByText(/at most 50 price alerts/).waitFor()
  await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.context().close()
})

test('a visitor is shown the way to sign in, and comes back to the instrument', async () => {
  const page = await openSheet({ lang: 'en', width: 375 }, false)
  const sheet = page.getByRole('dialog')
  expect(await accessibilityProblems(page)).toEqual([])
  await sheet.getByRole('link').first().click()
  await page.waitForURL(/\/pass\/login\?back=%2Fcruuency%3Fcode%3DBTCUSDT/)
  await page.context().close()
})
