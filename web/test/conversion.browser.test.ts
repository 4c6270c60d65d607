import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import convert from '../src/texts/en/convert.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, promised } from './browser.ts'
import { signUp } from './customer.ts'
import { timeAt } from './sandbox-clock.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

test('a quote whose minute is over is marked so, and takes no confirmation any more', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
  await page.route('**/user/convert/quote', async (route) => {
    const result = { quoteId: crypto.randomUUID(), price: '57000.00', fee: '0.100000', receive: '0.00175263' }
    const expiresAt = (await timeAt(origin)) + promised(4_000)
    return route.fulfill({ json: { code: 200, result: { ...result, expiresAt }, traceId: 't' } })
  })
  await page.goto('/profile/balance?show=convert')
  await page.getByRole('textbox', { name: convert.amount, exact: true }).fill('100')
  await page.getByRole('button', { name: convert.quote }).click()
  await page.getByRole('button', { name: /^Convert now/ }).waitFor()
  await page.getByText(convert.ended).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Convert now/ }).count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: convert.again }).click()
  await page.getByRole('button', { name: /^Convert now/ }).waitFor()
  await page.context().close()
})
