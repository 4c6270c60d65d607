import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { accessibilityProblems, openBrowser, openConsole, text, verb } from './console-page.ts'
import { depositor } from './depositor.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** How far an open menu is from its button, and how far it reaches out of the window. */
async function distance(page: Page, button: Locator): Promise<{ apart: number; beside: number; outside: number }> {
  const [at, panel] = [await button.boundingBox(), await page.locator('[popover]:popover-open').boundingBox()]
  const size = page.viewportSize()
  if (!at || !panel || !size) throw new Error('the menu is not open')
  return {
    apart: Math.max(panel.y - at.y - at.height, at.y - panel.y - panel.height),
    beside: Math.max(at.x - panel.x - panel.width, panel.x - at.x - at.width, 0),
    outside: Math.max(-panel.x, -panel.y, panel.x + panel.width - size.width, panel.y + panel.height - size.height, 0),
  }
}

test.each([
  ['en', 1440, true],
  ['ar', 1440, true],
  ['ar', 1440, false],
  ['en', 375, true],
] as const)(
  'in %s at %i px every menu hangs at its button (anchors of the browser: %s)',
  async (lang, width, anchors) => {
    const page = await openConsole(browser, {
      origin: consoleOrigin,
      lang,
      width,
      as: 'sandbox-auditor',
      at: '/ledger',
    })
    if (!anchors)
      await page.addInitScript(() => {
        CSS.supports = () => false
        addEventListener('DOMContentLoaded', () => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('.hanging { position-area: none !important }')
          document.adoptedStyleSheets.push(sheet)
        })
      })
    if (!anchors) await page.reload()
    const buttons = page.locator('button[popovertarget]:visible')
    await buttons.nth(width === 375 ? 1 : 2).waitFor()
    for (const button of await buttons.all()) {
      await button.click()
      await expect.poll(() => distance(page, button)).toMatchObject({ beside: 0, outside: 0 })
      const { apart } = await distance(page, button)
      expect(apart).toBeGreaterThanOrEqual(0)
      expect(apart).toBeLessThan(12)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('[popover]:popover-open').count()).toBe(0)
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await buttons.first().click()
    await page.mouse.click(width / 2, 700)
    await expect.poll(() => page.locator('[popover]:popover-open').count()).toBe(0)
    await page.context().close()
  },
)

const openNo = async (page: Page): Promise<string> =>
  (await page.locator('tr[aria-current] td').first().innerText()).trim()

/** Picks a case, assigns it to oneself, and finds it alone among one's own; then shows all again. */
async function assign(page: Page, orderNo: string): Promise<void> {
  await page.getByRole('row', { name: orderNo }).getByLabel(text('common', 'assign.pickOne')).check()
  await page.getByLabel(text('common', 'assign.to').replace('{count}', '1')).selectOption('sandbox-finance1')
  await page.getByRole('row', { name: orderNo }).getByRole('cell', { name: 'sandbox-finance1', exact: true }).waitFor()
  const name = text('common', 'table.filter').replace('{name}', text('common', 'assign.column'))
  const filter = page.getByRole('combobox', { name, exact: true })
  await filter.selectOption('mine')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])
  await filter.selectOption('all')
}

const isFocused = (one: Locator): Promise<boolean> =>
  one.evaluateAll((found) => found.some((element) => element === document.activeElement))

/** Presses a key in the moment in which a button can first be pressed, faster than a person could. */
const pressOnceEnabled = (page: Page, press: { key: string; button: string }): Promise<void> =>
  page.evaluate(({ key, button }) => {
    const watch = new MutationObserver(() => {
      const found = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === button)
      if (!found || found.disabled) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  }, press)

/** Shows the proof, types what arrived, gives the first of the offered reasons and signs: with no pointer. */
async function creditByKeys(page: Page, arrived: string): Promise<void> {
  const side = page.getByRole('complementary', { name: text('common', 'queue.case') })
  await expect.poll(() => isFocused(side)).toBe(true)
  await side.getByRole('button', { name: text('deposits', 'showProof') }).waitFor()
  await page.keyboard.press('v')
  await expect.poll(() => side.getByRole('textbox').inputValue()).toBe(text('common', 'reason.given.queue'))
  await pressOnceEnabled(page, { key: 'a', button: text('deposits', 'credit') })
  await page.keyboard.press('Enter')
  await side.getByRole('img', { name: text('deposits', 'part.proof') }).waitFor()
  const amount = page.getByRole('dialog').getByLabel(text('deposits', 'arrived'))
  await expect.poll(() => isFocused(amount)).toBe(true)
  await page.keyboard.type(arrived)
  await page.keyboard.press('Enter')
  const reason = page.getByRole('dialog').getByRole('button', { name: text('common', 'reason.given.chain') })
  await expect.poll(() => isFocused(reason)).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
}

test('J and K keep their place in a queue, after a decision the next case opens, and the end of the queue is announced', async () => {
  const made: string[] = []
  for (const amount of ['733.01', '733.02', '733.03', '733.04'])
    made.push((await depositor({ origin, amount })).orderNo)
  // Deposits of other journeys may come between: the queue is these four.
  const queue = '/deposits?min=733.01&max=733.04'
  const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-finance1', at: queue })
  await assign(page, made[0] ?? '')
  await page.getByRole('button', { name: made[1] ?? '' }).click()
  await page.getByRole('complementary', { name: text('common', 'queue.case') }).waitFor()
  // The list alone scrolls, however long it is: a page that scrolled behind it would take its bar out of sight.
  await page.setViewportSize({ width: 1440, height: 320 })
  await expect.poll(() => page.evaluate(() => innerHeight)).toBe(320)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(320)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('j')
  await expect.poll(() => openNo(page)).toBe(made[2])
  // Closed and gone on: not from the start of the list.
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: text('common', 'queue.case') }).waitFor({ state: 'detached' })
  await page.keyboard.press('k')
  await expect.poll(() => openNo(page)).toBe(made[1])
  await page.getByRole('button', { name: text('deposits', 'reject') }).waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text('deposits', 'reasonCode')).selectOption('NOT_FOUND')
  // What is missing takes focus, and who types at an offered reason writes one of his own.
  const offered = dialog.getByRole('button', { name: text('common', 'reason.given.notFound') })
  const reason = dialog.getByRole('textbox', { name: text('common', 'reason.label') })
  await offered.press('Control+Enter')
  await expect.poll(() => isFocused(reason)).toBe(true)
  await offered.focus()
  await page.keyboard.type('No such transfer')
  await expect.poll(() => reason.inputValue()).toBe('No such transfer')
  await offered.click()
  await dialog.getByRole('button', { name: verb('deposits', 'reject'), exact: true }).click()
  await expect.poll(() => openNo(page)).toBe(made[2])
  // The list was reloaded without the case that was decided.
  await expect.poll(() => page.getByRole('button', { name: made[1] ?? '' }).count()).toBe(0)
  await creditByKeys(page, '733.03')
  await expect.poll(() => openNo(page)).toBe(made[3])
  await page.keyboard.press('k')
  await expect.poll(() => openNo(page)).toBe(made[0])
  for (let at = await page.locator('tr').count(); at > 0; at -= 1) await page.keyboard.press('j')
  await page.getByRole('status').getByText(text('common', 'queue.end')).waitFor()
  await page.context().close()
})

test.each([
  [1280, ['orderNo', 'status', 'due', 'amount', 'customer'], ['assign.column', 'assign.pick']],
  [
    1440,
    ['orderNo', 'status', 'due', 'amount', 'value', 'customer', 'approvals'],
    ['claim.column', 'assign.column', 'assign.pick'],
  ],
] as const)(
  'at %i px an open case leaves the columns of its queue in sight that matter',
  async (width, columns, shared) => {
    const { orderNo } = await depositor({ origin, amount: '190' })
    const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-finance1', at: '/deposits' })
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('button', { name: orderNo }).click()
    const caseOf = page.getByRole('complementary', { name: text('common', 'queue.case') })
    const names = [
      ...columns.map((column) => text('deposits', `column.${column}`)),
      ...shared.map((key) => text('common', key)),
    ]
    for (const name of names) {
      const head = page.getByRole('columnheader', { name, exact: true })
      await expect
        .poll(async () => {
          const [box, side] = await Promise.all([head.boundingBox(), caseOf.boundingBox()])
          return box !== null && side !== null && box.x + box.width <= side.x + 1
        })
        .toBe(true)
    }
    // A clock, which has a short form, is whole in its column: where that is narrow, the time alone.
    const clocks = page.locator('td span:has(> [aria-hidden][title]) > [title]:visible')
    await clocks.first().waitFor()
    const cut = await clocks.evaluateAll((found) =>
      found
        .filter((words) => words.scrollWidth > words.clientWidth + 1 && words.clientWidth > 1)
        .map((words) => words.textContent),
    )
    expect(cut).toEqual([])
    // The list stays where it is while cases are picked: the next box is under the pointer.
    const first = page.getByRole('checkbox', { name: text('common', 'assign.pickOne') }).first()
    const before = await first.boundingBox()
    await first.check()
    await page.getByRole('button', { name: text('common', 'bulk.pickNone') }).waitFor()
    await expect.poll(() => first.boundingBox()).toEqual(before)
    await page.getByRole('button', { name: text('common', 'bulk.pickNone') }).click()
    await page.context().close()
  },
)

test('a button is level with the field it sends, and what adds to a list is above it', async () => {
  const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-content' })
  // A role without queues is shown the way to its work, and no count of what others wait for.
  const ways = page.getByRole('main').getByRole('link')
  await ways.first().waitFor()
  expect(await ways.evaluateAll((found) => found.map((way) => way.getAttribute('href')))).toEqual([
    '/chat-answers',
    '/content',
    '/sessions',
  ])
  await page.goto('/sessions')
  const field = page.getByLabel(text('sessions', 'absence.label'))
  const endOf = async (one: Locator) => ((box) => (box?.y ?? 0) + (box?.height ?? 0))(await one.boundingBox())
  const apart =
    (await endOf(page.getByRole('button', { name: text('sessions', 'absence.save') }))) - (await endOf(field))
  expect(Math.abs(apart)).toBeLessThan(2)
  await page.goto('/chat-answers')
  const add = page.getByRole('button', { name: text('chats', 'answers.add'), exact: true })
  const none = page.getByText(text('chats', 'answers.none'))
  await none.waitFor()
  expect((await add.boundingBox())?.y).toBeLessThan((await none.boundingBox())?.y ?? 0)
  await add.press('Enter')
  await page.getByRole('textbox', { name: text('chats', 'answers.key') }).waitFor()
  await page.getByRole('button', { name: text('chats', 'answers.cancel') }).press('Enter')
  await add.waitFor()
  await page.context().close()
})
