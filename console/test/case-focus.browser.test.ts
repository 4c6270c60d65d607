import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import '../../web/test/no-violations.ts'
import { openAccount } from '../../web/test/customer.ts'
import { openBrowser, openConsole, text } from './console-page.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** Calls of a new customer, each with its result. */
async function newCustomer() {
  const { signedIn } = await openAccount(origin)
  return async <R>(path: string, body: object): Promise<R> => {
    const response = await fetch(`${origin}/swx/customer/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: signedIn.token, virtually: 'NO' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { result: R }).result
  }
}

/** A formal complaint of a new customer; returns its number. */
async function complain(): Promise<string> {
  const post = await newCustomer()
  const complaint = { kind: 'other', text: 'Nobody answered what I asked a week ago.' }
  return (await post<{ no: string }>('complaint', complaint)).no
}

test('a step by which a case changes its buttons is read out, and the keys go on in the case', async () => {
  const no = await complain()
  const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-support', at: `/complaints?no=${no}` })
  await page.getByRole('button', { name: no }).click()
  const side = page.getByRole('complementary', { name: text('common', 'queue.case') })
  await side.getByRole('button', { name: text('complaints', 'take') }).press('Enter')
  await side.getByRole('button', { name: text('complaints', 'answer') }).waitFor()
  await page.getByRole('status').getByText(text('complaints', 'status.INVESTIGATING')).waitFor()
  await expect.poll(() => side.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await page.getByRole('dialog').waitFor()
  await page.context().close()
})

/** A new customer writes to customer service; returns the conversation's id. */
async function write(words: string): Promise<string> {
  const post = await newCustomer()
  const { chat } = await post<{ chat: { id: string } }>('chat/open', {})
  await post(`chat/${chat.id}/message`, { clientId: crypto.randomUUID(), text: words })
  return chat.id
}

test('an agent takes a conversation by its key, and goes on writing after a message', async () => {
  const id = await write('Where do I see my fees?')
  const page = await openConsole(browser, { origin: consoleOrigin, as: 'sandbox-support', at: `/chats?id=${id}` })
  await page.getByRole('button', { name: text('chats', 'step.take'), exact: true }).waitFor()
  await page.keyboard.press('a')
  const field = page.getByLabel(text('chats', 'answer'))
  await field.fill('On the page of fees.')
  await page.getByRole('button', { name: text('chats', 'send'), exact: true }).press('Enter')
  await expect.poll(() => field.inputValue()).toBe('')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByText('On the page of fees.', { exact: true }).waitFor()
  await page.context().close()
})
