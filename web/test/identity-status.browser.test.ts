import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import identity from '../src/texts/en/identity.json' with { type: 'json' }
import notices from '../src/texts/en/notices.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { signUp } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const sound = async (page: Page): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

test('whatever is refused for want of a verified identity leads to the verification', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  await page.route('**/notification/preferences', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          json: { code: 30003, msg: 'verificationNotValid', params: { status: 'RESUBMIT' }, traceId: '' },
        })
      : route.continue(),
  )
  await page.goto('/profile/notification')
  await page.getByRole('tab', { name: notices.view.settings }).click()
  await page.getByRole('checkbox', { name: `${notices.category.ALERT}: ${notices.prefs.inApp}` }).click()
  const sheet = page.getByRole('dialog', { name: identity.sheet.title })
  await sheet.getByText(identity.sheet.text.RESUBMIT).waitFor()
  await sound(page)
  await sheet.getByRole('link', { name: identity.sheet.go }).click()
  await page.waitForURL(/\/profile\/verification$/)
  await expect.poll(() => sheet.count()).toBe(0)
  await page.context().close()
})

const day = 86_400_000
const last = {
  firstName: 'Amy',
  lastName: 'Tan',
  birthDate: '1990-02-28',
  sex: 'female',
  country: 'SG',
  address: '1 Orchard Road',
  contact: '+6561234567',
  docType: 'PASSPORT',
  docExpiry: '2020-05-31',
  docNumberEnd: '67P',
  frontFileId: '01890000-0000-7000-8000-000000000001',
  backFileId: null,
  holdingFileId: '01890000-0000-7000-8000-000000000002',
  further: {},
}
const refusedFor = (code: string) => [{ field: 'docNumber', code }]

/** Where nothing can be sent any more: why, since when, and what was sent; nothing of what to send. */
async function shownDecision(page: Page): Promise<void> {
  await page.getByText(new RegExp(identity.decided.replace('{time}', String.raw`\w+ \d+`))).waitFor()
  await page.getByText(identity.stated).click()
  await page.getByText(identity.photoPage).waitFor()
  await page.getByText(/written answer within 15 business days/).waitFor()
  expect(await page.getByText(identity.fix.NAME_MISMATCH).count()).toBe(0)
}

test.each([
  ['an hour is late', { status: 'PENDING_REVIEW', escalated: true, attempt: 1 }, /have not kept it/],
  [
    'no more tries',
    { status: 'RESUBMIT', attempt: 5, attemptsLeft: 0, reasons: refusedFor('NAME_MISMATCH') },
    identity.used.title,
  ],
  ['the end', { status: 'REJECTED_FINAL', attempt: 1, reasons: refusedFor('SANCTIONS') }, identity.reason.SANCTIONS],
  ['a document that ended', { status: 'EXPIRED', attempt: 1 }, /expired on .*May 31, 2020/],
] as const)('what no customer of a short test comes to is shown too: %s', async (_, stated, shown) => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signUp(page, origin)
  const now = Date.now()
  const dueAt = stated.status === 'PENDING_REVIEW' ? now - day : null
  const result = {
    attemptsLeft: 4,
    reasons: [],
    needs: [],
    escalated: false,
    decidedAt: dueAt === null ? now - day : null,
    dueAt,
    last,
    ...stated,
  }
  await page.route('**/user/identification', (route) =>
    route.fulfill({ json: { code: 200, result: { submittedAt: now - 3 * day, ...result }, traceId: 't' } }),
  )
  await page.goto('/profile/verification')
  await page.getByText(shown).first().waitFor()
  // A form is offered only where one would be taken.
  await expect.poll(() => page.locator('main form').count()).toBe(stated.status === 'EXPIRED' ? 1 : 0)
  if (stated.status === 'RESUBMIT' || stated.status === 'REJECTED_FINAL') await shownDecision(page)
  await sound(page)
  await page.goto('/profile')
  const note = stated.status === 'PENDING_REVIEW' ? 'late' : stated.status
  await page.getByText(identity.banner[note === 'RESUBMIT' ? 'used' : note]).waitFor()
  await sound(page)
  await page.context().close()
})
