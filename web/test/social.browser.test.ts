import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import common from '../src/texts/en/common.json' with { type: 'json' }
import security from '../src/texts/en/security.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('isLogin') === '1')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('with a simulated provider an account is opened in three declarations, and found again', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/pass/register?back=/profile')
  const google = page.getByRole('button', { name: /Google/ })
  await google.getByText(auth.social.simulated).waitFor()
  await google.click()
  await page.getByRole('button', { name: /Clara Meyer/ }).click()
  await page.getByRole('button', { name: common.register, exact: true }).click()
  await page.getByText(auth.problem.termsMissing).waitFor()
  await expect.poll(() => page.locator('header a').count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: common.register, exact: true }).click()
  await page.getByRole('button', { name: auth.welcome.virtual }).click()
  await page.waitForURL('**/profile')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/pass/login?back=/profile')
  await page.getByRole('button', { name: /Google/ }).click()
  await page.getByRole('button', { name: /Clara Meyer/ }).click()
  await page.waitForURL('**/profile')
  await expect.poll(() => isSignedIn(page)).toBe(true)
  await page.context().close()
})

test('an address that has an account is linked after its password, whichever provider vouches for it', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/pass/login?back=/profile/security')
  await page.getByRole('button', { name: /Apple/ }).click()
  await page.getByRole('button', { name: /Amy/ }).click()
  await page.getByRole('heading', { name: auth.social.linkTitle.replace('{provider}', 'Apple') }).waitFor()
  await page.getByLabel(auth.password, { exact: true }).fill('not hers')
  await page.getByRole('button', { name: auth.social.link }).click()
  await page.getByText(auth.problem.passwordWrong).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // A person who chose the wrong address goes back, and begins again.
  await page.getByRole('button', { name: common.cancel, exact: true }).click()
  await page.getByText(auth.social.cancelled).waitFor()
  await page.getByRole('link', { name: auth.social.toLogin }).click()
  await page.getByRole('button', { name: /Apple/ }).click()
  await page.getByRole('button', { name: /Amy/ }).click()
  await page.getByLabel(auth.password, { exact: true }).fill('amy-tries-things')
  await page.getByRole('button', { name: auth.social.link }).click()
  await region(page, security.social.title).getByRole('button', { name: 'Unlink Apple' }).waitFor()
  await page.context().close()
})

test('a return without a beginning is reported and offers to begin again', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/api/loginCallback/google?code=x&state=y')
  await page.getByText(auth.social.problem.state).waitFor()
  await page.goto('/api/loginCallback/apple?error=user_cancelled')
  await page.getByText(auth.social.cancelled).waitFor()
  await page.getByRole('link', { name: auth.social.toLogin }).click()
  await page.waitForURL('**/pass/login')
  await page.context().close()
})
