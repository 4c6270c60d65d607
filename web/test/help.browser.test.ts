import type { PublicNotice } from '@evenhand/protocol/public-notices.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import fees from '../src/texts/en/fees.json' with { type: 'json' }
import en from '../src/texts/en/help.json' with { type: 'json' }
import arCommon from '../src/texts/ar/common.json' with { type: 'json' }
import arContent from '../src/texts/ar/content.json' with { type: 'json' }
import ar from '../src/texts/ar/help.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const isFine = async (page: Page) => {
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
}

test('a customer with a question finds its answer by words, confirms that it is right, and shares its address', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/help')
  await page.getByRole('link', { name: en.category.withdrawals }).waitFor()
  await isFine(page)
  await page.getByRole('searchbox').fill('how long does a withdrawal take')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/help\/faq\?q=/)
  const first = page.getByRole('heading', { level: 2 }).first().getByRole('button')
  await first.click()
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBeNull()
  await page.getByRole('button', { name: en.feedback.yes }).click()
  await page.getByText(en.feedback.thanks).waitFor()
  await isFine(page)
  await page.reload()
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true')
  await page.getByRole('searchbox').fill('qqqqqqqq zzzzz')
  await page.getByText(en.faq.none).waitFor()
  await page.context().close()
})

test('a phone in Arabic: topics, one answer open at a time, notices, and no answer lost with the network', async () => {
  const page = await openPage(browser, origin, { lang: 'ar', width: 375, theme: 'dark' })
  await page.goto('/help/faq')
  await page.getByRole('button', { name: ar.category.security }).click()
  const questions = page.getByRole('heading', { level: 2 }).getByRole('button')
  await questions.nth(0).click()
  await questions.nth(1).click()
  await expect.poll(() => page.locator('[aria-expanded=true]').count()).toBe(1)
  await isFine(page)
  await page.route('**/listFaq*', (route) => route.abort())
  await page.goto('/help/faq')
  await page.getByRole('alert').getByRole('button').waitFor()
  await page.unroute('**/listFaq*')
  await page.getByRole('alert').getByRole('button').click()
  await questions.first().waitFor()
  await page.goto('/help/notice')
  await page.getByText(ar.notice.none).waitFor()
  await isFine(page)
  await page.context().close()
})

const announced = (parts: Partial<PublicNotice>): PublicNotice => ({
  id: 'maintenance',
  type: 1,
  title: 'Maintenance on Sunday',
  summary: 'Deposits rest from 02:00 to 04:00 UTC (two hours).',
  body: 'Deposits rest.',
  category: 'maintenance',
  pinned: false,
  popup: false,
  navbar: false,
  startAt: 1,
  audience: { countries: [], languages: [], mode: 'any', loggedIn: 'any' },
  version: '1',
  hash: 'a'.repeat(64),
  publishedAt: 1,
  author: 'content',
  readCount: 0,
  lang: 'en',
  ...parts,
})

test('a notice opens once another dialog is closed, and shows that it is not in the language of the page', async () => {
  const page = await openPage(browser, origin, { lang: 'ar', width: 375, theme: 'dark' })
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const bar = announced({
    navbar: true,
    title: 'DepositsWithdrawalsConversions'.repeat(4),
    body: 'Nothing arrives.\n\n'.repeat(40),
  })
  const popup = announced({ id: 'popup', popup: true })
  const list = { code: 200, msg: '', params: {}, result: [bar, popup], traceId: '' }
  await page.route('**/notice/list/1*', (route) => route.fulfill({ json: list }))
  await page.route('**/notice/current*', async (route) => {
    await opened
    await route.fulfill({ json: list })
  })
  await page.goto('/market')
  await page.getByRole('button', { name: arCommon.language.choose }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  open()
  const inEnglish = arContent.otherLanguage.replace('{language}', 'الإنجليزية')
  const line = page.locator('header').getByText(bar.title)
  await line.waitFor()
  await expect.poll(() => line.getAttribute('lang')).toBe('en')
  await expect.poll(() => dialog.getByText(popup.title).count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.getByText(popup.title).waitFor()
  await dialog.getByText(inEnglish).waitFor()
  await expect
    .poll(() => dialog.getByText(popup.summary).evaluate((text) => getComputedStyle(text).direction))
    .toBe('ltr')
  await isFine(page)
  await page.keyboard.press('Escape')
  await page.locator('header').getByText(inEnglish).waitFor()
  await isFine(page)
  await page.goto('/help/notice')
  const summary = page.getByText(popup.summary).first()
  await expect.poll(() => summary.evaluate((text) => getComputedStyle(text).direction)).toBe('ltr')
  // What is pressed in sight moves nothing: the line stays whole under the bar, however long the notice is.
  await page.getByRole('button', { name: bar.title }).click()
  await page.getByText('Nothing arrives.').last().waitFor()
  await page.evaluate(() => new Promise((after) => requestAnimationFrame(() => requestAnimationFrame(after))))
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: popup.title }).click()
  await page.getByRole('main').getByText(inEnglish).waitFor()
  await isFine(page)
  await page.context().close()
})

test('the page of fees is computed from the terms in force', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/detail?id=fees')
  const withdrawals = page.getByRole('table', { name: fees.product.withdrawals })
  await withdrawals.getByText('0.2%, at most 10.00 USDT').first().waitFor()
  const terms = (await (await fetch(`${origin}/swx/customer/public/params`)).json()) as {
    result: { key: string; value: string }[]
  }
  const options = JSON.parse(terms.result.find(({ key }) => key === 'options')?.value ?? '[]') as {
    payoutRate: string
  }[]
  const payout = page.getByRole('table', { name: fees.product.options })
  for (const { payoutRate } of options)
    await payout
      .getByText(`${Number(payoutRate) * 100}%`)
      .first()
      .waitFor()
  await isFine(page)
  await page.context().close()
})

test('the footer leads to every page and screen, without a load of the whole app', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/help')
  await page.evaluate(() => Object.assign(globalThis, { stays: true }))
  const policy = page.locator('footer').getByRole('navigation', { name: common.footer.policy })
  await policy.scrollIntoViewIfNeeded()
  const names = await policy.getByRole('link').allTextContents()
  expect(names.length).toBeGreaterThanOrEqual(11)
  await policy.getByRole('link').last().click()
  await page.waitForURL(/\/transparency$/)
  expect(await page.evaluate(() => 'stays' in globalThis)).toBe(true)
  await page.context().close()
})
