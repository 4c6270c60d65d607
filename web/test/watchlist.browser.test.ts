import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import zhAuth from '../src/texts/zh/auth.json' with { type: 'json' }
import zhCommon from '../src/texts/zh/common.json' with { type: 'json' }
import en from '../src/texts/en/market.json' with { type: 'json' }
import enCommon from '../src/texts/en/common.json' with { type: 'json' }
import enList from '../src/texts/en/watchlist.json' with { type: 'json' }
import zh from '../src/texts/zh/market.json' with { type: 'json' }
import zhList from '../src/texts/zh/watchlist.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { openAccount, signUp, type CustomerAccount } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const rows = (page: Page) => page.locator('[role=tabpanel] li')
const codes = (page: Page) => page.locator('[role=tabpanel] li bdi:first-child').allTextContents()
const star = (page: Page, texts: typeof zh, code: string) =>
  page.getByRole('button', { name: texts.watch.star.replace('{code}', code), exact: true })
/** What the server keeps of a customer: the codes of each list. */
const kept = (page: Page): Promise<string[][]> =>
  page.evaluate(async () => {
    const headers = { Authorization: localStorage.getItem('token') ?? '' }
    const { result } = (await (await fetch('/swx/customer/watchlist/lists', { headers })).json()) as {
      result: { codes: string[] }[]
    }
    return result.map(({ codes: listed }) => listed)
  })
const named = (text: string, code: string) => text.replace('{code}', code)

async function signInByHand(page: Page, { email, password }: CustomerAccount): Promise<void> {
  await page.goto('/pass/login?back=%2Fmarket%3Ftype%3Dwatch')
  await page.getByLabel(zhAuth.account, { exact: true }).fill(email)
  await page.getByLabel(zhAuth.password, { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: zhCommon.login, exact: true }).click()
  await page.waitForURL(/type=watch/)
}

test('what a visitor watches is on the account after signing in, and in a second browser', async () => {
  const account = await openAccount(origin)
  const page = await openPage(browser, origin, { lang: 'zh', width: 1920 })
  await page.goto('/market')
  for (const code of ['ETHUSDT', 'BTCUSDT']) {
    await star(page, zh, code).click()
    await expect.poll(() => star(page, zh, code).getAttribute('aria-pressed')).toBe('true')
  }
  await page.reload()
  await page.getByRole('tab', { name: zh.category.watch }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await accessibilityProblems(page)).toEqual([])
  await signInByHand(page, account)
  await expect.poll(() => rows(page).count()).toBe(2)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('watchlist'))).toBeNull()

  const second = await openPage(browser, origin, { lang: 'zh', width: 375 })
  await signInByHand(second, account)
  await expect.poll(() => rows(second).count()).toBe(2)
  await expect
    .poll(async () => (await codes(second)).filter((text) => /USDT$/.test(text)))
    .toEqual(['ETHUSDT', 'BTCUSDT'])
  await star(second, zh, 'ETHUSDT').click()
  await expect.poll(() => rows(second).count()).toBe(1)

  // Coming back to the first browser's page brings what the second one changed; a response is fresh for ten seconds.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        return rows(page).count()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(1)
  await page.context().close()
  await second.context().close()
})

test('what does not fit on a full list at sign-in is named until it was read', async () => {
  const account = await openAccount(origin)
  const listed = await fetch(`${origin}/swx/customer/index/listMarketByType?lang=en&type=2`)
  const known = ((await listed.json()) as { result: { code: string }[] }).result.map(({ code }) => code)
  await fetch(`${origin}/swx/customer/watchlist/merge`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: account.signedIn.token },
    body: JSON.stringify({ codes: known.slice(0, 99) }),
  })
  const page = await openPage(browser, origin, { lang: 'zh', width: 375 })
  const guest = [known[0], ...known.slice(200, 203)]
  await page.goto('/market')
  await page.evaluate((list) => localStorage.setItem('watchlist', JSON.stringify(list)), guest)
  await signInByHand(page, account)
  await page.getByText(guest.slice(2).join(' · ')).waitFor()
  await page.getByText('每个自选列表最多 100 个品种').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: zhList.understood }).click()
  await page.reload()
  await rows(page).first().waitFor()
  await expect.poll(() => page.getByText(guest.slice(2).join(' · ')).count()).toBe(0)
  await page.context().close()
})

describe('search', () => {
  test.each(['btb', 'bitebi', 'bite', '比特'])('"%s" finds 比特币', async (words) => {
    const page = await openPage(browser, origin, { lang: 'zh', width: 375 })
    await page.goto('/market')
    await rows(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(words)
    await expect.poll(() => codes(page)).toContain('BTCUSDT')
    await expect.poll(() => rows(page).count()).toBeLessThan(15)
    await page.context().close()
  })
})

test('a list is arranged by keyboard alone, and by dragging', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signUp(page, origin)
  await page.goto('/market?type=2')
  for (const code of ['BTCUSDT', 'ETHUSDT', 'BNBUSDT']) await star(page, en, code).click()
  await page.getByRole('tab', { name: en.category.watch }).click()
  await page.getByRole('button', { name: enList.edit, exact: true }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(en.watch.done)
  const order = () => page.locator('ol bdi').allTextContents()
  await expect.poll(order).toEqual(['BTCUSDT', 'ETHUSDT', 'BNBUSDT'])
  await page.getByRole('button', { name: named(enList.up, 'BNBUSDT') }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(order).toEqual(['BNBUSDT', 'BTCUSDT', 'ETHUSDT'])
  await page
    .getByRole('status')
    .getByText(/BNBUSDT is now number 1 of 3/)
    .waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  const handle = page.locator('ol li').nth(2).locator('span').first()
  // A line above the list that comes or goes would move it.
  await handle.hover()
  const grip = await handle.boundingBox()
  await page.mouse.move((grip?.x ?? 0) + 10, (grip?.y ?? 0) + 20)
  await page.mouse.down()
  await page.mouse.move((grip?.x ?? 0) + 10, (grip?.y ?? 0) - 100, { steps: 4 })
  await page.mouse.up()
  await expect.poll(order).toEqual(['ETHUSDT', 'BNBUSDT', 'BTCUSDT'])
  await page.getByRole('button', { name: named(enList.remove, 'BNBUSDT') }).click()
  await expect.poll(order).toEqual(['ETHUSDT', 'BTCUSDT'])
  await expect.poll(() => kept(page)).toEqual([['ETHUSDT', 'BTCUSDT']])
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(2)
  await expect
    .poll(async () => (await codes(page)).filter((text) => /USDT$/.test(text)))
    .toEqual(['ETHUSDT', 'BTCUSDT'])
  await page.context().close()
})

test('several lists: opened, named, chosen from the star, deleted', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  await page.goto('/market?type=watch')
  await page.getByRole('button', { name: enList.new, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.locator(':focus').getAttribute('maxlength')).not.toBeNull()
  await page.keyboard.type('Coins')
  await page.route('**/watchlist/list', (route) => route.abort())
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText(enCommon.problem.offline).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.unroute('**/watchlist/list')
  await dialog.getByRole('button', { name: enList.save }).click()
  await page.getByRole('button', { name: 'Coins', pressed: true }).waitFor()
  await page.getByText(en.watch.empty).waitFor()
  await page.getByRole('tab', { name: en.category['2'] }).click()
  await star(page, en, 'BTCUSDT').click()
  await dialog.getByLabel(/Coins/).check()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await dialog.getByRole('button', { name: en.watch.done }).click()
  await page.getByRole('tab', { name: en.category.watch }).click()
  await page.getByText(en.watch.empty).waitFor()
  await page.getByRole('button', { name: 'Coins', exact: true }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('button', { name: enList.edit, exact: true }).click()
  await page.getByRole('button', { name: enList.delete, exact: true }).click()
  await dialog.getByRole('button', { name: enList.delete }).click()
  await page.getByText(en.watch.empty).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Coins' }).count()).toBe(0)
  await page.context().close()
})

test('a star that could not be kept goes out again and shows why', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signUp(page, origin)
  await page.goto('/market?type=2')
  // The star shows before its call is sent; it stands on the server once there is a response.
  const added = page.waitForResponse('**/watchlist/add')
  await star(page, en, 'BTCUSDT').click()
  await expect.poll(() => star(page, en, 'BTCUSDT').getAttribute('aria-pressed')).toBe('true')
  expect((await added).status()).toBe(200)
  await page.route('**/watchlist/add', (route) => route.abort())
  await star(page, en, 'ETHUSDT').click()
  await page.getByText(enCommon.problem.offline).waitFor()
  await expect.poll(() => star(page, en, 'ETHUSDT').getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => star(page, en, 'BTCUSDT').getAttribute('aria-pressed')).toBe('true')
  await page.context().close()
})

test('the filters are true: options only where they can be bought now, open and closed apart', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/market')
  await page.getByRole('button', { name: en.filter.options, exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('only')).toBe('options')
  await rows(page).nth(5).waitFor()
  const open = rows(page).getByText(en.session.open, { exact: true })
  await expect.poll(async () => (await open.count()) - (await rows(page).count())).toBe(0)
  await page.getByRole('button', { name: en.filter.closed, exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('only')).toBe('closed')
  await expect.poll(() => open.count()).toBe(0)
  await page.context().close()
})
