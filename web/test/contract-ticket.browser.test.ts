import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import arabic from '../src/texts/ar/contracts.json' with { type: 'json' }
import contracts from '../src/texts/en/contracts.json' with { type: 'json' }
import { openBrowser, openPage } from './browser.ts'
import { openAccount, remember, type SignedIn } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** Sends an order of a tenth of a lot for a virtual account, as the ticket does. */
async function order({ token }: SignedIn, terms: object): Promise<void> {
  const response = await fetch(`${origin}/swx/customer/order/buyContract`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: token,
      virtually: 'YES',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ code: 'BTCUSDT', lots: '0.10', leverage: 2, ...terms }),
  })
  expect(await response.json()).toMatchObject({ code: 200 })
}

async function openTicket(): Promise<{ page: Page; signedIn: SignedIn }> {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  const { signedIn } = await openAccount(origin)
  await remember(page, signedIn)
  await page.goto('/cruuency?code=BTCUSDT')
  const ticket = page.locator('#ticket')
  // The tabs come once with the ticket's box and again with the ticket, which has a button.
  await ticket.locator('[data-confirm]').waitFor()
  await ticket.getByRole('tab', { name: 'Options' }).press('ArrowRight')
  await ticket.getByText(contracts.figure.margin).waitFor()
  return { page, signedIn }
}

test('a ticket shows no margin at a leverage that is offered no more, and that of the next choice', async () => {
  const { page } = await openTicket()
  await page.route('**/order/previewContract', (route) => {
    const { leverage } = route.request().postDataJSON() as { leverage: number }
    const json = { code: 10016, msg: '', params: { field: 'leverage', choices: [1] }, traceId: 'trace-1' }
    return leverage === 1 ? route.continue() : route.fulfill({ json })
  })
  const ticket = page.locator('#ticket')
  await ticket.getByText(contracts.ticket.leverageNow.replace('{most}', '1')).waitFor()
  expect(await ticket.getByText(contracts.figure.margin).count()).toBe(0)
  expect(await ticket.locator('[data-confirm]').innerText()).toBe(contracts.side.BUY)
  await ticket.getByRole('button', { name: '1×' }).click()
  await ticket.getByText(contracts.figure.margin).waitFor()
  await page.context().close()
})

test('who closes or reverses a contract at an old price is told that the figures are of that price', async () => {
  const { page, signedIn } = await openTicket()
  await order(signedIn, { side: 'BUY', orderType: 'MARKET', lots: '0.13' })
  let silent = false
  await page.routeWebSocket('**/message', (line) => {
    line.connectToServer().onMessage((message) => void (silent || line.send(message)))
  })
  await page.goto('/profile/orders?product=contracts')
  const sheet = page.getByRole('dialog')
  const old = sheet.getByText(contracts.close.stale)
  const close = page.getByRole('button', { name: contracts.position.close, exact: true })
  await close.click()
  await expect.poll(() => sheet.getByText('—').count()).toBe(0)
  // As long as prices come, nothing is old; every figure has as many decimals as the others.
  expect(await old.count()).toBe(0)
  const decimals = (await sheet.locator('dd').allTextContents()).map((text) => /\.(\d+) USDT$/.exec(text)?.[1]?.length)
  expect(new Set(decimals).size).toBe(1)
  await page.keyboard.press('Escape')
  silent = true
  await close.click()
  await old.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: contracts.position.reverse }).click()
  await old.waitFor()
  await page.context().close()
})

test('a record of a contract is of the time at which it happened, however late it was signed', async () => {
  const { page, signedIn } = await openTicket()
  await order(signedIn, { side: 'BUY', orderType: 'MARKET', lots: '0.01' })
  type Contract = { result: { order: { openTime: number }; records: { kind: string; at: number }[] } }
  let openTime = 0
  await page.route('**/getContractOrderById/*', async (route) => {
    const json = (await (await route.fetch()).json()) as Contract
    openTime = json.result.order.openTime
    for (const record of json.result.records) record.at += 86_400_000
    await route.fulfill({ json })
  })
  await page.goto('/profile/orders?product=contracts')
  // An order that is not filled yet has no such record.
  await page.getByRole('button', { name: contracts.position.close, exact: true }).waitFor()
  await page.getByRole('button', { name: new RegExp(`^${contracts.position.details}`) }).click()
  const opened = page.getByRole('dialog').getByRole('listitem').filter({ hasText: contracts.record.opened })
  await opened.waitFor()
  const shown = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(openTime)
  expect((await opened.innerText()).replace(/\s+/g, ' ')).toContain(shown.replace(/\s+/g, ' '))
  await page.context().close()
})

test('the label of an order far above the candles leaves the values of the averages in sight', async () => {
  const { page, signedIn } = await openTicket()
  await order(signedIn, { side: 'SELL', orderType: 'LIMIT', price: '999999.00' })
  const label = page.locator('[data-chart]').getByText(/^999,999/)
  await label.waitFor()
  const topOf = async () => Math.round((await label.boundingBox())?.y ?? 0)
  const averages = page.getByRole('button', { name: 'MA', exact: true })
  const under = await topOf()
  await averages.click()
  await expect.poll(topOf).toBeLessThan(under - 12)
  await averages.click()
  await expect.poll(topOf).toBe(under)
  await page.context().close()
})

test('a contract that no price closes now shows why before and after it is sent, and leads to no other market', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  const { signedIn } = await openAccount(origin)
  await remember(page, signedIn)
  await order(signedIn, { side: 'BUY', orderType: 'MARKET' })
  let silent = false
  await page.routeWebSocket('**/message', (connection) => {
    connection.connectToServer().onMessage((message) => silent || connection.send(message))
  })
  await page.goto('/profile/orders?product=contracts')
  await page.getByText('Prices live').waitFor()
  silent = true
  const json = { code: 10015, msg: '', params: { reason: 'stale' }, traceId: 'trace-1' }
  await page.route('**/order/closeContract', (route) => route.fulfill({ json }))
  await page.getByRole('button', { name: contracts.position.close, exact: true }).click()
  const sheet = page.getByRole('dialog')
  const why = sheet.getByText(contracts.stillWorks.stale)
  await sheet.getByText(contracts.close.stale).waitFor()
  await sheet.getByRole('button', { name: /^Close 0.10/ }).click()
  await sheet.getByRole('alert').getByText(contracts.stillWorks.stale).waitFor()
  expect(await why.count()).toBe(1)
  await page.context().close()
})

test('a reader of the records of a contract reads in words that its stop closed it', async () => {
  const page = await openPage(browser, origin, { lang: 'ar', width: 375 })
  await page.goto('/verify')
  const kept = (name: string) => fileURLToPath(new URL(`../../proofs/test/kept/${name}`, import.meta.url))
  await page.locator('input[type=file]').setInputFiles([kept('contract.pem'), kept('contract-stopped.json')])
  await page.getByText(arabic.reason.SL, { exact: true }).waitFor()
  await page.context().close()
})
