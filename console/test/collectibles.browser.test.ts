import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { fundedCustomer } from '../../web/test/withdrawer.ts'
import { accessibilityProblems, openBrowser, openConsole, overflow, text } from './console-page.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

async function open(name: string, path: string): Promise<Page> {
  const page = await openConsole(browser, { origin: consoleOrigin, as: name, at: path })
  return page
}
const words = (key: string): string => text('collectibles', key)
const reason = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: text('common', 'reason.label') })

/** Buys the cheapest work at a fixed price as a customer of the test's own; returns its title. */
async function buyOne(): Promise<string> {
  const { signedIn } = await fundedCustomer({ server: { origin, consoleOrigin, stop: async () => {} }, amount: '900' })
  const list = await fetch(`${origin}/swx/customer/index/listNft?status=LISTED_FIXED&sort=priceUp`, {
    headers: { lang: 'en' },
  })
  const [work] = ((await list.json()) as { result: { id: string; title: string; price: string }[] }).result
  const response = await fetch(`${origin}/swx/customer/user/buyNft`, {
    method: 'POST',
    headers: { Authorization: signedIn.token, virtually: 'NO', 'Content-Type': 'application/json' },
    body: JSON.stringify({ nftId: work?.id, price: work?.price }),
  })
  expect(((await response.json()) as { code: number }).code).toBe(200)
  return work?.title ?? ''
}

test('a work is drafted with its preview in both directions, scheduled, and taken back before a bid', async () => {
  const page = await open('sandbox-charity', '/nfts')
  await page.getByRole('button', { name: words('create.button') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words('create.save') }).click()
  await dialog.getByText(words('wrong.workId')).waitFor()
  await dialog.getByLabel(words('column.work'), { exact: true }).selectOption({ label: 'Snow Day' })
  await dialog.getByLabel(words('charities.one'), { exact: true }).selectOption({ index: 1 })
  await dialog.getByRole('textbox', { name: words('column.start') }).fill('25.5')
  await expect.poll(() => dialog.locator('[dir=rtl]').getByText('25.50 USDT').count()).toBe(1)
  await expect.poll(() => dialog.locator('[dir=ltr] img').count()).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])
  await reason(page).fill('For the winter')
  await dialog.getByRole('button', { name: words('create.save') }).click()
  const row = page.getByRole('row', { name: /Snow Day/ })
  await row.getByRole('button', { name: words('move.offer') }).click()
  await reason(page).fill('For the winter')
  await dialog.getByLabel(words('offer.startAt')).fill('2099-12-01T10:00')
  await dialog.getByLabel(words('offer.endAt')).fill('2099-12-01T10:30')
  await dialog.getByRole('button', { name: words('move.offer') }).click()
  await dialog.getByText(words('wrong.times')).waitFor()
  await dialog.getByLabel(words('offer.endAt')).fill('2099-12-08T10:00')
  await dialog.getByRole('button', { name: words('move.offer') }).click()
  await row.getByText(words('status.SCHEDULED')).waitFor()
  await row.getByRole('button', { name: words('move.delist') }).press('Enter')
  await reason(page).fill('The winter is over')
  await dialog.getByRole('button', { name: words('move.delist') }).press('Enter')
  await row.getByText(words('status.DELISTED')).waitFor()
  // The button that was pressed is gone with what it did; the keys go on from its row.
  await expect.poll(() => row.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  expect(await overflow(page)).toBe(0)
  await page.context().close()
})

test('a payment to a charity is prepared by one, confirmed by another with proof, and public', async () => {
  const title = await buyOne()
  const first = await open('sandbox-charity', '/charities')
  await first.getByRole('button', { name: words('prepare.button') }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words('prepare.destination') }).fill('GB00 BANK 0000 0000 00')
  await dialog.getByRole('button', { name: words('next') }).click()
  expect(await accessibilityProblems(first)).toEqual([])
  await reason(first).fill('Within seven days')
  await dialog.getByRole('button', { name: words('prepare.sign') }).click()
  await first.getByRole('cell', { name: words('payoutStatus.PREPARED'), exact: true }).waitFor()
  await expect.poll(() => first.getByRole('button', { name: words('confirm.button') }).count()).toBe(0)

  const second = await open('sandbox-finance2', '/charities')
  await second.getByRole('button', { name: words('confirm.button') }).click()
  const proof = second.getByRole('dialog')
  await proof.getByRole('button', { name: words('next') }).click()
  await proof.getByText(words('wrong.hash')).waitFor()
  await proof.getByRole('textbox', { name: words('confirm.reference') }).fill('BANK-REF-2026-1')
  await proof.getByRole('textbox', { name: words('confirm.receiptNo') }).fill('R-77')
  await proof
    .locator('input[type=file]')
    .setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('receipt') })
  await expect
    .poll(() => proof.getByRole('textbox', { name: words('confirm.receiptHash') }).inputValue())
    .toMatch(/^[0-9a-f]{64}$/)
  await proof.getByRole('button', { name: words('next') }).click()
  await reason(second).fill('Seen at the bank')
  await proof.getByRole('button', { name: words('confirm.sign') }).click()
  await second.getByRole('cell', { name: words('payoutStatus.PAID'), exact: true }).waitFor()
  expect(await accessibilityProblems(second)).toEqual([])

  const list = (await (await fetch(`${origin}/swx/customer/charity/list`)).json()) as {
    result: { rows: { id: string }[] }
  }
  const page = await (
    await fetch(`${origin}/swx/customer/charity/${list.result.rows[0]?.id}`, { headers: { lang: 'en' } })
  ).text()
  expect(page).toContain('BANK-REF-2026-1')
  expect(page).toContain(title)
  await first.context().close()
  await second.context().close()
})
