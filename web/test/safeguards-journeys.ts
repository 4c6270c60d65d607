import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import orders from '../src/texts/en/orders.json' with { type: 'json' }
import own from '../src/texts/en/safeguards.json' with { type: 'json' }
import { accessibilityProblems, openPage, overflow } from './browser.ts'
import { signUp } from './customer.ts'
import type { MovedClock } from './sandbox-clock.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

const banks = new URL('../../server/src/domains/safeguards/questions/', import.meta.url)
/** The questions of a product with their answers, the right one first. */
// Read as a file: nothing of the browser's is built with what the server keeps.
const questionsOf = (product: 'options' | 'contracts'): (readonly string[])[] =>
  Object.values(JSON.parse(readFileSync(new URL(`${product}/en.json`, banks), 'utf8')) as Record<string, string[]>)
/** The right answers of options by the question's text. */
const rights = new Map(questionsOf('options').map(([text = '', right = '']) => [text, right]))
/** FCA COBS 22.5.6R (1A), with the words for a figure that is not there. */
const lossWarningOfContracts =
  'CFDs are complex instruments and come with a high risk of losing money rapidly due to leverage. There is no loss figure yet. You should consider whether you understand how CFDs work and whether you can afford to take the high risk of losing your money.'

async function answer(page: Page, right: boolean): Promise<void> {
  for (let at = 1; at <= 12; at += 1) {
    await page.getByText(`Question ${at} of 12`).waitFor()
    const text = (await page.locator('fieldset legend').textContent()) ?? ''
    const labels = await page.locator('fieldset label').allTextContents()
    const index = labels.findIndex((label) => (label === rights.get(text)) === right)
    await page.getByRole('radio').nth(index).check()
    await page.keyboard.press('Enter')
  }
}

/** What protects customers from themselves, with waits of a day that the sandbox's clock is moved over. */
export function safeguardsJourneys({ browser, origin, advance }: MovedClock): void {
  async function openOwn(width: 375 | 1920, path: string): Promise<Page> {
    const page = await openPage(browser(), origin(), { lang: 'en', width })
    await signUp(page, origin())
    await page.goto(path)
    return page
  }

  test('a refused order leads to the questionnaire, the warning, a day of thought, and on', async () => {
    const page = await openOwn(1920, '/cruuency?code=BTCUSDT')
    await page.route('**/swx/customer/order/buyOptions', (route) =>
      route.fulfill({ json: { code: 40002, msg: '', params: { product: 'options' }, traceId: 'trace-1' } }),
    )
    await page.getByRole('button', { name: /^Confirm / }).click()
    await page.getByRole('dialog').getByRole('link', { name: orders.refused.toQuiz }).click()
    await page.getByRole('button', { name: own.quiz.start }).click()
    await page.getByRole('button', { name: own.quiz.next }).click()
    await page.getByText(own.quiz.choose).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await answer(page, false)
    await page.getByRole('heading', { name: own.quiz.failed }).waitFor()
    await page.getByText('0 of 12 answers were right.').waitFor()
    await page.getByRole('button', { name: own.quiz.again }).click()
    await answer(page, true)
    await page.getByRole('heading', { name: own.quiz.passed }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: own.quiz.toWarning }).click()
    await page.getByRole('heading', { name: /, please read this/ }).waitFor()
    await page.getByText('There is no loss figure yet').waitFor()
    await page
      .getByRole('timer')
      .getByText(/^(24:00:00|23:59:\d\d)$/)
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: own.warning.goOn }).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await advance(dayMs)
    await page.reload()
    const goOn = page.getByRole('button', { name: own.warning.goOn })
    const leave = page.getByRole('button', { name: own.warning.leave })
    await goOn.waitFor()
    const styleOf = async (button: typeof goOn) => [
      (await button.boundingBox())?.width,
      await button.getAttribute('class'),
    ]
    await expect.poll(() => styleOf(goOn)).toEqual(await styleOf(leave))
    await goOn.click()
    await page.getByText(own.warning.confirmed).waitFor()
    await page.goto('/profile/quiz')
    await page.getByText(own.warning.confirmed).waitFor()
    // Another product begins from nothing, and shows no loss figure of this one.
    await page.goto('/profile/quiz/warning?product=contracts')
    await page.getByText(own.product.contracts.risk).waitFor()
    await page.getByText(lossWarningOfContracts).waitFor()
    await page.getByRole('timer').waitFor()
    await page.getByRole('link', { name: own.page.quiz }).last().click()
    await page.getByText(own.product.contracts.intro).waitFor()
    await page.getByRole('button', { name: own.quiz.start }).click()
    await page.getByText('Question 1 of 12').waitFor()
    const text = (await page.locator('fieldset legend').textContent()) ?? ''
    expect(questionsOf('contracts').map(([question]) => question)).toContain(text)
    await page.context().close()
  })

  test('a first limit holds at once, a looser one after a day and a confirmation', async () => {
    const page = await openOwn(375, '/profile/limits')
    const row = page.getByRole('listitem').filter({ hasText: own.limits.kind.maxOpen })
    await row.getByRole('button', { name: own.limits.set }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('21')
    await dialog.getByRole('button', { name: own.limits.set }).click()
    await dialog.getByText(own.limits.wrong).waitFor()
    await dialog.getByRole('textbox').fill('5')
    await dialog.getByText(own.limits.holdsNow).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: own.limits.set }).click()
    await row.getByText('5 orders').waitFor()
    await row.getByRole('button', { name: own.limits.change }).click()
    await dialog.getByRole('textbox').fill('6')
    await dialog.getByText(own.limits.holdsLater).waitFor()
    await dialog.getByRole('button', { name: own.limits.set }).click()
    await row.getByText(/Asked for: 6 orders/).waitFor()
    expect(await overflow(page)).toBe(0)
    await advance(dayMs)
    await page.reload()
    await row.getByRole('button', { name: own.limits.confirmWish }).click()
    await row.getByText('6 orders', { exact: true }).waitFor()
    await page.context().close()
  })

  test('a break shows what it does before it begins, and shows until when it runs', async () => {
    const page = await openOwn(1920, '/profile/limits')
    await page.getByRole('button', { name: own.timeout.title }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(own.pause.open).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: own.pause.begin }).click()
    await page.getByText(/You are taking a break from trading until .* Withdrawals stay open\./).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.context().close()
  })

  test('the time spent is shown when the server finds it due, and is over once seen', async () => {
    const page = await openPage(browser(), origin(), { lang: 'en', width: 375 })
    await signUp(page, origin())
    const trades = { buys: 3, sells: 1, profitLoss: '-12.50', openPositions: 1 }
    const reality = { since: 0, sinceLastPause: 61, everyMin: 60, real: trades, virtual: trades }
    let seen = 0
    await page.route('**/user/realityCheck', (route) => {
      if (route.request().method() === 'POST') seen += 1
      return route.fulfill({ json: { code: 200, result: { ...reality, due: seen === 0 }, traceId: 'trace-1' } })
    })
    await page.goto('/profile')
    const dialog = page.getByRole('dialog', { name: own.reality.title })
    await dialog.getByText(/61 minutes/).waitFor()
    await dialog.getByText('−12.50 USDT').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: own.reality.goOn }).click()
    await expect.poll(() => seen).toBe(1)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.context().close()
  })
}
