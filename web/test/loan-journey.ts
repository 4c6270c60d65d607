import { expect, test } from 'vitest'
import loans from '../src/texts/en/loans.json' with { type: 'json' }
import { accessibilityProblems, openPage, overflow } from './browser.ts'
import { remember } from './customer.ts'
import type { RealServer } from './real-server.ts'
import type { MovedClock } from './sandbox-clock.ts'
import { fundedCustomer } from './withdrawer.ts'

/** A loan from a visitor's look to a signed application, which is taken back. */
export function loanJourney({ browser, origin, server }: MovedClock & { server: () => RealServer }): void {
  test('a loan is quoted, its agreement read to the end and signed, and the application waits for its review', async () => {
    const visitor = await openPage(browser(), origin(), { lang: 'ar', width: 375 })
    await visitor.goto('/loan')
    await visitor.locator('[aria-labelledby="loan-products"] li').first().waitFor()
    expect(await overflow(visitor)).toBe(0)
    expect(await accessibilityProblems(visitor)).toEqual([])
    await visitor.context().close()

    const account = await fundedCustomer({ server: server(), amount: '150', verified: true })
    const page = await openPage(browser(), origin(), { lang: 'en', width: 1920 })
    await remember(page, account.signedIn)
    await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
    await page.goto('/loan')
    await page.getByRole('button', { name: '30 days', exact: true }).click()
    await page.getByRole('textbox', { name: loans.calc.amount }).fill('200')
    // 200 × 0.03 % × (30 − 7) days.
    await page.getByText('201.38 USDT', { exact: true }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: loans.calc.next }).click()
    await page.getByText(loans.sign.readFirst).waitFor()
    // Both clauses are off; the text has what is ticked, and only that.
    const clause = (name: string) => page.getByRole('checkbox', { name })
    expect(await clause(loans.clauses.setOff).isChecked()).toBe(false)
    await clause(loans.clauses.standingOrder).check()
    await page.getByText(/^\(1\) Standing order/).waitFor()
    expect(await page.getByText(/^\(2\) Set-off/).count()).toBe(0)
    await page.getByText(loans.agreement.end, { exact: true }).scrollIntoViewIfNeeded()
    await page.getByText(loans.agreement.read).waitFor()
    await page.getByRole('button', { name: loans.sign.submit }).click()
    await page.getByText(loans.sign.needed).waitFor()
    const canvas = page.getByRole('img', { name: loans.sign.canvas })
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    const [left, top] = [box?.x ?? 0, box?.y ?? 0]
    for (const from of [30, 160]) {
      await page.mouse.move(left + from, top + 40)
      await page.mouse.down()
      await page.mouse.move(left + from + 60, top + 110, { steps: 6 })
      await page.mouse.up()
    }
    await page.getByRole('checkbox', { name: loans.sign.agree }).check()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: loans.sign.submit }).click()
    await page.getByText(loans.status.PENDING_REVIEW).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const save = page.getByRole('button', { name: loans.account.document })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/^loan-.+[.]pdf$/)
    await page.getByText(loans.clauses.signed.STANDING_ORDER).waitFor()
    await page.getByRole('button', { name: loans.clauses.revoke }).click()
    await page.getByText(loans.clauses.signed.STANDING_ORDER).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: loans.withdraw.open }).click()
    await page.getByRole('dialog').getByRole('button', { name: loans.withdraw.confirm, exact: true }).click()
    await page.getByText(loans.status.CANCELLED_BY_CUSTOMER, { exact: true }).first().waitFor()
    await page.context().close()
  })
}
