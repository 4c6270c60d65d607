import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { accessibilityProblems, openBrowser, openConsole, text, verb } from './console-page.ts'
import { depositor } from './depositor.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const common = (key: string): string => text('common', key)
const named = (key: string, values: Record<string, string | number>): string =>
  Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)), common(key))
const chips = (page: Page) => page.getByRole('list', { name: common('filters.set') })

test('a queue is narrowed by worth, and what is left is rejected for one reason, case by case', async () => {
  const people = []
  for (const amount of ['731.21', '731.22', '731.23']) people.push(await depositor({ origin, amount }))
  const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-finance1', at: '/deposits' })

  await page.getByRole('button', { name: common('filters.open'), exact: true }).click()
  await page.getByLabel(common('filters.min')).fill('732')
  await page.getByLabel(common('filters.max')).fill('731.23')
  await page.getByRole('button', { name: common('filters.apply') }).click()
  await page.getByText(common('filters.amountOrder')).waitFor()
  await page.getByLabel(common('filters.min')).fill('731.2')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: common('filters.apply') }).click()
  for (const { orderNo } of people) await page.getByRole('table').getByText(orderNo).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('min')).toBe('731.2')
  await expect.poll(() => chips(page).getByRole('listitem').count()).toBe(3)

  // What the address keeps is the same after a reload, and each chip is taken off by itself.
  await page.reload()
  await chips(page).getByText('≤').click()
  await expect.poll(() => new URL(page.url()).searchParams.has('max')).toBe(false)
  await page.goBack()
  await page.goto('/deposits?min=731.2&max=731.23')
  const rows = page.getByRole('checkbox', { name: common('assign.pickOne') })
  await expect.poll(() => rows.count()).toBe(3)

  // On a phone as well, where what can be done with them stands at the end of the window.
  await page.setViewportSize({ width: 375, height: 667 })
  await rows.first().check()
  const none = page.getByRole('button', { name: common('bulk.pickNone') })
  await expect.poll(async () => ((await none.boundingBox())?.y ?? 0) > 560).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  await none.click()
  await page.setViewportSize({ width: 1440, height: 900 })

  await rows.first().check()
  await page.getByRole('button', { name: named('bulk.pickAll', { count: 3 }) }).click()
  await page.getByRole('button', { name: named('bulk.open', { count: 3 }) }).click()
  const dialog = page.getByRole('dialog')
  for (const { orderNo, username } of people) {
    await dialog.getByText(orderNo).waitFor()
    await dialog.getByText(username).waitFor()
  }
  await dialog.getByRole('combobox').selectOption('NOT_FOUND')
  await dialog.getByRole('textbox').fill('No such transaction on the chain')
  expect(await accessibilityProblems(page)).toEqual([])

  // Another operator is faster with one of them.
  const [quick] = people
  const other = await openConsole(browser, {
    origin: consoleOrigin,
    as: 'sandbox-finance2',
    at: `/deposits?id=${quick?.id}`,
  })
  await other.getByRole('button', { name: text('deposits', 'reject'), exact: true }).click()
  const single = other.getByRole('dialog')
  await single.getByRole('combobox').selectOption('DUPLICATE')
  await single.getByRole('textbox').fill('Claimed before')
  await single.getByRole('button', { name: verb('deposits', 'reject'), exact: true }).click()
  await single.waitFor({ state: 'detached' })

  await dialog.getByRole('button', { name: named('bulk.reject', { count: 3 }), exact: true }).click()
  await dialog.getByText(named('bulk.summary', { done: 2, left: 1 })).waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: quick?.orderNo ?? '' })
    .getByText(common('bulk.gone'))
    .waitFor()
  await expect.poll(() => dialog.getByText(common('bulk.rejected'), { exact: true }).count()).toBe(2)
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: common('bulk.finish') }).click()
  await page.getByText(common('filters.none')).waitFor()
})

test('a risk officer reads why an invite reward is held, and releases it for a reason', async () => {
  const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-risk' })
  const id = '01890000-0000-7000-8000-00000000000a'
  const person = { id, username: 'amy', createdAt: 0, country: 'NZ', kycStatus: 'VERIFIED' }
  const [openedAt, dueAt] = [Date.now() - 3_600_000, Date.now() + 3_600_000]
  const week = { week: '2026-11-16', fees: '60.019197', amount: '6.001919', paid: '0.000000', status: 'HELD' }
  let status = 'OPEN'
  const seen = () => ({
    id,
    customerId: id,
    username: 'amy',
    invitee: { id, username: 'amy_two' },
    signals: ['DEVICE', 'EMAIL'],
    openedAt,
    dueAt,
    overdue: false,
    status,
    fees: '60.019197',
    held: '6.001919',
    inviter: person,
    invited: { ...person, username: 'amy_two' },
    decidedAt: status === 'OPEN' ? null : Date.now(),
    reason: status === 'OPEN' ? null : 'two people of one flat',
    weeks: [week],
  })
  let decided: unknown
  // Held rewards take a week of trading; what the server decides is held to tests of its own.
  await page.route(/\/swx\/admin\/invites(?:\?|\/|$)/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.endsWith('/decide')) {
      decided = route.request().postDataJSON()
      status = 'RELEASED'
    }
    const result = pathname.endsWith('/invites')
      ? { rows: status === 'OPEN' ? [seen()] : [], total: 1, page: 1, size: 50, overdue: 0 }
      : seen()
    await route.fulfill({ json: { code: 200, result, traceId: 't' } })
  })
  await page.goto(`/invites?id=${id}`)
  await page.getByText(text('invites', 'signalNote')).waitFor()
  await page.getByText(text('invites', 'signal.EMAIL'), { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: text('invites', 'release'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(text('invites', 'effect.release')).waitFor()
  await dialog.getByRole('textbox').fill('two people of one flat')
  await dialog.getByRole('button', { name: text('invites', 'button.release'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(decided).toMatchObject({ decision: 'RELEASED', reason: 'two people of one flat' })
  await page.context().close()
})

test('many held rewards are decided for one reason, pair by pair, on a phone as well', async () => {
  const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-risk' })
  const rows = [1, 2, 3].map((n) => ({
    id: `01890000-0000-7000-8000-00000000000${n}`,
    customerId: `01890000-0000-7000-8000-00000000001${n}`,
    username: `inviter_${n}`,
    invitee: { id: `01890000-0000-7000-8000-00000000002${n}`, username: `invitee_${n}` },
    signals: ['NETWORK'],
    openedAt: Date.now() - 3_600_000,
    dueAt: Date.now() + 3_600_000,
    overdue: false,
    status: 'OPEN',
    fees: '60.019197',
    held: '6.001919',
  }))
  const decided: unknown[] = []
  await page.route(/\/swx\/admin\/invites(?:\?|\/|$)/, async (route) => {
    const { pathname } = new URL(route.request().url())
    const [row] = rows
    const inviter = { id: row?.id, username: 'inviter_1', createdAt: 0, country: 'NZ', kycStatus: 'VERIFIED' }
    const seen = { ...row, inviter, invited: inviter, decidedAt: null, reason: null, weeks: [] }
    const list = { rows, total: 3, page: 1, size: 50, overdue: 0 }
    // Another officer was faster with the second.
    const isGone = pathname.includes(rows[1]?.id ?? '')
    if (pathname.endsWith('/decide') && !isGone) decided.push(route.request().postDataJSON())
    const result = pathname.endsWith('/decide') ? seen : list
    await route.fulfill({
      json: isGone ? { code: 40039, params: {}, msg: '', traceId: 't' } : { code: 200, result, traceId: 't' },
    })
  })
  await page.goto('/invites')
  await page
    .getByRole('checkbox', { name: text('common', 'assign.pickOne') })
    .first()
    .check()
  const ofThree = (feature: string, key: string) => text(feature, key).replaceAll('{count}', '3')
  await page.getByRole('button', { name: ofThree('common', 'bulk.pickAll') }).click()
  await page.getByRole('button', { name: ofThree('invites', 'bulk.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: ofThree('invites', 'bulk.decide') }).click()
  await dialog.getByText(text('invites', 'bulk.chooseNeeded')).waitFor()
  expect(decided).toEqual([])
  await page.setViewportSize({ width: 375, height: 667 })
  await dialog.getByRole('radio', { name: text('invites', 'button.refuse'), exact: true }).check()
  await dialog.getByText(text('invites', 'effect.refuse')).waitFor()
  await dialog.getByRole('textbox').fill('one pattern of three pairs')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: ofThree('invites', 'bulk.refuse'), exact: true }).click()
  await dialog.getByText(text('invites', 'bulk.summary').replace('{done}', '2').replace('{left}', '1')).waitFor()
  await dialog.getByText(text('invites', 'bulk.gone'), { exact: true }).waitFor()
  expect(await dialog.getByText(text('invites', 'status.REFUSED'), { exact: true }).count()).toBe(2)
  const decision = { decision: 'REFUSED', reason: 'one pattern of three pairs' }
  expect(decided).toEqual([decision, decision])
  await page.context().close()
})
