import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import orders from '../src/texts/en/orders.json' with { type: 'json' }
import profile from '../src/texts/en/profile.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { signUp } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const placed = {
  code: 200,
  notice: 20004,
  result: { orderId: '018f0000-0000-7000-8000-000000000000', orderNo: 'N-1', receipt: { v: 1 } },
  traceId: 't',
}

type TicketOptions = { mode: 'virtual' | 'real'; width?: 375 | 1920; needs?: readonly string[] }

/** Returns what the customer still needs before a real order of options; contracts need nothing. */
const fakeNeeds = (page: Page, needs: readonly string[], until: number | null = null): Promise<unknown> =>
  page.route('**/user/safeguards*', (route) => {
    const quiz = { status: 'READY', nextAt: null, attemptsLeft: 3 }
    const coolingOff = { status: until === null ? 'NONE' : 'RUNNING', until }
    const passed = { status: 'CONFIRMED', until: null }
    const offered = { real: true, virtual: true }
    const products = [
      { product: 'options', offered, quiz, coolingOff, needs },
      { product: 'contracts', offered, quiz: { ...quiz, status: 'PASSED' }, coolingOff: passed, needs: [] },
    ]
    const plans = { offered: true, coolingOff: { status: 'NONE', until: null }, needs: [] }
    const result = { country: 'NZ', products, plans, pause: null, limits: [], realityCheckMin: 30 }
    return route.fulfill({ json: { code: 200, result, traceId: 't' } })
  })

/** A customer with money on the real account, whose orders are noted by the account they are for. */
async function openTicket(options: TicketOptions): Promise<{ page: Page; sent: string[] }> {
  const page = await openPage(browser, origin, { lang: 'en', width: options.width ?? 1920 })
  await signUp(page, origin)
  await page
    .context()
    .addInitScript((flag) => localStorage.setItem('virtual', flag), options.mode === 'real' ? '1' : '0')
  await page.route('**/user/accounts*', (route) =>
    route.fulfill({
      json: {
        code: 200,
        traceId: 't',
        result: {
          virtual: [{ asset: 'USDT.virtual', free: '10000.000000', held: '0.000000' }],
          real: [{ asset: 'USDT', free: '250.000000', held: '0.000000' }],
          loan: [],
        },
      },
    }),
  )
  await fakeNeeds(page, options.needs ?? [])
  const sent: string[] = []
  await page.route('**/order/buyOptions', (route) => {
    sent.push(route.request().headers()['virtually'] ?? '')
    return route.fulfill({ json: placed })
  })
  await page.goto('/cruuency?code=BTCUSDT')
  return { page, sent }
}
const press = (page: Page) => page.getByRole('button', { name: /^Confirm / }).click()
const { firstReal } = orders

test.each([375, 1920] as const)(
  'the first real order of a session is confirmed, and no other, at %i',
  async (width) => {
    const { page, sent } = await openTicket({ mode: 'real', width })
    if (width === 375) await page.locator('.fixed button:not([role=tab])').first().click()
    await press(page)
    const question = page.getByRole('dialog', { name: firstReal.title })
    await question.getByText(common.account.real, { exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await question.getByRole('button', { name: common.cancel }).click()
    expect(sent).toEqual([])
    await press(page)
    await question.getByRole('button', { name: firstReal.confirm }).click()
    await page.getByText(orders.placedOn.real.replace('{orderNo}', 'N-1')).waitFor()
    await expect.poll(() => sent).toEqual(['NO'])
    if (width === 375) await page.locator('.fixed button:not([role=tab])').first().click()
    await press(page)
    await expect.poll(() => sent).toEqual(['NO', 'NO'])
    // A page of the same session that is loaded anew does not ask again.
    await page.reload()
    if (width === 375) await page.locator('.fixed button:not([role=tab])').first().click()
    await press(page)
    await expect.poll(() => sent.length).toBe(3)
    await page.context().close()
  },
)

test.each([375, 1920] as const)(
  'a real ticket shows what is needed first in the place of its button, at %i',
  async (width) => {
    const { page } = await openTicket({ mode: 'real', width, needs: ['quizNeeded', 'coolingOff'] })
    const confirm = page.getByRole('button', { name: /^Confirm / })
    const open = async () => width === 375 && page.locator('.fixed button:not([role=tab])').first().click()
    await open()
    await page.getByRole('link', { name: orders.refused.toQuiz }).waitFor()
    await expect.poll(() => confirm.count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    if (width === 1920) {
      const ticket = page.locator('#ticket')
      await ticket.getByRole('tab', { name: 'Contracts' }).click()
      await ticket.locator('[data-confirm]').waitFor()
      await expect.poll(() => ticket.locator('[data-need]').count()).toBe(0)
      await ticket.getByRole('tab', { name: 'Options' }).click()
      await ticket.locator('[data-need]').waitFor()
    }
    await page.unroute('**/user/safeguards*')
    await fakeNeeds(page, ['coolingOff'], Date.UTC(2031, 4, 6, 12))
    await page.reload()
    await open()
    await page.getByText(/24-hour cooling-off period, until May 6, 2031/).waitFor()
    await page.getByRole('link', { name: orders.refused.toWarning }).waitFor()
    await expect.poll(() => confirm.count()).toBe(0)
    // The home page shows what is waited for, and until when.
    await page.goto('/')
    await page.getByText(/Options with real money: you can decide from May 6, 2031/).waitFor()
    await page.goto('/cruuency?code=BTCUSDT')
    await open()
    // The virtual account needs none of it.
    await page.getByRole('button', { name: common.mode.toVirtual }).click()
    const question = page.getByRole('dialog', { name: common.mode.toVirtual })
    await question.getByRole('button', { name: common.confirm }).click()
    await confirm.waitFor()
    await page.context().close()
  },
)

test('an order on the virtual account is never asked about', async () => {
  const { page, sent } = await openTicket({ mode: 'virtual' })
  await press(page)
  await page.getByText(orders.placedOn.virtual.replace('{orderNo}', 'N-1')).waitFor()
  expect(sent).toEqual(['YES'])
  await page.context().close()
})

test('what only the real account can do offers the switch, and repeats nothing by itself', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  let requested = 0
  await page.route('**/user/virtual/reset', (route) => {
    requested++
    return route.fulfill({ json: { code: 40012, msg: 'realAccountNeeded', params: {}, traceId: 't' } })
  })
  await page.goto('/profile')
  await page.getByRole('button', { name: profile.reset }).click()
  await page.getByRole('dialog').getByRole('button', { name: common.confirm }).click()
  const sheet = page.getByRole('dialog', { name: profile.realNeeded.title })
  await sheet.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await sheet.getByRole('button', { name: common.mode.toReal }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('virtual'))).toBe('1')
  await page.getByText(common.mode.switchedToReal).waitFor()
  expect(requested).toBe(1)
  await page.context().close()
})

test('a wait that the server requests is counted down on the button', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signUp(page, origin)
  await page.route('**/user/virtual/reset', (route) =>
    route.fulfill({ status: 429, json: { code: 40029, msg: 'tooMany', params: { retryAfterS: 3 }, traceId: 't' } }),
  )
  await page.goto('/profile')
  await page.getByRole('button', { name: profile.reset }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: common.confirm })
  await confirm.click()
  await page.getByRole('button', { name: /^Try again in [123] s$/ }).waitFor()
  await confirm.waitFor()
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  await page.context().close()
})

test('an order of the other account is marked so and offers the switch', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  await page.route('**/order/getOptionsOrderById/*', (route) =>
    route.fulfill({ json: { code: 40030, msg: 'modeMismatch', params: {}, traceId: 't' } }),
  )
  await page.goto(`/profile/orders?id=${placed.result.orderId}`)
  const sheet = page.getByRole('dialog', { name: orders.sheet.title })
  await sheet.getByRole('button', { name: common.mode.toReal }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

test.each([
  ['virtual', '--control'],
  ['real', '--accent'],
] as const)('a list of money has the edge of the account that it is of (%s)', async (mode, colour) => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signUp(page, origin)
  await page
    .context()
    .addInitScript((virtual) => localStorage.setItem('virtual', virtual), mode === 'virtual' ? '0' : '1')
  await page.goto('/profile/balance')
  const card = page.locator('section.ring-2').first()
  await card.waitFor()
  const [edge, own] = await card.evaluate(
    (one, name) => ['--tw-ring-color', name].map((property) => getComputedStyle(one).getPropertyValue(property).trim()),
    colour,
  )
  expect(edge).toBe(own)
  await page.context().close()
})
