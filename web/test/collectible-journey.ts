import { hourMs } from '@evenhand/protocol/durations.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import amount from '../src/texts/en/amount.json' with { type: 'json' }
import ar from '../src/texts/ar/collectibles.json' with { type: 'json' }
import auth from '../src/texts/en/auth.json' with { type: 'json' }
import common from '../src/texts/ar/common.json' with { type: 'json' }
import codes from '../src/texts/en/codes.json' with { type: 'json' }
import en from '../src/texts/en/collectibles.json' with { type: 'json' }
import { accessibilityProblems, openPage, overflow } from './browser.ts'
import { remember } from './customer.ts'
import { switchResaleOn } from './operator.ts'
import type { RealServer } from './real-server.ts'
import type { MovedClock } from './sandbox-clock.ts'
import { fundedCustomer } from './withdrawer.ts'

const withAmount = (text: string): RegExp => new RegExp(text.split('{')[0]?.trim() ?? text)

const amountIn = (whole: number): RegExp => new RegExp(`${whole}\\.00`)
/** The price in USDT at which the auction begins whose work is open, without a bid yet. */
async function startingPrice(page: Page): Promise<number> {
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  const response = await page.request.get(`/swx/customer/nft/${id}`)
  return Number(((await response.json()) as { result: { startPrice: string } }).result.startPrice)
}

/** How far what stood on the page was moved by what came later. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      }),
  )

/** From now on the page reads that the customer has loan money; the dialog to buy is open again. */
async function withLoan(page: Page): Promise<void> {
  await page.route('**/user/accounts', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { result: object }
    const loan = [{ asset: 'USDT.loan', free: '500.000000', held: '0.000000' }]
    await route.fulfill({ response, json: { ...body, result: { ...body.result, loan } } })
  })
  await page.reload()
  await page.getByRole('button', { name: withAmount(en.buy.open) }).click()
}

/** Has the token of the open work, which is the customer's, sent to an address on the sandbox's chain. */
async function delivered(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: en.delivery.open })
  const send = async (to: string): Promise<void> => {
    await dialog.getByRole('textbox', { name: en.delivery.address }).fill(to)
    await dialog.getByRole('button', { name: en.delivery.confirm }).click()
  }
  await page.getByText(en.detail.sandbox, { exact: true }).waitFor()
  await page.getByRole('button', { name: en.delivery.open }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  // What cannot be an address is refused before the customer has to prove to be the customer.
  await send('')
  await dialog.getByText(codes.addressMissing).waitFor()
  await send(address.slice(0, -1))
  await dialog.getByText(en.delivery.wrong).waitFor()
  await send(address.replace('C0532', 'c0532'))
  const proof = page.getByRole('dialog', { name: auth.factor.proofTitle })
  await proof.locator('input[type="password"]').fill('seven quiet herons')
  await proof.locator('button[type="submit"]').click()
  await dialog.getByText(en.delivery.wrong).waitFor()
  await dialog.getByRole('textbox', { name: en.delivery.address }).fill(address)
  // The whole address stands below a field that shows half of it.
  await dialog.getByText(address, { exact: true }).waitFor()
  await send(address)
  await page.getByText(en.delivery.status.DELIVERED).first().waitFor({ timeout: 60_000 })
  await page.getByText(address).waitFor()
  await page.getByText(/^0x[0-9a-f]{64}$/).waitFor()
  await page.getByText(en.resale.why.DELIVERED).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}
/** Offers the only work of the customer whose works are shown, once for a price that is taken back, and for 120.50. */
async function offeredAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: en.resale.price })
  await page.getByRole('button', { name: en.resale.offer }).click()
  await field.fill('120.505')
  await dialog.getByText(withAmount(amount.ambiguous)).waitFor()
  await field.fill('90')
  await dialog.getByText('9.00 USDT', { exact: true }).waitFor()
  await dialog.getByText('81.00 USDT', { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: withAmount(en.resale.confirm) }).click()
  const proof = page.getByRole('dialog', { name: auth.factor.proofTitle })
  await proof.locator('input[type="password"]').fill('seven quiet herons')
  await proof.locator('button[type="submit"]').click()
  await page.getByRole('button', { name: en.resale.withdraw }).click()
  await page.getByRole('button', { name: en.resale.offer }).click()
  await field.fill('120.50')
  await dialog.getByRole('button', { name: withAmount(en.resale.confirm) }).click()
  await page.getByRole('button', { name: en.resale.withdraw }).waitFor()
}

/** Finds the work that another offers, buys it, and follows its royalty to the charity. */
async function boughtAgain(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: en.filter.RESALE }).click()
  const works = page.locator('#nfts-panel li')
  await expect.poll(() => works.count()).toBe(1)
  expect(await accessibilityProblems(page)).toEqual([])
  await works.first().getByRole('link').click()
  await page.getByRole('button', { name: withAmount(en.buy.open) }).click()
  await page.getByRole('dialog').getByText('12.05 USDT', { exact: true }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: withAmount(en.buy.confirm) })
    .click()
  await page.getByRole('heading', { name: en.owners.title }).waitFor()
  await page.getByText(en.owners.now).waitFor()
  // What the work was first sold for is not what its new owner paid.
  await page.getByText(en.price.firstSold, { exact: true }).waitFor()
  await page.getByRole('button', { name: en.resale.offer }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.getByRole('link', { name: en.charity.open }).click()
  await page.getByText(withAmount(en.resale.royaltyOf)).waitFor()
  await page.getByText('12.05 USDT', { exact: true }).first().waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
}

const address = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'

/** Collectibles from a visitor's look by phone in Arabic to a won auction, a purchase and its certificate. */
export function collectibleJourney({
  browser,
  origin,
  advance,
  server,
}: MovedClock & { server: () => RealServer }): void {
  const openFunded = async (whole: string): Promise<Page> => {
    const account = await fundedCustomer({ server: server(), amount: whole })
    const page = await openPage(browser(), origin(), { lang: 'en', width: 1920 })
    await remember(page, account.signedIn)
    await page.context().addInitScript(() => localStorage.setItem('virtual', '1'))
    return page
  }

  test('a visitor by phone in Arabic sees works, their end and the charity, and signs in on the way to a bid', async () => {
    const page = await openPage(browser(), origin(), { lang: 'ar', width: 375 })
    await page.goto('/nfts')
    const works = page.locator('#nfts-panel li')
    await expect.poll(() => works.count()).toBe(24)
    await works.first().getByRole('timer').waitFor()
    expect(await shifted(page)).toBeLessThan(0.02)
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    // What is far below the fold is not loaded yet.
    const loaded = await page
      .locator('#nfts-panel img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).complete))
    expect(loaded.at(-1)).toBe(false)
    await page.getByRole('button', { name: ar.filter.LIVE }).click()
    await works.first().getByRole('link').click()
    const login = page.getByRole('link', { name: ar.act.loginBid })
    expect(decodeURIComponent((await login.getAttribute('href')) ?? '')).toContain('/nfts?id=')
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: ar.charity.open }).click()
    await page.getByText(ar.charity.noSales).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    // One charity is a page, as one work is: the bar leads back.
    await page.getByRole('button', { name: common.back, exact: true }).click()
    await login.waitFor()
    await page.context().close()
  })

  test('an auction is bid on, outbid by a maximum, raised and won; another work is bought with its certificate', async () => {
    const [first, second] = [await openFunded('900'), await openFunded('800')]
    await first.goto('/nfts?status=LIVE')
    await first.locator('#nfts-panel li').first().getByRole('link').click()
    await first.getByRole('button', { name: en.bid.open }).click()
    const dialog = first.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: en.bid.amount })
    await field.fill('1')
    await dialog.getByText(withAmount(en.bid.low)).first().waitFor()
    // Whichever work ends first where the clock stands: its starting price is a whole number.
    const start = await startingPrice(first)
    await field.fill(`${start}.0001`)
    await dialog.getByText(en.bid.steps).waitFor()
    await field.fill(String(start))
    expect(await accessibilityProblems(first)).toEqual([])
    await dialog
      .getByRole('button', { name: amountIn(start) })
      .last()
      .click()
    await first.getByText(/You lead with/).waitFor()

    await second.goto(new URL(first.url()).pathname + new URL(first.url()).search)
    await second.getByText(`${Math.max(start * 1.05, start + 1).toFixed(2)} USDT`, { exact: true }).waitFor()
    await second.getByRole('button', { name: en.bid.open }).click()
    await second
      .getByRole('dialog')
      .getByRole('textbox', { name: en.bid.amount })
      .fill(String(start + 5))
    await second.getByRole('checkbox', { name: en.bid.auto }).check()
    await second.getByRole('textbox', { name: en.bid.maximum }).fill(String(start))
    await second.getByText(en.bid.below).waitFor()
    await second.getByRole('textbox', { name: en.bid.maximum }).fill(String(start + 40))
    expect(await accessibilityProblems(second)).toEqual([])
    await second
      .getByRole('dialog')
      .getByRole('button', { name: amountIn(start + 5) })
      .last()
      .click()
    await second.getByText(/You lead with/).waitFor()
    // The other's page shows it without a reload, and its maximum does not stand there.
    await first.getByText(/You were outbid/).waitFor()
    expect(await first.getByText(`${start + 40}.00 USDT`).count()).toBe(0)
    await first.getByRole('button', { name: en.bid.open }).click()
    await field.fill(String(start + 30))
    await dialog
      .getByRole('button', { name: amountIn(start + 30) })
      .last()
      .click()
    await dialog.getByText(en.bid.outbid).waitFor()
    await first.keyboard.press('Escape')
    await first.getByText(en.history.auto).first().waitFor()
    expect(await overflow(first)).toBe(0)

    await second.goto('/nfts?show=mine')
    await second.getByText(en.bidStatus.HELD).waitFor()
    // The picture stands beside its line, not over it.
    expect((await second.locator('#nfts-panel img').first().boundingBox())?.width).toBe(96)
    expect(await accessibilityProblems(second)).toEqual([])
    // No work is offered until resale is on, which takes two operators and a day.
    await switchResaleOn(server().consoleOrigin)
    await advance(24 * hourMs)
    await second.reload()
    await second.getByText(en.bidStatus.WON).waitFor()
    const download = second.waitForEvent('download')
    await second.getByRole('button', { name: en.mine.certificate }).click()
    expect((await download).suggestedFilename()).toMatch(/^certificate-.+\.pdf$/)

    await first.goto('/nfts?status=LISTED_FIXED&sort=priceUp')
    await first.locator('#nfts-panel li').first().getByRole('link').click()
    await first.getByRole('button', { name: withAmount(en.buy.open) }).click()
    // Loan money that the page was shown and the server does not have: the choice is what is paid with.
    const lent = first.getByRole('radio', { name: withAmount(en.funds.LOAN) })
    expect(await lent.count()).toBe(0)
    await withLoan(first)
    await lent.check()
    expect(await accessibilityProblems(first)).toEqual([])
    const buy = dialog.getByRole('button', { name: withAmount(en.buy.confirm) })
    await buy.click()
    await dialog.getByRole('link', { name: en.funds.deposit }).waitFor()
    await first.getByRole('radio', { name: withAmount(en.funds.REAL) }).check()
    await buy.click()
    await first.getByText(en.price.sold).waitFor()
    await first.getByText(en.detail.checked).waitFor()
    await delivered(first)
    await first.getByRole('link', { name: en.charity.open }).click()
    await first.getByText(en.charity.soldTitle).waitFor()
    await expect.poll(() => first.getByText(withAmount(en.charity.due)).count()).toBe(2)
    expect(await accessibilityProblems(first)).toEqual([])
    // Without resale works the market has no filter for them.
    await first.goto('/nfts')
    await first.getByRole('button', { name: en.filter.SOLD }).waitFor()
    expect(await first.getByRole('button', { name: en.filter.RESALE }).count()).toBe(0)
    await offeredAgain(second)
    await boughtAgain(first)
    await second.reload()
    await second.getByText(en.resale.status.SOLD).waitFor()
    await second.getByText(en.mine.no.owned).waitFor()
    // The certificate of a work that was sold on is marked so, and stays with whom it was given to.
    const passedOn = second.waitForEvent('download')
    await second.getByRole('button', { name: en.mine.certificate }).click()
    expect((await passedOn).suggestedFilename()).toMatch(/^certificate-sold-/)
    expect(await accessibilityProblems(second)).toEqual([])
    await first.context().close()
    await second.context().close()
  })

  test('the virtual account is shown that it can neither bid nor buy', async () => {
    const account = await fundedCustomer({ server: server(), amount: '120' })
    const page = await openPage(browser(), origin(), { lang: 'en', width: 375 })
    await remember(page, account.signedIn)
    await page.goto('/nfts?status=LIVE')
    await page.locator('#nfts-panel li').first().getByRole('link').click()
    await page.getByText(en.act.virtual).waitFor()
    expect(await page.getByRole('button', { name: en.bid.open }).count()).toBe(0)
    await page.goto('/nfts?id=00000000-0000-7000-8000-000000000000')
    await page.getByText(codes.notFound).waitFor()
    // An address that names no work is that of the market.
    await page.goto('/nfts?id=&charity=')
    await page.locator('#nfts-panel li').first().waitFor()
    await page.context().close()
  })
}
