import { createECDH, randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import own from '../src/texts/en/notices.json' with { type: 'json' }
import push from '../src/texts/en/push.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openInstalledBrowser, openPage, overflow } from './browser.ts'
import { openAccount, remember } from './customer.ts'

const origin = inject('origin')
// A headless shell shows no notification: the first journey takes the machine's own Chromium.
const { installed } = inject('chromium')
let browser: Browser
beforeAll(async () => void (browser = await (installed === undefined ? openBrowser() : openInstalledBrowser())))
afterAll(() => browser.close())

/** The push service of a browser's maker, which no test reaches: subscribing returns what it would. */
async function withPushService(page: Page): Promise<void> {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys().toString('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`
  await page.context().addInitScript(
    ([at, with_]) => {
      let kept: object | null = null
      const made = (applicationServerKey: string) => {
        const raw = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
        return {
          endpoint: at,
          options: { applicationServerKey: Uint8Array.from(raw, (one) => one.charCodeAt(0)).buffer },
          toJSON: () => ({ endpoint: at, expirationTime: null, keys: with_ }),
          unsubscribe: async () => {
            kept = null
            return true
          },
        }
      }
      PushManager.prototype.getSubscription = async () => kept as PushSubscription | null
      PushManager.prototype.subscribe = async (options) => {
        kept = made(String(options?.applicationServerKey))
        return kept as PushSubscription
      }
    },
    [endpoint, keys] as const,
  )
}

async function openSettings(width: 375 | 1920, permitted: boolean) {
  const page = await openPage(browser, origin, { lang: 'en', width, worker: true })
  const { signedIn } = await openAccount(origin)
  if (permitted) await page.context().grantPermissions(['notifications'], { origin })
  await withPushService(page)
  await remember(page, signedIn)
  await page.goto('/profile/notification?view=settings')
  return page
}

/** Gives the worker a message as the browser would, while no page of ours is open: a visible page shows it by itself. */
async function deliver(page: Page, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (ours) resolve(ours.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  const back = page.url()
  await page.goto('about:blank')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
  await page.goto(back)
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }))
  })

test.skipIf(installed === undefined)(
  'a browser is pushed to after one press, and shows what kind of notice came while it was closed',
  async () => {
    const page = await openSettings(1920, true)
    await page.getByText(own.push.state.off).waitFor()
    await page.getByRole('button', { name: own.push.turnOn }).click()
    await page.getByText(own.push.state.on).waitFor()
    await page.getByRole('button', { name: own.push.turnOff }).click()
    await page.getByText(own.push.state.off).waitFor()
    await page.getByRole('button', { name: own.push.turnOn }).click()
    await page.getByText(own.push.state.on).waitFor()
    await page.getByRole('checkbox', { name: `${own.category.ALERT}: ${own.prefs.push}`, exact: true }).check()
    expect(await accessibilityProblems(page)).toEqual([])
    const id = '01a1ff74-f4b0-7000-a23c-bfb659b50370'
    await deliver(page, { id, category: 'ALERT', templateKey: 'alert.price', params: { code: 'BTCUSDT' }, lang: 'en' })
    await expect
      .poll(() => shown(page))
      .toEqual([{ title: 'Evenhand', body: push.ALERT.replace('{code}', 'BTCUSDT'), tag: id }])
    await page.context().close()
  },
)

test('a browser that the customer blocked from requests shows how to change that, and quiet hours are kept', async () => {
  const page = await openSettings(375, false)
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.reload()
  await page.getByText(own.push.state.denied).waitFor()
  await expect.poll(() => page.getByRole('button', { name: own.push.turnOn }).count()).toBe(0)
  await page.getByRole('checkbox', { name: own.quiet.use }).check()
  await page.getByLabel(own.quiet.to, { exact: true }).fill('22:00')
  await page.getByRole('button', { name: own.quiet.save }).click()
  await page.getByText(own.quiet.same).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByLabel(own.quiet.to, { exact: true }).fill('06:30')
  await page.getByRole('button', { name: own.quiet.save }).click()
  await page.getByText(own.quiet.saved).waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel(own.quiet.to, { exact: true }).inputValue()).toBe('06:30')
  await page.context().close()
})
