import { collateralValue, ltvBps } from '@evenhand/proofs/loans/collateral.ts'
import { expect, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import loans from '../src/texts/en/loans.json' with { type: 'json' }
import type { HeldCollateral } from '@evenhand/protocol/loan-collateral.ts'
import type { Loan } from '@evenhand/protocol/loans.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type { Page } from 'playwright-core'
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

    const account = await fundedCustomer({ server: server(), amount: '600', verified: true })
    // What was typed before the sign-in is still there after it.
    await visitor.locator('main input[inputmode="decimal"]').fill('150')
    await visitor.locator('main a[href^="/pass/login"]').click()
    await visitor.locator('main form input').first().fill(account.email)
    await visitor.locator('input[autocomplete="current-password"]').fill(account.password)
    await visitor.locator('button[type="submit"]').click()
    await visitor.waitForURL((url) => url.pathname === '/loan')
    await expect.poll(() => visitor.locator('main input[inputmode="decimal"]').inputValue()).toBe('150')
    await visitor.context().close()
    const fixture = { origin: server().origin, token: account.signedIn.token }
    const pledged = await boughtBitcoin(fixture)
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
    // Collateral stands in the text once it is put there, with the tick that priced it, and opens every term.
    await page.getByRole('button', { name: 'BTC', exact: true }).click()
    const amountOfCoin = page.getByRole('textbox', { name: loans.collateral.amount.replace('{coin}', 'BTC') })
    await amountOfCoin.fill('0.0001')
    await page.getByRole('button', { name: loans.collateral.use }).click()
    expect(await page.getByText(/^\(3\) /).count()).toBe(0)
    await amountOfCoin.fill(pledged)
    await page.getByText(loans.collateral.level.calm).waitFor()
    await page.getByRole('button', { name: loans.collateral.use }).click()
    await page.getByText(loans.collateral.inText).waitFor()
    await page.getByText(`(3) ${pledged} BTC = `).waitFor()
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
    // The keyboard goes on at what is missing: at the choice of a way to sign, for those who cannot draw.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(loans.sign.draw)
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
    const part = page.getByRole('region', { name: loans.collateral.title })
    await part.getByText(`${loans.collateral.move.PLEDGE} ${pledged.replace(/0+$/, '')}`).waitFor()
    await part.getByText(loans.collateral.level.calm).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const save = page.getByRole('button', { name: loans.account.document })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/^loan-.+[.]pdf$/)
    await takePartBack(page)
    await page.getByText(loans.clauses.signed.STANDING_ORDER).waitFor()
    await page.getByRole('button', { name: loans.clauses.revoke }).click()
    await page.getByText(loans.clauses.signed.STANDING_ORDER).waitFor({ state: 'detached' })
    // The limit is that of the next loan while one is open.
    await page.goto('/loan')
    await page.getByText(loans.limit.next).waitFor()
    // A loan whose course does not arrive offers to try again.
    const course = /\/customer\/loan\/[0-9a-f-]{36}$/
    await page.route(course, (route) => route.fulfill({ json: gone }))
    await page.goto('/loan/account')
    const again = page.getByRole('button', { name: common.retry, exact: true })
    await again.waitFor()
    await page.unroute(course)
    await again.click()
    await again.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: loans.withdraw.open }).click()
    // An operator has decided meanwhile: the refusal states it.
    await page.route('**/withdrawApplication', (route) => route.fulfill({ json: gone }))
    await page.getByRole('dialog').getByRole('button', { name: loans.withdraw.confirm, exact: true }).click()
    await page.getByText(loans.withdraw.late).waitFor()
    await page.unroute('**/withdrawApplication')
    await page.getByRole('dialog').getByRole('button', { name: loans.withdraw.confirm, exact: true }).click()
    await page.getByText(loans.status.CANCELLED_BY_CUSTOMER, { exact: true }).first().waitFor()
    // What was pledged is its customer's to use again, and what became of it stays to be read.
    await page.locator('summary').filter({ hasText: loans.account.history }).click()
    await page.getByRole('list', { name: loans.account.history }).getByText(loans.event.WITHDRAWN).waitFor()
    await page.getByText(loans.collateral.move.RELEASE).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const balances = await resultOf<{ real: { asset: string; held: string }[] }>(fixture, 'user/accounts')
    expect(balances.real.find(({ asset }) => asset === 'BTC')).toMatchObject({ held: '0.00000000' })
    await acceptPlan(page)
    await page.context().close()
  })
}

const gone = { code: 40039, msg: 'notFound', params: {} }
const day = 86_400_000
const instalments = [1, 2].map((n) => ({
  n,
  day: `2027-01-1${n}`,
  dueAt: Date.UTC(2027, 0, 10 + n) + day - 1,
  amount: '102.500000',
  left: '102.500000',
}))
const text = {
  title: 'Repayment plan',
  sections: [{ heading: 'Instalments', paragraphs: ['(1) 2027-01-11: 102.500000 USDT'] }],
  planHash: 'ab'.repeat(32),
  lang: 'en',
}

/** As if the loan ran: the share that a part would leave is seen and asked about before anything is sent, and again after a refusal. */
async function takePartBack(page: Page): Promise<void> {
  const [taken, most] = ['0.0003', '0.0002']
  const sent: unknown[] = []
  let held: HeldCollateral | undefined
  await page.route('**/customer/loan/collateral?id=*', async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: { coins: []; held: HeldCollateral } }
    held ??= { ...result.held, returnable: '0.00030000' }
    await route.fulfill({ json: { code: 200, msg: 'ok', result: { coins: [], held } } })
  })
  await page.route('**/customer/loan/takeCollateral', async (route) => {
    sent.push(route.request().postDataJSON())
    const refusal = { code: 10016, msg: 'amountWrong', params: { min: '0.0001', max: most, step: '0.00000001' } }
    await route.fulfill({ json: [refusal, gone][sent.length - 1] ?? { code: 200, msg: 'ok', result: held } })
  })
  const { take, takeCheck, takeConfirm, takeEnded, takeLess, ltvAfter, taken: done } = loans.collateral
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: take }).click()
  const sheet = page.getByRole('dialog')
  const amount = sheet.getByRole('textbox')
  const shareAfter = (less: string): string => {
    const units = (decimal: string, digits: number) => parseUnits(decimal, digits) ?? 0n
    const at = held?.tick?.price ?? ''
    const precision = at.split('.')[1]?.length ?? 0
    const price = { price: units(at, precision), precision }
    const rest = units(held?.amount ?? '', 8) - units(less, 8)
    return `${formatUnits(ltvBps(200_000_000n, collateralValue({ coin: 'BTC', amount: rest, price })) ?? 0n, 2)}%`
  }
  const filled = (words: string, coins: string) => new RegExp(words.replace(/[{].+[}]/, `.?${coins}\\sBTC.?`))
  // Nothing was entered yet: the press reports it at the field.
  await sheet.getByRole('button', { name: loans.enterAmount }).click()
  await sheet.locator('[aria-invalid="true"]').waitFor()
  await amount.fill('0.0004')
  await sheet.locator('[aria-invalid="true"]').waitFor()
  await amount.fill(taken)
  await sheet.getByText(ltvAfter).waitFor()
  await sheet.getByText(shareAfter(taken), { exact: true }).waitFor()
  await sheet.getByRole('button', { name: takeCheck }).dblclick()
  await sheet.getByText(shareAfter(taken), { exact: true }).waitFor()
  expect(sent).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await sheet.getByRole('button', { name: filled(takeConfirm, taken) }).click()
  await sheet.getByText(filled(takeLess, most)).waitFor()
  // A loan that has ended leaves the page with the sheet: the message stands outside of it.
  await sheet.getByRole('button', { name: filled(takeConfirm, taken) }).click()
  await page.getByText(takeEnded).first().waitFor()
  await sheet.getByRole('button', { name: 'Back', exact: true }).click()
  await amount.fill(most)
  await sheet.getByRole('button', { name: takeCheck }).click()
  await sheet.getByText(shareAfter(most), { exact: true }).waitFor()
  await sheet.getByRole('button', { name: filled(takeConfirm, most) }).click()
  await page.getByText(done).waitFor()
  expect(sent).toEqual([taken, taken, most].map((part) => ({ id: held?.loanId, amount: `${part}0000` })))
  await page.unroute('**/customer/loan/collateral?id=*')
  await page.setViewportSize({ width: 1920, height: 1080 })
}

/** The page of a loan in arrears with a plan that is offered, with the responses of the server replaced: such a loan takes five weeks. */
async function acceptPlan(page: Page): Promise<void> {
  const plan = {
    id: '01890000-0000-7000-8000-000000000001',
    status: 'OFFERED',
    preparedAt: 1,
    principal: '200.000000',
    interest: '5.000000',
    total: '205.000000',
    paid: '0.000000',
    left: '205.000000',
    instalments,
    until: Date.UTC(2027, 0, 10),
    acceptedAt: null as number | null,
    endedAt: null,
  }
  const sent: unknown[] = []
  let readAt: number | undefined
  const responseOf = (result: unknown) => ({ json: { code: 200, msg: 'ok', result } })
  await page.route('**/user/listLoanRecord*', async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: Loan[] }
    const status = plan.status === 'ACCEPTED' ? 'ACTIVE' : 'IN_ARREARS'
    const owed = (loan: Loan) => ({ ...loan.owed, at: readAt ?? loan.owed.at })
    await route.fulfill(responseOf(result.map((loan) => ({ ...loan, owed: owed(loan), status, repaymentPlan: plan }))))
  })
  await page.route('**/customer/loan/0*', (route) =>
    route.fulfill({ json: { code: 40039, msg: 'notFound', params: {} } }),
  )
  await page.route('**/customer/loan/plan*', (route) =>
    route.fulfill(responseOf({ planId: plan.id, text: '', ...text })),
  )
  await page.route('**/customer/loan/acceptPlan', async (route) => {
    sent.push(route.request().postDataJSON())
    Object.assign(plan, { status: 'ACCEPTED', acceptedAt: 2 })
    await route.fulfill(responseOf({}))
  })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.reload()
  await page.getByText(loans.plan.offered).waitFor()
  await page.getByText('(1) 2027-01-11: 102.500000 USDT').waitFor()
  await page.getByRole('button', { name: loans.plan.accept }).click()
  await page.getByText(loans.plan.agreeNeeded).waitFor()
  expect(sent).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('checkbox', { name: loans.plan.agree }).check()
  await page.getByRole('button', { name: loans.plan.accept }).click()
  await page.getByText(loans.plan.next).waitFor()
  expect(sent).toEqual([{ id: plan.id, planHash: text.planHash }])
  await page.getByRole('button', { name: loans.repay.open, exact: true }).click()
  expect(await page.getByRole('textbox', { name: loans.repay.amount }).inputValue()).toBe('102.50')
  // Once it is late the page states until when it still keeps the plan.
  readAt = Date.UTC(2027, 0, 12, 8)
  await page.reload()
  await page.getByText(/^Instalment 1 is late[.] Pay it by .*18/).waitFor()
}

type Fixture = { origin: string; token: string }

async function resultOf<R>({ origin, token }: Fixture, path: string, body?: object): Promise<R> {
  const response = await fetch(`${origin}/swx/customer/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: token, virtually: 'NO', 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { code, result } = (await response.json()) as { code: number; result: R }
  expect(code, path).toBe(200)
  return result
}

/** Converts most of a deposit, and returns how much bitcoin that is. */
async function boughtBitcoin(fixture: Fixture): Promise<string> {
  const { quoteId } = await resultOf<{ quoteId: string }>(fixture, 'user/convert/quote', {
    from: 'USDT',
    to: 'BTC',
    amount: '550',
  })
  return (await resultOf<{ received: string }>(fixture, 'user/convert', { quoteId })).received
}
