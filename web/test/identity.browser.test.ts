import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import common from '../src/texts/en/common.json' with { type: 'json' }
import identity from '../src/texts/en/identity.json' with { type: 'json' }
import upload from '../src/texts/en/upload.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow, type Visit } from './browser.ts'
import { signUp } from './customer.ts'
import { reviewIdentity, operatorAt } from './operator.ts'
import { picture } from './picture.ts'

const origin = inject('origin')
const consoleOrigin = inject('consoleOrigin')
let browser: Browser
/** A photograph a part: no two of a form are the same. */
const photos = new Map(['front', 'back', 'holding', 'sharper', 'bill'].map((part) => [part, picture()]))
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** A customer of the test's own, at the verification. */
async function openForm(visit: Partial<Visit> = {}): Promise<Page> {
  const page = await openPage(browser, origin, { lang: 'en', width: 375, ...visit })
  await signUp(page, origin)
  await page.goto('/profile/verification')
  return page
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const onward = (page: Page) => page.getByRole('button', { name: identity.next, exact: true }).click()
const stepShown = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
const shown = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function choose(page: Page, name: string, photo: string): Promise<void> {
  const part = shown(page, name)
  await part
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: `${photo}.png`, mimeType: 'image/png', buffer: photos.get(photo) ?? Buffer.alloc(0) })
  await part.getByRole('status').getByText(upload.sent, { exact: true }).waitFor()
}

async function fillPerson(page: Page): Promise<void> {
  await field(page, identity.field.firstName).fill('小明')
  await field(page, identity.field.lastName).fill('O’Brien-Łukasz')
  await field(page, identity.field.birthDate).fill('1990-02-28')
  await field(page, identity.field.sex).selectOption('female')
  await field(page, identity.field.country).selectOption('NZ')
  await field(page, identity.field.address).fill('1 Queen Street, Auckland 1010')
}

async function fillDocument(page: Page, number = 'AB 123-456'): Promise<void> {
  await field(page, identity.field.docNumber).fill(number)
  await field(page, identity.field.docExpiry).fill('2099-01-01')
}

async function sendWhole(page: Page, number: string): Promise<void> {
  await fillPerson(page)
  await onward(page)
  await stepShown(page, identity.step.document)
  await fillDocument(page, number)
  await onward(page)
  await stepShown(page, identity.step.pictures)
  await choose(page, identity.field.frontFileId, 'front')
  await choose(page, identity.field.backFileId, 'back')
  await choose(page, identity.field.holdingFileId, 'holding')
  await onward(page)
  await stepShown(page, identity.step.check)
}

const send = (page: Page) => page.getByRole('button', { name: identity.send, exact: true }).click()
const sound = async (page: Page): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

type Waiting = { rows: { id: string; username: string }[] }

/** An operator's decision on this customer's form. */
async function decide(page: Page, verdict: object): Promise<void> {
  const username = await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { username: string }
    return user.username
  })
  const operator = await operatorAt(consoleOrigin, 'sandbox-kyc')
  const { rows } = (await operator.get('kyc?page=1&size=100')).result as Waiting
  const id = rows.find((row) => row.username === username)?.id ?? ''
  await reviewIdentity(operator, id)
  const response = await operator.post(`kyc/${id}/decide`, { reason: 'as the guide requires', reasons: [], ...verdict })
  expect(response.code).toBe(200)
}

test.each([375, 1920] as const)(
  'a form is sent, corrected where a person requests it, and verified while the page is open, at %i',
  async (width) => {
    // One document verifies one customer.
    const number = `CD 123-${width}`
    const page = await openForm({ width })
    await stepShown(page, identity.step.person)
    await sound(page)
    await sendWhole(page, number)
    await page.getByText('O’Brien-Łukasz').waitFor()
    await page.getByText('February 28, 1990').waitFor()
    await sound(page)
    await send(page)
    await page.getByRole('heading', { name: identity.pending.title }).waitFor()
    await page.getByText(/4[78] hours left/).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('identityForm'))).toBeNull()
    await sound(page)
    // The page of loans shows that it is under review, not that it is missing.
    await page.goto('/loan')
    await page.getByRole('button', { name: 'Switch to the real account' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Your verification is under review').waitFor()
    await page.goto('/profile/verification')

    await decide(page, {
      verdict: 'RESUBMIT',
      reasons: [{ field: 'backFileId', code: 'BACK_BLURRED', text: 'The number in the corner cannot be read' }],
    })
    await page.getByText('Please correct 1 item').waitFor()
    await page.getByText('The number in the corner cannot be read').first().waitFor()
    await page.getByText('You can send the form 4 more times').waitFor()
    await sound(page)
    // Only what is to be corrected is requested, with its reason beside it; the number stays where it is sealed.
    await stepShown(page, identity.step.pictures)
    await expect.poll(() => page.locator('input[type=file]').count()).toBeLessThanOrEqual(2)
    await shown(page, identity.field.backFileId).getByText(identity.reason.BACK_BLURRED).waitFor()
    await page.getByRole('button', { name: identity.correct.all }).click()
    await expect.poll(() => field(page, identity.field.firstName).inputValue()).toBe('小明')
    await onward(page)
    await stepShown(page, identity.step.document)
    await page.getByText(`keep the number that ends in \u2066${number.slice(-3)}`).waitFor()
    await sound(page)
    await onward(page)
    await stepShown(page, identity.step.pictures)
    await onward(page)
    await page.getByText(identity.problem.noPicture).waitFor()
    await choose(page, identity.field.backFileId, 'sharper')
    await onward(page)
    await page.getByText(`••• ${number.slice(-3)}`).waitFor()
    await send(page)
    await page.getByRole('heading', { name: identity.pending.title }).waitFor()

    // A further document: nothing else is requested, and it goes with the form.
    const text = 'Of September or later'
    await decide(page, { verdict: 'RESUBMIT', needs: [{ field: 'proofOfAddressFileId', text }] })
    await page.getByText(identity.correct.needed).waitFor()
    await page.getByText(text).first().waitFor()
    await stepShown(page, identity.step.pictures)
    await expect.poll(() => page.locator('input[type=file]').count()).toBeLessThanOrEqual(2)
    await onward(page)
    await page.getByText(identity.problem.noPicture).waitFor()
    await choose(page, identity.field.proofOfAddressFileId, 'bill')
    await sound(page)
    await onward(page)
    await page.getByRole('term').getByText(identity.field.proofOfAddressFileId).waitFor()
    await send(page)
    await page.getByRole('heading', { name: identity.pending.title }).waitFor()

    await decide(page, { verdict: 'VERIFIED' })
    await page.getByRole('heading', { name: identity.verified.title }).waitFor()
    await page.getByText(/50,000\sUSDT/).waitFor()
    await sound(page)
    await page.goto('/profile')
    await page.getByRole('link', { name: identity.title }).first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: identity.banner.start }).count()).toBe(0)
    await page.context().close()
  },
)

test('what is missing or wrong is shown at its field, and the first of them has the focus', async () => {
  const page = await openForm()
  await onward(page)
  await page.getByText(identity.problem.missing).first().waitFor()
  await expect
    .poll(() => field(page, identity.field.firstName).evaluate((input) => input === document.activeElement))
    .toBe(true)
  await fillPerson(page)
  await field(page, identity.field.firstName).fill('<script>')
  await field(page, identity.field.birthDate).fill('2015-01-01')
  await onward(page)
  await page.getByText(identity.problem.malformed).waitFor()
  await page.getByText('You must be at least 18 years old').waitFor()
  await sound(page)
  await fillPerson(page)
  await onward(page)
  await fillDocument(page)
  await page.getByRole('radio', { name: identity.docType.PASSPORT }).check()
  await field(page, identity.field.docExpiry).fill('2020-01-01')
  await onward(page)
  await page.getByText(identity.problem.expired).waitFor()
  await field(page, identity.field.docExpiry).fill('2099-01-01')
  await onward(page)
  await shown(page, identity.photoPage).waitFor()
  await expect.poll(() => shown(page, identity.field.backFileId).count()).toBe(0)
  await onward(page)
  await expect.poll(() => page.getByText(identity.problem.noPicture).count()).toBe(2)
  await sound(page)
  await page.context().close()
})

test('what was filled in is there after a reload and in another language, and gone after logging out', async () => {
  const page = await openForm({ width: 1920 })
  await fillPerson(page)
  await onward(page)
  await fillDocument(page)
  await onward(page)
  await choose(page, identity.field.frontFileId, 'front')
  await page.reload()
  await stepShown(page, identity.step.pictures)
  await shown(page, identity.field.frontFileId).getByText(upload.sent, { exact: true }).waitFor()
  await page.evaluate(() => localStorage.setItem('lang', 'zh'))
  await page.reload()
  await page.getByRole('heading', { level: 2, name: '上传照片' }).waitFor()
  await page.evaluate(() => localStorage.setItem('lang', 'en'))
  await page.goto('/profile')
  await page.getByRole('link', { name: identity.banner.start }).waitFor()
  await page.getByRole('button', { name: new RegExp(`^${common.nav.account}: `) }).click()
  await page.getByRole('button', { name: common.logout }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('identityForm'))).toBeNull()
  await page.context().close()
})

test('without a camera a picture is chosen as a file, and what is no picture is refused with its reason', async () => {
  const page = await openForm({ width: 1920 })
  await fillPerson(page)
  await onward(page)
  await fillDocument(page)
  await onward(page)
  const part = shown(page, identity.field.frontFileId)
  await part.getByRole('button', { name: upload.photo }).click()
  await part.getByText(upload.noCamera).waitFor()
  await sound(page)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await part
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: svg })
  await part.getByText('Upload a JPG, JPEG2000 or PNG image').waitFor()
  await choose(page, identity.field.frontFileId, 'front')
  await page.context().close()
})

test('a photograph is taken within the frame of a document, and sent', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.addInitScript(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1280
    canvas.height = 720
    const draw = () => {
      const pen = canvas.getContext('2d')
      if (!pen) return
      pen.fillStyle = '#6b8fb5'
      pen.fillRect(0, 0, canvas.width, canvas.height)
    }
    setInterval(draw, 50)
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream())
  })
  await signUp(page, origin)
  await page.goto('/profile/verification')
  await fillPerson(page)
  await onward(page)
  await fillDocument(page)
  await onward(page)
  const part = shown(page, identity.field.frontFileId)
  await part.getByRole('button', { name: upload.photo }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('button', { name: upload.shoot }).isEnabled()).toBe(true)
  await sound(page)
  await dialog.getByRole('button', { name: upload.shoot }).click()
  await part.getByRole('status').getByText(upload.sent, { exact: true }).waitFor()
  await page.context().close()
})
