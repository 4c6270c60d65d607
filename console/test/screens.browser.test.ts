import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { accessibilityProblems, openBrowser, openConsole, overflow, signInAs, text } from './console-page.ts'

const origin = inject('consoleOrigin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** Where the rail of an operator leads. */
async function screensOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('button', { name: text('common', 'nav.open') })
  if (await menu.isVisible()) await menu.click()
  const paths = await page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  await page.keyboard.press('Escape')
  return paths
}

const settled = async (page: Page): Promise<void> => {
  await page.locator('header h1').waitFor()
  await page.locator('[role=status] .skeleton').first().waitFor({ state: 'detached' })
}

test.each([
  [
    'sandbox-finance1',
    [
      '/',
      '/deposits',
      '/withdrawals',
      '/loans',
      '/charities',
      '/customers',
      '/adjustments',
      '/reserves',
      '/ledger',
      '/nfts',
      '/exposure',
      '/contracts',
      '/plans',
      '/parameters',
      '/sessions',
    ],
  ],
  ['sandbox-kyc', ['/', '/identity', '/fund-resets', '/complaints', '/customers', '/sessions']],
  [
    'sandbox-risk',
    [
      '/',
      '/deposits',
      '/withdrawals',
      '/loans',
      '/chats',
      '/complaints',
      '/invites',
      '/charities',
      '/customers',
      '/reserves',
      '/ledger',
      '/nfts',
      '/exposure',
      '/contracts',
      '/plans',
      '/limits',
      '/parameters',
      '/audit',
      '/sessions',
    ],
  ],
  [
    'sandbox-support',
    [
      '/',
      '/deposits',
      '/withdrawals',
      '/loans',
      '/identity',
      '/fund-resets',
      '/chats',
      '/complaints',
      '/invites',
      '/charities',
      '/customers',
      '/nfts',
      '/exposure',
      '/plans',
      '/parameters',
      '/chat-answers',
      '/deliveries',
      '/sessions',
    ],
  ],
  ['sandbox-superadmin', ['/', '/exposure', '/parameters', '/operators', '/audit', '/deliveries', '/sessions']],
  ['sandbox-content', ['/', '/chat-answers', '/content', '/sessions']],
])('%s sees the screens of the role and no other', async (name, paths) => {
  const page = await openConsole(browser, { origin })
  await signInAs(page, name)
  await expect.poll(() => screensOf(page)).toEqual(paths)
  await page.context().close()
})

test.each([
  ['sandbox-auditor', 1440, 'light', 'en'],
  ['sandbox-finance2', 375, 'light', 'en'],
  ['sandbox-superadmin-2', 1440, 'dark', 'en'],
  ['sandbox-content', 375, 'dark', 'ar'],
] as const)('every screen of %s at %i px, %s, %s is accessible and fits', async (name, width, theme, lang) => {
  const page = await openConsole(browser, { origin, width, theme, lang })
  expect(await accessibilityProblems(page)).toEqual([])
  await signInAs(page, name)
  for (const path of await screensOf(page)) {
    await page.goto(path)
    await settled(page)
    expect({ path, problems: await accessibilityProblems(page), over: await overflow(page) }).toEqual({
      path,
      problems: [],
      over: 0,
    })
  }
  await page.context().close()
})

test('a risk officer closes a product of plans to new subscriptions for a reason, and two open it again', async () => {
  const page = await openConsole(browser, { origin, as: 'sandbox-risk', at: '/plans' })
  const product = page.getByRole('row').filter({ hasText: '30' }).first()
  const dialog = page.getByRole('dialog')
  const button = (key: string) => text('plans', `move.${key}.button`)
  await product.getByRole('button', { name: button('CLOSED_TO_NEW'), exact: true }).click()
  await dialog.getByRole('textbox').fill('the reserve is reviewed')
  await dialog.getByRole('button', { name: button('CLOSED_TO_NEW'), exact: true }).click()
  await product.getByText(text('plans', 'status.CLOSED_TO_NEW'), { exact: true }).waitFor()
  await product.getByRole('button', { name: button('OPEN'), exact: true }).click()
  await dialog.getByRole('button', { name: text('requests', 'next') }).click()
  await dialog.getByRole('textbox').fill('the reserve was reviewed')
  await dialog.getByRole('button', { name: text('requests', 'signProposal') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.context().close()

  const second = await openConsole(browser, { origin, as: 'sandbox-risk-2', at: '/plans?tab=requests' })
  const line = text('plans', 'line.open').split('{')[0] ?? ''
  await second.locator('tbody tr').filter({ hasText: line }).getByRole('button').first().click()
  const approve = second.getByRole('complementary').getByRole('button', { name: text('requests', 'approve') })
  await approve.waitFor()
  await second.keyboard.press('a')
  await second.getByRole('dialog').getByRole('textbox').fill('Read and agreed')
  await second
    .getByRole('dialog')
    .getByRole('button', { name: text('requests', 'sign') })
    .click()
  await second.getByRole('complementary').getByText(text('requests', 'status.APPLIED')).first().waitFor()
  await second.context().close()
})

test('in Arabic the console reads from right to left, and figures keep their order', async () => {
  const page = await openConsole(browser, { origin, lang: 'ar', as: 'sandbox-finance2', at: '/ledger' })
  await page.locator('td').first().waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  const [rail, main] = [await page.locator('nav').boundingBox(), await page.locator('main').boundingBox()]
  expect((rail?.x ?? 0) > (main?.x ?? 0)).toBe(true)
  await expect.poll(() => page.locator('td bdi[dir=ltr]').count()).toBeGreaterThan(0)
  // Every promise about the books is in the language of the page.
  await page.getByRole('button', { name: text('ledger', 'verify', 'ar') }).click()
  const added = page.getByRole('dialog')
  await added.getByText(text('ledger', 'rule.I3', 'ar')).waitFor()
  await expect.poll(() => added.locator('[lang=en]').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()

  // The longest title is read whole on a phone.
  const phone = await openConsole(browser, { origin, lang: 'ar', width: 375, as: 'sandbox-kyc', at: '/fund-resets' })
  const title = phone.locator('header h1', { hasText: text('fundreset', 'title', 'ar') })
  const cut = await title.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight])
  expect(Math.max(...cut)).toBeLessThan(4)
  await phone.context().close()
})

test('the palette goes by keys alone, and a screen of another role is as if it were not there', async () => {
  const page = await openConsole(browser, { origin, as: 'sandbox-support' })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: text('common', 'palette.hint') })
  await field.fill(text('audit', 'title'))
  await expect.poll(() => page.getByRole('option', { name: text('audit', 'title'), exact: true }).count()).toBe(0)
  await field.fill('amy')
  const found = page.getByRole('option', { name: new RegExp(`^${text('customers', 'found.customer')}.*amy`) })
  await found.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'amy' }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).toMatch(/^[0-9a-f-]{36}$/)
  await page.goto('/audit')
  await page.getByText(text('common', 'problem.missing')).waitFor()
  await page.context().close()
})

test.each([
  ['sandbox-finance2', { '/customers': 0, '/ledger': 1 }],
  ['sandbox-risk', { '/customers': 1, '/ledger': 0, '/audit': 1 }],
])('%s is offered the exports of the role and no other', async (name, offered) => {
  const page = await openConsole(browser, { origin, as: name })
  for (const [path, count] of Object.entries(offered)) {
    await page.goto(path)
    await page.locator('tbody td').first().waitFor()
    const exports = page.getByRole('button', { name: text('common', 'export.open'), exact: true })
    expect({ path, count: await exports.count() }).toEqual({ path, count })
  }
  await page.context().close()
})

test('a case is gone through by keys: what has the focus is never under its buttons, and Esc leads back to its row', async () => {
  const page = await openConsole(browser, { origin, as: 'sandbox-support', at: '/customers?q=ben' })
  const row = page.getByRole('button', { name: 'ben', exact: true })
  await row.press('Enter')
  const opened = page.getByRole('complementary', { name: text('common', 'queue.case') })
  await opened.getByText(text('acts', 'act.user_look')).first().waitFor()
  const covered = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (!focused?.closest('aside')) return undefined
      const { left, top, width, height } = focused.getBoundingClientRect()
      const seen = document.elementFromPoint(left + width / 2, top + height / 2)
      return seen && (focused.contains(seen) || seen.contains(focused)) ? '' : `${focused.outerHTML} at ${top}`
    })
  await page.keyboard.press('Tab')
  let stops = 0
  for (let found = await covered(); found !== undefined; found = await covered()) {
    expect(found).toBe('')
    stops += 1
    await page.keyboard.press('Tab')
  }
  expect(stops).toBeGreaterThan(20)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Escape')
  await expect.poll(() => opened.count()).toBe(0)
  await expect.poll(() => row.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.context().close()
})

test('a session that has ended leads to the sign-in and back to the same screen, and what was being written is still there', async () => {
  const page = await openConsole(browser, { origin })
  await signInAs(page, 'sandbox-risk')
  await page.goto('/customers?q=ben')
  await page.getByRole('button', { name: 'ben' }).click()
  const add = page.getByRole('button', { name: text('customers', 'note.add') })
  await add.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Called twice, asks for')
  await page.context().clearCookies()
  await page.keyboard.press('Control+Enter')
  await page.getByText(text('signin', 'ended')).waitFor()
  await signInAs(page, 'sandbox-risk')
  await page.waitForURL((url) => url.pathname === '/customers' && url.searchParams.get('q') === 'ben')
  await add.click()
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('Called twice, asks for')
  // What was given up is not kept.
  await page.keyboard.press('Escape')
  await add.click()
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe('')
  await page.keyboard.press('Escape')

  // So it is with a form that ends only at its second step.
  const propose = page.getByRole('button', { name: text('customers', 'restrict.longer') })
  await propose.click()
  await dialog.getByLabel(text('customers', 'restrict.days')).fill('23')
  await dialog.getByRole('button', { name: text('requests', 'next') }).click()
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('Seen in three cases')
  await page.context().clearCookies()
  await page.keyboard.press('Control+Enter')
  await page.getByText(text('signin', 'ended')).waitFor()
  await signInAs(page, 'sandbox-risk')
  await propose.click()
  await expect.poll(() => dialog.getByLabel(text('customers', 'restrict.days')).inputValue()).toBe('23')
  await page.context().close()
})

test('without the network a list shows how old it is, and what was pressed meanwhile is never sent later', async () => {
  const page = await openConsole(browser, { origin, as: 'sandbox-support', at: '/customers?q=ben' })
  await page.getByRole('button', { name: 'ben' }).click()
  await page.getByRole('button', { name: text('customers', 'note.add') }).click()
  await page.context().setOffline(true)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Written without a network')
  await dialog.getByRole('button', { name: text('customers', 'note.add') }).click()
  await dialog.getByText(text('common', 'problem.offline')).waitFor()
  await page.keyboard.press('Escape')
  const stale = page.getByRole('status').getByText(text('common', 'table.stale').split('{time}')[0] ?? '')
  await page.getByRole('button', { name: text('common', 'table.refresh') }).click()
  await stale.waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: text('common', 'table.refresh') }).click()
  await stale.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('complementary').getByText(text('acts', 'act.user_look')).first().waitFor()
  await expect.poll(() => page.getByText('Written without a network').count()).toBe(0)
  await page.context().close()
})
