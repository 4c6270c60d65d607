import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import instrument from '../src/texts/en/instrument.json' with { type: 'json' }
import { openBrowser, openPage } from './browser.ts'
import { buttonOf, chartOf } from './chart-page.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

test('candles that did not come are reported, and a retry draws them with one request', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  let requested = 0
  await page.route(/getKValueByCodeAndDate\b(?!.*\bto=)/, (route) => {
    requested += 1
    return requested === 1 ? route.abort() : route.continue()
  })
  await page.goto('/cruuency?code=BTCUSDT')
  await page.getByText(instrument.chart.failed).waitFor()
  expect(requested).toBe(1)
  await buttonOf(page, common.retry).click()
  await page.getByText(instrument.chart.failed).waitFor({ state: 'detached' })
  await chartOf(page).getByText(common.state.loading).waitFor({ state: 'detached' })
  await chartOf(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.locator('p[aria-live=polite]').textContent()).toMatch(/open [\d,.]+, high/)
  expect(requested).toBe(2)
  await page.context().close()
})
