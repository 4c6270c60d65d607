import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { accessibilityProblems, openBrowser, openConsole, text } from './console-page.ts'
import { operatorAt, reviewIdentity } from '../../web/test/operator.ts'
import { depositor } from './depositor.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const identity = (key: string) => text('identity', key)
const caseOf = (page: Page) => page.getByRole('complementary')
const button = (page: Page, name: string) => caseOf(page).getByRole('button', { name, exact: true })

/** A dialog that takes a reason before it goes on. */
async function decide(page: Page, press: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('As the guide requires')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: press, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function openCase(page: Page): Promise<void> {
  await caseOf(page)
    .getByRole('button', { name: text('common', 'reason.given.queue') })
    .click()
  await button(page, identity('look')).click()
  await caseOf(page).getByText('Aroha').waitFor()
}

/** The open case in the queue of what is assigned to oneself: after a decision none that another journey sent opens. */
async function alone(page: Page): Promise<void> {
  await page.waitForURL(/[?&]id=/)
  await page.goto(`${page.url()}&who=mine`)
}

/** What waits for the other one on the first screen, opened and approved. */
async function approveFromDashboard(page: Page, kind: string, username: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: `${identity(`proposed.${kind}`)} · ${username}` }).click()
  await alone(page)
  await openCase(page)
  await button(page, identity('approve')).click()
  await decide(page, identity('sign'))
}

/** Has a form reviewed and verified without a page. */
async function verifyAtOnce(username: string): Promise<void> {
  const operator = await operatorAt(consoleOrigin, 'sandbox-kyc')
  const { rows } = (await operator.get('kyc?page=1&size=100')).result as { rows: { id: string; username: string }[] }
  const id = rows.find((one) => one.username === username)?.id ?? ''
  await reviewIdentity(operator, id)
  const decided = await operator.post(`kyc/${id}/decide`, {
    verdict: 'VERIFIED',
    reasons: [],
    reason: 'as the guide requires',
  })
  expect(decided.code).toBe(200)
}

test('two operators end an identification, two review it anew, and both find on their first screen what waits for them', async () => {
  const customer = await depositor({ origin, amount: '200' })
  await customer.identify()
  const [one, two] = [
    await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-kyc', at: '/identity' }),
    await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-kyc-2' }),
  ]
  await one.getByRole('button', { name: customer.username, exact: true }).click()
  await openCase(one)
  await expect.poll(() => button(one, identity('verify')).isDisabled()).toBe(true)
  // Every column of the queue stays in sight beside the open case.
  for (const column of ['customer', 'status', 'due', 'docType', 'country', 'attempt', 'hints'])
    await one.getByRole('columnheader', { name: identity(`column.${column}`), exact: true }).waitFor()
  // The case scrolls by itself; the page around it has nothing to scroll to.
  await expect.poll(() => one.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await alone(one)
  await openCase(one)
  await button(one, identity('end')).click()
  await decide(one, identity('ask'))
  await caseOf(one).getByText(identity('ownProposal')).waitFor()
  await expect.poll(() => button(one, identity('approve')).count()).toBe(0)

  await approveFromDashboard(two, 'REJECT_FINAL', customer.username)
  await caseOf(two).getByText(identity('status.REJECTED_FINAL')).waitFor()
  await expect.poll(() => customer.identityStatus()).toBe('REJECTED_FINAL')
  await button(two, identity('appeal')).click()
  await decide(two, identity('ask'))

  await approveFromDashboard(one, 'APPEAL', customer.username)
  await caseOf(one).getByText(identity('status.PENDING_REVIEW')).waitFor()
  await expect.poll(() => customer.identityStatus()).toBe('PENDING_REVIEW')
  // The reviewer who verifies it in the end has opened the pictures of this review.
  for (const at of [0, 1]) {
    await button(one, identity('openPicture')).first().click()
    await caseOf(one).locator('figure').nth(at).waitFor()
  }
  // One field by one; what was confirmed is still there when the case is opened again.
  const ticks = caseOf(one).getByRole('checkbox', { name: identity('confirmed') })
  const fields = 12
  await expect.poll(() => ticks.count()).toBe(fields)
  await expect.poll(() => button(one, identity('verify')).isDisabled()).toBe(true)
  for (let at = 0; at < fields; at += 1) {
    await ticks.nth(at).click()
    await expect.poll(() => ticks.nth(at).isChecked()).toBe(true)
  }
  expect(await accessibilityProblems(one)).toEqual([])
  await button(one, identity('verify')).click()
  await one.getByRole('dialog').getByText('Aroha Ngata').waitFor()
  await decide(one, identity('verifyTitle'))
  await caseOf(one).getByText(identity('status.VERIFIED')).first().waitFor()
  await expect.poll(() => customer.identityStatus()).toBe('VERIFIED')
  await one.context().close()
  await two.context().close()

  // Who is verified may borrow: finance views the signature, and signs the terms in words.
  const loans = (key: string) => text('loans', key)
  const orderNo = await customer.borrow('500', 7)
  // Who may only read it has no bar of buttons, not even an empty one.
  const reader = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-risk', at: '/loans' })
  await reader.getByRole('button', { name: orderNo, exact: true }).press('Enter')
  await caseOf(reader).getByText(loans('part.terms')).waitFor()
  await expect.poll(() => caseOf(reader).locator('footer:visible').count()).toBe(0)
  await reader.context().close()
  const finance = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-finance1', at: '/loans' })
  await finance.getByRole('button', { name: orderNo, exact: true }).click()
  await expect.poll(() => button(finance, loans('approve')).isDisabled()).toBe(true)
  await finance.keyboard.press('v')
  await button(finance, loans('showSignature')).click()
  await caseOf(finance)
    .getByRole('img', { name: loans('part.signature') })
    .waitFor()
  await caseOf(finance).getByText(loans('showText')).click()
  await caseOf(finance).getByText(`the holder of the account ${customer.username}`).waitFor()
  expect(await accessibilityProblems(finance)).toEqual([])
  await finance.keyboard.press('a')
  await finance.getByRole('dialog').getByText('500.00 USDT').waitFor()
  await finance.getByRole('dialog').getByText(loans('effect.paysOut')).waitFor()
  await decide(finance, loans('sign'))
  await finance.getByText(text('signing', 'done.paidOut')).waitFor()
  await finance.goto('/loans?status=ACTIVE')
  await finance.getByRole('button', { name: orderNo, exact: true }).click()
  await caseOf(finance).getByText(loans('owedNow'), { exact: true }).waitFor()
  await caseOf(finance).getByText(text('acts', 'act.loan_approve')).first().waitFor()
  // The customer's timeline names the loan with its amount, and leads back to its case.
  await caseOf(finance).getByRole('link', { name: customer.username }).click()
  const line = caseOf(finance).getByRole('listitem').filter({ hasText: orderNo })
  await line.getByText('500.00 USDT').waitFor()
  await line.getByText(loans('status.ACTIVE')).waitFor()
  await line.getByRole('link').click()
  await caseOf(finance).getByText(loans('part.terms')).waitFor()
  await finance.context().close()
})

test('the picture of a lost fund password opens by keys alone, and the case states that it must', async () => {
  const customer = await depositor({ origin, amount: '200' })
  await customer.identify()
  const page = await openConsole(browser, { origin: consoleOrigin, lang: 'en', as: 'sandbox-kyc' })
  await verifyAtOnce(customer.username)
  await customer.loseFundPassword()
  const resets = (key: string) => text('fundreset', key)
  await page.goto('/fund-resets')
  const row = page.getByRole('button', { name: customer.username, exact: true })
  await row.press('Enter')
  await expect.poll(() => button(page, resets('accept')).isDisabled()).toBe(true)
  // Why it cannot be accepted yet is shown with the button, and is above it as in the other cases.
  const why = caseOf(page).getByText(resets('openFirst'))
  const described = await button(page, resets('accept')).getAttribute('aria-describedby')
  expect(await why.getAttribute('id')).toBe(described)
  const [note, accept] = [await why.boundingBox(), await button(page, resets('accept')).boundingBox()]
  expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThanOrEqual(accept?.y ?? 0)
  await page.keyboard.press('v')
  await page.keyboard.press('Enter')
  await caseOf(page)
    .getByRole('img', { name: resets('picture') })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.searchParams.has('id'))
  await page.context().close()
})
