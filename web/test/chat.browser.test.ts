import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import type { ChatStep, QueuedChat, SeenChat } from '@evenhand/protocol/chats-console.ts'
import type { SeenComplaint } from '@evenhand/protocol/complaints-console.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import chat from '../src/texts/en/chat.json' with { type: 'json' }
import complaints from '../src/texts/en/complaints.json' with { type: 'json' }
import common from '../src/texts/en/common.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { signUp } from './customer.ts'
import { operatorAt } from './operator.ts'
import { picture } from './picture.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const write = async (page: Page, text: string) => {
  await page.getByLabel(chat.write).fill(text)
  await page.getByRole('button', { name: chat.send, exact: true }).click()
}
const log = (page: Page) => page.getByRole('log')

/** The agent's part of the conversation whose customer wrote this last. */
async function agentOf(text: string) {
  const agent = await operatorAt(consoleOrigin, 'sandbox-support')
  const seenIn = async (id: string) => (await agent.get(`chats/${id}`)).result as SeenChat
  const { rows } = (await agent.get('chats')).result as { rows: QueuedChat[] }
  const all = await Promise.all(rows.map(({ id }) => seenIn(id)))
  const found = all.find(({ messages }) => messages.some((message) => message.text === text))
  if (found === undefined) throw new Error(`no text is ${text}`)
  const { id } = found
  const step = (name: ChatStep) => agent.post(`chats/${id}/step`, { step: name })
  await step('take')
  const response = (words: string) => agent.post(`chats/${id}/message`, { clientId: crypto.randomUUID(), text: words })
  return { agent, id, step, response, seen: () => seenIn(id) }
}

const document = Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >> endobj
4 0 obj << /Length 12 >> stream
% statement
endstream endobj
trailer << /Root 1 0 R >>
`)

test('a guest writes to customer service, loses the network, and finds each message there once', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/help')
  await page.getByRole('link', { name: common.chat }).last().click()
  await page.waitForURL(/\/customerservice/)
  await page.getByText(chat.never).waitFor()
  // An answer is offered while the question is written.
  await page.getByLabel(chat.write).fill('How do I withdraw my coins')
  await page.getByRole('complementary', { name: chat.offers }).getByRole('link').first().waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  // What looks like a password is held back.
  await page.getByRole('textbox', { name: new RegExp(chat.email) }).fill('guest@example.com')
  await write(page, 'my password is hunter22!')
  await page.getByText(chat.secret.password).waitFor()
  await write(page, 'first message')
  await log(page).getByText('first message').waitFor()
  await log(page).getByText(new RegExp(chat.sent)).waitFor()
  await page.context().setOffline(true)
  await write(page, 'second message')
  await log(page).getByText(chat.notSent).waitFor()
  await page.context().setOffline(false)
  await log(page).getByText(chat.notSent).waitFor({ state: 'detached' })
  await expect.poll(() => log(page).getByText('second message').count()).toBe(1)
  await page.reload()
  // What this browser sent last can be there before the rest of the conversation has come.
  await expect
    .poll(() =>
      log(page)
        .getByText(/message$/)
        .allTextContents(),
    )
    .toEqual(['first message', 'second message'])
  // The same conversation in a window of its own, in the language of its address.
  await page.evaluate(() => location.assign('/service.html?lang=ar'))
  await page.waitForURL(/service\.html/)
  await log(page).getByText('second message').waitFor()
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

test('a customer takes the conversation from device to device', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signUp(page, origin)
  await page.goto('/customerservice')
  await write(page, 'from the desktop')
  await log(page).getByText('from the desktop').waitFor()
  await log(page).getByText(new RegExp(chat.sent)).waitFor()
  const stored = await page.evaluate(() => Object.entries(localStorage))
  const phone = await openPage(browser, origin, { lang: 'en', width: 375 })
  await phone.context().addCookies(await page.context().cookies())
  await phone.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, stored)
  await phone.goto('/customerservice')
  await log(phone).getByText('from the desktop').waitFor()
  await write(phone, 'from the phone')
  await log(page).getByText('from the phone').waitFor()
  expect(
    await log(page)
      .getByText(/^from the/)
      .allTextContents(),
  ).toEqual(['from the desktop', 'from the phone'])
  expect(await accessibilityProblems(page)).toEqual([])
  await phone.context().close()
  await page.context().close()
})

test('a guest attaches a picture and a document, and sees on every page that a reply is unread', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/help/faq?q=secret')
  await page.getByRole('link', { name: common.chat }).last().click()
  await page.getByRole('textbox', { name: new RegExp(chat.email) }).fill('guest@example.com')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'p.png', mimeType: 'image/png', buffer: picture() },
    { name: 'd.pdf', mimeType: 'application/pdf', buffer: document },
    { name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no document') },
  ])
  await expect.poll(() => page.getByText(chat.attached, { exact: true }).count()).toBe(2)
  await page.getByText(chat.fileType).waitFor()
  await page.getByRole('button', { name: chat.unattach.replace('{name}', 'x.pdf') }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  await write(page, 'both attached')
  await log(page).getByRole('img', { name: chat.picture }).waitFor()
  const saving = page.waitForEvent('download')
  await log(page).getByRole('button', { name: chat.document }).click()
  expect(await readFile(await (await saving).path(), 'latin1')).toMatch(/^%PDF-/)
  await page.route('**/chat/*/file/**', (route) => route.abort())
  await log(page).getByRole('button', { name: chat.document }).click()
  await page.getByText(common.problem.download).waitFor()
  const { seen, response } = await agentOf('both attached')
  // The screen that it was opened from, without what was searched for there.
  expect(await seen()).toMatchObject({ screen: '/help/faq' })
  expect((await seen()).messages.find(({ text }) => text === 'both attached')).toMatchObject({
    documents: [expect.any(String)],
  })
  // Away from the conversation, on two pages of the same browser.
  await page.goto('/help')
  const other = await page.context().newPage()
  await other.goto(`${origin}/market`)
  const mark = (shown: Page) => shown.getByText('1 unread answer from customer service')
  await other.getByRole('link', { name: common.chat }).last().waitFor()
  await response('We have it')
  await mark(page).waitFor({ state: 'attached' })
  await mark(other).waitFor({ state: 'attached' })
  await other.reload()
  await mark(other).waitFor({ state: 'attached' })
  expect(await accessibilityProblems(other)).toEqual([])
  await other.getByRole('link', { name: common.chat }).last().click()
  await log(other).getByText('We have it').waitFor()
  await mark(page).waitFor({ state: 'detached' })
  await page.context().close()
})

test('a complaint that is offered in a conversation carries it to the operator who handles it', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signUp(page, origin)
  await page.goto('/customerservice')
  await write(page, 'I want to complain')
  await log(page).getByText(new RegExp(chat.sent)).waitFor()
  const { agent, id, step } = await agentOf('I want to complain')
  await step('offer')
  const opening = page.waitForEvent('popup')
  await log(page).getByRole('link', { name: chat.complain }).click()
  const form = await opening
  await form.getByText(complaints.make.fromChat).waitFor()
  await form.getByLabel(complaints.make.text).fill('Nobody answered me for a week.')
  await form.getByRole('button', { name: complaints.make.send }).click()
  await log(page).getByRole('link', { name: chat.toComplaint }).waitFor()
  const { rows } = (await agent.get('complaints')).result as { rows: SeenComplaint[] }
  const seen = await Promise.all(
    rows.map(async (row) => (await agent.get(`complaints/${row.id}`)).result as SeenComplaint),
  )
  expect(seen.map(({ chatId }) => chatId)).toContain(id)
  await page.context().close()
})

test('an empty message begins where an Arabic page does, and one that is written where its own words do', async () => {
  const page = await openPage(browser, origin, { lang: 'ar', width: 375 })
  await signUp(page, origin)
  await page.goto('/customerservice')
  const message = page.locator('textarea')
  const direction = () => message.evaluate((one) => getComputedStyle(one).direction)
  await message.waitFor()
  expect(await direction()).toBe('rtl')
  await message.fill('hello')
  await expect.poll(direction).toBe('ltr')
  await page.context().close()
})
