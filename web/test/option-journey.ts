import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import common from '../src/texts/en/common.json' with { type: 'json' }
import orders from '../src/texts/en/orders.json' with { type: 'json' }
import running from '../src/texts/en/running.json' with { type: 'json' }
import verifyTexts from '../src/texts/en/verify.json' with { type: 'json' }
import { accessibilityProblems, openPage } from './browser.ts'
import { mailedCode } from './customer.ts'
import type { MovedClock } from './sandbox-clock.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function register(page: Page, origin: string): Promise<void> {
  const email = `journey-${Date.now()}@example.com`
  await page.getByLabel(auth.email, { exact: true }).fill(email)
  await button(page, auth.sendCode).click()
  await page.getByLabel(auth.code, { exact: true }).fill(await mailedCode(origin, email))
  await page.getByLabel(auth.password, { exact: true }).fill('seven quiet herons')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.locator('form').getByRole('button', { name: common.register }).click()
  await button(page, auth.welcome.virtual).click()
}

async function saved(page: Page, folder: string, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

/** The command of the sheet, as `npm run verify` runs it. */
const verify = (receipt: string, key: string) =>
  promisify(execFile)(process.execPath, ['tools/src/verify.ts', 'receipt', receipt, '--key', key, '--lang', 'en'], {
    cwd: root,
  })

/** An option from the sign-up to the recomputed result, in a sandbox whose clock is moved to its end. */
export function optionJourney({ browser, origin, advance }: MovedClock): void {
  test('a visitor signs up at the ticket, buys a minute, sees it enter, run and end, and recomputes the result', async () => {
    const page = await openPage(browser(), origin(), { lang: 'en', width: 1920 })
    await page.goto('/cruuency?code=BTCUSDT')
    await page.locator('form').getByRole('link', { name: common.register }).click()
    await register(page, origin())
    await page.waitForURL(/\/cruuency\?code=BTCUSDT/)

    await button(page, /^Confirm Up · 5\.00\sUSDT$/).click()
    const order = page.locator('[data-running] [data-order]')
    await order.getByRole('timer').waitFor()
    await order.getByText(running.now, { exact: true }).waitFor()
    await page.locator('main').getByText('9,995.00 USDT').waitFor()
    // A minute is followed second by second, by itself.
    await expect.poll(() => button(page, /^1s, /).getAttribute('aria-pressed')).toBe('true')
    expect(await accessibilityProblems(page)).toEqual([])

    // The result comes to whatever page is open.
    await page.getByRole('link', { name: common.nav.markets, exact: true }).first().click()
    await page.waitForURL(/\/market/)
    await expect.poll(() => page.title()).toMatch(/^0:\d\d · /)
    await page
      .getByRole('banner')
      .getByText(/^1 order running$/)
      .waitFor()
    // On the other account too, where it shows whose it is.
    await page.evaluate(() => localStorage.setItem('virtual', '1'))
    await page.reload()
    const result = page.locator('[data-result]')
    await advance(minuteMs)
    await result.getByText(/^([+−]\d+|0)\.\d\d$/).waitFor()
    await result.getByText(common.account.virtual, { exact: true }).waitFor()
    await button(page, running.details).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText(running.sheet.checked, { exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet.getByText(running.sheet.technical).click()
    await sheet.getByText(/⇒ (WON|LOST|TIE)/).waitFor()
    await sheet.getByText(/^gain = /).waitFor()
    await sheet.getByText(orders.receipt.right, { exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    const files = mkdtempSync(join(tmpdir(), 'evenhand-receipt-'))
    const receipt = await saved(page, files, orders.receipt.save)
    const key = await saved(page, files, orders.receipt.saveKeys)
    await expect
      .poll(() => sheet.locator('#verify-command').textContent())
      .toMatch(/^npm run verify -- receipt evenhand-virtual-EH\d+\.json --key evenhand-keys\.json$/)
    const { stdout } = await verify(receipt, key)
    expect(stdout).toContain('Right: every value is as it was signed')

    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => result.count()).toBe(0)
    await page.evaluate(() => localStorage.setItem('virtual', '0'))
    await page.goto('/profile/orders?status=closed')
    await page
      .getByRole('row')
      .filter({ hasText: 'BTCUSDT' })
      .getByText(/Won|Lost|Tie/)
      .waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    // From the list to its proof, as the page where anyone checks files finds it: no file is saved and chosen for it.
    await page.getByRole('row').filter({ hasText: 'BTCUSDT' }).getByRole('button').click()
    await sheet.getByText(running.sheet.technical).click()
    await button(page, orders.receipt.check).click()
    await page.waitForURL(/\/verify$/)
    await page.getByText(verifyTexts.kind.receipt, { exact: true }).waitFor()
    await page.getByText(orders.receipt.right, { exact: true }).waitFor()
    expect(await sheet.count()).toBe(0)

    // One that is sold by the keyboard takes its button away, and a little later itself: the focus stays at its row.
    await page.goto('/cruuency?code=BTCUSDT')
    await button(page, '15 min').click()
    await button(page, /^Confirm Up · /).click()
    await order.getByRole('timer').waitFor()
    await advance(minuteMs)
    await page.goto('/profile/orders')
    await button(page, /^Sell \d/).press('Enter')
    // A key on a button that still waits for its price goes nowhere.
    const confirm = sheet.getByRole('button', { name: orders.sale.confirm })
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    await confirm.press('Enter')
    await button(page, running.why).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toMatch(/^BTCUSDT/)
    await page.context().close()
    rmSync(files, { recursive: true })
  })
}
