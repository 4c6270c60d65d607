import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import security from '../src/texts/en/security.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow, textsOf, type Visit } from './browser.ts'
import { mailedCode, openAccount, signUp } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const { details } = security
let tries = 0

async function openDetails(visit: Visit, which: 'username' | 'email' | 'phone'): Promise<Page> {
  const page = await openPage(browser, origin, visit)
  await signUp(page, origin)
  await page.goto('/profile/security')
  const texts = textsOf(visit.lang, 'security') as unknown as { details: typeof details }
  const { changeOne, addPhone } = texts.details
  await page.getByRole('button', { name: which === 'phone' ? addPhone : changeOne[which] }).click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  return page
}
const isFocused = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement)

test.each([
  ['zh', 375],
  ['en', 1920],
] as const)(
  'a user name is changed, and one that is taken is refused at its field, in %s at %i',
  async (lang, width) => {
    const t = (textsOf(lang, 'security') as unknown as { details: typeof details }).details
    const page = await openDetails({ lang, width }, 'username')
    const sheet = page.getByRole('dialog')
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await sheet.getByRole('textbox').fill('amy')
    await sheet.getByRole('button', { name: t.save, exact: true }).click()
    await sheet.getByText(t.taken.username).waitFor()
    await expect.poll(() => isFocused(page, t.username)).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    const name = `heron_${process.pid}_${++tries}`
    await sheet.getByRole('textbox').fill(name)
    await sheet.getByRole('button', { name: t.save, exact: true }).click()
    await page.locator('main').getByText(name).first().waitFor()
    await page.reload()
    await page.locator('main').getByText(name).first().waitFor()
    await page.context().close()
  },
)

test('a phone is added as it is written anywhere, and taken away', async () => {
  const page = await openDetails({ lang: 'en', width: 375 }, 'phone')
  const sheet = page.getByRole('dialog')
  // The country of the account proposes the first area code; what is a whole number by itself stays one.
  await expect.poll(() => sheet.getByRole('combobox').inputValue()).toBe('+64')
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await sheet.getByRole('textbox').fill('021')
  await sheet.getByRole('button', { name: details.save, exact: true }).click()
  await sheet.getByText(details.wrong.phone).waitFor()
  const number = `21${String(process.pid).padStart(7, '0')}`
  await sheet.getByRole('textbox').fill(`0${number.slice(0, 2)} ${number.slice(2)}`)
  await sheet.getByRole('button', { name: details.save, exact: true }).click()
  await page.locator('main').getByText(`+64${number}`).waitFor()
  await page.getByRole('button', { name: details.changeOne.phone }).click()
  await sheet.getByRole('combobox').selectOption('other')
  await sheet.getByRole('textbox').fill(`+39 (${number.slice(0, 2)}) ${number.slice(2)}`)
  await sheet.getByRole('button', { name: details.save, exact: true }).click()
  await page.locator('main').getByText(`+39${number}`).waitFor()
  await page.getByRole('button', { name: details.changeOne.phone }).click()
  await sheet.getByRole('button', { name: details.removePhone }).click()
  await page.locator('main').getByText(details.none).waitFor()
  await page.context().close()
})

test('an e-mail is changed by the code that went to it, after a proof of who sits here', async () => {
  const page = await openDetails({ lang: 'en', width: 1920 }, 'email')
  const sheet = page.getByRole('dialog', { name: details.changeOne.email })
  const email = `new-${process.pid}-${++tries}@example.com`
  await sheet.getByLabel(details.newEmail).fill('nonsense')
  await sheet.getByRole('button', { name: auth.sendCode }).click()
  await expect.poll(() => isFocused(page, details.newEmail)).toBe(true)
  // Correcting a mistyped address does not wait for it.
  const typo = `x${email}`
  await sheet.getByLabel(details.newEmail).fill(typo)
  await sheet.getByRole('button', { name: auth.sendCode }).click()
  await mailedCode(origin, typo)
  await sheet.getByText(typo).waitFor()
  await sheet.getByLabel(details.newEmail).fill(email)
  await sheet.getByRole('button', { name: auth.sendCode }).click()
  const right = await mailedCode(origin, email)
  expect(await accessibilityProblems(page)).toEqual([])
  await sheet.getByLabel(auth.code).fill(right === '000000' ? '000001' : '000000')
  await sheet.locator('button[type="submit"]').click()
  // The proof is requested once, and the same call goes on by itself.
  const proof = page.getByRole('dialog', { name: auth.factor.proofTitle })
  await proof.locator('input[type="password"]').fill('seven quiet herons')
  await proof.locator('button[type="submit"]').click()
  await expect.poll(() => isFocused(page, auth.code)).toBe(true)
  await expect.poll(() => sheet.getByLabel(auth.code).getAttribute('aria-invalid')).toBe('true')
  await sheet.getByLabel(auth.code).fill(right)
  await sheet.locator('button[type="submit"]').click()
  await page.getByText(details.emailSaved).waitFor()
  await page.locator('main').getByText(email).first().waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('isLogin'))).toBe('1')
  await page.context().close()
})

test('a device is named in the order of the page, from right to left as well', async () => {
  const page = await openPage(browser, origin, { lang: 'ar', width: 375 })
  const account = await openAccount(origin)
  await page.goto('/pass/login?back=%2Fprofile%2Fsecurity')
  await page.locator('main input').first().fill(account.email)
  await page.locator('main input[type="password"]').fill(account.password)
  await page.locator('main form button[type="submit"]').click()
  const device = page.getByText(/^Chrome .* Linux$/).first()
  await device.waitFor()
  const lefts = await device.evaluate((span) =>
    ['Chrome', 'Linux'].map((word) => {
      const text = span.firstChild as Text
      const range = document.createRange()
      range.setStart(text, text.data.indexOf(word))
      range.setEnd(text, text.data.indexOf(word) + word.length)
      return range.getBoundingClientRect().left
    }),
  )
  expect(lefts[0]).toBeGreaterThan(lefts[1] ?? 0)
  await page.context().close()
})
