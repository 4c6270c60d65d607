import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import instrument from '../src/texts/en/instrument.json' with { type: 'json' }
import { openBrowser, openPage } from './browser.ts'
import { buttonOf, chartOf, openChart, placeOn } from './chart-page.ts'
import { steeredMarket } from './steered-market.ts'

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

test('older candles arrive without a jump', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  const market = await steeredMarket(page, { code: 'BTCUSDT' })
  market.holdOlder()
  await openChart(page)
  const at = await placeOn(page, { x: 800, y: 200 })
  expect(market.olderRequests()).toBe(0)
  await page.mouse.move(at[0] - 1, at[1])
  // Requested with the first use of the chart, and put in place when the oldest candle is reached.
  await expect.poll(() => market.olderRequests()).toBe(1)
  const legend = chartOf(page).locator('xpath=preceding-sibling::p[1]')
  await chartOf(page).focus()
  for (let times = 0; times < 11; times += 1) await page.keyboard.press('PageUp')
  const walked = await legend.textContent()
  await page.mouse.move(...at)
  await expect.poll(() => legend.textContent()).not.toBe(walked)
  const before = await legend.textContent()
  market.letOlderThrough()
  await expect.poll(() => market.olderSent()).toBe(1)
  await page.mouse.move(at[0] + 1, at[1])
  await expect.poll(() => legend.textContent()).toBe(before)
  // They are there: the keyboard walks into them, beyond those that the chart opened with.
  await chartOf(page).focus()
  for (let times = 0; times < 12; times += 1) await page.keyboard.press('PageUp')
  await expect.poll(() => legend.textContent()).not.toBe(before)
  // Candle by candle: the hundreds that came are not jumped over, which would request the next ones.
  expect(market.olderRequests()).toBe(1)
  await page.mouse.move(...at)
  await page.context().close()
})
