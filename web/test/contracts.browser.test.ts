import { readFileSync } from 'node:fs'
import { verifyContractDocument } from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys } from '@evenhand/proofs/public-keys.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import contracts from '../src/texts/en/contracts.json' with { type: 'json' }
import orders from '../src/texts/en/orders.json' with { type: 'json' }
import verify from '../src/texts/en/verify.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { openAccount, passSafeguards, remember } from './customer.ts'
import { operatorAt } from './operator.ts'

const origin = inject('origin')
let browser: Browser

/** How many unbroken lines a chart has across its candles: a row whose pixels are all drawn. */
const solidLines = (page: Page): Promise<number> =>
  page.locator('[role=application] canvas').evaluateAll((all) => {
    const isDrawn = (canvas: HTMLCanvasElement, y: number): boolean => {
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, y, canvas.width, 1)
      return canvas.width > 300 && data.every((value, at) => at % 4 !== 3 || value > 0)
    }
    return all
      .map((canvas) => canvas as HTMLCanvasElement)
      .reduce(
        (sum, one) => sum + Array.from({ length: one.height }, (_, y) => isDrawn(one, y)).filter(Boolean).length,
        0,
      )
  })

beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

test('a contract is opened, its stop moved on the chart, reversed, halved and closed, and its records are checked', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  const account = await openAccount(origin)
  await remember(page, account.signedIn)
  await page.goto('/cruuency?code=BTCUSDT')
  const ticket = page.locator('#ticket')
  await ticket.locator('[data-confirm]').waitFor()
  await ticket.getByRole('tab', { name: 'Options' }).press('ArrowRight')
  // The tabs go with their ticket; those of the one that comes have the focus.
  const isFocused = (one: Element) => one === document.activeElement
  await expect.poll(() => ticket.getByRole('tab', { name: 'Contracts' }).evaluate(isFocused)).toBe(true)
  await ticket.getByText(contracts.figure.margin).waitFor()
  await ticket.getByRole('switch', { name: contracts.ticket.stopLoss }).click()
  await ticket.getByRole('button', { name: contracts.by.distance }).click()
  await ticket.getByRole('textbox', { name: contracts.ticket.stopLoss }).fill('900')
  await page.locator('[data-confirm]').click()
  const half = page.getByRole('button', { name: contracts.position.half })
  await half.first().waitFor()
  expect(await overflow(page)).toBe(0)
  const stop = page.getByRole('slider', { name: contracts.figure.stopLoss })
  await stop.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  const before = await stop.getAttribute('aria-valuenow')
  const isMoved = async () => (await stop.getAttribute('aria-valuenow')) !== before
  await stop.press('PageDown')
  await expect.poll(isMoved).toBe(true)
  await stop.press('Escape')
  await expect.poll(isMoved).toBe(false)
  await stop.press('PageUp')
  await expect.poll(isMoved).toBe(true)
  const moved = (await stop.getAttribute('aria-valuetext'))?.split(', ')[0] ?? ''
  await stop.press('Enter')
  await page.getByRole('dialog').getByText(moved).waitFor()
  await page.getByRole('button', { name: contracts.stops.save }).click()
  await page.getByText(contracts.stops.done).waitFor()
  // The list shows what the server has.
  await page.locator('#instrument-tab').getByText(moved, { exact: true }).waitFor()
  // The key that opens the dialog, loaded by now, does not press its button as well.
  await stop.press('PageUp')
  await stop.press('Enter')
  await page.getByRole('button', { name: contracts.stops.save }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await stop.getAttribute('aria-valuetext'))?.split(', ')[0]).toBe(moved)
  // A target that is not set stands at the entry, and is moved from there.
  const target = page.getByRole('slider', { name: contracts.figure.takeProfit })
  expect(await target.getAttribute('aria-valuetext')).toBe(contracts.line.none)
  const chip = await target.boundingBox()
  await page.mouse.move((chip?.x ?? 0) + 20, (chip?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((chip?.x ?? 0) + 20, (chip?.y ?? 0) - 60, { steps: 4 })
  const aimed = (await target.getAttribute('aria-valuetext'))?.split(', ')[0] ?? ''
  const above = Number(await target.getAttribute('aria-valuenow')).toFixed(2)
  await page.mouse.up()
  await page.getByRole('dialog').getByText(aimed).waitFor()
  await page.getByRole('button', { name: contracts.stops.save }).click()
  await page.locator('#instrument-tab').getByText(aimed, { exact: true }).waitFor()

  await page.getByRole('button', { name: contracts.position.reverse }).first().click()
  await page.getByRole('button', { name: contracts.reverse.confirm }).click()
  await page.getByText(/the other side accepted/).waitFor()
  await page.locator('#instrument-tab').getByText(contracts.side.SELL).waitFor()
  // An order that waits has its line on the chart, and none once it is cancelled while the position stays.
  await target.waitFor()
  await expect.poll(() => solidLines(page)).toBeGreaterThan(0)
  const lines = await solidLines(page)
  const order = { code: 'BTCUSDT', side: 'SELL', orderType: 'LIMIT', price: above, lots: '0.10', leverage: 2 }
  await fetch(`${origin}/swx/customer/order/buyContract`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: account.signedIn.token,
      virtually: 'YES',
      'Idempotency-Key': 'an-order-that-waits',
    },
    body: JSON.stringify(order),
  })
  await page.getByRole('button', { name: contracts.position.cancel }).click()
  await expect.poll(() => solidLines(page)).toBe(lines + 1)
  await page.getByRole('dialog').getByRole('button', { name: contracts.position.cancel }).click()
  await expect.poll(() => solidLines(page)).toBe(lines)
  await half.first().click()
  await page.getByRole('button', { name: 'Close 0.05 lots' }).click()
  await page
    .getByText(/BTCUSDT.* closed\./)
    .first()
    .waitFor()
  await expect.poll(() => half.first().evaluate(isFocused)).toBe(true)
  const home = await page.context().newPage()
  await home.goto('/')
  await home.getByText('1 order running').waitFor()
  await home.locator('main').getByRole('link', { name: 'Orders', exact: true }).click()
  await home.getByRole('button', { name: contracts.position.close, exact: true }).waitFor()
  await home.close()
  // A part of any size by the step of lots; more than is open is none.
  const close = page.getByRole('button', { name: contracts.position.close, exact: true }).first()
  await close.click()
  const part = page.getByRole('dialog').getByRole('textbox', { name: contracts.ticket.lots })
  await part.fill('0.06')
  await expect.poll(() => part.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('button', { name: /^Close 0\.\d\d lots$/ }).isDisabled()).toBe(true)
  await part.fill('0.01')
  await page.getByRole('dialog').getByRole('button', { name: contracts.ticket.moreLots }).click()
  await page.getByRole('button', { name: 'Close 0.02 lots' }).click()
  await page.locator('#instrument-tab').getByText('0.03 lots').waitFor()
  await close.click()
  await page.getByRole('button', { name: 'Close 0.03 lots' }).click()
  await page.getByText(contracts.position.none).waitFor()
  // The row is gone with its buttons: the focus is where it stood.
  await expect.poll(() => page.locator('#instrument-tab').evaluate(isFocused)).toBe(true)

  await page.goto('/profile/orders?product=contracts')
  await page.getByRole('tab', { name: contracts.list.closed }).click()
  // One that was never filled names the price it waited for.
  await page.getByRole('button', { name: /^BTCUSDT.*Cancelled.*Order price/ }).waitFor()
  await page
    .getByRole('button', { name: /^BTCUSDT/ })
    .first()
    .click()
  await page.getByText(contracts.record.right).waitFor()
  await page.getByRole('dialog').getByRole('link', { name: common.complain }).waitFor()
  const save = page.getByRole('button', { name: contracts.record.save })
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  const keys = readPublicKeys(await (await fetch(`${origin}/swx/customer/public/keys`)).text(), nodeCrypto)
  const saved = readFileSync(await download.path(), 'utf8')
  expect(keys && verifyContractDocument(saved, keys)).toMatchObject({ ok: true, findings: [] })

  // A reader with the file and no account finds the same, and that a changed one is not what was signed.
  const visitor = await openPage(browser, origin, { lang: 'en', width: 375 })
  await visitor.goto('/verify')
  const drop = (name: string, text: string) =>
    visitor.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await drop('saved.json', saved)
  await visitor.getByText(orders.receipt.right).waitFor()
  await drop('changed.json', saved.replace(/(?<="leverage": ?)\d+/, '7'))
  await visitor.getByText(/things? differs?$/).waitFor()
  await drop('heads.json', await (await fetch(`${origin}/swx/customer/public/heads`)).text())
  await expect.poll(() => visitor.getByText(orders.receipt.right).count()).toBe(2)

  // What an auditor exports waits for heads that were kept elsewhere, and names what was touched.
  const auditor = await operatorAt(inject('consoleOrigin'), 'sandbox-auditor')
  const entries = (await auditor.get('audit/sealed')).result
  const ledger = await vi.waitFor(
    async () => {
      const { result } = await auditor.get('ledger/sealed')
      expect((result as { runs: object[] }).runs).not.toEqual([])
      return JSON.stringify(result)
    },
    { timeout: 150_000, interval: 1000 },
  )
  await visitor.reload()
  await drop('acts.json', JSON.stringify([entries]))
  await drop('ledger.jsonl', ledger)
  await expect.poll(() => visitor.getByText(verify.waits).count()).toBe(2)
  await drop('heads.json', await (await fetch(`${origin}/swx/customer/public/heads?limit=1000`)).text())
  await expect.poll(() => visitor.getByText(orders.receipt.right).count()).toBe(3)
  expect(await visitor.getByText(verify.waits).count()).toBe(0)
  await drop('acts-touched.json', JSON.stringify([entries]).replace(/(?<="reason":")/, 'not '))
  await visitor.getByText(verify.place.act.replace('{no}', '1')).waitFor()
  await drop('ledger-touched.jsonl', ledger.replace(/(?<="kind":")/, 'not '))
  await visitor.getByText(verify.place.entry.replace('{no}', '1'), { exact: true }).waitFor()
  // An order without anything to check is marked so, and what can be checked.
  await drop('statement.pdf', '%PDF-1.7 /Producer (Evenhand)')
  await visitor.getByRole('heading', { name: verify.kind.statement }).waitFor()
  await drop('letter.txt', 'hello')
  await visitor.getByText(verify.unknown).waitFor()
  expect(await accessibilityProblems(visitor)).toEqual([])
  expect(await overflow(visitor)).toBe(0)
  await visitor.context().close()
  await page.context().close()

  // On a phone a refusal comes into sight between the sheet's title and its button, however far the form was scrolled.
  const phone = await openPage(browser, origin, { lang: 'en', width: 375 })
  await remember(phone, account.signedIn)
  await phone.route('**/swx/customer/order/buyContract', (route) =>
    route.fulfill({ json: { code: 40008, msg: '', params: {}, traceId: 'trace-1' } }),
  )
  await phone.goto('/cruuency?code=BTCUSDT')
  await phone.getByRole('tab', { name: 'Contracts' }).last().click()
  const opener = phone.locator('.fixed').getByRole('button', { name: contracts.side.BUY, exact: true })
  await opener.click()
  const sheet = phone.getByRole('dialog')
  await sheet.getByText(contracts.figure.margin).waitFor()
  await sheet.locator('[data-confirm]').click()
  const refused = sheet.getByRole('alert')
  const isInSight = async () => {
    const [alert, button] = [await refused.boundingBox(), await sheet.locator('[data-confirm]').boundingBox()]
    const top = (await sheet.boundingBox())?.y ?? 0
    return alert !== null && button !== null && alert.y > top && alert.y + alert.height <= button.y
  }
  await expect.poll(isInSight).toBe(true)
  await phone.keyboard.press('Escape')
  await expect.poll(() => opener.evaluate(isFocused)).toBe(true)
  await phone.context().close()

  // With real money everything that was chosen is shown once more before it is sent.
  const real = await openPage(browser, origin, { lang: 'en', width: 375 })
  await remember(real, account.signedIn)
  await real.context().addInitScript(() => localStorage.setItem('virtual', '1'))
  await passSafeguards(real)
  await real.route('**/order/previewContract', (route) =>
    route.continue({ headers: { ...route.request().headers(), virtually: 'YES' } }),
  )
  await real.goto('/cruuency?code=BTCUSDT')
  await real.getByRole('tab', { name: 'Contracts' }).last().click()
  await real.locator('.fixed').getByRole('button', { name: contracts.side.BUY, exact: true }).click()
  const form = real.getByRole('dialog')
  await form.getByText(contracts.figure.margin).waitFor()
  await form.getByRole('switch', { name: contracts.ticket.stopLoss }).click()
  await form.getByRole('button', { name: contracts.by.distance }).click()
  await form.getByRole('textbox', { name: contracts.ticket.stopLoss }).fill('900')
  await form.locator('[data-confirm]').click()
  const confirmation = real.getByRole('dialog', { name: contracts.confirmation.title })
  for (const row of [contracts.type.MARKET, contracts.figure.stopLoss, contracts.figure.margin])
    await confirmation.getByText(row, { exact: true }).waitFor()
  await real.context().close()
})
