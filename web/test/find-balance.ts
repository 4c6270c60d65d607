import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import orders from '../src/texts/en/orders.json' with { type: 'json' }
import transparency from '../src/texts/en/transparency.json' with { type: 'json' }
import verify from '../src/texts/en/verify.json' with { type: 'json' }
import { accessibilityProblems, overflow } from './browser.ts'

const { own, wrong } = transparency.liabilities

/** Whose balance is looked for, and how much it was after the entry of a statement. */
type Owner = { origin: string; token: string; amount: RegExp }

/** A customer finds the own balance in the proof of liabilities, saves it, and is alarmed where a leaf is left out. */
export async function findOwnBalance(page: Page, { origin, token, amount }: Owner): Promise<void> {
  const request = { headers: { Authorization: token, lang: 'en', virtually: 'NO' } }
  const leaves = async (): Promise<object[]> => {
    const response = await fetch(`${origin}/swx/customer/user/pol/proof`, request)
    return ((await response.json()) as { result?: { leaves: object[] } }).result?.leaves ?? []
  }
  await expect.poll(leaves, { timeout: 60_000, interval: 500 }).toHaveLength(1)
  await page.goto('/transparency#liabilities')
  const section = page.locator('#liabilities')
  await section.getByText(own.right).waitFor()
  await section.getByText(amount).first().waitFor()
  // The app has looked by itself as well.
  const found = () => page.evaluate(() => localStorage.getItem('liabilitiesFound'))
  await expect.poll(found).not.toBeNull()
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  const save = section.getByRole('button', { name: own.save })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  const buffer = readFileSync(await download.path())

  // The next statement leaves this customer out.
  await page.route('**/pol/proof', async (route) => {
    const response = (await (await route.fetch()).json()) as { result: object }
    await route.fulfill({ json: { ...response, result: { ...response.result, leaves: [] } } })
  })
  await page.evaluate(() => localStorage.removeItem('liabilitiesFound'))
  await page.goto('/verify')
  const alarm = page.locator('header').getByRole('alert').filter({ hasText: wrong.title })
  await alarm.filter({ hasText: /it counts .?0\.00\sUSDT.? for you/ }).waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.locator('input[type=file]').setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer })
  await page.getByRole('heading', { name: verify.kind.liabilities }).waitFor()
  await page.getByText(orders.receipt.right).waitFor()
  await page.locator('header').getByRole('link', { name: common.complain }).click()
  await page.waitForURL(/\/profile\/complaints/)
  await alarm.waitFor()
  expect(await found()).toBeNull()
  await page.unrouteAll({ behavior: 'wait' })
}
