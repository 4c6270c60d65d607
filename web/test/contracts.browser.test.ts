import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import contracts from '../src/texts/en/contracts.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { openAccount, remember } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

test('a contract is opened, halved and closed beside options, and its records are checked in the browser', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  const account = await openAccount(origin)
  await remember(page, account.signedIn)
  await page.goto('/cruuency?code=BTCUSDT')
  const ticket = page.locator('#ticket')
  await ticket.getByRole('tab', { name: 'Contracts' }).click()
  await ticket.getByText(contracts.figure.margin).waitFor()
  await page.locator('[data-confirm]').click()
  const half = page.getByRole('button', { name: contracts.position.half })
  await half.first().waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await half.first().click()
  await page.getByRole('button', { name: 'Close 0.05 lots' }).click()
  await page
    .getByText(/BTCUSDT.* closed\./)
    .first()
    .waitFor()
  await page.getByRole('button', { name: contracts.position.close, exact: true }).first().click()
  await page.getByRole('button', { name: 'Close 0.05 lots' }).click()
  await page.getByText(contracts.position.none).waitFor()

  await page.goto('/profile/orders?product=contracts')
  await page.getByRole('tab', { name: contracts.list.closed }).click()
  await page
    .getByRole('button', { name: /^BTCUSDT/ })
    .first()
    .click()
  await page.getByText(contracts.record.right).waitFor()
  await page.context().close()
})
