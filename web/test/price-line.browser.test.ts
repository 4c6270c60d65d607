import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import en from '../src/texts/en/common.json' with { type: 'json' }
import { openBrowser, openPage, promised } from './browser.ts'
import { openConnection, type ConnectionProxy } from './connection-proxy.ts'

const server = inject('origin')
let browser: Browser
let connection: ConnectionProxy
let page: Page
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())
beforeEach(async () => {
  connection = await openConnection(server)
  page = await openPage(browser, connection.origin, { lang: 'en', width: 1920 })
  await page.goto('/')
  await dot(en.feed.live).waitFor()
  await page.locator('[role=tabpanel] li').nth(1).waitFor()
})
afterEach(async () => {
  await page.context().close()
  await connection.close()
})

const dot = (words: string) => page.locator('header').getByText(words, { exact: true })
const shownPrice = () => page.locator('[role=tabpanel] li').first().locator('bdi').nth(1).textContent()
type Row = { code: string; price: string; ts: number }
const serverRow = async (): Promise<Row> => {
  const code = await page.locator('[role=tabpanel] li').first().locator('bdi').first().textContent()
  const response = await fetch(`${server}/swx/customer/index/getMarketInfo/${code}`)
  return ((await response.json()) as { result: { item: Row } }).result.item
}
/** The server's clock has gone on by so much, as its prices show. */
const pass = async (ms: number) => {
  const { ts } = await serverRow()
  await expect
    .poll(async () => (await serverRow()).ts - ts, { timeout: promised(ms * 3), interval: 500 })
    .toBeGreaterThan(ms)
}
const isRight = async () => (await shownPrice())?.replaceAll(',', '') === (await serverRow()).price
const rightWithin = (timeout: number) => expect.poll(isRight, { timeout, interval: 100 }).toBe(true)

test('a connection that dies without a word is noticed by its silence and replaced', async () => {
  connection.deaden()
  await page
    .getByText(/^(Stale|Reconnecting)/)
    .first()
    .waitFor()
  await dot(en.feed.live).waitFor()
  await rightWithin(promised(3000))
})

test('a closed lid: everything is right within 3 s of opening it', async () => {
  const client = await page.context().newCDPSession(page)
  await client.send('Page.setWebLifecycleState', { state: 'frozen' })
  connection.deaden()
  await pass(8000)
  await client.send('Page.setWebLifecycleState', { state: 'active' })
  const opened = performance.now()
  await rightWithin(promised(3000))
  await dot(en.feed.live).waitFor({ timeout: promised(3000) })
  expect(performance.now() - opened).toBeLessThan(promised(4000))
})

test('a connection that was cut comes back by itself, and the lists are requested again', async () => {
  connection.cut()
  await dot(en.feed.connecting).waitFor({ timeout: promised(2000) })
  await page.getByText(en.feed.connectingBanner).waitFor({ timeout: promised(3000) })
  const before = await shownPrice()
  await pass(4000)
  await expect.poll(() => shownPrice()).toBe(before)
  const requested = page.waitForRequest(/listMarketByType/, { timeout: promised(6000) })
  connection.mend()
  await dot(en.feed.live).waitFor({ timeout: promised(3000) })
  await rightWithin(promised(3000))
  await requested
  await page.getByText(en.feed.connectingBanner).waitFor({ state: 'detached', timeout: promised(1000) })
})
