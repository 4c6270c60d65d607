import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import chat from '../src/texts/en/chat.json' with { type: 'json' }
import common from '../src/texts/en/common.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { signUp } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const write = async (page: Page, text: string) => {
  await page.getByLabel(chat.write).fill(text)
  await page.getByRole('button', { name: chat.send, exact: true }).click()
}
const log = (page: Page) => page.getByRole('log')

test('a guest writes to customer service, loses the network, and finds each message there once', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/help')
  await page.getByRole('link', { name: common.chat }).last().click()
  await page.waitForURL(/\/customerservice/)
  await page.getByText(chat.never).waitFor()
  // An answer is offered while the question is written.
  await page.getByLabel(chat.write).fill('How do I withdraw my coins')
  await page.getByRole('complementary', { name: chat.offers }).getByRole('link').first().waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  // What looks like a password is held back.
  await page.getByRole('textbox', { name: new RegExp(chat.email) }).fill('guest@example.com')
  await write(page, 'my password is hunter22!')
  await page.getByText(chat.secret.password).waitFor()
  await write(page, 'first message')
  await log(page).getByText('first message').waitFor()
  await log(page).getByText(new RegExp(chat.sent)).waitFor()
  await page.context().setOffline(true)
  await write(page, 'second message')
  await log(page).getByText(chat.notSent).waitFor()
  await page.context().setOffline(false)
  await log(page).getByText(chat.notSent).waitFor({ state: 'detached' })
  await expect.poll(() => log(page).getByText('second message').count()).toBe(1)
  await page.reload()
  await log(page).getByText('second message').waitFor()
  expect(
    await log(page)
      .getByText(/message$/)
      .allTextContents(),
  ).toEqual(['first message', 'second message'])
  // The same conversation in a window of its own, in the language of its address.
  await page.evaluate(() => location.assign('/service.html?lang=ar'))
  await page.waitForURL(/service\.html/)
  await log(page).getByText('second message').waitFor()
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

test('a customer takes the conversation from device to device', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signUp(page, origin)
  await page.goto('/customerservice')
  await write(page, 'from the desktop')
  await log(page).getByText('from the desktop').waitFor()
  await log(page).getByText(new RegExp(chat.sent)).waitFor()
  const stored = await page.evaluate(() => Object.entries(localStorage))
  const phone = await openPage(browser, origin, { lang: 'en', width: 375 })
  await phone.context().addCookies(await page.context().cookies())
  await phone.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, stored)
  await phone.goto('/customerservice')
  await log(phone).getByText('from the desktop').waitFor()
  await write(phone, 'from the phone')
  await log(page).getByText('from the phone').waitFor()
  expect(
    await log(page)
      .getByText(/^from the/)
      .allTextContents(),
  ).toEqual(['from the desktop', 'from the phone'])
  expect(await accessibilityProblems(page)).toEqual([])
  await phone.context().close()
  await page.context().close()
})
