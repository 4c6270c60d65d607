import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { accessibilityProblems, openBrowser, openConsole, text, verb } from './console-page.ts'
import { depositor } from './depositor.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

async function openDeposit(name: string, orderNo: string): Promise<Page> {
  const page = await openConsole(browser, { origin: consoleOrigin, as: name, at: '/deposits' })
  await page.getByRole('button', { name: orderNo }).click()
  await page.getByRole('heading', { name: text('deposits', 'case').replace('{orderNo}', orderNo) }).waitFor()
  return page
}

async function openProof(page: Page): Promise<void> {
  await page.getByLabel(text('common', 'reason.label')).fill('Compare with the chain')
  await page.getByRole('button', { name: text('deposits', 'showProof') }).click()
  await page.getByRole('img', { name: text('deposits', 'part.proof') }).waitFor()
}

/** Signs for an amount that is typed; `before` stands there already. */
async function approve(page: Page, amount: string, { button = 'credit', before = '' } = {}): Promise<void> {
  await page.getByRole('button', { name: text('deposits', button), exact: true }).click()
  const arrived = page.getByRole('dialog').getByLabel(text('deposits', 'arrived'))
  await expect.poll(() => arrived.inputValue()).toBe(before)
  await arrived.fill(amount)
  await page.getByRole('button', { name: text('deposits', 'next') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1,500.00 USDT').waitFor()
  await dialog.getByLabel(text('common', 'reason.label')).fill('Seen on the chain')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: text('deposits', 'sign') }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a large deposit is on the account when two finance operators have signed for the same, and not before', async () => {
  const customer = await depositor({ origin, amount: '1500' })
  const first = await openDeposit('sandbox-finance1', customer.orderNo)
  // No operator credits what he has not seen: neither by the button nor by its key.
  await expect.poll(() => first.getByRole('button', { name: text('deposits', 'credit') }).isDisabled()).toBe(true)
  await first.getByText(text('deposits', 'openProofFirst')).waitFor()
  await first.keyboard.press('a')
  await expect.poll(() => first.getByRole('dialog').count()).toBe(0)
  await openProof(first)
  await first
    .getByRole('button', { name: text('deposits', 'credit') })
    .and(first.locator(':enabled'))
    .waitFor()
  await approve(first, '1050')
  // The next case that waits has opened by itself.
  await first.goto(`/deposits?id=${customer.id}`)
  await first.getByText(text('deposits', 'spoken')).waitFor()
  await expect.poll(() => customer.free()).toMatch(/^0/)
  await first.keyboard.press('Escape')
  const second = await openDeposit('sandbox-finance2', customer.orderNo)
  await second.getByText('sandbox-finance1').first().waitFor()
  await openProof(second)
  await second
    .getByRole('button', { name: text('deposits', 'credit') })
    .and(second.locator(':enabled'))
    .waitFor()
  await approve(second, '1500', { before: '1050.000000' })
  await second.goto(`/deposits?id=${customer.id}`)
  // Two approvals that do not count together: the one that was wrong is corrected.
  await second.getByText(text('deposits', 'approvalsDiffer')).waitFor()
  expect(await accessibilityProblems(second)).toEqual([])
  await second.keyboard.press('Escape')
  await first.goto(`/deposits?id=${customer.id}`)
  await first.getByText(text('deposits', 'approvalsDiffer')).waitFor()
  await approve(first, '1500', { button: 'correct', before: '1500.000000' })
  await first.goto(`/deposits?id=${customer.id}`)
  await first
    .getByRole('complementary')
    .getByText(text('deposits', 'status.CREDITED'), { exact: true })
    .first()
    .waitFor()
  await expect.poll(customer.free).toBe('1500.000000')
  await first.context().close()
  await second.context().close()
})

test('held coins are noted as sent back when two finance operators have signed for one transaction', async () => {
  const customer = await depositor({ origin, amount: '135' })
  const sentBack = 'cd'.repeat(32)
  const first = await openDeposit('sandbox-finance1', customer.orderNo)
  await first.getByRole('button', { name: text('deposits', 'hold'), exact: true }).click()
  const hold = first.getByRole('dialog')
  await hold.getByLabel(text('deposits', 'holdReference')).fill('AML 12/2026')
  await hold.getByLabel(text('common', 'reason.label')).fill('Asked for by the authority')
  await hold.getByRole('button', { name: text('deposits', 'hold'), exact: true }).click()
  await hold.waitFor({ state: 'hidden' })
  // After each of the three the next case that waits opens by itself, where another journey has one.
  const reopen = (page: Page) => page.goto(`/deposits?id=${customer.id}`)
  const confirm = async (page: Page, fill: boolean): Promise<void> => {
    await reopen(page)
    await page.getByRole('button', { name: text('deposits', 'return') }).click()
    const dialog = page.getByRole('dialog')
    const reference = dialog.getByLabel(text('deposits', 'returnReference'))
    if (fill) await reference.fill(sentBack)
    else await expect.poll(() => reference.inputValue()).toBe(sentBack)
    await dialog.getByRole('button', { name: text('deposits', 'next') }).click()
    await dialog.getByText(text('signing', 'payload')).click()
    await dialog.getByText('deposit.return', { exact: true }).waitFor()
    await dialog.getByLabel(text('common', 'reason.label')).fill('Seen on the chain')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: text('deposits', 'sign') }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await confirm(first, true)
  await reopen(first)
  await first.getByText(text('deposits', 'spokenReturn')).waitFor()
  // It is held until the second has signed; the case belongs to the operator who has it open.
  await first.keyboard.press('Escape')
  const second = await openDeposit('sandbox-finance2', customer.orderNo)
  await second.getByRole('complementary').getByText('sandbox-finance1').first().waitFor()
  await confirm(second, false)
  await reopen(second)
  await second
    .getByRole('complementary')
    .getByText(text('deposits', 'status.RETURNED'), { exact: true })
    .first()
    .waitFor()
  await first.context().close()
  await second.context().close()
})

test('coins of a rejected deposit are recorded as an arrival, which opens and names where it comes from', async () => {
  const customer = await depositor({ origin, amount: '145' })
  const page = await openDeposit('sandbox-finance1', customer.orderNo)
  await page.getByRole('button', { name: text('deposits', 'reject'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text('deposits', 'reasonCode')).selectOption('NOT_FOUND')
  await dialog.getByLabel(text('common', 'reason.label'), { exact: true }).fill('Not there yet')
  await dialog.getByRole('button', { name: verb('deposits', 'reject'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto(`/deposits?id=${customer.id}`)
  await page.getByRole('button', { name: text('deposits', 'recordRejected') }).click()
  await expect.poll(() => dialog.getByLabel(text('deposits', 'arrived')).inputValue()).toBe('145.000000')
  await dialog.getByLabel(text('deposits', 'fromAddress')).fill('TQn9Y2khEsAb12Cd')
  await dialog.getByLabel(text('common', 'reason.label'), { exact: true }).fill('It came after all')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: text('deposits', 'record.button') }).click()
  const recorded = page.getByRole('complementary')
  await recorded.getByText(text('deposits', 'sourceOf.OPERATOR')).waitFor()
  await recorded.getByRole('link', { name: customer.orderNo }).waitFor()
  await recorded.getByText(text('deposits', 'openProofFirst')).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

test('a case that one operator has open is held back from another until the first has left it', async () => {
  const customer = await depositor({ origin, amount: '125' })
  const first = await openDeposit('sandbox-finance1', customer.orderNo)
  const second = await openDeposit('sandbox-finance2', customer.orderNo)
  const lift = second.getByRole('button', { name: text('common', 'claim.lift') })
  await lift.waitFor()
  await expect
    .poll(() => second.locator(`tr:has-text("${customer.orderNo}")`).innerText())
    .toContain('sandbox-finance1')
  await second.keyboard.press('a')
  await expect.poll(() => second.getByRole('dialog').count()).toBe(0)
  expect(await accessibilityProblems(second)).toEqual([])
  await first.keyboard.press('Escape')
  await lift.waitFor({ state: 'detached' })
  await openProof(second)
  await second
    .getByRole('button', { name: text('deposits', 'credit') })
    .and(second.locator(':enabled'))
    .waitFor()
  await second.keyboard.press('a')
  await second.getByRole('dialog').waitFor()
  await first.context().close()
  await second.context().close()
})

test('the proof opens for a reason, can be made larger and turned, and shows who opened it', async () => {
  const customer = await depositor({ origin, amount: '130' })
  const page = await openDeposit('sandbox-finance1', customer.orderNo)
  await page.getByRole('button', { name: text('deposits', 'showProof') }).click()
  await page.getByText(text('common', 'reason.needed')).waitFor()
  await page.getByLabel(text('common', 'reason.label')).fill('Compare with the chain')
  await page.getByRole('button', { name: text('deposits', 'showProof') }).click()
  const picture = page.getByRole('img', { name: text('deposits', 'part.proof') })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await page.getByRole('button', { name: text('common', 'picture.larger') }).click()
  await page.getByText('150%').waitFor()
  await page.getByRole('button', { name: text('common', 'picture.turn') }).click()
  await expect.poll(() => picture.evaluate((image) => image.style.transform)).toBe('rotate(90deg)')
  await expect.poll(() => page.getByText('sandbox-finance1 ·').count()).toBeGreaterThan(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

test('support sees that a deposit waits, and neither its proof nor a button that decides', async () => {
  const customer = await depositor({ origin, amount: '140' })
  const page = await openDeposit('sandbox-support', customer.orderNo)
  await expect.poll(() => page.getByText(text('deposits', 'part.proof')).count()).toBe(0)
  for (const name of ['credit', 'reject', 'hold'])
    await expect.poll(() => page.getByRole('button', { name: text('deposits', name) }).count()).toBe(0)
  await page.getByRole('link', { name: text('identity', 'title'), exact: true }).click()
  // Forms of other journeys may be waiting.
  await page.getByText(text('identity', 'emptyWaiting')).or(page.locator('tbody button')).first().waitFor()
  await page.context().close()
})
