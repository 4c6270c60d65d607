import { neededCollateral } from '@evenhand/proofs/loans/collateral.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cutAt } from '../../../test/fixtures/cut-connections.ts'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditCauses } from '../ledger/index.ts'
import type { PricedTick } from './collateral.rules.ts'
import { holdCollateral } from './hold-collateral.ts'

const million = 1_000_000n
let fixture: LoansFixture
let amy: string
let tick: PricedTick

beforeAll(async () => {
  fixture = await loansFixture()
  amy = await fixture.verified('amy', 'E1234567P')
  const { prices } = fixture.whole.product.loans.deps
  await vi.waitFor(() => expect(prices.newest('BTC')).toBeDefined(), { timeout: 10_000 })
  tick = prices.newest('BTC') as PricedTick
  await fixture.give(await fixture.accountOf(amy), 'BTC', 100_000_000n)
})
afterAll(() => fixture.close())

/** A loan at half the value of its collateral, whose money was spent, and the tick that the value is of. */
async function spentLoan(): Promise<{ id: string; newest: PricedTick }> {
  const newest = fixture.whole.product.loans.deps.prices.newest('BTC') ?? tick
  const amount = formatUnits((neededCollateral(500n * million, { coin: 'BTC', price: newest }) * 101n) / 100n, 8)
  const query = `amount=500&days=7&lang=en&collateralCoin=BTC&collateralAmount=${amount}`
  const { agreementHash, collateral } = (await fixture.get(`loan/agreement?${query}`, amy)).result
  const pledged = { coin: 'BTC', amount, seq: collateral.tick.seq, ts: collateral.tick.ts }
  const body = { amount: '500', days: 7, agreementHash, typedName: 'Amy Tan', collateral: pledged }
  const { id } = (await fixture.post('loan/apply', body, amy)).result as { id: string }
  expect((await fixture.approve('sandbox-finance1', id)).result).toMatchObject({ status: 'ACTIVE' })
  await fixture.give(await fixture.accountOf(amy), 'USDT.loan', -500n * million)
  return { id, newest }
}

test('a sale that is killed between any two of its steps is made once and whole, or not at all', async () => {
  const { deps } = fixture.whole.product.loans
  let sales = 0
  for (const how of ['before', 'in flight'] as const) {
    const { id, newest } = await spentLoan()
    // The product's own check sees the real price.
    const low = { ...newest, price: (newest.price * 59n) / 100n }
    const prices = { ...deps.prices, newest: () => low }
    const lower = () =>
      fixture.whole.database.asOwner(`update markets.instruments set last_price = $1 where code = 'BTCUSDT'`, [
        low.price,
      ])
    const state = async () => {
      const { held } = (await fixture.get(`loan/collateral?id=${id}`, amy)).result
      const { repaid } = (await fixture.get(`loan/${id}`, amy)).result
      const notified = (await publishedNotices(fixture.whole.database, { template: 'loan.collateral_sold' })).length
      return `${held.moves.length} ${repaid.principal === '0.000000' ? 'unpaid' : 'paid'} ${notified - sales}`
    }
    const seen = new Set<string>()
    for (let nth = 1; ; nth += 1) {
      await lower()
      const wasCut = await cutAt(nth, how, () => holdCollateral({ ...deps, prices }))
      // Until a connection is new: those that were cut are used up first.
      const found = () =>
        state().then(
          (one) => {
            seen.add(one)
            return one
          },
          () => undefined,
        )
      await expect.poll(found, { message: `${how} ${nth}` }).toBeDefined()
      if (!wasCut) break
    }
    expect([...seen].toSorted()).toEqual(['1 unpaid 0', '2 paid 1'])
    sales += 1
    await fixture.give(await fixture.accountOf(amy), 'USDT', 500n * million)
    expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).code).toBe(200)
  }
  // As the role that audits while the product runs.
  const { findings } = await auditCauses(owned<'ledger'>(fixture.whole.database.pools.console), allCauses)
  expect(findings.filter(({ at }) => !/, test/.test(at))).toEqual([])
}, 120_000)
