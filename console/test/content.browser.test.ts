import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openConsole, overflow, text } from './console-page.ts'

const [origin, consoleOrigin] = [inject('origin'), inject('consoleOrigin')]
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

async function open(name: string, path: string, visit: { width?: 375 | 1440 } = {}): Promise<Page> {
  const page = await openConsole(browser, { origin: consoleOrigin, ...visit, as: name, at: path })
  return page
}
const words = (key: string): string => text('content', key)
const press = (page: Page, key: string) => page.getByRole('button', { name: words(key), exact: true }).click()
async function decide(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('as agreed today')
  await dialog.getByRole('button', { name: words(key), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}
const published = async (slug: string, lang: string): Promise<string> => {
  const response = await fetch(`${origin}/swx/customer/index/getContentsById/${slug}?lang=${lang}`)
  return ((await response.json()) as { result: { body: string } }).result.body
}

test('a legal text is written beside its source, previewed in both directions and widths, and published by two', async () => {
  const page = await open('sandbox-content', '/content?slug=disclaimer&lang=it')
  const area = page.getByRole('textbox', { name: words('field.body') })
  await area.fill('## Una prova\n\nUn testo **nuovo** con un [link](/help/faq).\n\n<b>no</b>')
  await press(page, 'save')
  await page
    .getByRole('alert')
    .filter({ hasText: words('field.body') })
    .waitFor()
  const body = `## Una prova\n\nUn testo **nuovo** con un [link](/help/faq).\n`
  await area.fill(body)
  const preview = page.getByRole('region', { name: words('preview.title'), exact: true })
  const shown = preview.locator('article')
  expect(await shown.locator('strong').textContent()).toBe('nuovo')
  expect(await shown.getAttribute('dir')).toBe('ltr')
  const narrow = (await shown.boundingBox())?.width ?? 0
  expect(narrow).toBe(343)
  await preview.getByRole('tab', { name: words('preview.rtl') }).click()
  expect(await shown.getAttribute('dir')).toBe('rtl')
  await preview.getByRole('tab', { name: words('preview.desktop') }).click()
  await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(narrow)
  await press(page, 'save')
  await press(page, 'move.publish.button')
  await decide(page, 'move.publish.button')
  await page.getByText(words('move.waits')).waitFor()
  expect(await published('disclaimer', 'it')).not.toBe(body)

  // The second operator finds it on the dashboard.
  const second = await open('sandbox-content-2', '/', { width: 375 })
  await second
    .getByRole('region', { name: text('dashboard', 'decisions') })
    .getByRole('link', { name: 'Italiano' })
    .click()
  await press(second, 'move.approve.button')
  await decide(second, 'move.approve.button')
  await expect.poll(() => published('disclaimer', 'it')).toBe(body)
  expect(await overflow(second)).toBe(0)
  await Promise.all([page, second].map((one) => one.context().close()))
})

test('a notice gets dates and an audience, then its text', async () => {
  const page = await open('sandbox-content', '/content?tab=notice')
  await press(page, 'notice.create.button')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: words('notice.navbar') }).check()
  await dialog.getByRole('textbox', { name: words('notice.countries') }).fill('Atlantis')
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('as agreed today')
  await dialog.getByRole('button', { name: words('notice.create.button'), exact: true }).click()
  await dialog.getByText(words('wrong.countries')).waitFor()
  await dialog.getByRole('textbox', { name: words('notice.countries') }).fill('aq')
  await decide(page, 'notice.create.button')
  await page.getByRole('textbox', { name: words('field.title') }).fill('For nobody')
  await page.getByRole('textbox', { name: words('field.body') }).fill('A text.')
  await press(page, 'save')
  await press(page, 'move.publish.button')
  await decide(page, 'move.publish.button')
  await press(page, 'notice.set.button')
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: words('notice.countries') })
    .waitFor()
  expect(
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: words('notice.countries') })
      .inputValue(),
  ).toBe('AQ')
  await page.context().close()
})

test('a question is begun, answered, retired and put back; customers find it, lose it and find it again', async () => {
  const slug = 'what-is-a-quokka'
  const page = await open('sandbox-content', '/content?tab=faq')
  await press(page, 'answer.create.button')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words('answer.slug') }).fill('Not a name')
  await dialog.getByRole('combobox', { name: words('answer.category') }).selectOption('markets')
  await dialog.getByRole('textbox', { name: words('answer.screen') }).fill('/market')
  await dialog.getByRole('textbox', { name: text('common', 'reason.label') }).fill('asked often')
  await dialog.getByRole('button', { name: words('answer.create.button'), exact: true }).click()
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(1)
  await dialog.getByRole('textbox', { name: words('answer.slug') }).fill(slug)
  await decide(page, 'answer.create.button')

  const customer = await (await browser.newContext({ baseURL: origin, locale: 'en' })).newPage()
  /** Whether a customer's search finds it. */
  const found = async () => {
    const searched = customer.waitForResponse(/listFaq.*quokka/)
    await customer.goto('/help/faq?q=quokka&lang=en')
    const { result } = (await (await searched).json()) as { result: { slug: string }[] }
    return result.some((one) => one.slug === slug)
  }
  const question = customer.getByRole('button', { name: 'What is a quokka?' })
  expect(await found()).toBe(false)
  await page.getByRole('textbox', { name: words('field.title') }).fill('What is a quokka?')
  await page.getByRole('textbox', { name: words('field.body') }).fill('A marsupial of Rottnest Island.')
  await press(page, 'save')
  await press(page, 'move.publish.button')
  await decide(page, 'move.publish.button')
  await expect.poll(found).toBe(true)
  await question.click()
  await customer.getByText('A marsupial of Rottnest Island.').waitFor()

  await press(page, 'answer.retire.button')
  await decide(page, 'answer.retire.button')
  await page.getByText(words('answer.retired')).waitFor()
  await expect.poll(found).toBe(false)
  await press(page, 'answer.restore.button')
  await decide(page, 'answer.restore.button')
  await expect.poll(found).toBe(true)
  await question.waitFor()
  expect(await overflow(page)).toBe(0)
  await Promise.all([page, customer].map((one) => one.context().close()))
})
