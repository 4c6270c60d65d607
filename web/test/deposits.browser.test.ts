import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import codes from '../src/texts/en/codes.json' with { type: 'json' }
import convert from '../src/texts/en/convert.json' with { type: 'json' }
import funds from '../src/texts/en/funds.json' with { type: 'json' }
import instrument from '../src/texts/en/instrument.json' with { type: 'json' }
import profile from '../src/texts/en/profile.json' with { type: 'json' }
import upload from '../src/texts/en/upload.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow, type Visit } from './browser.ts'
import { signUp, passSafeguards } from './customer.ts'
import { credit, operatorAt } from './operator.ts'
import { picture } from './picture.ts'
import { visitsOf } from './visits.ts'

const origin = inject('origin')
const consoleOrigin = inject('consoleOrigin')
let browser: Browser
const transfer = picture()
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** A customer of the test's own on the real account, at the page of assets. */
async function openBalance(visit: Partial<Visit> = {}): Promise<Page> {
  const page = await openPage(browser, origin, { lang: 'en', width: 375, ...visit })
  await signUp(page, origin)
  await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
  await page.goto('/profile/balance')
  return page
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const choosePicture = (page: Page, name: string, buffer = transfer) =>
  page.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'image/png', buffer })
const submit = (page: Page) => page.getByRole('button', { name: funds.deposit.submit }).click()
const deposits = (page: Page) => page.locator('li').filter({ has: page.locator('button[aria-expanded]') })

async function fill(page: Page, amount: string): Promise<void> {
  await field(page, funds.deposit.amount).fill(amount)
  await field(page, funds.deposit.last6).fill('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  await field(page, funds.deposit.hash).fill(randomBytes(32).toString('hex').toUpperCase())
}

/** Sends a deposit through the form; returns its id. */
async function send(page: Page, amount: string): Promise<string> {
  await fill(page, amount)
  await choosePicture(page, 'proof.png')
  await page.getByText(upload.sent, { exact: true }).waitFor()
  const response = page.waitForResponse('**/user/recharge')
  await submit(page)
  const { result } = (await (await response).json()) as { result: { id: string } }
  return result.id
}

test.each([375, 1920] as const)('a deposit is followed from the form to the balance at %i', async (width) => {
  const page = await openBalance({ width })
  await page.getByText(funds.list.none).waitFor()
  const id = await send(page, '500')
  const row = deposits(page)
  await row.getByText(funds.status.SUBMITTED, { exact: true }).waitFor()
  await expect.poll(() => row.textContent()).toContain('cbLSE')
  await expect.poll(() => field(page, funds.deposit.amount).inputValue()).toBe('')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  for (const name of ['sandbox-finance1', 'sandbox-finance2']) await credit(await operatorAt(consoleOrigin, name), id, '480.500000') // prettier-ignore
  await row.getByText(funds.status.CREDITED, { exact: true }).waitFor()
  await page.getByText('480.50', { exact: true }).first().waitFor()
  await page.getByText('480.50 USDT', { exact: true }).first().waitFor()
  await page.context().close()
})

test('what came in can be converted, read strictly, up to what may be traded with', async () => {
  const page = await openBalance({ width: 1920 })
  const id = await send(page, '900')
  await credit(await operatorAt(consoleOrigin, 'sandbox-finance1'), id, '900.000000')
  const form = page.locator('form').last()
  await form.getByText('900.00 USDT', { exact: true }).waitFor()
  const amount = form.getByRole('textbox', { name: convert.amount, exact: true })
  await amount.fill('1,000')
  await form.getByRole('button', { name: convert.quote }).click()
  await form.getByText(/^This amount can be read in two ways/).waitFor()
  await amount.fill('1000')
  await form.getByRole('button', { name: convert.quote }).click()
  await form.getByText(/^Not enough balance: .?900/).waitFor()
  await amount.fill('100')
  await form.getByRole('button', { name: convert.quote }).click()
  await form.getByText(convert.receive, { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await form.getByRole('button', { name: /^Convert now/ }).click()
  await page.getByText(convert.done, { exact: true }).waitFor()
  await form.getByText('800.00 USDT', { exact: true }).waitFor()
  await page.goto('/profile')
  await page.getByRole('link', { name: profile.money.withdraw }).waitFor()
  await page.getByRole('link', { name: profile.money.convert }).click()
  await page.getByRole('heading', { name: convert.title }).waitFor()
  await page.context().close()
})

test('what is wrong is shown at its field, and the first of them has the focus', async () => {
  const page = await openBalance()
  const amount = field(page, funds.deposit.amount)
  await submit(page)
  await page.getByText(funds.deposit.problem.amountMissing).waitFor()
  await page.getByText(codes.proofImageNeeded).waitFor()
  await expect.poll(() => amount.evaluate((input) => input === document.activeElement)).toBe(true)
  await fill(page, '119.99')
  await page.getByText('The minimum deposit of USDT is 120.00').waitFor()
  await page.getByRole('button', { name: 'BTC', exact: true }).click()
  await amount.fill('0.015')
  await expect.poll(() => page.getByText(/^The minimum deposit/).count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.reload()
  const minimum = page.getByText(/^Minimum deposit .?0\.015\sBTC/).first()
  await minimum.waitFor()
  await expect.poll(() => amount.inputValue()).toBe('0.015')
  await expect.poll(() => field(page, funds.deposit.last6).inputValue()).toBe('KcbLSE')
  await page.context().close()
})

test('the address is copied, and selected where copying is refused', async () => {
  const page = await openBalance()
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
  })
  await page.getByRole('button', { name: common.copy }).first().click()
  await page.getByText(common.copyFailed).waitFor()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('sandbox-tron-send-nothing-here')
  await page.getByRole('img', { name: 'QR code of the USDT deposit address on the TRC20 network' }).waitFor()
  await page.context().close()
})

test('a picture that is none is refused, one that is lost on the way stays chosen', async () => {
  const page = await openBalance()
  await choosePicture(page, 'proof.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await page.getByText('Upload a JPG, JPEG2000 or PNG image').waitFor()
  await page.route('**/file/upload', (route) => route.abort())
  await choosePicture(page, 'proof.png')
  await page.getByText(upload.failed).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unroute('**/file/upload')
  await page.getByRole('button', { name: upload.again }).click()
  await page.getByText(upload.sent, { exact: true }).waitFor()
  await page.getByRole('button', { name: upload.remove }).click()
  await expect.poll(() => page.getByText('proof.png').count()).toBe(0)
  await page.context().close()
})

test('a page that changes its layout while a picture is on its way loses neither the picture nor what was typed', async () => {
  const page = await openBalance({ width: 1920 })
  await fill(page, '150')
  const held = Promise.withResolvers<void>()
  await page.route('**/file/upload', async (route) => {
    await held.promise
    return route.continue()
  })
  await choosePicture(page, 'proof.png')
  await page.getByText(upload.sending).waitFor()
  for (const [width, height, layout] of [
    [375, 812, 'mobile'],
    [1920, 375, 'desktop'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.locator(`html[data-layout=${layout}]`).waitFor()
    await expect.poll(() => page.getByText('proof.png').count()).toBe(1)
  }
  held.resolve()
  await page.getByText(upload.sent, { exact: true }).waitFor()
  await expect.poll(() => field(page, funds.deposit.amount).inputValue()).toBe('150')
  await submit(page)
  await deposits(page).getByText(funds.status.SUBMITTED, { exact: true }).waitFor()
  await page.context().close()
})

test('a response that never came is requested under the same key, and makes one deposit', async () => {
  const page = await openBalance()
  await page.getByText(funds.list.none).waitFor()
  const keys: (string | undefined)[] = []
  let lost = true
  await page.route('**/user/recharge', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (!lost) return route.continue()
    lost = false
    await route.fetch()
    return route.abort()
  })
  await fill(page, '150')
  await choosePicture(page, 'proof.png')
  await page.getByText(upload.sent, { exact: true }).waitFor()
  await submit(page)
  await page.getByText(funds.deposit.unknown).waitFor()
  await deposits(page).first().waitFor()
  await submit(page)
  await page.getByText(funds.deposit.submitted).waitFor()
  await expect.poll(() => deposits(page).count()).toBe(1)
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  await page.context().close()
})

test('a rejected deposit shows why and is submitted again once; one that was not reviewed is cancelled', async () => {
  const page = await openBalance()
  const id = await send(page, '300')
  const finance = await operatorAt(consoleOrigin, 'sandbox-finance1')
  const rejected = { reasonCode: 'UNREADABLE_PROOF', reason: 'nothing can be read' }
  expect((await finance.post(`deposits/${id}/reject`, rejected)).code).toBe(200)
  const row = deposits(page)
  await row.getByText(funds.reason.UNREADABLE_PROOF).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await row.getByRole('button', { name: funds.list.resubmit }).click()
  await row.getByText(codes.proofImageNeeded).waitFor()
  const clear = { name: 'clear.png', mimeType: 'image/png', buffer: transfer }
  await row.locator('input[type=file]').first().setInputFiles(clear)
  await row.getByText(upload.sent, { exact: true }).waitFor()
  await row.getByRole('button', { name: funds.list.resubmit }).click()
  await row.getByText(funds.status.SUBMITTED, { exact: true }).waitFor()
  await row.getByRole('button', { name: funds.list.cancel }).click()
  await page.getByRole('dialog').getByRole('button', { name: funds.list.cancel }).click()
  await row.getByText(funds.status.CANCELLED, { exact: true }).first().waitFor()
  await page.context().close()
})

test('a real account that is too small for an order leads to where money comes in', async () => {
  const page = await openBalance({ width: 1920 })
  await passSafeguards(page)
  await page.goto('/cruuency?code=BTCUSDT')
  const amount = page.getByRole('textbox', { name: instrument.ticket.amount })
  await amount.fill('50')
  await page.getByRole('button', { name: /^Confirm / }).click()
  await page.getByRole('link', { name: instrument.ticket.deposit, exact: true }).click()
  await page.waitForURL('**/profile/balance')
  await page.getByText(funds.deposit.step1).waitFor()
  await page.context().close()
})

test('while deposits of a coin are stopped, that is shown in red, and the form comes back with what was typed', async () => {
  const page = await openBalance({ clock: true })
  await field(page, funds.deposit.amount).fill('500')
  // The page requests the address again by itself now and then: it may show it only from the refusal on.
  let stopped = false
  await page.route('**/getParamByKey/deposit_USDT_*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { result: object }
    const result = { ...body.result, stopped, ...(stopped ? { address: null } : {}) }
    await route.fulfill({ response, json: { ...body, result } })
  })
  await page.route('**/user/recharge', (route) => {
    stopped = true
    return route.fulfill({
      json: { code: 40008, msg: 'capacityReached', params: { left: '0', coin: 'USDT' }, traceId: 't' },
    })
  })
  await fill(page, '500')
  await choosePicture(page, 'proof.png')
  await page.getByText(upload.sent, { exact: true }).waitFor()
  await submit(page)
  const warning = page.getByRole('alert').getByText(/^New USDT deposits are stopped/)
  await warning.first().waitFor()
  await page.getByRole('link', { name: funds.deposit.stoppedFigures }).waitFor()
  await expect.poll(() => page.getByText('sandbox-tron-send-nothing-here').isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('button', { name: funds.deposit.submit }).isVisible()).toBe(false)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'BTC', exact: true }).click()
  await page.getByText('sandbox-bitcoin-send-nothing-here').waitFor()
  stopped = false
  await page.unroute('**/user/recharge')
  await page.getByRole('button', { name: 'USDT', exact: true }).click()
  await page.clock.fastForward(15_000) // It requests again by then.
  await page.getByText('sandbox-tron-send-nothing-here').waitFor()
  await expect.poll(() => field(page, funds.deposit.amount).inputValue()).toBe('500')
  await submit(page)
  await page.getByText(funds.deposit.submitted).waitFor()
  await page.context().close()
})

test('the virtual account shows whose deposits are and offers the switch', async () => {
  const page = await openBalance({ lang: 'en' })
  await page.evaluate(() => localStorage.setItem('virtual', '0'))
  await page.context().addInitScript(() => localStorage.setItem('virtual', '0'))
  await page.reload()
  await page.getByText(funds.virtual).waitFor()
  await expect.poll(() => page.getByText(funds.deposit.title, { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: common.mode.toReal }).click()
  await page.getByRole('dialog').getByRole('button', { name: common.confirm }).click()
  await page.getByText(funds.deposit.step1).waitFor()
  // A customer who pressed Deposit is asked at once.
  await page.goto(`${origin}/profile/balance?show=deposit`)
  await page.getByRole('dialog').getByRole('button', { name: common.confirm }).click()
  await page.getByText(funds.deposit.step1).waitFor()
  await page.context().close()
})

const visits = ([1920, 375] as const).flatMap((width) => (['zh', 'ar'] as const).map((lang) => ({ lang, width })))
test.each(visitsOf(visits))('is readable by everyone in $lang at $width', async ({ lang, width }) => {
  const page = await openBalance({ lang, width })
  await page.locator('svg[role=img][shape-rendering]').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.context().close()
})
