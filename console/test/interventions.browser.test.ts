import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { openPage } from '../../web/test/browser.ts'
import { openAccount, remember } from '../../web/test/customer.ts'
import { operatorAt, switchResaleOn } from '../../web/test/operator.ts'
import { accessibilityProblems, openBrowser, openConsole, overflow, text, verb } from './console-page.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const open = (name: string, at = '/', width: 375 | 1440 = 1440): Promise<Page> =>
  openConsole(browser, { origin: consoleOrigin, width, as: name, at })
const shots = process.env['SHOTS']
const shot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` })
}

/** Signs the open form's second step. */
async function sign(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('Looked at it this morning')
  await dialog.getByRole('button', { name: button }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function propose(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto('/adjustments')
  await page.getByRole('button', { name: text('adjustments', 'propose') }).click()
  const dialog = page.getByRole('dialog')
  for (const [field, value] of Object.entries(values))
    await dialog.getByLabel(text('adjustments', `field.${field}`)).fill(value)
  await shot(page, `adjustment-form-${values['entry'] === undefined ? 'gives' : 'takes'}`)
  await dialog.getByRole('button', { name: text('requests', 'next') }).click()
  await sign(page, text('requests', 'signProposal'))
}

async function approve(page: Page, line: RegExp): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: line }).first().click()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: text('requests', 'approve') })
    .click()
  await sign(page, text('requests', 'sign'))
}

test('an adjustment against a customer names its entry, is announced, and the customer objects in the app', async () => {
  const { signedIn } = await openAccount(origin)
  const { id } = signedIn.user as { id: string }
  const [one, two] = [await open('sandbox-finance1'), await open('sandbox-finance2')]
  // An amount of its own, so that no other case is taken for it.
  const amount = `40.${10 + Math.floor(Math.random() * 90)}`
  const line = (minus: string) => new RegExp(`${minus}${amount.replace('.', '\\.')}\\sUSDT`)
  await propose(one, { customerId: id, amount, line: 'Booked by hand' })
  await approve(two, line(''))
  const finance = await operatorAt(consoleOrigin, 'sandbox-finance1')
  const { entries } = (await finance.get(`users/${id}`)).result as { entries: { seq: string; kind: string }[] }
  const entry = entries.find(({ kind }) => kind === 'adjustment')?.seq ?? ''
  await propose(one, { customerId: id, amount: `-${amount}`, line: 'It was booked twice', entry })
  expect(await accessibilityProblems(one)).toEqual([])
  await approve(two, line('−'))
  await two.getByText(text('requests', 'status.SCHEDULED')).first().waitFor()
  await shot(two, 'adjustment-scheduled')

  for (const [lang, width] of [
    ['en', 375],
    ['ar', 375],
    ['zh', 1920],
  ] as const) {
    // prettier-ignore
    const page = await openPage(browser, origin, { lang, width })
    await remember(page, signedIn)
    await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
    await page.goto('/profile/transactions')
    await page.getByText('It was booked twice').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await shot(page, `debits-${lang}-${width}`)
    if (lang === 'zh') {
      await page.locator('a[href*="about=adjustment"]').click()
      await page.getByRole('textbox').fill('我的充值只有一笔，没有重复入账。')
      await page.locator('form button[type=submit]').click()
      await page.goto('/profile/transactions')
      await page.locator('a[href*="no=C"]').waitFor()
      await shot(page, 'debits-objected')
    }
    await page.context().close()
  }
  await one.context().close()
  await two.context().close()
})

test('instruments leave the lists by two, with reasons of their own, and a customer is stopped for longer by two', async () => {
  const { signedIn } = await openAccount(origin)
  const { id } = signedIn.user as { id: string }
  const [one, two] = [
    await open('sandbox-risk', '/exposure?tab=feeds&q=XAUUSD&id=XAUUSD'),
    await open('sandbox-risk-2'),
  ]
  const instrument = one.getByRole('complementary')
  await instrument.getByRole('button', { name: text('risk', 'delist'), exact: true }).click()
  const reasons = () => one.getByRole('dialog').getByRole('combobox').locator('option').allTextContents()
  await expect.poll(reasons).toContain(text('risk', 'reason.expired'))
  expect(await reasons()).not.toContain(text('risk', 'reason.maintenance'))
  await shot(one, 'delist-form')
  expect(await accessibilityProblems(one)).toEqual([])
  await one
    .getByRole('dialog')
    .getByRole('button', { name: text('requests', 'next') })
    .click()
  await shot(one, 'delist-sign')
  await sign(one, text('requests', 'signProposal'))
  await two.goto('/exposure?tab=requests')
  await two.locator('tbody button').first().click()
  await shot(two, 'delist-case')
  await two.getByRole('button', { name: text('requests', 'reject') }).click()
  await two
    .getByRole('dialog')
    .getByRole('textbox', { name: text('common', 'reason.label') })
    .fill('It trades again')
  await two
    .getByRole('dialog')
    .getByRole('button', { name: verb('requests', 'reject') })
    .click()
  await two.getByRole('complementary').getByText(text('requests', 'status.REJECTED')).first().waitFor()

  await one.goto(`/customers?id=${id}`)
  await one.getByRole('button', { name: text('customers', 'restrict.longer') }).click()
  await shot(one, 'restrict-form')
  await one
    .getByRole('dialog')
    .getByRole('button', { name: text('requests', 'next') })
    .click()
  await sign(one, text('requests', 'signProposal'))
  await two.goto('/exposure?tab=requests')
  await two.locator('tbody button').first().click()
  await two
    .getByRole('complementary')
    .getByRole('button', { name: text('requests', 'approve') })
    .click()
  await sign(two, text('requests', 'sign'))
  await shot(two, 'restrict-approved')
  for (const [lang, width] of [
    ['en', 1920],
    ['ar', 375],
    ['zh', 375],
  ] as const) {
    // prettier-ignore
    const page = await openPage(browser, origin, { lang, width })
    await remember(page, signedIn)
    await page.goto('/profile')
    await page.locator('a[href*="about=account"]').waitFor()
    expect(await overflow(page)).toBe(0)
    await shot(page, `restriction-${lang}-${width}`)
    // Where orders are placed it stands as well.
    await page.goto('/cruuency?code=BTCUSDT')
    await page.locator('a[href*="about=account"]').waitFor()
    expect(await overflow(page)).toBe(0)
    await shot(page, `restriction-ticket-${lang}-${width}`)
    await page.goto('/transparency')
    await page.locator('#interventions-downtime').scrollIntoViewIfNeeded()
    expect(await overflow(page)).toBe(0)
    await shot(page, `transparency-${lang}-${width}`)
    await page.context().close()
  }
  const response = await fetch(`${origin}/swx/customer/public/interventions`)
  const { result } = (await response.json()) as { result: { queries: { sql: string; hash: string }[] } }
  for (const { sql, hash } of result.queries) expect(createHash('sha256').update(sql).digest('hex')).toBe(hash)
  const wide = await open('sandbox-risk', '/parameters', 375)
  await wide.getByText(text('parameters', 'caps.adjustments.title')).first().waitFor()
  expect(await overflow(wide)).toBe(0)
  await shot(wide, 'caps-375')
  await wide.getByRole('button', { name: text('parameters', 'propose') }).click()
  const table = wide.getByRole('dialog')
  await table.getByRole('button', { name: text('requests', 'next') }).click()
  const unchanged = table.getByText(text('parameters', 'unchanged'))
  // The last of ten rows is far under it.
  await expect.poll(async () => (await unchanged.boundingBox())?.y).toBeLessThan(500)
  // What two have signed stands beside what holds, until it holds itself.
  await one.goto(`/parameters?tab=requests&id=${await switchResaleOn(consoleOrigin)}`)
  await one.getByText(text('requests', 'status.SCHEDULED')).first().waitFor()
  await one.getByText(text('parameters', 'resale.turnsOn')).waitFor()
  for (const page of [one, two, wide]) await page.context().close()
})
