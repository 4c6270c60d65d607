import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { openAccount } from '../../web/test/customer.ts'
import { accessibilityProblems, openBrowser, openConsole, text } from './console-page.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const open = (name: string, at = '/'): Promise<Page> => openConsole(browser, { origin: consoleOrigin, as: name, at })

test('an adjustment is proposed by one, decided by another, and read by the customer', async () => {
  const { signedIn } = await openAccount(origin)
  const { id } = signedIn.user as { id: string }
  const first = await open('sandbox-finance1', '/adjustments')
  await first.getByRole('button', { name: text('adjustments', 'propose') }).click()
  const dialog = first.getByRole('dialog')
  await dialog.getByRole('button', { name: text('requests', 'next') }).click()
  await dialog.getByText(text('adjustments', 'wrong.customerId')).waitFor()
  await dialog.getByLabel(text('adjustments', 'field.customerId')).fill(id)
  await dialog.getByLabel(text('adjustments', 'field.amount')).fill('12.5')
  await dialog.getByLabel(text('adjustments', 'field.line')).fill('Sorry for the delay')
  expect(await accessibilityProblems(first)).toEqual([])
  await dialog.getByRole('button', { name: text('requests', 'next') }).click()
  await dialog.getByText('12.50 USDT').waitFor()
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('Complaint 17')
  await dialog.getByRole('button', { name: text('requests', 'signProposal') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await first.locator('tbody button').first().click()
  await first.getByText(text('requests', 'ownCase')).waitFor()
  await expect.poll(() => first.getByRole('button', { name: text('requests', 'approve') }).count()).toBe(0)

  const second = await open('sandbox-finance2')
  await second.getByRole('link', { name: /12\.50\sUSDT/ }).click()
  await second.getByRole('complementary').getByText('Sorry for the delay', { exact: true }).waitFor()
  expect(await accessibilityProblems(second)).toEqual([])
  await second.keyboard.press('a')
  const decision = second.getByRole('dialog')
  await decision.getByRole('textbox', { name: text('common', 'reason.label') }).fill('Read the complaint')
  await decision.getByRole('button', { name: text('requests', 'sign') }).click()
  await second.getByRole('complementary').getByText(text('requests', 'status.APPLIED')).first().waitFor()
  // What the customer reads follows the books by a moment.
  const statement = async (): Promise<string> => {
    const headers = { Authorization: signedIn.token, virtually: 'NO' }
    return (await fetch(`${origin}/swx/customer/user/transactions`, { headers })).text()
  }
  await expect.poll(statement).toContain('12.500000')
  await first.context().close()
  await second.context().close()
})

test('a customer is viewed masked, shown in full for a reason, and the access stands in his own list', async () => {
  const { email, signedIn } = await openAccount(origin)
  const { id } = signedIn.user as { id: string }
  const page = await open('sandbox-support', `/customers?q=${id}&id=${id}`)
  await page.getByRole('complementary').getByText(text('acts', 'act.user_look')).first().waitFor()
  await expect.poll(() => page.getByText(email).count()).toBe(0)
  await page.getByRole('button', { name: text('customers', 'reveal.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('Asked by telephone')
  await dialog.getByRole('button', { name: text('customers', 'reveal.open') }).click()
  await page.getByText(email).waitFor()
  // The button that opened the dialog is gone: Tab goes on in the part of the case where it stood.
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('aside h3'))).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  const response = await fetch(`${origin}/swx/customer/user/accessLog?page=1`, {
    headers: { Authorization: signedIn.token, virtually: 'NO' },
  })
  expect(JSON.stringify(await response.json())).toContain('Asked by telephone')
  await page.context().close()
})

test('new orders on one instrument stop for all customers for a public reason, and are allowed again', async () => {
  const page = await open('sandbox-risk')
  await page.clock.install()
  await page.goto('/exposure?tab=feeds&q=EURUSD&id=EURUSD')
  for (const [button, reason, state] of [
    ['suspend', 'Sources differ', 'suspended'],
    ['allow', 'Sources agree again', 'listed'],
  ] as const) {
    await page
      .getByRole('complementary')
      .getByRole('button', { name: text('risk', button) })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill(reason)
    await dialog.getByRole('button', { name: text('risk', button) }).click()
    // Until it is away its button has the name of the one behind it.
    await dialog.waitFor({ state: 'detached' })
    // What is reported is what was done, though the case behind the dialog offers the opposite already.
    const done = text('risk', `${button}Title`).replace('{code}', 'EURUSD')
    await page.getByText(text('signing', 'done.decided').replace('{title}', done), { exact: true }).waitFor()
    // The list polls every ten seconds.
    await page.clock.fastForward(10_000)
    await page
      .getByRole('complementary')
      .getByText(text('risk', `listing.${state}`), { exact: true })
      .waitFor()
  }
  await page.context().close()
})

test('other values of a plan are signed by two who see the difference, above the limit with a reason that customers read', async () => {
  const first = await open('sandbox-risk', '/plans')
  const row = first.getByRole('row').filter({ hasText: '90' }).first()
  await row.getByRole('button', { name: text('plans', 'form.change') }).click()
  const dialog = first.getByRole('dialog')
  const next = dialog.getByRole('button', { name: text('requests', 'next') })
  await next.click()
  await dialog.getByText(text('plans', 'problem.same')).waitFor()
  await dialog.getByLabel(text('approval', 'field.dailyRate')).fill('0.031')
  await next.click()
  await dialog.getByText(text('plans', 'problem.boardReason')).first().waitFor()
  await dialog.getByLabel(text('approval', 'field.board'), { exact: true }).fill('A. Meier')
  await dialog.getByLabel(text('approval', 'field.boardReason')).fill('Ten years of Evenhand')
  expect(await accessibilityProblems(first)).toEqual([])
  await next.click()
  // What it is now beside what it becomes, before anything is signed.
  await dialog.getByRole('row').filter({ hasText: '0.014%' }).getByText('0.031%').waitFor()
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('Resolved on Monday')
  await dialog.getByRole('button', { name: text('requests', 'signProposal') }).click()
  await dialog.waitFor({ state: 'hidden' })

  const second = await open('sandbox-risk-2', '/plans?tab=requests')
  const line = text('plans', 'line.replace').split('{')[0] ?? ''
  await second.locator('tbody tr').filter({ hasText: line }).getByRole('button').first().click()
  await second.getByRole('complementary').getByText('Ten years of Evenhand').first().waitFor()
  expect(await accessibilityProblems(second)).toEqual([])
  await second.keyboard.press('a')
  const decision = second.getByRole('dialog')
  await decision.getByRole('textbox', { name: text('common', 'reason.label') }).fill('Read and agreed')
  await decision.getByRole('button', { name: text('requests', 'sign') }).click()
  await second.getByRole('complementary').getByText(text('requests', 'status.APPLIED')).first().waitFor()
  const offered = await fetch(`${origin}/swx/customer/smart/listProducts`)
  expect(await offered.json()).toMatchObject({
    result: expect.arrayContaining([
      expect.objectContaining({
        days: 90,
        isUnusuallyHigh: true,
        board: { names: 'A. Meier', reason: 'Ten years of Evenhand' },
      }),
    ]) as unknown,
  })
  await first.context().close()
  await second.context().close()
})
