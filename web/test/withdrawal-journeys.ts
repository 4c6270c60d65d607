import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import funds from '../src/texts/en/funds.json' with { type: 'json' }
import profile from '../src/texts/en/profile.json' with { type: 'json' }
import security from '../src/texts/en/security.json' with { type: 'json' }
import upload from '../src/texts/en/upload.json' with { type: 'json' }
import own from '../src/texts/en/withdraw.json' with { type: 'json' }
import { openPage } from './browser.ts'
import { mailedCode } from './customer.ts'
import { operatorAt } from './operator.ts'
import { withPasskeyDevice } from './passkey-device.ts'
import { picture } from './picture.ts'
import type { RealServer } from './real-server.ts'
import { atWithdrawals, button, field, proveByPassword, records, sound } from './withdrawal-page.ts'
import { address, fundedCustomer, fundPassword } from './withdrawer.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** What a customer has to do, counted: fields that are filled and presses. */
function countedSteps(page: Page) {
  let count = 0
  return {
    count: () => count,
    fill: async (name: string, text: string) => {
      count += 1
      await field(page, name).fill(text)
    },
    press: async (name: string) => {
      count += 1
      await button(page, name).click()
    },
    choose: async (bytes: Buffer) => {
      count += 1
      const file = { name: 'proof.png', mimeType: 'image/png', buffer: bytes }
      await page.locator('input[type=file]').last().setInputFiles(file)
      await page.getByText(upload.sent, { exact: true }).waitFor()
    },
  }
}

/** A passkey on the account, made by a device that always recognises its person. */
async function enrol(page: Page, password: string): Promise<void> {
  await withPasskeyDevice(page)
  await page.goto('/profile/security')
  await button(page, security.passkey.add).click()
  await proveByPassword(page, password)
  await page.getByRole('dialog').getByText(security.recovery.title).first().waitFor()
}

/** Money out, in a sandbox whose clock is moved over the day that a new address waits. */
export function withdrawalJourneys(fixture: { browser: () => Browser; server: () => RealServer }): void {
  const at = atWithdrawals(fixture)
  test('money leaves from the fund password to the chain, and every step is seen', async () => {
    const account = await fundedCustomer({ server: fixture.server(), amount: '500' })
    const page = await at.openAs(account, '/profile/balance/withdraw')
    await page.getByText(own.fund.needed).waitFor()
    await sound(page)
    await page.getByRole('link', { name: own.fund.set }).click()
    await field(page, own.fund.new).fill('000000')
    await page.getByText(own.fund.weak).waitFor()
    await at.setFundPassword(page, account)
    // Back at what needed it, where nothing is missing any more.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/profile/balance/withdraw')
    await expect.poll(() => page.getByText(own.fund.needed).count()).toBe(0)
    await sound(page)

    await page.goto('/profile/addresses?add=USDT-TRC20')
    await field(page, own.address.address).fill(`${address.slice(0, -1)}u`)
    await button(page, auth.sendCode).click()
    await page.getByText(own.book.refused.checksum.replace('{network}', 'TRC20')).waitFor()
    await sound(page)
    await at.addAddress(page, account.email)
    await page.getByText('Active in 23 hours').waitFor()
    await sound(page)
    await page.goto('/profile/balance/withdraw')
    await expect.poll(() => page.getByRole('radio').isDisabled()).toBe(true)
    await at.advance(dayMs)
    await page.reload()

    await field(page, own.amount.label).fill('100')
    await page.getByText('99.80 USDT').first().waitFor()
    await button(page, own.next).click()
    const sheet = page.getByRole('dialog')
    await expect.poll(() => sheet.locator('code').textContent()).toBe(address)
    await at.typeCode(page, account.email)
    await sound(page)
    await sheet.getByLabel(own.fund.label, { exact: true }).fill('٤٨٢٩١٥')
    await button(page, own.confirm.withdraw).click()
    const row = records(page)
    await row.getByText(own.status.COMPLETED, { exact: true }).waitFor()
    await row.getByText(/sandbox-[0-9a-f]{64}/).waitFor()
    await row.getByText(own.step.COMPLETED).waitFor()
    await sound(page)
    await page.context().close()
  })

  test('a large one waits for a person with its clock, can be taken back, and goes on when it is approved', async () => {
    const [page, account] = await at.readyByHand({ amount: '5000', verified: true })
    await page.goto('/profile/balance/withdraw')
    const request = async (amount: string): Promise<string> => {
      await field(page, own.amount.label).fill(amount)
      await button(page, own.next).click()
      await at.typeCode(page, account.email)
      await page.getByRole('dialog').getByLabel(own.fund.label, { exact: true }).fill(fundPassword)
      const response = page.waitForResponse('**/user/withdrawal')
      await button(page, own.confirm.withdraw).click()
      return ((await (await response).json()) as { result: { id: string } }).result.id
    }
    await request('2000')
    const rows = records(page)
    await rows.first().getByText(own.status.REVIEW, { exact: true }).waitFor()
    await rows.first().getByText('23 hours left').waitFor()
    await sound(page)
    await page.goto('/profile/close')
    await button(page, profile.close.action).click()
    await page.getByRole('dialog').getByRole('button', { name: profile.close.action }).click()
    await proveByPassword(page, account.password)
    await page.getByText(/^Withdrawal .* is still being processed/).waitFor()
    await sound(page)
    await page.getByRole('main').getByRole('link', { name: profile.transactions.kinds.WITHDRAWAL, exact: true }).click()
    await rows.first().getByRole('button', { name: own.cancel.title }).click()
    await page.getByRole('dialog').getByRole('button', { name: own.cancel.title }).click()
    await rows.first().getByText(own.status.CANCELLED, { exact: true }).waitFor()

    await at.advance(60_000)
    const id = await request('1500')
    await rows.first().getByText(own.status.REVIEW, { exact: true }).waitFor()
    const operator = await operatorAt(fixture.server().consoleOrigin, 'sandbox-finance1')
    const { challenge } = (await operator.get(`withdrawals/${id}`)).result as { challenge: string }
    const assertion = await operator.sign(challenge)
    expect((await operator.post(`withdrawals/${id}/approve`, { reason: 'looks right', assertion })).code).toBe(200)
    await rows.first().getByText(own.status.COMPLETED, { exact: true }).waitFor()
    await page.context().close()
  })

  test('withdrawing takes no more steps than depositing, and a response that is lost is looked up', async () => {
    const [page, account] = await at.readyAt('/profile/balance', { amount: '300' })
    const into = countedSteps(page)
    await into.fill(funds.deposit.amount, '200')
    await into.fill(funds.deposit.last6, 'Ab12Cd')
    // A hash of its own for every try: one that was claimed cannot be claimed again.
    await into.fill(funds.deposit.hash, crypto.randomUUID().replaceAll('-', '').repeat(2))
    await into.choose(picture())
    await into.press(funds.deposit.submit)
    await page.getByText(funds.status.SUBMITTED, { exact: true }).waitFor()

    // The book comes late: what is pressed before it is there goes on when it is.
    await page.route('**/address/list', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.goto('/profile/balance/withdraw')
    const out = countedSteps(page)
    await out.press(own.amount.max)
    await out.press(own.next)
    await page.getByText(/It is valid for 10 minutes and for this alone/).waitFor()
    await out.fill(auth.code, await mailedCode(fixture.server().origin, account.email))
    await out.fill(own.fund.label, fundPassword)
    const keys: (string | undefined)[] = []
    await page.route('**/user/withdrawal', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      await route.abort()
    })
    await out.press(own.confirm.withdraw)
    await records(page).getByText(own.status.COMPLETED, { exact: true }).waitFor()
    expect(out.count()).toBeLessThanOrEqual(into.count())
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
    await expect.poll(() => records(page).count()).toBe(1)
    await page.context().close()
  })

  test('terms that have ended are shown as such, and new ones are confirmed by a code of their own', async () => {
    const [page, account] = await at.readyAt('/profile/balance/withdraw', { amount: '300' })
    await field(page, own.amount.label).fill('50')
    await button(page, own.next).click()
    await at.typeCode(page, account.email)
    await field(page, own.fund.label).fill(fundPassword)
    await at.advance(5 * 60_000)
    await page.getByText(own.terms.ended).first().waitFor()
    await sound(page)
    await expect.poll(() => button(page, own.confirm.withdraw).isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: own.terms.again }).click()
    await page
      .getByText(/These terms hold for/)
      .first()
      .waitFor()
    // The code was for the terms before.
    await expect.poll(() => field(page, auth.code).inputValue()).toBe('')
    await page.getByText(own.confirm.changed).waitFor()
    await page.context().close()
  })

  test('with a passkey no code is mailed: it confirms fund password, address and withdrawal', async () => {
    const account = await fundedCustomer({ server: fixture.server(), amount: '300' })
    const page = await openPage(fixture.browser(), fixture.server().origin, { lang: 'en', width: 375 })
    await page.goto('/pass/login')
    // Not by an init script: with its passkey the account gets a new session, which every page then has to keep.
    await page.evaluate(
      ([token, user]) => {
        const kept = { token, userInfo: user, isLogin: '1', virtual: '1' }
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
      },
      [account.signedIn.token, JSON.stringify(account.signedIn.user)] as const,
    )
    await enrol(page, account.password)
    await page.goto('/profile/security/fund-password')
    await field(page, own.fund.new).fill(fundPassword)
    await field(page, own.fund.again).fill(fundPassword)
    await expect.poll(() => field(page, auth.code).count()).toBe(0)
    await button(page, auth.factor.usePasskey).click()
    await page.getByText(own.fund.saved).waitFor()
    await page.goto('/profile/addresses?add=USDT-TRC20')
    await field(page, own.address.address).fill(address)
    await field(page, own.book.label).fill('My wallet')
    await field(page, own.fund.label).fill(fundPassword)
    await button(page, auth.factor.usePasskey).click()
    await page.getByText(own.book.saved).waitFor()
    await at.advance(dayMs)
    await page.goto('/profile/balance/withdraw')
    await page.getByText('My wallet').first().waitFor()
    await field(page, own.amount.label).fill('60')
    await button(page, own.next).click()
    await field(page, own.fund.label).fill(fundPassword)
    await sound(page)
    await button(page, auth.factor.usePasskey).click()
    await records(page).getByText(own.status.COMPLETED, { exact: true }).waitFor()
    await page.context().close()
  })

  test('a book that is locked takes no address, a wrong fund password shows what is left, and an address goes', async () => {
    const [page, account] = await at.readyAt('/profile/addresses', { amount: '300' })
    await button(page, own.lock.close).click()
    await page.getByText(own.book.closed).waitFor()
    await expect.poll(() => button(page, own.address.add).count()).toBe(0)
    await button(page, own.lock.open).click()
    await field(page, own.fund.label).fill('593018')
    await page.getByRole('main').locator('form').getByRole('button', { name: own.lock.open }).click()
    await proveByPassword(page, account.password)
    await page.getByText('Wrong fund password; tries left: 4').waitFor()
    await field(page, own.fund.label).fill(fundPassword)
    await page.getByRole('main').locator('form').getByRole('button', { name: own.lock.open }).click()
    await page.getByText(/^It unlocks at/).waitFor()
    await sound(page)
    await button(page, own.book.remove).click()
    await page.getByRole('dialog').getByRole('button', { name: own.book.delete }).click()
    await page.getByText(own.book.none).waitFor()
    await page.context().close()
  })
}
