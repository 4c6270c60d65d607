import { randomUUID } from 'node:crypto'
import { neededCollateral } from '@evenhand/proofs/loans/collateral.ts'
import { applyForLoan } from '@evenhand/protocol/loans.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'
import type { Call } from '../../kernel/http/http.ts'
import { createLoans } from './loans.ts'

let fixture: LoansFixture
let amy: string
let ben: string

beforeAll(async () => {
  fixture = await loansFixture()
  amy = await fixture.verified('amy', 'E1234567P')
  ben = await fixture.verified('ben', 'E7654321P')
})
afterAll(() => fixture.close())

/** How many calls wait for a row. */
const waiting = async (): Promise<number> => {
  const rows = await fixture.whole.database.asOwner(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (rows[0] as { n: number }).n
}

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

test('an application that two processes take at once under one key is one, and both return it', async () => {
  const { database, product } = fixture.whole
  const request = z.parse(applyForLoan.request, await fixture.request(ben, { amount: '100', days: 7 }))
  const [customerId, accountId] = await Promise.all([fixture.customerIdOf(ben), fixture.accountOf(ben)])
  const session = { id: randomUUID(), customerId, accountId, country: 'SG', lang: 'en' }
  const ofKey = { mode: 'real', lang: 'en', ip: '203.0.113.1', key: randomUUID(), requestHash: () => Buffer.alloc(32) }
  const processes = [createLoans(product.loans.deps), createLoans(product.loans.deps)]
  const sent = await database.pools.api.transaction().execute(async (tx) => {
    await tx.selectFrom('accounts.customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    const calls = processes.map(({ apply }) => apply(request, { ...ofKey, session } as unknown as Call))
    await expect.poll(waiting).toBe(2)
    return calls
  })
  const [one, other] = await Promise.all(sent)
  expect(other?.id).toBe(one?.id)
})
