import { createHmac } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import common from '../src/texts/en/common.json' with { type: 'json' }
import security from '../src/texts/en/security.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { mailedCode, mailsTo, openAccount, type CustomerAccount } from './customer.ts'
import { withPasskeyDevice } from './passkey-device.ts'
import { timeAt } from './sandbox-clock.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const fresh = 'nine slow otters swim'

async function fillLogin(page: Page, { email, password }: Pick<CustomerAccount, 'email' | 'password'>): Promise<void> {
  await page.getByLabel(auth.account).fill(email)
  await page.getByLabel(auth.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: common.login, exact: true }).click()
}

/** Signs in by hand, so that the session is bound to this browser. */
async function signInByHand(page: Page, account: CustomerAccount, to: string): Promise<void> {
  await page.goto(`/pass/login?back=${encodeURIComponent(to)}`)
  await fillLogin(page, account)
  await page.waitForURL((url) => url.pathname === to)
}

const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('isLogin') === '1')

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The code of an authenticator app (RFC 6238), `steps` of thirty seconds from now. */
function codeOf(secret: string, time: number): string {
  const bits = [...secret].map((mark) => base32.indexOf(mark).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const count = Buffer.alloc(8)
  count.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const mac = createHmac('sha1', key).update(count).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a forgotten password is set anew by a mailed code, and a stranger learns nothing', async () => {
  const account = await openAccount(origin)
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await page.goto('/pass/login')
  await page.getByRole('link', { name: auth.login.forgotten }).click()
  const send = page.getByRole('button', { name: auth.sendCode })
  await send.click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await page.getByLabel(auth.email).fill(account.email)
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.getByLabel(auth.code))).toBe(true)
  await page.getByLabel(auth.newPassword, { exact: true }).fill('short')
  await page.getByRole('button', { name: auth.reset.submit }).click()
  await page.getByText(auth.problem.passwordTooShort).waitFor()
  await page.getByText(auth.problem.codeMissing).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByLabel(auth.code).fill(await mailedCode(origin, account.email))
  await page.getByLabel(auth.newPassword, { exact: true }).fill(fresh)
  await page.getByLabel(auth.newConfirm).fill(fresh)
  await page.getByRole('button', { name: auth.reset.submit }).click()
  await page.getByText(auth.reset.doneText).waitFor()
  await page.getByRole('link', { name: common.login }).click()
  await fillLogin(page, { email: account.email, password: fresh })
  await expect.poll(() => isSignedIn(page)).toBe(true)
  await page.context().close()
})

test('what is typed stays when the language changes in the middle of a reset', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await page.goto('/pass/reset')
  await page.getByLabel(auth.email).fill('nobody-at-all@example.com')
  await page.getByRole('button', { name: auth.sendCode }).click()
  await page.getByLabel(auth.newPassword, { exact: true }).fill(fresh)
  await page.getByRole('button', { name: common.language.choose }).click()
  await page.getByText('العربية').click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  await expect.poll(() => page.locator('input[autocomplete=new-password]').first().inputValue()).toBe(fresh)
  await page.context().close()
})

test('an app is set up behind a proof, requested at the next sign-in, and a recovery code stands in for it', async () => {
  const account = await openAccount(origin)
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signInByHand(page, account, '/profile/security')
  await region(page, security.otp.title).getByRole('button', { name: security.otp.setUp }).click()
  const sheet = page.getByRole('dialog')
  await expect.poll(() => hasFocus(sheet.getByLabel(auth.password, { exact: true }))).toBe(true)
  await sheet.getByLabel(auth.password, { exact: true }).fill('not the password')
  await sheet.getByRole('button', { name: auth.factor.goOn }).click()
  await sheet.getByText(auth.problem.passwordWrong).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await sheet.getByLabel(auth.password, { exact: true }).fill(account.password)
  await sheet.getByRole('button', { name: auth.factor.goOn }).click()
  await sheet.getByRole('img', { name: security.otp.qr }).waitFor()
  const href = await sheet.getByRole('link', { name: security.otp.openApp }).getAttribute('href')
  const secret = new URL(href ?? '').searchParams.get('secret') ?? ''
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  // The rest of the page is inert while the sheet is open: messages are announced, and closed, inside of it.
  await page.context().grantPermissions(['clipboard-write'])
  const copy = sheet.getByRole('button', { name: security.otp.copySecret })
  await copy.press('Enter')
  const status = sheet.getByRole('status')
  await status.getByText(common.copied).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // The message may have ended while the page was checked.
  await copy.press('Enter')
  await status.getByRole('button', { name: common.close }).press('Enter')
  await expect.poll(() => status.getByText(common.copied).count()).toBe(0)
  await expect.poll(() => hasFocus(copy)).toBe(true)
  await sheet.getByLabel(auth.factor.code).fill(codeOf(secret, await timeAt(origin)))
  await sheet.getByRole('button', { name: security.otp.enable }).click()
  await sheet.getByText(security.recovery.once).waitFor()
  const recovery = await sheet.getByRole('listitem').allTextContents()
  expect(recovery).toHaveLength(10)
  await sheet.getByRole('button', { name: security.recovery.kept }).click()
  await region(page, security.otp.title).getByText(security.on, { exact: true }).waitFor()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/pass/login?back=/profile/security')
  await fillLogin(page, account)
  await page.getByRole('heading', { name: auth.factor.title }).waitFor()
  await page.getByLabel(auth.factor.code).fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('That code is not right', { exact: false }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  // By keyboard alone: a refused code is typed over.
  await page.keyboard.type(recovery[0] ?? '')
  await page.keyboard.press('Enter')
  await region(page, security.recovery.title).getByText('9 left').waitFor()
  await page.context().close()
})

test('a passkey is added, signs in alone, proves, and is removed', async () => {
  const account = await openAccount(origin)
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await withPasskeyDevice(page)
  await signInByHand(page, account, '/profile/security')
  await region(page, security.passkey.title).getByRole('button', { name: security.passkey.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(auth.password, { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: auth.factor.goOn }).click()
  await dialog.getByText(security.recovery.once).waitFor()
  await dialog.getByRole('button', { name: security.recovery.kept }).click()
  await region(page, security.passkey.title).getByText('Chrome · Linux').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await page.goto('/pass/login?back=/profile/security')
  await page.getByRole('button', { name: auth.login.passkey }).click()
  await region(page, security.passkey.title).getByRole('button', { name: 'Remove Chrome · Linux' }).click()
  await dialog.getByRole('button', { name: security.passkey.remove }).click()
  const proof = page.getByRole('dialog').filter({ hasText: auth.factor.proofTitle })
  const proofOrGone = proof.getByRole('button', { name: auth.factor.usePasskey })
  await Promise.race([
    proofOrGone.waitFor().then(() => proofOrGone.click()),
    page.getByText(security.passkey.removed).waitFor(),
  ])
  await page.getByText(security.passkey.removed).waitFor()
  await page.context().close()
})

test('another device is seen and signed out, and the password is changed without leaving', async () => {
  const account = await openAccount(origin)
  const page = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await signInByHand(page, account, '/profile/security')
  const sessions = region(page, security.session.title)
  await sessions.getByText(security.session.current).waitFor()
  await sessions
    .getByRole('button', { name: /^End the session/ })
    .first()
    .press('Enter')
  await page.getByText(security.session.ended).waitFor()
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
  // A second Enter must not end the session that took its place.
  await expect
    .poll(() => sessions.getByRole('heading', { level: 3 }).evaluate((one) => one === document.activeElement))
    .toBe(true)

  await region(page, security.phrase.title).getByLabel(security.phrase.label).fill('www.evil.example')
  await page.getByRole('button', { name: security.phrase.save }).click()
  await page.getByText(security.phrase.problem.address).waitFor()
  await region(page, security.phrase.title).getByLabel(security.phrase.label).fill('blue heron')
  await page.getByRole('button', { name: security.phrase.save }).click()
  await page.getByText(security.phrase.saved).waitFor()

  await page.getByRole('link', { name: security.password.change }).click()
  await page.getByLabel(security.password.old).fill('wrong password')
  await page.getByLabel(auth.newPassword, { exact: true }).fill(fresh)
  await page.getByLabel(auth.newConfirm).fill(fresh)
  await page.getByRole('button', { name: security.password.change }).click()
  await page.getByText(auth.problem.passwordWrong).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel(security.password.old).fill(account.password)
  await page.getByRole('button', { name: security.password.change }).click()
  await page.waitForURL('**/profile/security')
  await page.getByText(security.password.changed).waitFor()
  await region(page, security.phrase.title).getByText(security.on, { exact: true }).waitFor()
  await page.context().close()
})

test('the link of a mail freezes the account with one press, and the login shows how to come back', async () => {
  const account = await openAccount(origin)
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signInByHand(page, account, '/profile/security')
  const linkOf = async () => {
    const texts = (await mailsTo(origin, account.email)).map(({ text }) => text)
    return /\/pass\/freeze\?token=\S+/.exec(texts.join(' '))?.[0] ?? ''
  }
  await expect.poll(linkOf).not.toBe('')
  const other = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await other.goto(await linkOf())
  await other.getByText(auth.freeze.means).waitFor()
  expect(await accessibilityProblems(other)).toEqual([])
  await other.getByRole('button', { name: auth.freeze.action }).click()
  await other.getByText(auth.freeze.doneText).waitFor()
  await other.context().close()
  await page.reload()
  await expect.poll(() => isSignedIn(page)).toBe(false)
  await page.goto('/pass/freeze?token=nothing')
  await page.getByRole('button', { name: auth.freeze.action }).click()
  await page.getByText(auth.freeze.over).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.goto('/pass/login')
  await fillLogin(page, account)
  await page.getByRole('link', { name: auth.unfreeze.title }).click()
  // The login has such a field too: it is the next page's that is filled.
  await page.getByRole('button', { name: auth.sendCode }).waitFor()
  await page.getByLabel(auth.email).fill(account.email)
  await page.getByRole('button', { name: auth.sendCode }).click()
  await page.getByLabel(auth.code).waitFor()
  await page.getByLabel(auth.code).fill(await mailedCode(origin, account.email))
  await page.getByRole('button', { name: auth.unfreeze.submit }).click()
  await expect.poll(() => hasFocus(page.getByText(/You can log in again from/))).toBe(true)
  await page.context().close()
})

test('a signed-in customer freezes the account too, after reading what it means', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  await signInByHand(page, await openAccount(origin), '/profile/security')
  await page.getByRole('button', { name: auth.freeze.action }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(auth.freeze.means).waitFor()
  await dialog.getByRole('button', { name: auth.freeze.action }).click()
  await page.getByText(auth.freeze.doneText).waitFor()
  await expect.poll(() => isSignedIn(page)).toBe(false)
  await page.context().close()
})

test('a key is made for a program, shown once, and revoked; it trades and does not withdraw', async () => {
  const page = await openPage(browser, origin, { lang: 'en', width: 375 })
  const account = await openAccount(origin)
  await signInByHand(page, account, '/profile/security')
  const texts = security.apiKey
  await page.getByRole('link', { name: texts.manage }).click()
  await page.getByText(texts.none).waitFor()
  await page.getByRole('button', { name: texts.make }).click()
  await expect.poll(() => page.getByLabel(texts.label, { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel(texts.label, { exact: true }).fill('Night bot')
  await page.getByLabel(texts.may).selectOption({ label: texts.scope.TRADE })
  await page.getByRole('button', { name: texts.make }).click()
  const proof = page.getByRole('dialog')
  await proof.getByLabel(auth.password, { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  const secret = await page.locator('output').innerText()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  const codeOfCall = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${secret}`, virtually: 'YES' }
    return ((await (await fetch(`${origin}/swx/customer/${path}`, { headers })).json()) as { code: number }).code
  }
  expect([await codeOfCall('user/assets'), await codeOfCall('address/list')]).toEqual([200, 40040])
  await page.getByRole('button', { name: texts.kept }).click()
  await page.reload()
  await page.getByText('Night bot').waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: texts.revokeOne.replace('{name}', 'Night bot') }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.revoke }).click()
  await page.getByText(texts.none).waitFor()
  expect(await codeOfCall('user/assets')).toBe(401)
  await page.context().close()
})
