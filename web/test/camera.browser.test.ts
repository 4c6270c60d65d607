import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import funds from '../src/texts/en/funds.json' with { type: 'json' }
import identity from '../src/texts/en/identity.json' with { type: 'json' }
import upload from '../src/texts/en/upload.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { signUp } from './customer.ts'
import { picture } from './picture.ts'

const origin = inject('origin')

const sound = async (page: Page): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}
const onward = (page: Page) => page.getByRole('button', { name: identity.next, exact: true }).click()
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** The pictures of an identification, and where one is chosen. */
async function atIdentity(page: Page): Promise<Locator> {
  await page.goto('/profile/verification')
  for (const [name, value] of Object.entries({
    firstName: 'Amy',
    lastName: 'Tan',
    birthDate: '1990-02-28',
    address: '1 Queen Street, Auckland 1010',
  }))
    await field(page, identity.field[name as 'firstName']).fill(value)
  await field(page, identity.field.sex).selectOption('female')
  await field(page, identity.field.country).selectOption('NZ')
  await onward(page)
  await field(page, identity.field.docNumber).fill('CAM 123-456')
  await field(page, identity.field.docExpiry).fill('2099-01-01')
  await onward(page)
  return page.getByRole('group', { name: identity.field.holdingFileId, exact: true })
}

/** The proof of a deposit. */
async function atDeposit(page: Page): Promise<Locator> {
  await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
  await page.goto('/profile/balance')
  return page.getByRole('group', { name: funds.deposit.proof, exact: true })
}

const forms = [
  ['an identification', atIdentity],
  ['a deposit', atDeposit],
] as const

describe('with a camera', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream')
  })
  afterAll(() => browser.close())

  test.each(forms)('a photograph is taken for %s, sent and shown', async (_, open) => {
    const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
    await signUp(page, origin)
    const part = await open(page)
    await part.getByRole('button', { name: upload.photo }).click()
    const dialog = page.getByRole('dialog')
    const shoot = dialog.getByRole('button', { name: upload.shoot })
    await expect.poll(() => shoot.isEnabled()).toBe(true)
    await sound(page)
    const tracks = () =>
      page.evaluate(() => {
        const { srcObject } = document.querySelector('video') ?? {}
        const seen = srcObject instanceof MediaStream ? srcObject.getTracks() : []
        Object.assign(globalThis, { seenTracks: [...seen] })
        return seen.map(({ readyState }) => readyState)
      })
    await expect.poll(tracks).toEqual(['live'])
    const sent = page.waitForResponse('**/file/upload')
    await shoot.click()
    expect(((await (await sent).json()) as { code: number }).code).toBe(200)
    await part.getByRole('status').getByText(upload.sent, { exact: true }).waitFor()
    await expect
      .poll(() => part.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(999)
    // The camera is off again: its light would show it.
    const light = () =>
      page.evaluate(() =>
        (globalThis as unknown as { seenTracks: MediaStreamTrack[] }).seenTracks.map(({ readyState }) => readyState),
      )
    await expect.poll(light).toEqual(['ended'])
    await sound(page)
    await part.getByRole('button', { name: upload.remove }).press('Enter')
    await expect
      .poll(() => part.locator('input[type=file]').evaluate((input) => input === document.activeElement))
      .toBe(true)
    await page.context().close()
  })
})

describe('with a camera that is slow to start', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream')
  })
  afterAll(() => browser.close())
  /** The browser ends so many starts of the camera as it does after ten seconds. */
  const refuse = (page: Page, starts: number) =>
    page.evaluate((count) => {
      const { mediaDevices } = navigator
      const start = mediaDevices.getUserMedia.bind(mediaDevices)
      let refused = 0
      mediaDevices.getUserMedia = (wanted) => {
        if (refused === count) return start(wanted)
        refused += 1
        return Promise.reject(new DOMException('Timeout starting video source', 'AbortError'))
      }
    }, starts)

  test('it is awaited; one that never starts is replaced by a picture file', async () => {
    const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
    await signUp(page, origin)
    const part = await atDeposit(page)
    const photo = part.getByRole('button', { name: upload.photo })
    await photo.waitFor()
    await refuse(page, 2)
    await photo.click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('button', { name: upload.shoot }).isEnabled()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await refuse(page, 3)
    await photo.click()
    await part.getByText(upload.noCamera).waitFor()
    await page.context().close()
  })
})

describe.each([
  // The browser prompts, and permission is not granted.
  ['refused', ['--use-fake-device-for-media-stream', '--deny-permission-prompts']],
  ['absent', []],
] as const)('with a camera that is %s', (_, flags) => {
  let browser: Browser
  beforeAll(async () => void (browser = await openBrowser(...flags)))
  afterAll(() => browser.close())

  test.each(forms)('a picture file is requested instead, in %s', async (__, open) => {
    const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
    await signUp(page, origin)
    const part = await open(page)
    await part.getByRole('button', { name: upload.photo }).click()
    await part.getByText(upload.noCamera).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    // The focus is back at the button, which shows why.
    const why = () => part.locator(':focus').evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)
    await expect.poll(why).toBe(upload.noCamera)
    await sound(page)
    await part
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: picture() })
    await part.getByRole('status').getByText(upload.sent, { exact: true }).waitFor()
    await expect.poll(() => part.getByText(upload.noCamera).count()).toBe(0)
    await page.context().close()
  })
})

describe('on a telephone', () => {
  let browser: Browser
  beforeAll(async () => void (browser = await openBrowser()))
  afterAll(() => browser.close())

  test.each(forms)('its own camera takes the picture for %s', async (_, open) => {
    const page = await openPage(browser, origin, { lang: 'en', width: 375 })
    await signUp(page, origin)
    const part = await open(page)
    const camera = part.locator('input[type=file][capture]')
    await expect.poll(() => camera.getAttribute('capture')).toBe(open === atIdentity ? 'user' : 'environment')
    await expect.poll(() => camera.getAttribute('accept')).toBe('image/jpeg,image/png')
    await camera.setInputFiles({ name: 'IMG_0001.png', mimeType: 'image/png', buffer: picture() })
    await part.getByRole('status').getByText(upload.sent, { exact: true }).waitFor()
    await sound(page)
    await page.context().close()
  })
})
