import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import own from '../src/texts/en/withdraw.json' with { type: 'json' }
import { accessibilityProblems, openPage, overflow } from './browser.ts'
import { mailedCode, remember, type CustomerAccount } from './customer.ts'
import type { RealServer } from './real-server.ts'
import { advanceClock } from './sandbox-clock.ts'
import { address, fundedCustomer, fundPassword, openWithdrawals } from './withdrawer.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const sound = async (page: Page): Promise<void> => {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}
/** The withdrawals that are listed, each opened or not. */
export const records = (page: Page) => page.getByRole('listitem').filter({ has: page.locator('button[aria-expanded]') })

type Fixture = { server: () => RealServer; browser: () => Browser }

/** What a customer does on the screens of withdrawals, in a sandbox of the test's own whose clock it moves. */
export function atWithdrawals({ server, browser }: Fixture) {
  const origin = (): string => server().origin
  const advance = (advanceMs: number) => advanceClock(origin(), advanceMs)
  const openAs = async ({ signedIn }: CustomerAccount, path: string, width: 375 | 1920 = 375): Promise<Page> => {
    const page = await openPage(browser(), origin(), { lang: 'en', width })
    await remember(page, signedIn)
    await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
    await page.goto(path)
    return page
  }
  /** Types the code of the mail that was sent. */
  const typeCode = async (page: Page, email: string): Promise<void> => {
    await page.getByText(/It is valid for 10 minutes and for this alone/).waitFor()
    await field(page, auth.code).fill(await mailedCode(origin(), email))
  }
  const setFundPassword = async (page: Page, { email, password }: CustomerAccount): Promise<void> => {
    await field(page, own.fund.new).fill(fundPassword)
    await field(page, own.fund.again).fill(fundPassword)
    await button(page, auth.sendCode).click()
    await typeCode(page, email)
    await button(page, own.fund.save).click()
    await proveByPassword(page, password)
    await page.getByText(own.fund.saved).waitFor()
  }
  const addAddress = async (page: Page, email: string): Promise<void> => {
    await field(page, own.address.address).fill(address)
    await field(page, own.book.label).fill('My wallet')
    await field(page, own.fund.label).fill(fundPassword)
    await button(page, auth.sendCode).click()
    await typeCode(page, email)
    await button(page, own.book.save).click()
    await page.getByText(own.book.saved).waitFor()
  }
  /** A customer who can withdraw to the address now, by the screens of a desktop. */
  const readyByHand = async (params: { amount: string; verified?: boolean }): Promise<[Page, CustomerAccount]> => {
    const account = await fundedCustomer({ server: server(), ...params })
    const page = await openAs(account, '/profile/security/fund-password', 1920)
    await setFundPassword(page, account)
    await page.goto('/profile/addresses?add=USDT-TRC20')
    await addAddress(page, account.email)
    await advance(dayMs)
    return [page, account]
  }
  /** The same without the screens, and then at a page on a phone. */
  const readyAt = async (path: string, params: { amount: string }): Promise<[Page, CustomerAccount]> => {
    const account = await fundedCustomer({ server: server(), ...params })
    await openWithdrawals({ server: server(), account, advance })
    return [await openAs(account, path), account]
  }
  return { advance, openAs, typeCode, setFundPassword, addAddress, readyByHand, readyAt }
}

/** Returns the sheet that asks who sits here. */
export async function proveByPassword(page: Page, password: string): Promise<void> {
  const proof = page.getByRole('dialog')
  await proof.getByLabel(auth.password, { exact: true }).fill(password)
  await proof.getByRole('button', { name: auth.factor.goOn }).click()
}
