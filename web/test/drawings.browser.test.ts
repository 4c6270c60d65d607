import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import chart from '../src/texts/en/chart.json' with { type: 'json' }
import instrument from '../src/texts/en/instrument.json' with { type: 'json' }
import { openBrowser, openPage, type Visit } from './browser.ts'
import { buttonOf, chartOf, openChart, placeOn } from './chart-page.ts'
import { signIn, signUp } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const { draw } = chart
const desktop: Visit = { lang: 'en', width: 1920 }
/** Presses the button that opens and closes the tools; on a phone it stands in a menu. */
async function pressDraw(page: Page): Promise<void> {
  const menu = page.locator('[popovertarget="chart-menu"]')
  if (page.viewportSize()?.width === 375) await menu.tap()
  await buttonOf(page, instrument.chart.draw).click()
}
async function openTools(page: Page): Promise<void> {
  await pressDraw(page)
  await buttonOf(page, draw.trendLine).waitFor()
}
/** Token and user as the page's browser remembers them. */
async function rememberedOf(page: Page): Promise<[string, string]> {
  await page.goto('/')
  return page.evaluate((): [string, string] => [
    localStorage.getItem('token') ?? '',
    localStorage.getItem('userInfo') ?? '',
  ])
}
/** What the server keeps on BTCUSDT for the customer of a token. */
async function storedFor(token: string): Promise<object[]> {
  const response = await fetch(`${origin}/swx/customer/chart/drawings?code=BTCUSDT`, {
    headers: { authorization: token },
  })
  return ((await response.json()) as { result: { drawings: object[] } }).result.drawings
}
const item = (kind: string, no: number) => `${kind} ${no}`

describe('drawings', () => {
  test('are drawn by mouse, chosen on the chart, and stand where they stood after another interval and a reload', async () => {
    const page = await openPage(browser, origin, desktop)
    await openChart(page)
    await openTools(page)
    await buttonOf(page, draw.trendLine).click()
    await page.mouse.click(...(await placeOn(page, { x: 400, y: 150 })))
    await page.mouse.click(...(await placeOn(page, { x: 800, y: 150 })))
    await buttonOf(page, item(draw.trendLine, 1)).waitFor()
    await buttonOf(page, draw.fibonacci).click()
    await page.mouse.move(...(await placeOn(page, { x: 500, y: 250 })))
    await page.mouse.down()
    await page.mouse.move(...(await placeOn(page, { x: 700, y: 200 })), { steps: 4 })
    await page.mouse.up()
    await buttonOf(page, item(draw.fibonacci, 2)).waitFor()
    const kept = await page.evaluate(() => localStorage.getItem('drawings'))
    await page.getByRole('button', { name: /^5m/ }).click()
    await page.getByRole('button', { name: /^1m/ }).click()
    await page.reload()
    await openTools(page)
    await buttonOf(page, item(draw.fibonacci, 2)).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drawings'))).toBe(kept)
    await page.getByRole('button', { name: /^1m/ }).click()
    // The trend line lies level, so it is found again at its height, wherever time has carried it.
    const line = buttonOf(page, item(draw.trendLine, 1))
    await expect
      .poll(async () => {
        await page.mouse.click(...(await placeOn(page, { x: 600, y: 150 })))
        return line.getAttribute('aria-pressed')
      })
      .toBe('true')
    await page.context().close()
  })

  test('are drawn, moved, deleted and taken back by keyboard alone, each step announced', async () => {
    const page = await openPage(browser, origin, desktop)
    await openChart(page)
    const announced = chartOf(page).locator('xpath=..').locator('p[aria-live=polite]')
    await buttonOf(page, instrument.chart.draw).focus()
    await page.keyboard.press('Enter')
    await buttonOf(page, draw.trendLine).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => chartOf(page).evaluate((node) => node === document.activeElement)).toBe(true)
    for (const key of ['PageUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => announced.textContent()).toBe(draw.said.placed)
    for (const key of ['ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expect.poll(() => announced.textContent()).toBe(draw.said.done)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => announced.textContent()).toMatch(/^Moved to /)
    await page.keyboard.press('Delete')
    await expect.poll(() => buttonOf(page, item(draw.trendLine, 1)).count()).toBe(0)
    await page.keyboard.press('Control+z')
    await buttonOf(page, item(draw.trendLine, 1)).waitFor()
    await page.context().close()
  })

  test('are drawn by finger, and the page stays where it is meanwhile', async () => {
    const page = await openPage(browser, origin, { lang: 'en', width: 375 })
    await openChart(page)
    await openTools(page)
    await buttonOf(page, draw.horizontalLine).tap()
    const touch = await page.context().newCDPSession(page)
    const [x, y] = await placeOn(page, { x: 150, y: 60 })
    const point = (dy: number) => ({ touchPoints: [{ x, y: y + dy }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...point(0) })
    for (const dy of [15, 30, 45]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...point(dy) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await buttonOf(page, item(draw.horizontalLine, 1)).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.context().close()
  })

  test('are chosen with the tools closed, too, deleted there and taken back', async () => {
    const page = await openPage(browser, origin, { lang: 'en', width: 375 })
    await openChart(page)
    await openTools(page)
    await buttonOf(page, draw.horizontalLine).tap()
    await page.touchscreen.tap(...(await placeOn(page, { x: 150, y: 100 })))
    await buttonOf(page, item(draw.horizontalLine, 1)).waitFor()
    await pressDraw(page)
    await buttonOf(page, draw.trendLine).waitFor({ state: 'detached' })
    await buttonOf(page, draw.delete).tap()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drawings'))).toBeNull()
    await buttonOf(page, draw.undo).tap()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drawings'))).toMatch(/horizontalLine/)
    await page.context().close()
  })

  test('of a guest move into the account at sign-in; no other customer sees them', async () => {
    const page = await openPage(browser, origin, desktop)
    await openChart(page, 'ETHUSDT')
    await openTools(page)
    await buttonOf(page, draw.horizontalLine).click()
    await page.mouse.click(...(await placeOn(page, { x: 500, y: 100 })))
    await buttonOf(page, item(draw.horizontalLine, 1)).waitFor()
    await page.getByText(draw.edit).waitFor()
    await signUp(page, origin)
    await openChart(page, 'ETHUSDT')
    await openTools(page)
    await page.getByText(draw.kept.kept).waitFor()
    await buttonOf(page, item(draw.horizontalLine, 1)).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drawings'))).toBeNull()
    const other = await openPage(browser, origin, desktop)
    await signUp(other, origin)
    await openChart(other, 'ETHUSDT')
    await openTools(other)
    await other.getByText(draw.kept.kept).waitFor()
    await expect.poll(() => buttonOf(other, item(draw.horizontalLine, 1)).count()).toBe(0)
    await page.context().close()
    await other.context().close()
  })

  test('in two tabs of one customer all stay', async () => {
    const first = await openPage(browser, origin, desktop)
    await signUp(first, origin)
    await openChart(first)
    const second = await first.context().newPage()
    await openChart(second)
    for (const page of [first, second]) {
      await openTools(page)
      await page.getByText(draw.kept.kept).waitFor()
    }
    const token = await second.evaluate(() => localStorage.getItem('token') ?? '')
    // The first is kept before the second draws, which learns of it only when its own is refused as outdated.
    for (const [no, page] of [first, second].entries()) {
      await buttonOf(page, draw.horizontalLine).click()
      await page.mouse.click(...(await placeOn(page, { x: 300, y: 80 + 60 * no })))
      await expect.poll(async () => (await storedFor(token)).length).toBe(no + 1)
    }
    await buttonOf(second, item(draw.horizontalLine, 2)).waitFor()
    await first.reload()
    await openTools(first)
    await buttonOf(first, item(draw.horizontalLine, 2)).waitFor()
    await first.context().close()
  })

  test('of one customer never reach another who signs in on the same page', async () => {
    const page = await openPage(browser, origin, desktop)
    await signIn(page, origin, 'amy')
    const amy = await rememberedOf(page)
    await openChart(page)
    await openTools(page)
    await page.getByText(draw.kept.kept).waitFor()
    const before = await page.getByRole('button', { name: /^Horizontal \d/ }).count()
    await buttonOf(page, draw.horizontalLine).click()
    await page.mouse.click(...(await placeOn(page, { x: 300, y: 120 })))
    await buttonOf(page, item(draw.horizontalLine, before + 1)).waitFor()
    const guest = await openPage(browser, origin, desktop)
    await signUp(guest, origin)
    const other = await rememberedOf(guest)
    // Another tab signs in as another customer: this one follows at once.
    await page.evaluate(([token, userInfo]) => {
      const put = (key: string, value: string) => {
        const oldValue = localStorage.getItem(key)
        localStorage.setItem(key, value)
        dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: value }))
      }
      put('userInfo', userInfo)
      put('token', token)
    }, other)
    await page.getByText(draw.kept.kept).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Horizontal \d/ }).count()).toBe(0)
    expect(await storedFor(other[0])).toEqual([])
    expect(amy[0]).not.toBe(other[0])
    await page.context().close()
    await guest.context().close()
  })
})
