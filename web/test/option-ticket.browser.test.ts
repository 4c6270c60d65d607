import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import instrument from '../src/texts/en/instrument.json' with { type: 'json' }
import orders from '../src/texts/en/orders.json' with { type: 'json' }
import tradeTexts from '../src/texts/en/trade.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow, textsOf, type Visit } from './browser.ts'
import { signIn } from './customer.ts'
import { visitsOf } from './visits.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const { ticket } = instrument
const visits: readonly Visit[] = [
  { lang: 'zh', width: 1920 },
  { lang: 'zh', width: 375 },
  { lang: 'ar', width: 1920, theme: 'dark' },
  { lang: 'de', width: 375, theme: 'dark' },
  { lang: 'ar', width: 375 },
]
const buy = '**/swx/customer/order/buyOptions'
const byKey = '**/swx/customer/order/byKey*'
const refusal = (code: number, params: object = {}) => ({ json: { code, msg: '', params, traceId: 'trace-1' } })

async function openTicket(name: 'amy' | 'ben' = 'amy', prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await prepare?.(page)
  await signIn(page, origin, name)
  await page.goto('/cruuency?code=ETHUSDT')
  await confirm(page).waitFor()
  return page
}
const confirm = (page: Page) => page.getByRole('button', { name: /^Confirm / })

describe.each(visitsOf(visits))('the instrument in $lang at $width', (visit) => {
  test('draws its chart, fits, and is accessible; the phone’s sheet needs no scrolling', async () => {
    const page = await openPage(browser, origin, visit)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await signIn(page, origin)
    await page.goto('/cruuency?code=BTCUSDT')
    await page.locator('[role=application] canvas').first().waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    if (visit.width === 375) {
      await page.locator('.fixed button:not([role=tab])').first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('textbox').waitFor()
      // The newest price stays in sight: the chart ends where the sheet begins.
      const uncovered = async () => {
        const [above, below] = await Promise.all([page.locator('[data-chart]').boundingBox(), sheet.boundingBox()])
        return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
      }
      await expect.poll(uncovered).toBeGreaterThanOrEqual(0)
      const [needed, shown] = await sheet.evaluate((dialog) => [dialog.scrollHeight, dialog.clientHeight])
      expect(needed).toBeLessThanOrEqual(shown ?? 0)
      expect(await accessibilityProblems(page)).toEqual([])
      if (visit.lang === 'zh') {
        // A long stake can be read whole beside the quick ones.
        await sheet.getByRole('textbox').fill('12345.67')
        const hidden = () => sheet.getByRole('textbox').evaluate((one) => one.scrollWidth - one.clientWidth)
        await expect.poll(hidden).toBeLessThanOrEqual(0)
        // The keyboard goes on at the button that brought the sheet.
        await page.keyboard.press('Escape')
        const opener = page.locator('.fixed button:not([role=tab])').first()
        await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
      }
      if (visit.lang === 'ar') {
        // The half of the day stands after the time, which in Arabic is to its left.
        const expiry = sheet.locator('bdi', { hasText: /[صم]$/ })
        await expect.poll(() => expiry.evaluate((time) => getComputedStyle(time).direction)).toBe('rtl')
      }
    }
    expect(faults).toEqual([])
    await page.context().close()
  })
})

test('the address is corrected, and a code that is not listed leads to the markets', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/currency?code=ethusdt&type=9&id=77')
  await page.waitForURL(/\/cruuency\?code=ETHUSDT&type=2&id=2$/)
  // A visitor's sheet has nothing to send with; the keyboard is in it all the same, and Escape ends it.
  await page.locator('.fixed button:not([role=tab])').first().click()
  await page.getByRole('dialog').getByRole('link', { name: common.register }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto('/cruuency?code=NOSUCH')
  await page.getByText('NOSUCH is not listed').waitFor()
  await page.getByRole('link', { name: instrument.toMarkets }).click()
  await page.waitForURL(/\/market/)
  await page.goto('/cruuency')
  await page.waitForURL('**/market')
  await page.context().close()
})

test('the keyboard reads candles, scrolls back into older ones, and a table shows the same', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  const requested: string[] = []
  page.on('request', (request) => request.url().includes('getKValue') && requested.push(request.url()))
  await page.goto('/cruuency?code=BTCUSDT')
  await page.locator('[role=application] canvas').first().waitFor()
  await page.locator('[role=application]').focus()
  await page.keyboard.press('ArrowLeft')
  const spoken = page.locator('p[aria-live=polite]')
  await expect.poll(() => spoken.textContent()).toMatch(/open [\d,.]+, high/)
  // Its first use requests older ones.
  await expect.poll(() => requested.filter((url) => url.includes('limit=500')).length).toBe(1)
  for (let times = 0; times < 15; times += 1) await page.keyboard.press('PageUp')
  await expect.poll(() => spoken.textContent()).toMatch(/open [\d,.]+, high/)
  await page.getByRole('button', { name: instrument.chart.table }).click()
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeGreaterThan(50)
  await page.context().close()
})

test('an amount that can be read in two ways is asked about; other digits are read and echoed', async () => {
  const page = await openTicket()
  const amount = page.getByLabel(ticket.amount, { exact: true })
  await amount.fill('5,000')
  await amount.blur()
  await page.getByText(instrument.amount.ambiguous).waitFor()
  await page.getByRole('button', { name: '5.00 USDT', exact: true }).click()
  await confirm(page).filter({ hasText: '5.00 USDT' }).waitFor()
  await amount.fill('١٢٫٥')
  await page.getByText(ticket.readAs).waitFor()
  await confirm(page).filter({ hasText: '12.50 USDT' }).waitFor()
  await amount.fill('1e3')
  await page.getByText(instrument.amount.malformed).waitFor()
  await page.context().close()
})

test('each refusal stands where it can be acted on', async () => {
  const page = await openTicket()
  const response = async (code: number, params: object = {}) => {
    await page.unroute(buy)
    await page.route(buy, (route) => route.fulfill(refusal(code, params)))
    await confirm(page).click()
  }
  await response(10026, { free: '1.000000' })
  const amount = page.getByLabel(ticket.amount, { exact: true })
  await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Reset the virtual balance' }).or(page.getByText(/reset/i)).first().waitFor()

  await response(40006, { quote: { payoutRate: '0.9' } })
  await page.getByText('Payout: 94.00% before, 90.00% now').waitFor()
  await page.getByRole('button', { name: orders.newTerms.decline }).click()

  await response(40029, { retryAfterS: 2 })
  await page.getByRole('button', { name: /^Next order in [12] s$/ }).waitFor()
  await confirm(page).waitFor()

  await response(40001, { country: 'GB' })
  await page
    .getByRole('dialog', { name: orders.refused.title })
    .getByText(/United Kingdom/)
    .waitFor()
  await page.keyboard.press('Escape')

  await response(10015, { reason: 'suspended' })
  await page.getByText(instrument.closed.title).waitFor()
  await expect.poll(() => confirm(page).count()).toBe(0)
  await page.getByRole('button', { name: instrument.closed.openAgain }).click()
  await confirm(page).waitFor()
  await page.context().close()
})

test('an order whose response is lost is found by its key and sent once', async () => {
  const page = await openTicket('ben')
  const keys: string[] = []
  await page.route(buy, async (route) => {
    keys.push((await route.request().allHeaders())['idempotency-key'] ?? '')
    await route.fetch()
    await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: refusal(10092).json })
  })
  await confirm(page).click()
  const row = page.locator('main li').filter({ hasText: 'EH' })
  await row.first().waitFor()
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  await expect.poll(() => row.count()).toBe(1)
  await page.context().close()
})

test('an order that never arrived is shown as not placed; while that is unknown, nothing more is sent', async () => {
  const page = await openTicket()
  await page.route(buy, (route) => route.abort())
  await page.route(byKey, (route) => route.abort())
  await confirm(page).click()
  await page.getByText(orders.unanswered.looking).waitFor()
  await page.getByText(orders.unanswered.unknown).waitFor()
  await expect.poll(() => confirm(page).isDisabled()).toBe(true)
  await page.unroute(byKey)
  await page.getByRole('button', { name: orders.unanswered.lookAgain }).click()
  await page.getByText(orders.unanswered.notPlaced).waitFor()
  await page.getByRole('link', { name: ticket.seeOrders }).click()
  await page.getByText(orders.list.title).first().waitFor()
  await page.context().close()
})

test('a connection that is lost closes the ticket with its reason, and its return opens it again', async () => {
  // Some of the page's files are still on their way when the connection is lost, such as the chart's: the ticket does without.
  let missing = 0
  const file = /\/assets\/price-chart-[^/]+\.js$/
  const page = await openTicket('amy', (fresh) => fresh.route(file, (route) => ((missing += 1), route.abort())))
  await expect.poll(() => missing).toBeGreaterThan(0)
  await page.context().setOffline(true)
  await page.getByText(instrument.closed.offline).waitFor()
  await page.unroute(file)
  await page.context().setOffline(false)
  await confirm(page).waitFor()
  await page.context().close()
})

test('a price older than five seconds is grey and closes the ticket with its reason', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signIn(page, origin)
  await page.routeWebSocket('**/message', () => {})
  await page.goto('/cruuency?code=ETHUSDT')
  await confirm(page).waitFor()
  // A read of the market over HTTP makes the price young again for a moment: all three are waited for together.
  const grey = page.locator('header bdi.text-fg3')
  const shown = () =>
    Promise.all([page.getByText(instrument.closed.stale), grey, confirm(page)].map((part) => part.count()))
  await expect.poll(shown).toEqual([1, 1, 0])
  await page.context().close()
})

test('another language and a narrower window keep what is chosen on the ticket, and keys choose', async () => {
  const page = await openTicket()
  // A narrow desktop has the chart's tools in two rows, none out of sight.
  await page.setViewportSize({ width: 1280, height: 800 })
  const chart = page.locator('[data-chart]')
  const ended = chart.getByRole('button', { name: tradeTexts.chart.ended })
  const inSight = async () => {
    const [frame, tool] = await Promise.all([chart.boundingBox(), ended.boundingBox()])
    return (tool?.x ?? Infinity) + (tool?.width ?? 0) < (frame?.x ?? 0) + (frame?.width ?? 0)
  }
  await expect.poll(inSight).toBe(true)
  // A chart that fills the window names its instrument and leads to the others, which fill it as well.
  const chartHeight = async () => (await chart.boundingBox())?.height ?? 0
  await chart.getByRole('button', { name: tradeTexts.chart.full }).click()
  await chart.locator('[popovertarget=instruments]').click()
  await page.locator('#instruments a').filter({ hasText: 'BNBUSDT' }).first().click()
  await page.waitForURL(/code=BNBUSDT/)
  await expect.poll(chartHeight).toBe(800)
  await chart.getByRole('button', { name: tradeTexts.chart.leaveFull }).click()
  await expect.poll(chartHeight).toBeLessThan(700)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(() => overflow(page)).toBe(0)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByLabel(ticket.amount, { exact: true }).fill('42')
  // Narrow for a moment, as in a drag of the window's edge, with the ticket out of sight.
  await page.setViewportSize({ width: 999, height: 900 })
  await page.locator('.fixed button:not([role=tab])').first().waitFor()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByRole('button', { name: common.language.choose }).click()
  await page.getByRole('button', { name: '日本語' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('form input').inputValue()).toBe('42')

  await page.locator('fieldset button').nth(2).click()
  await page.locator('h1').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-confirm'))).toBe(true)
  // Single keys can be turned off, and the hint goes with them.
  const trade = textsOf('ja', 'trade')
  const { up, down } = (textsOf('ja', 'instrument') as unknown as typeof instrument).ticket
  const direction = page.locator('form [role=group] [aria-pressed=true]').first()
  await page.getByText(trade['keys'] ?? '', { exact: true }).waitFor()
  await page.getByRole('button', { name: trade['keysOff'] ?? '', exact: true }).click()
  await page.getByText(trade['keys'] ?? '', { exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('b')
  await page.keyboard.press('/')
  await page.getByRole('button', { name: trade['keysOn'] ?? '', exact: true }).click()
  await expect.poll(() => direction.textContent()).toBe(down)
  await expect.poll(() => page.locator('#instruments:popover-open').count()).toBe(0)
  await page.keyboard.press('b')
  await expect.poll(() => direction.textContent()).toBe(up)
  await page.keyboard.press('s')
  await expect.poll(() => direction.textContent()).toBe(down)
  const chosen = () => page.locator('form [aria-pressed=true], [role=dialog] [aria-pressed=true]').allTextContents()
  const before = await chosen()
  await page.setViewportSize({ width: 999, height: 900 })
  await page.locator('.fixed button:not([role=tab])').first().waitFor()
  await page.keyboard.press('s')
  await page.getByRole('dialog').locator('input').waitFor()
  await expect.poll(() => page.getByRole('dialog').locator('input').inputValue()).toBe('42')
  await expect.poll(async () => (await chosen()).toSorted()).toEqual(before.toSorted())
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(() => page.locator('form input').inputValue()).toBe('42')
  await expect.poll(async () => (await chosen()).toSorted()).toEqual(before.toSorted())
  await page.context().close()
})
