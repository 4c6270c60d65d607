import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { accessibilityProblems, openBrowser, openConsole, signInAs, text } from './console-page.ts'
import { depositor } from './depositor.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const common = (key: string): string => text('common', key)
const named = (key: string, values: Record<string, string | number>): string =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)), common(key))
const chips = (page: Page) => page.getByRole('list', { name: common('filters.set') })

test('a queue is narrowed by worth, and what is left is rejected for one reason, case by case', async () => {
  const people = []
  for (const amount of ['731.21', '731.22', '731.23']) people.push(await depositor({ origin, amount }))
  const page = await openConsole(browser, { origin: consoleOrigin })
  await signInAs(page, 'sandbox-finance1')
  await page.goto('/deposits')

  await page.getByRole('button', { name: common('filters.open'), exact: true }).click()
  await page.getByLabel(common('filters.min')).fill('732')
  await page.getByLabel(common('filters.max')).fill('731.23')
  await page.getByRole('button', { name: common('filters.apply') }).click()
  await page.getByText(common('filters.amountOrder')).waitFor()
  await page.getByLabel(common('filters.min')).fill('731.2')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: common('filters.apply') }).click()
  for (const { orderNo } of people) await page.getByRole('table').getByText(orderNo).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('min')).toBe('731.2')
  await expect.poll(() => chips(page).getByRole('listitem').count()).toBe(3)

  // What the address keeps is the same after a reload, and each chip is taken off by itself.
  await page.reload()
  await chips(page).getByText('≤').click()
  await expect.poll(() => new URL(page.url()).searchParams.has('max')).toBe(false)
  await page.goBack()
  await page.goto('/deposits?min=731.2&max=731.23')
  const rows = page.getByRole('checkbox', { name: common('assign.pickOne') })
  await expect.poll(() => rows.count()).toBe(3)

  // On a phone as well, where what can be done with them stands at the end of the window.
  await page.setViewportSize({ width: 375, height: 667 })
  await rows.first().check()
  const none = page.getByRole('button', { name: common('bulk.pickNone') })
  await expect.poll(async () => ((await none.boundingBox())?.y ?? 0) > 560).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  await none.click()
  await page.setViewportSize({ width: 1440, height: 900 })

  await rows.first().check()
  await page.getByRole('button', { name: named('bulk.pickAll', { count: 3 }) }).click()
  await page.getByRole('button', { name: named('bulk.open', { count: 3 }) }).click()
  const dialog = page.getByRole('dialog')
  for (const { orderNo, username } of people) {
    await dialog.getByText(orderNo).waitFor()
    await dialog.getByText(username).waitFor()
  }
  await dialog.getByRole('combobox').selectOption('NOT_FOUND')
  await dialog.getByRole('textbox').fill('No such transaction on the chain')
  expect(await accessibilityProblems(page)).toEqual([])

  // Another operator is faster with one of them.
  const [quick] = people
  const other = await openConsole(browser, { origin: consoleOrigin })
  await signInAs(other, 'sandbox-finance2')
  await other.goto(`/deposits?id=${quick?.id}`)
  await other.getByRole('button', { name: text('deposits', 'reject'), exact: true }).click()
  const single = other.getByRole('dialog')
  await single.getByRole('combobox').selectOption('DUPLICATE')
  await single.getByRole('textbox').fill('Claimed before')
  await single.getByRole('button', { name: text('deposits', 'reject'), exact: true }).click()
  await single.waitFor({ state: 'detached' })

  await dialog.getByRole('button', { name: named('bulk.reject', { count: 3 }), exact: true }).click()
  await dialog.getByText(named('bulk.summary', { done: 2, left: 1 })).waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: quick?.orderNo ?? '' })
    .getByText(common('bulk.gone'))
    .waitFor()
  await expect.poll(() => dialog.getByText(common('bulk.rejected'), { exact: true }).count()).toBe(2)
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: common('bulk.finish') }).click()
  await page.getByText(common('filters.none')).waitFor()
})
