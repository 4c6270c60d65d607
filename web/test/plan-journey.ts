import { dayMs } from '@evenhand/protocol/durations.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import codes from '../src/texts/en/codes.json' with { type: 'json' }
import plans from '../src/texts/en/plans.json' with { type: 'json' }
import safeguards from '../src/texts/en/safeguards.json' with { type: 'json' }
import { accessibilityProblems, openPage, overflow } from './browser.ts'
import { remember } from './customer.ts'
import { findOwnBalance } from './find-balance.ts'
import type { RealServer } from './real-server.ts'
import type { MovedClock } from './sandbox-clock.ts'
import { fundedCustomer } from './withdrawer.ts'

const isFocused = (one: Element) => one === document.activeElement

/** A plan from a visitor's look to its early exit, over two days of the sandbox's clock. */
export function planJourney({ browser, origin, advance, server }: MovedClock & { server: () => RealServer }): void {
  test('a plan is subscribed, pays a day, and is left for the penalty that was shown', async () => {
    const visitor = await openPage(browser(), origin(), { lang: 'ar', width: 375 })
    await visitor.goto('/trading')
    await visitor.locator('[aria-labelledby^="plan-"] a[href^="/pass/login"]').first().waitFor()
    expect(await overflow(visitor)).toBe(0)
    expect(await accessibilityProblems(visitor)).toEqual([])
    // The calculator stands below the cards on a phone: choosing a plan for it brings it into sight.
    await visitor.locator('[aria-labelledby^="plan-"] button').first().click()
    await expect.poll(() => visitor.locator('#plan-calculator').evaluate(isFocused)).toBe(true)
    expect(
      await visitor.locator('#plan-calculator').evaluate((title) => title.getBoundingClientRect().top),
    ).toBeLessThan(812)
    await visitor.context().close()

    const account = await fundedCustomer({ server: server(), amount: '900', verified: true })
    const page = await openPage(browser(), origin(), { lang: 'en', width: 1920 })
    await remember(page, account.signedIn)
    await page.goto('/trading')
    // The virtual account is refused with the reason and switches.
    await page.getByText(codes.realAccountNeeded).waitFor()
    await page.getByRole('button', { name: 'Switch to the real account' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
    const week = page.getByRole('region', { name: /7/ }).first()
    await week.getByRole('button', { name: plans.card.subscribe }).click()
    const dialog = page.getByRole('dialog')
    // Before the first plan the warning is thought over for a day.
    await dialog.getByRole('timer').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await advance(dayMs)
    await page.reload()
    await week.getByRole('button', { name: plans.card.subscribe }).click()
    await dialog.getByRole('button', { name: safeguards.warning.goOn }).click()
    const field = dialog.getByRole('textbox', { name: plans.amount.label })
    await field.fill('99')
    await dialog.getByText(/must be between/).waitFor()
    await field.fill('5000')
    await dialog.getByRole('button', { name: /^Subscribe/ }).click()
    await dialog.getByText(/Available balance too small/).waitFor()
    await field.fill('500')
    await dialog.getByText('0.28 USDT', { exact: true }).waitFor()
    await refusalInSight(page)
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Subscribe/ }).click()
    // The newest message shows alone: the call's own, or the notice that comes on its heels.
    await page.getByText(/Its whole yield is set aside|Plan started/).waitFor()
    await page.getByText(plans.mine.noPenalty).waitFor()
    await week.getByText(plans.card.held).waitFor()
    // The button is gone: the focus is on the plan that it belonged to.
    await expect.poll(() => week.getByRole('heading').evaluate(isFocused)).toBe(true)

    await advance(dayMs)
    await page.reload()
    await page.getByText('+0.04 USDT', { exact: true }).waitFor()
    await page.getByText(plans.mine.setAside).waitFor()
    // 500 × 0.05 % × 6 ÷ 7, rounded up to the unit.
    await page.getByText('0.214286 USDT', { exact: true }).first().waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await longChart(page)
    await page.getByRole('button', { name: plans.exit.open }).click()
    // Another page has left it meanwhile: it is announced, whatever becomes of the dialog.
    await page.route('**/exitSmart', (route) =>
      route.fulfill({ json: { code: 10015, msg: 'notTradableNow', params: { reason: 'ended' } } }),
    )
    await dialog.getByRole('button', { name: /499\.785714/ }).click()
    await page.getByText(plans.exit.ended).first().waitFor()
    await page.unroute('**/exitSmart')
    await dialog.getByText('−0.174286 USDT', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: /499\.785714/ }).click()
    await page.getByText(/You left the plan|Plan left early/).waitFor()
    // The last plan is gone with its list: the focus is on the title of the page.
    await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate(isFocused)).toBe(true)
    await page.goto('/profile/orders?product=plans')
    await page.getByText(plans.status.EXITED, { exact: true }).waitFor()
    await page.getByText('−0.174286 USDT', { exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto('/profile/balance')
    await page.getByText('899.825714').first().waitFor()
    await page.goto('/transparency#plans')
    await page.locator('#plans').getByText('0.214286 USDT').waitFor()
    // A statement of what is owed to customers is made by the next day at the latest, at a moment that nobody knows.
    await advance(dayMs)
    await findOwnBalance(page, { origin: origin(), token: account.signedIn.token, amount: /^(?:899\.8|900\.0)/ })
    await page.context().close()
  })
}

/** As if the plan ran for a year: each of its bars has a width on a phone too. */
async function longChart(page: Page): Promise<void> {
  await page.route('**/listSmartOrder*', async (route) => {
    const response = (await (await route.fetch()).json()) as { result: object[] }
    await route.fulfill({ json: { ...response, result: response.result.map((plan) => ({ ...plan, days: 365 })) } })
  })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.reload()
  const bars = page.locator('[aria-labelledby="my-plans"] figure [title]')
  await expect.poll(() => bars.count()).toBe(365)
  expect(
    await bars.evaluateAll((all) => Math.min(...all.map((bar) => bar.getBoundingClientRect().width))),
  ).toBeGreaterThan(0.5)
  expect(await overflow(page)).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.reload()
  await expect.poll(() => bars.count()).toBe(7)
}

/** On a phone the dialog is longer than the page: why it was refused is in sight all the same. */
async function refusalInSight(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 })
  const refusal = { code: 10008, msg: 'accountRestricted', params: { reason: 'AML_REVIEW' } }
  await page.route('**/buySmart', (route) => route.fulfill({ json: refusal }))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Subscribe/ }).click()
  const alert = dialog.getByText(codes.accountRestricted.AML_REVIEW)
  await alert.waitFor()
  const isOnTop = (shown: Element) => {
    const { x, y, width, height } = shown.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === shown
  }
  await expect.poll(() => alert.evaluate(isOnTop)).toBe(true)
  await page.unroute('**/buySmart')
  await page.setViewportSize({ width: 1920, height: 1080 })
}
