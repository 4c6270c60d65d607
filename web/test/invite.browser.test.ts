import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import auth from '../src/texts/ar/auth.json' with { type: 'json' }
import arabic from '../src/texts/ar/invites.json' with { type: 'json' }
import common from '../src/texts/ar/common.json' with { type: 'json' }
import codes from '../src/texts/en/codes.json' with { type: 'json' }
import invites from '../src/texts/en/invites.json' with { type: 'json' }
import transparency from '../src/texts/en/transparency.json' with { type: 'json' }
import { accessibilityProblems, openBrowser, openPage, overflow } from './browser.ts'
import { mailedCode, openAccount, remember } from './customer.ts'

const origin = inject('origin')
let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

test('a visitor comes by a link, looks around, registers, and each sees the other', async () => {
  const amy = await openAccount(origin)
  const host = await openPage(browser, origin, { lang: 'en', width: 1920 })
  await remember(host, amy.signedIn)
  await host.goto('/profile/invite')
  await host.getByText(codes.realAccountNeeded).waitFor()
  await host.getByRole('button', { name: 'Switch to the real account' }).click()
  await host.getByRole('button', { name: 'Confirm' }).click()
  await host.context().addInitScript(() => localStorage.setItem('virtual', '1'))
  await host.getByText(invites.table.none).waitFor()
  await host.getByRole('img', { name: invites.link.qr }).waitFor()
  const link = (await host.getByText(/\/pass\/register\?ref=[2-9A-HJ-NP-Z]{6}$/).textContent()) ?? ''
  expect(await accessibilityProblems(host)).toEqual([])
  // Her own code is refused where she would enter it.
  const own = host.getByRole('textbox', { name: invites.link.code })
  await own.fill(link.slice(-6).toLowerCase())
  await host.getByRole('button', { name: invites.bind.button }).click()
  await host.getByText(invites.refused.own).waitFor()

  const guest = await openPage(browser, origin, { lang: 'ar', width: 375 })
  await guest.goto(link)
  await guest.locator('main').getByRole('link', { name: common.login }).click()
  await guest
    .locator('form')
    .getByRole('link', { name: common.register })
    .or(guest.locator('main').getByRole('link', { name: common.register }))
    .first()
    .click()
  // Kept, though the address has it no more.
  await expect.poll(() => guest.getByRole('textbox', { name: auth.inviteCode }).inputValue()).toBe(link.slice(-6))
  const email = `invited-${process.pid}@example.com`
  await guest.getByLabel(auth.email, { exact: true }).fill(email)
  await guest.getByRole('button', { name: auth.sendCode }).click()
  await guest.getByLabel(auth.code, { exact: true }).fill(await mailedCode(origin, email))
  await guest.getByLabel(auth.password, { exact: true }).fill('seven quiet herons')
  for (const box of await guest.locator('form input[type=checkbox]').all()) await box.check()
  await guest.locator('form').getByRole('button', { name: common.register }).click()
  await guest.getByRole('button', { name: auth.welcome.real }).click()
  await guest.goto('/profile/invite')
  await guest.getByRole('heading', { name: arabic.inviter.title }).waitFor()
  // The link beside it takes no width from what a finger presses.
  const copy = guest.getByRole('button', { name: common.copy }).first()
  expect((await copy.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  await guest.getByText(arabic.lines.none).first().waitFor()
  await expect.poll(() => guest.getByText(arabic.bind.title).count()).toBe(0)
  await guest.getByRole('button', { name: arabic.lines.given }).click()
  await guest.waitForURL(/side=given/)
  expect(await overflow(guest)).toBe(0)
  expect(await accessibilityProblems(guest)).toEqual([])
  await guest.context().close()

  await host.reload()
  const row = host.getByRole('row').nth(1)
  await row.getByText(invites.status.WAITING).waitFor()
  await row.getByText(invites.table.no, { exact: true }).waitFor()
  expect(await overflow(host)).toBe(0)
  expect(await accessibilityProblems(host)).toEqual([])
  await host.goto('/transparency#invites')
  await host.locator('#invites').getByText(transparency.invites.share).waitFor()
  await host.context().close()
})
