import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { mailsTo } from '../../web/test/customer.ts'
import '../../web/test/no-violations.ts'
import { withPasskeyDevice } from '../../web/test/passkey-device.ts'
import { accessibilityProblems, openBrowser, openConsole, text } from './console-page.ts'

const origin = inject('consoleOrigin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const reasonIn = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: text('common', 'reason.label') })
const press = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

/** One administrator proposes, another signs: the link that is mailed to the invited, and shown to neither. */
async function invite(name: string): Promise<string> {
  const first = await openConsole(browser, { origin, as: 'sandbox-superadmin', at: '/operators' })
  await first.getByRole('button', { name: text('operators', 'propose') }).click()
  await first.getByRole('dialog').getByLabel(text('operators', 'column.name')).fill(name)
  await first.getByRole('dialog').getByLabel(text('operators', 'email')).fill(`${name}@example.com`)
  await first.getByRole('dialog').getByLabel(text('operators', 'role')).selectOption('risk')
  await press(first, text('requests', 'next'))
  await reasonIn(first).fill('Joins the risk team')
  await press(first, text('requests', 'signProposal'))
  await first.getByRole('dialog').waitFor({ state: 'hidden' })
  const second = await openConsole(browser, { origin, as: 'sandbox-superadmin-2' })
  await second.getByRole('link', { name: new RegExp(name) }).click()
  await second
    .getByRole('complementary')
    .getByRole('button', { name: text('requests', 'approve') })
    .click()
  await reasonIn(second).fill('Known to me')
  await press(second, text('requests', 'sign'))
  const mailed = async (): Promise<string> => {
    const [message] = await mailsTo(inject('origin'), `${name}@example.com`)
    const link = /^https?:\S+\/setup\S+$/m.exec(message?.text ?? '')?.[0]
    if (link === undefined) throw new Error('no link was mailed')
    return link
  }
  const link = await vi.waitFor(mailed, { timeout: 60_000 })
  await expect.poll(() => second.content()).not.toContain(link.slice(-20))
  await first.context().close()
  await second.context().close()
  // The port of a server that tests start is known only after its address was.
  return `${origin}/setup${new URL(link).hash}`
}

test('an invited operator sets a password and a passkey, once, and signs in with both', async () => {
  const name = `mara-${process.pid}`
  const link = await invite(name)
  const page = await openConsole(browser, { origin })
  await withPasskeyDevice(page)
  await page.goto(link)
  await page.getByLabel(text('signin', 'setUp.password')).fill('nine slow lanterns')
  await page.getByLabel(text('signin', 'setUp.again')).fill('nine slow lanterns')
  // The secret does not stay in the address.
  await expect.poll(() => page.url()).toBe(`${origin}/setup`)
  await page.getByRole('button', { name: text('signin', 'setUp.finish') }).click()
  await page.getByText(text('signin', 'setUp.passkeyNeeded')).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: text('signin', 'setUp.makePasskey') }).click()
  await page.getByRole('button', { name: text('signin', 'setUp.made') }).waitFor()
  await page.getByRole('button', { name: text('signin', 'setUp.finish') }).click()
  await page.getByLabel(text('signin', 'name')).fill(name)
  await page.getByRole('textbox', { name: text('signin', 'password') }).fill('nine slow lanterns')
  await page.getByRole('button', { name: text('signin', 'next') }).click()
  await page.getByRole('button', { name: text('signin', 'passkey'), exact: true }).click()
  await page.getByRole('heading', { name: text('dashboard', 'title') }).waitFor()
  const again = await openConsole(browser, { origin })
  await again.goto(link)
  await again.getByText(text('signin', 'setUp.used')).waitFor()
  await page.context().close()
  await again.context().close()
})
