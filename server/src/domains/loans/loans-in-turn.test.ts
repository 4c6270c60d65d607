import { neededCollateral } from '@evenhand/proofs/loans/collateral.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'

let fixture: LoansFixture
let amy: string
let ben: string

beforeAll(async () => {
  fixture = await loansFixture()
  amy = await fixture.verified('amy', 'E1234567P')
  ben = await fixture.verified('ben', 'E7654321P')
})
afterAll(() => fixture.close())

test('twenty secured applications that wait for their customer’s row hold one connection, and each has its right response', async () => {
  const { database, product } = fixture.whole
  const { prices } = product.loans.deps
  await vi.waitFor(() => expect(prices.newest('BTC')).toBeDefined(), { timeout: 10_000 })
  const tick = prices.newest('BTC')
  await fixture.give(await fixture.accountOf(amy), 'BTC', 100_000_000n)
  const amount = formatUnits(tick === undefined ? 0n : neededCollateral(700_000_000n, { coin: 'BTC', price: tick }), 8)
  const terms = `amount=500&days=30&lang=en&collateralCoin=BTC&collateralAmount=${amount}`
  const { agreementHash, collateral } = (await fixture.get(`loan/agreement?${terms}`, amy)).result
  const pledged = { coin: 'BTC', amount, seq: collateral.tick.seq, ts: collateral.tick.ts }
  const body = { amount: '500', days: 30, agreementHash, typedName: 'Amy Tan', collateral: pledged }
  const customerId = await fixture.customerIdOf(amy)
  const waiting = async () => {
    const rows = await database.asOwner(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rows[0] as { n: number }).n
  }
  const sent = await database.pools.api.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts.customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const calls = Array.from({ length: 20 }, () => fixture.post('loan/apply', body, amy))
    await expect.poll(waiting).toBe(1)
    // Others are served meanwhile: connections are left for them.
    expect((await fixture.get('loan/quote?amount=100&days=7', ben)).code).toBe(200)
    expect(await waiting()).toBe(1)
    return calls
  })
  const codes = (await Promise.all(sent)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 40038)])
})
