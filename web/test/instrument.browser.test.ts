import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import chart from '../src/texts/en/chart.json' with { type: 'json' }
import common from '../src/texts/en/common.json' with { type: 'json' }
import marketTexts from '../src/texts/en/market.json' with { type: 'json' }
import instrument from '../src/texts/en/instrument.json' with { type: 'json' }
import orders from '../src/texts/en/orders.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow, promised, type Visit } from './browser.ts'
import { buttonOf, chartOf, openChart, placeOn } from './chart-page.ts'
import { signIn } from './customer.ts'
import { steeredMarket } from './steered-market.ts'
import { visitsOf } from './visits.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const { source, ticks } = chart
const desktop: Visit = { lang: 'en', width: 1920 }

describe('candles', () => {
  test('what is shown is of the candle under the mouse, also where a dragged chart glides on', async () => {
    const page = await openPage(browser, origin, desktop)
    await openChart(page)
    const [x, y] = await placeOn(page, { x: 300, y: 200 })
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 500, y, { steps: 5 })
    await page.mouse.up()
    const legend = chartOf(page).locator('xpath=preceding-sibling::p[1]')
    // A busy machine draws seldom: it stands still when many pictures have shown the same.
    const drawn = () =>
      page.evaluate(async () => {
        for (let left = 20; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      })
    let shown: string | null | undefined
    await expect
      .poll(async () => {
        const before = shown
        await drawn()
        shown = await legend.textContent()
        return shown === before
      })
      .toBe(true)
    await page.mouse.move(x + 501, y)
    await expect.poll(() => legend.textContent()).toBe(shown)
    await page.context().close()
  })

  test.each([
    ['a lid that was closed for ten minutes', true],
    ['a page that was frozen on a line that held', false],
  ])('%s leaves no hole, and the price is right within three seconds', async (_, isCut) => {
    const page = await openPage(browser, origin, desktop)
    const market = await steeredMarket(page, { code: 'BTCUSDT' })
    await openChart(page)
    await buttonOf(page, instrument.chart.table).click()
    const rows = page.getByRole('table').first().getByRole('row')
    await expect.poll(() => rows.count()).toBeGreaterThan(90)
    if (isCut) await market.sleep(600_000)
    const back = performance.now()
    if (isCut) market.wake()
    else await market.leap(600_000)
    const price = page.getByText(market.priceText()).first()
    await price.waitFor({ timeout: promised(3000) })
    await expect
      .poll(
        async () => {
          const texts = await rows.locator('th[scope=row]').allTextContents()
          return texts.slice(0, 12)
        },
        { timeout: promised(3000) },
      )
      .toEqual(market.newestMinutes(12))
    expect(performance.now() - back).toBeLessThan(promised(4000))
    await page.context().close()
  })
})

test('scrolling back ends at a bound, and states it', async () => {
  const page = await openPage(browser, origin, desktop)
  const market = await steeredMarket(page, { code: 'BTCUSDT' })
  await openChart(page)
  await chartOf(page).focus()
  for (let times = 0; times < 12; times += 1) await page.keyboard.press('-')
  await page.mouse.move(...(await placeOn(page, { x: 600, y: 150 })))
  const shown = page.getByText(instrument.chart.furthest)
  for (let times = 0; times < 600 && (await shown.count()) === 0; times += 1) await page.mouse.wheel(-2000, 0)
  await shown.waitFor()
  expect(market.olderRequests()).toBeLessThanOrEqual(40)
  await page.context().close()
})

test('an instrument that takes no new orders or was delisted shows which, why, since when, and in the operator’s words', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  let state = 'suspended'
  await page.route('**/getMarketInfo/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { result: { item: object } }
    const listing = { state, reason: 'venueHalt', note: 'Halted in New York', since: 1_795_262_400_000 }
    const item = { ...body.result.item, listing, session: { open: false, until: null, reason: 'suspended' } }
    await route.fulfill({ response, json: { ...body, result: { ...body.result, item } } })
  })
  await openChart(page)
  await page.getByText(/^No new orders since .+ Reason: /).waitFor()
  await page.getByText('Halted in New York').waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  state = 'delisted'
  await page.reload()
  await page.getByText(/^Delisted since .+ Reason: /).waitFor()
  await page.getByText(marketTexts.session.delisted, { exact: true }).waitFor()
  await page.context().close()
})

test('how a price is made: each source, why one is left out, and nothing that a reader of tables would miss', async () => {
  const page = await openPage(browser, origin, desktop)
  await page.route('**/getPriceSources*', (route) =>
    route.fulfill({
      json: {
        code: 200,
        traceId: 't',
        result: {
          code: 'BTCUSDT',
          price: '48315.55',
          ts: 1_795_262_400_000,
          seq: 77,
          feedKind: 'thin',
          open: true,
          sources: [
            { name: 'binance', label: 'Binance', mid: '48310.10', ageMs: 310, used: true, state: 'used' },
            { name: 'okx', label: 'OKX', mid: '48321.00', ageMs: 800, used: true, state: 'used' },
            { name: 'kraken', label: 'Kraken', mid: '48900.00', ageMs: 1500, used: false, state: 'outlier' },
            {
              name: 'coinbase',
              label: 'Coinbase',
              mid: '53000.00',
              ageMs: 200,
              used: false,
              state: 'dropped',
              reason: 'lied',
              since: 1_795_262_380_000,
              until: 1_795_262_460_000,
            },
          ],
        },
      },
    }),
  )
  await openChart(page)
  await page.getByRole('button', { name: instrument.chart.making }).click()
  const drawer = page.getByRole('dialog', { name: instrument.chart.making })
  await drawer.getByText('2 of 4 sources used').waitFor()
  const dropped = drawer.getByRole('row', { name: /Coinbase/ })
  await dropped.getByText(source.state.dropped).waitFor()
  await dropped.getByText(source.fault.lied).waitFor()
  await expect.poll(() => dropped.getByRole('cell').allTextContents()).toEqual(['53,000.00', '+9.695%', '0 s'])
  await expect.poll(() => drawer.getByRole('row', { name: /Kraken/ }).textContent()).toContain(source.state.outlier)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(instrument.chart.making)
  await page.context().close()
})

test('a simulated price shows that it is of no market', async () => {
  const page = await openPage(browser, origin, desktop)
  await openChart(page)
  await page.getByRole('button', { name: instrument.chart.making }).click()
  await page.getByRole('dialog').getByText(source.made.noSource).waitFor()
  await page.context().close()
})

test('the ticks behind the chart are saved with proofs that the verifier accepts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-ticks-'))
  const page = await openPage(browser, origin, desktop)
  await openChart(page)
  await expect
    .poll(
      async () => {
        const day = await page.evaluate(() => new Date().toISOString().slice(0, 10))
        const response = await fetch(`${origin}/swx/customer/public/ticks/BTCUSDT/${day}`)
        return ((await response.json()) as { result: { segments: object[] } }).result.segments.length
      },
      { timeout: 150_000, interval: 1000 },
    )
    .toBeGreaterThan(0)
  await buttonOf(page, instrument.chart.ticks).click()
  await buttonOf(page, ticks.start).click()
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    const file = join(folder, download.suggestedFilename())
    await download.saveAs(file)
    return file
  }
  const json = await save(ticks.json)
  const keys = join(folder, 'keys.json')
  writeFileSync(keys, await (await fetch(`${origin}/swx/customer/public/keys`)).text())
  const verifier = fileURLToPath(new URL('../../tools/src/verify.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [verifier, 'ticks', json, '--key', keys, '--lang', 'en'], {
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^[1-9][0-9]* ticks of .* proved/)
  expect(status).toBe(0)
  const lines = readFileSync(await save(ticks.csv), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toBe('time,seq,price,kind,late')
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,\d+,[\d.]+,simulated,$/)
  const count = Number(/^[0-9]+/.exec(stdout)?.[0])
  expect(lines.length - 1).toBe(count)

  // The page for anybody finds the same, and that a price that was touched is not the sealed one.
  await page.goto('/verify')
  const saved = readFileSync(json, 'utf8')
  const touched = saved.replace(/(?<=\[\d+, ?\d+, ?")\d/, (digit) => `${(Number(digit) + 1) % 10}`)
  const drop = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await drop('saved.json', saved)
  await page.getByText(`${count.toLocaleString('en')} prices in`).waitFor()
  await page.getByText(orders.receipt.right).waitFor()
  await drop('touched.json', touched)
  await page.getByText(`${orders.finding.seal} minute of`).waitFor()
  await page.context().close()
  rmSync(folder, { recursive: true })
})

test('a download that breaks off is reported and can be tried again; one of more than a day is bounded', async () => {
  const page = await openPage(browser, origin, desktop)
  await openChart(page)
  // Waited for from before the press: on a fast server it comes while the canvas is looked for.
  const days = page.waitForResponse((response) => response.url().includes('interval=1d'))
  await page.getByRole('button', { name: /^1d/ }).click()
  await expect.poll(() => page.locator('[role=application] canvas').count()).toBeGreaterThan(0)
  await days
  await page.route('**/public/ticks/**', (route) => route.abort())
  await buttonOf(page, instrument.chart.ticks).click()
  await page.getByText(ticks.tooLong).waitFor()
  await buttonOf(page, ticks.start).click()
  await page.getByText(ticks.failed).waitFor()
  await buttonOf(page, common.retry).waitFor()
  await page.context().close()
})

const visits: readonly Visit[] = [
  { lang: 'zh', width: 1920 },
  { lang: 'en', width: 375, theme: 'dark' },
  { lang: 'ar', width: 1920, theme: 'dark' },
  { lang: 'ar', width: 375 },
]
describe.each(visitsOf(visits))('the whole page in $lang at $width', (visit) => {
  test('has nothing a checker objects to, with tools, information and ticks open', async () => {
    const page = await openPage(browser, origin, visit)
    await signIn(page, origin)
    await openChart(page)
    // On a phone the tools stand in a menu.
    if (visit.width === 375) {
      const heads = page.locator('main dl').first().locator('dt')
      const lines = () => heads.evaluateAll((all) => new Set(all.map((head) => head.clientHeight)).size)
      await expect.poll(lines).toBe(1)
      await page.locator('[popovertarget="chart-menu"]').click()
    }
    await page.locator('[data-chart] button[aria-expanded]').click()
    await page.getByRole('group').last().waitFor()
    await page.getByRole('tab').nth(3).click()
    await page.locator('#instrument-tab dl').first().waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.context().close()
  })
})
