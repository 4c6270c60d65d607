import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import en from '../src/texts/en/common.json' with { type: 'json' }
import funds from '../src/texts/en/funds.json' with { type: 'json' }
import home from '../src/texts/en/home.json' with { type: 'json' }
import market from '../src/texts/en/market.json' with { type: 'json' }
import profile from '../src/texts/en/profile.json' with { type: 'json' }
import security from '../src/texts/en/security.json' with { type: 'json' }
import withdraw from '../src/texts/en/withdraw.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { openAccount, remember, signUp } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

async function openProfile(width: 375 | 1920): Promise<Page> {
  const page = await openPage(browser, origin, { lang: 'en', width })
  await signUp(page, origin)
  await page.goto('/profile')
  await page.getByRole('region', { name: en.account.virtual }).waitFor()
  return page
}

test('the customer goes to the other account and back, and sees each time which one is in use', async () => {
  const page = await openProfile(375)
  await page.getByRole('button', { name: en.mode.toReal }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(en.mode.askReal).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: en.confirm }).click()
  await page.getByText(en.mode.switchedToReal).waitFor()
  await page.getByRole('region', { name: en.account.real }).getByText(profile.inUse).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('virtual'))).toBe('1')
  await page.getByText(profile.offerVirtual).waitFor()
  // The header shows which account is in use and what is free on it, and opens both.
  await page
    .locator('header')
    .getByRole('button', { name: `${en.account.realShort} 0.00` })
    .click()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: en.account.virtual }).click()
  await dialog.getByRole('button', { name: en.confirm }).click()
  await page.getByText(en.mode.switchedToVirtual).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('virtual'))).toBe('0')
  expect(await overflow(page)).toBe(0)
  await page.context().close()
})

test('while practising, money of the real account is as few presses from leaving it as from coming in', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  for (const [way, heading] of [
    [profile.money.deposit, funds.deposit.title],
    [profile.money.withdraw, withdraw.amount.label],
  ] as const) {
    // Every load begins on the virtual account.
    await page.goto('/')
    await page.locator('header').getByRole('button', { name: en.account.virtualShort }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: way, exact: true }).click()
    await dialog.getByRole('button', { name: en.confirm, exact: true }).click()
    await page.locator('main form').getByText(heading).first().waitFor()
  }
  await page.context().close()
})

test('a customer whose only money is that of a loan is not shown that there is nothing on the account', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
  const loan = [{ asset: 'USDT.loan', free: '300.000000', held: '0.000000' }]
  await page.route('**/user/accounts*', (route) =>
    route.fulfill({ json: { code: 200, traceId: 't', result: { virtual: [], real: [], loan } } }),
  )
  await page.goto('/profile')
  await page.getByRole('region', { name: en.account.real }).getByText(profile.inUse).waitFor()
  expect(await page.getByText(profile.offerVirtual).count()).toBe(0)
  // The balance that the header shows is another: the panel names both.
  const header = page.locator('header').getByRole('button', { name: `${en.account.realShort} 0.00` })
  await header.click()
  await page.getByRole('dialog').getByText(`${profile.loanMoney} 300.00`).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

test('what is announced in quick succession can be read one after another', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375, clock: true })
  await signUp(page, origin)
  await page.goto('/profile')
  const announced = page.getByRole('status')
  await page.getByRole('button', { name: en.mode.toReal }).click()
  await page.getByRole('dialog').getByRole('button', { name: en.confirm }).click()
  await announced.getByText(en.mode.switchedToReal).waitFor()
  await page.getByRole('button', { name: en.mode.toVirtual }).click()
  await page.getByRole('dialog').getByRole('button', { name: en.confirm }).click()
  await page.getByRole('region', { name: en.account.virtual }).getByText(profile.inUse).waitFor()
  // It is in sight for three seconds at least, then comes what followed.
  await announced.getByText(en.mode.switchedToReal).waitFor()
  await page.clock.fastForward(3000)
  await announced.getByText(en.mode.switchedToVirtual).waitFor()
  await page.clock.fastForward(5000)
  await announced.getByText(en.mode.switchedToVirtual).waitFor({ state: 'detached' })
  await page.context().close()
})

test('balances can be hidden, and the virtual one is brought back to 10 000', async () => {
  const page = await openProfile(1920)
  const virtual = page.getByRole('region', { name: en.account.virtual })
  await virtual.getByText('10,000.00').waitFor()
  await page.getByRole('button', { name: profile.hideBalances }).click()
  await expect.poll(() => virtual.getByText('10,000.00').count()).toBe(0)
  await page.getByRole('button', { name: profile.showBalances }).click()
  await virtual.getByRole('button', { name: profile.reset }).click()
  await page.getByRole('dialog').getByRole('button', { name: en.confirm }).click()
  await page.getByText(profile.resetDone).waitFor()
  await virtual.getByText('10,000.00').waitFor()
  await page.context().close()
})

test('theme and price colours hold at once and are kept', async () => {
  const page = await openProfile(1920)
  await page.goto('/profile/settings')
  await page.getByRole('radio', { name: en.theme.dark }).check()
  await page.getByRole('radio', { name: en.rise.cvd }).check()
  const dataset = () => page.evaluate(() => ({ ...document.documentElement.dataset }))
  await expect.poll(() => dataset()).toMatchObject({ theme: 'dark', rise: 'cvd' })
  expect(await accessibilityProblems(page)).toEqual([])
  await expect
    .poll(() => page.evaluate(() => [localStorage.getItem('colorScheme'), localStorage.getItem('riseColor')]))
    .toEqual(['dark', 'cvd'])
  await page.context().close()
})

test('home shows a customer their money, orders and lists; logging out clears token, user and flag', async () => {
  const page = await openProfile(375)
  await page.goto('/')
  await page.locator('main').getByText('10,000.00 USDT').waitFor()
  await page.getByText('No orders running').waitFor()
  await page.getByRole('list', { name: market.movers }).locator('li').nth(5).waitFor()
  for (const { start } of Object.values(home.card)) await page.getByRole('link', { name: start, exact: true }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: home.createAccount }).count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  // However much has moved, the pages of the account are not far below it on a phone.
  await page.route('**/user/transactions*', async (route) => {
    const response = await route.fetch()
    const { result, ...rest } = (await response.json()) as { result: { rows: object[] } }
    const order = { id: '01890000-0000-7000-8000-000000000001', orderNo: 'LN000000001', of: 'loan' }
    const rows = Array.from({ length: 20 }, (_, at) => ({
      ...result.rows[0],
      id: `row-${at}`,
      order: at ? null : order,
    }))
    await route.fulfill({ json: { ...rest, result: { ...result, rows } } })
  })
  await page.goto('/profile')
  const newest = page.getByRole('region', { name: profile.transactions.newest })
  await expect.poll(() => newest.getByText('+10,000.00').count()).toBe(5)
  expect(await newest.getByRole('link', { name: 'LN000000001' }).getAttribute('href')).toBe('/loan/account')
  await page.getByRole('button', { name: en.logout }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const kept = () => page.evaluate(() => ['token', 'userInfo', 'isLogin'].map((key) => localStorage.getItem(key)))
  await expect.poll(kept).toEqual([null, null, null])
  await page.context().close()
})

test('a browser whose clock is months ahead is offered the statements that there are', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await remember(page, (await openAccount(origin)).signedIn)
  await page.context().addInitScript(() => {
    const aheadMs = 100 * 86_400_000
    const [now, begun] = [Date.now.bind(Date), performance.timeOrigin]
    Date.now = () => now() + aheadMs
    Object.defineProperty(performance, 'timeOrigin', { get: () => begun + aheadMs })
    localStorage.setItem('virtual', '1')
  })
  await page.goto('/profile/transactions')
  const months = () => page.getByLabel(profile.transactions.month).locator('option').all()
  await expect.poll(async () => (await months()).length).toBe(1)
  expect(await (await months())[0]?.getAttribute('value')).toBe(new Date().toISOString().slice(0, 7))
  await page.context().close()
})

test('what became of a login and that its device is new are two things, also to a reader', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  await page.goto('/profile/security')
  const { outcome, newDevice } = security.history
  const history = page.getByRole('region', { name: security.history.title })
  await expect.poll(() => history.textContent()).toContain(`${outcome.SIGNED_IN} ${newDevice}`)
  await page.context().close()
})

test.each([
  ['/profile/notification?view=settings', '**/user/settings', 'Use quiet hours'],
  ['/profile/addresses', '**/user/whitelistMode', 'Not locked'],
  ['/profile/balance/withdraw', '**/address/list*', 'You have no address for USDT'],
])('what of %s could not be loaded is reported, and comes when it is requested again', async (path, call, then) => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
  // The page polls by itself now and then: it gets a response from the press on, so that there is one to press.
  let pressed = false
  await page.exposeFunction('reportPress', () => void (pressed = true))
  await page.addInitScript(() => {
    const { reportPress } = globalThis as unknown as { reportPress: () => void }
    addEventListener('click', reportPress, { capture: true })
  })
  await page.route(call, (route) =>
    pressed ? route.continue() : route.fulfill({ json: { code: 10092, msg: 'fault', params: {}, traceId: '1' } }),
  )
  await page.goto(path)
  const failed = page.getByRole('alert').filter({ hasText: en.state.loadFailed })
  await failed.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: en.retry }).click()
  await page.getByText(then).first().waitFor()
  await expect.poll(() => failed.count()).toBe(0)
  await page.context().close()
})
