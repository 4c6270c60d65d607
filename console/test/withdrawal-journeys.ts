import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { picture } from '../../web/test/picture.ts'
import type { RealServer } from '../../web/test/real-server.ts'
import { accessibilityProblems, openConsole, text } from './console-page.ts'
import { depositor } from './depositor.ts'
import { operatorFixture } from './operator-fixture.ts'

type Fixture = { browser: () => Browser; server: () => RealServer }

/** Withdrawals as operators decide them: the clock of the sandbox is moved over the day that a new address waits. */
export function operatorWithdrawalJourneys({ browser, server }: Fixture): void {
  async function openWithdrawal(name: string, orderNo: string): Promise<Page> {
    const page = await openConsole(browser(), { origin: server().consoleOrigin, as: name })
    await page.getByRole('link', { name: text('withdrawals', 'title'), exact: true }).click()
    await page.getByRole('button', { name: orderNo }).click()
    await page.getByRole('heading', { name: text('withdrawals', 'case').replace('{orderNo}', orderNo) }).waitFor()
    await page.getByText(text('withdrawals', 'risk.sharedWith')).waitFor()
    return page
  }

  /** The identity role views the only case in the queue, for a reason, and verifies it. */
  async function verify(firstName: string): Promise<void> {
    const page = await openConsole(browser(), { origin: server().consoleOrigin, as: 'sandbox-kyc' })
    await page.getByRole('link', { name: text('identity', 'title'), exact: true }).click()
    await page.locator('tbody button').first().click()
    await expect.poll(() => page.getByText(firstName).count()).toBe(0)
    await page.getByRole('button', { name: text('common', 'reason.given.queue') }).click()
    await page.getByRole('button', { name: text('identity', 'look'), exact: true }).click()
    await page.getByText(firstName).waitFor()
    // No customer is verified before every picture was opened.
    const verifies = page.getByRole('button', { name: text('identity', 'verify') })
    const closed = page.getByRole('button', { name: text('identity', 'openPicture') })
    await closed.first().waitFor()
    for (let left = await closed.count(); left > 0; left -= 1) {
      await expect.poll(() => verifies.isDisabled()).toBe(true)
      await closed.first().click()
      await expect.poll(() => closed.count()).toBe(left - 1)
    }
    await page.getByRole('img', { name: text('identity', 'field.frontFileId') }).waitFor()
    // Nor before every field was confirmed.
    await expect.poll(() => verifies.isDisabled()).toBe(true)
    const ticks = page.getByRole('checkbox', { name: text('identity', 'confirmed') })
    for (let at = 0; at < (await ticks.count()); at += 1) {
      if (!(await ticks.nth(at).isChecked())) await ticks.nth(at).click()
      await expect.poll(() => ticks.nth(at).isChecked()).toBe(true)
    }
    await expect.poll(() => verifies.isDisabled()).toBe(false)
    // With a field in doubt it can be sent back and not verified.
    const judge = page.getByLabel(text('identity', 'judge').replace('{field}', text('identity', 'field.birthDate')))
    await judge.selectOption('DOB_MISMATCH')
    await expect.poll(() => verifies.isDisabled()).toBe(true)
    await judge.selectOption('')
    await page.getByRole('checkbox', { name: new RegExp(text('identity', 'field.birthDate')) }).click()
    await expect.poll(() => verifies.isDisabled()).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByLabel(text('common', 'reason.label')).fill('Passport and face agree')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('identity', 'verifyTitle'), exact: true })
      .click()
    await page.getByRole('complementary').getByText(text('identity', 'status.VERIFIED')).first().waitFor()
    await page.context().close()
  }

  test('of a verified customer a large withdrawal takes two, each signing address and amount as they stand, and a rejection gives it back', async () => {
    const customer = await depositor({ origin: server().origin, amount: '12000' })
    for (const name of ['sandbox-finance1', 'sandbox-finance2'])
      await (await operatorFixture(server().consoleOrigin, name)).credit(customer.id)
    await verify(await customer.identify())
    const orderNo = await customer.withdraw('11000')
    const first = await openWithdrawal('sandbox-finance1', orderNo)
    await first.keyboard.press('a')
    const dialog = first.getByRole('dialog')
    await dialog.getByText(text('withdrawals', 'effect.waits')).waitFor()
    // In words, and under them every value: in groups of four, and whole.
    await dialog.getByText('11,000.00 USDT').waitFor()
    await dialog.getByText(text('signing', 'payload')).click()
    await expect.poll(() => dialog.getByText('TR7N', { exact: true }).count()).toBe(1)
    await expect
      .poll(async () => (await dialog.innerText()).replaceAll(/\s/g, ''))
      .toContain('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
    await dialog.getByRole('button', { name: text('withdrawals', 'sign') }).click()
    await dialog.getByText(text('common', 'reason.needed')).waitFor()
    await dialog.getByLabel(text('common', 'reason.label')).fill('Known address, known customer')
    expect(await accessibilityProblems(first)).toEqual([])
    await dialog.getByRole('button', { name: text('withdrawals', 'sign') }).click()
    await first.getByText(text('withdrawals', 'spoken')).waitFor()
    const second = await openWithdrawal('sandbox-finance2', orderNo)
    await second.getByText('sandbox-finance1').first().waitFor()
    await second.keyboard.press('r')
    const rejection = second.getByRole('dialog')
    await rejection.getByLabel(text('withdrawals', 'reasonCode')).selectOption('FRAUD_REPORTED_BY_OWNER')
    await rejection.getByRole('button', { name: text('withdrawals', 'next') }).click()
    await rejection.getByText(text('withdrawals', 'reason.FRAUD_REPORTED_BY_OWNER')).last().waitFor()
    await rejection.getByRole('textbox', { name: text('common', 'reason.label') }).fill('The owner called')
    await rejection.getByRole('button', { name: text('withdrawals', 'signRejection') }).click()
    await second.getByRole('complementary').getByText(text('withdrawals', 'status.REJECTED')).first().waitFor()
    await expect.poll(customer.free).toBe('12000.000000')
    // What has ended is among all of them.
    const filter = text('common', 'table.filter').replace('{name}', text('withdrawals', 'column.status'))
    await second.getByLabel(filter).selectOption('ALL')
    await second.getByRole('button', { name: orderNo }).waitFor()
    await first.context().close()
    await second.context().close()
  })

  /** A press of the button that stands in the open dialog. */
  const press = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

  async function openCustomers(name: string): Promise<Page> {
    const page = await openConsole(browser(), { origin: server().consoleOrigin, as: name })
    await page.getByRole('link', { name: text('customers', 'title'), exact: true }).click()
    return page
  }

  test('an order of a court by two, with document and review date: in red in every case, and no approval passes it', async () => {
    const customer = await depositor({ origin: server().origin, amount: '900' })
    await (await operatorFixture(server().consoleOrigin, 'sandbox-finance1')).credit(customer.id)
    const risk = await openCustomers('sandbox-risk')
    await risk.getByRole('button', { name: customer.username }).click()
    await risk.getByRole('button', { name: text('customers', 'hold.propose'), exact: true }).click()
    await press(risk, text('requests', 'next'))
    await risk.getByText(text('customers', 'hold.documentNeeded')).waitFor()
    await risk.getByText(text('customers', 'hold.reviewOnNeeded')).waitFor()
    await risk.getByLabel(text('customers', 'hold.reference')).fill('District court 12 C 345/26')
    const order = { name: 'order.png', mimeType: 'image/png', buffer: picture() }
    await risk.getByLabel(text('customers', 'hold.document')).setInputFiles(order)
    await risk.getByText(text('customers', 'hold.documentFiled')).waitFor()
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
    await risk.getByLabel(text('customers', 'hold.reviewOn')).fill(day)
    await risk.getByLabel(text('customers', 'hold.tell')).uncheck()
    expect(await accessibilityProblems(risk)).toEqual([])
    await press(risk, text('requests', 'next'))
    await risk.getByRole('dialog').getByLabel(text('common', 'reason.label')).fill('Order received by post')
    await press(risk, text('requests', 'signProposal'))
    await risk.getByRole('dialog').waitFor({ state: 'detached' })

    const kyc = await openCustomers('sandbox-kyc')
    await kyc.getByRole('tab', { name: text('customers', 'hold.tab') }).click()
    await kyc.locator('tbody button').first().click()
    await kyc
      .getByRole('button', { name: text('common', 'reason.given.queue') })
      .first()
      .click()
    await kyc.getByRole('button', { name: text('customers', 'hold.openDocument') }).click()
    await kyc.getByRole('img', { name: text('customers', 'hold.document') }).waitFor()
    await kyc.getByRole('button', { name: text('requests', 'approve'), exact: true }).click()
    await kyc.getByRole('dialog').getByLabel(text('common', 'reason.label')).fill('I have read the order')
    await press(kyc, text('requests', 'sign'))
    await kyc.getByRole('alert').getByText(text('customers', 'hold.banner.silent')).waitFor()
    expect(await accessibilityProblems(kyc)).toEqual([])

    const orderNo = await customer.withdraw('800')
    const finance = await openWithdrawal('sandbox-finance1', orderNo)
    await finance.getByRole('alert').getByText(text('customers', 'hold.banner.silent')).waitFor()
    await finance.getByRole('complementary').getByText(text('withdrawals', 'status.REVIEW')).first().waitFor()
    await expect
      .poll(() => finance.getByRole('button', { name: text('withdrawals', 'approve'), exact: true }).count())
      .toBe(0)
    expect(await accessibilityProblems(finance)).toEqual([])
    for (const page of [risk, kyc, finance]) await page.context().close()
  })
}
