import { randomUUID } from 'node:crypto'
import {
  collateralSale,
  collateralValue,
  neededCollateral,
  returnableCollateral,
} from '@evenhand/proofs/loans/collateral.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forge } from '../../../test/fixtures/forge.ts'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditCauses } from '../ledger/index.ts'
import type { PricedTick } from './collateral.rules.ts'
import { holdCollateral } from './hold-collateral.ts'
import type { LoansDeps } from './loans.deps.ts'

const million = 1_000_000n
const btc = 100_000_000n
const text = (units: bigint): string => formatUnits(units, 8)
let fixture: LoansFixture
let amy: string
let accountId: bigint
let deps: LoansDeps
let newest: PricedTick
let opening: bigint
let id: string

beforeAll(async () => {
  fixture = await loansFixture()
  deps = fixture.whole.product.loans.deps
  amy = await fixture.verified('amy', 'E1234567P')
  accountId = await fixture.accountOf(amy)
  await vi.waitFor(() => expect(deps.prices.newest('BTC')).toBeDefined(), { timeout: 10_000 })
  newest = deps.prices.newest('BTC') as PricedTick
  opening = newest.price
  deps.prices.newest = () => newest
  deps.prices.recorded = async () => newest
  await fixture.give(accountId, 'BTC', btc)
  id = await secured(800n)
})
afterAll(async () => {
  expect((await fixture.whole.product.ledger.audit()).filter(({ ok }) => !ok)).toEqual([])
  await fixture.close()
})

/** The price as hundredths of a per cent of the opening one. */
async function priceAt(bps: bigint): Promise<void> {
  newest = { ...newest, seq: newest.seq + 1, ts: deps.clock.now(), price: (opening * bps) / 10_000n }
  await fixture.whole.database.asOwner(`update markets.instruments set last_price = $1 where code = 'BTCUSDT'`, [
    newest.price,
  ])
}
const needs = (units: bigint): bigint => neededCollateral(units, { coin: 'BTC', price: newest })
const balance = async () =>
  (await fixture.whole.product.ledger.balances(accountId)).find(({ asset }) => asset === 'BTC') ?? {
    free: 0n,
    held: 0n,
  }
const held = async () => (await fixture.get(`loan/collateral?id=${id}`, amy)).result.held
const take = (units: bigint, token = amy) => fixture.post('loan/takeCollateral', { id, amount: text(units) }, token)
/** The same under an idempotency key. */
const keyed = async (key: string, units: bigint): Promise<{ code: number }> =>
  (
    await fixture.whole.product.app.inject({
      method: 'POST',
      url: '/swx/customer/loan/takeCollateral',
      headers: { authorization: amy, virtually: 'NO', 'content-type': 'application/json', 'idempotency-key': key },
      payload: JSON.stringify({ id, amount: text(units) }),
    })
  ).json()
const findings = async () => {
  const { findings: found } = await auditCauses(owned<'ledger'>(fixture.whole.database.owner), allCauses)
  // What this test gives is no entry of the product, and what it made older was signed later.
  return [{ invariant: '', detail: found.filter(({ at }) => !/, test|approval of|^credit score/.test(at)) }]
}

/** A loan at half the value of its collateral, whose money was spent. */
async function secured(amount: bigint): Promise<string> {
  const terms = `amount=${amount}&days=30&lang=en&collateralCoin=BTC&collateralAmount=${text(needs(amount * million))}`
  const agreement = (await fixture.get(`loan/agreement?${terms}`, amy)).result
  const { seq, ts } = agreement.collateral.tick
  const collateral = { coin: 'BTC', amount: text(needs(amount * million)), seq, ts }
  const { agreementHash } = agreement
  const body = { amount: String(amount), days: 30, agreementHash, typedName: 'Amy Tan', collateral }
  const { id: loanId } = (await fixture.post('loan/apply', body, amy)).result as { id: string }
  id = loanId
  expect((await take(10_000n)).code).toBe(40039)
  expect((await held()).returnable).toBeNull()
  expect((await fixture.approve('sandbox-finance1', loanId)).result).toMatchObject({ status: 'ACTIVE' })
  await fixture.give(accountId, 'USDT.loan', -amount * million)
  return loanId
}

test('a part comes back down to half the value of the rest and not a unit below, at the recorded tick', async () => {
  expect(await take(10_000n)).toMatchObject({ code: 10016, params: { max: '0.00000000' } })
  await priceAt(20_000n)
  const before = await balance()
  const returnable = returnableCollateral(800n * million, { coin: 'BTC', amount: before.held, price: newest })
  expect(await held()).toMatchObject({ returnable: text(returnable), ltv: '25.00' })
  expect(await take(returnable + 1n)).toMatchObject({
    code: 10016,
    params: { max: text(returnable), min: '0.00010000' },
  })
  expect((await take(9_999n)).code).toBe(10016)
  const ben = await fixture.signIn('ben')
  expect((await take(10_000n, ben)).code).toBe(40039)
  expect(await balance()).toEqual(before)
  const taken = await take(returnable)
  expect(taken).toMatchObject({
    code: 200,
    result: {
      amount: text(before.held - returnable),
      pledged: text(before.held - returnable),
      ltv: '50.00',
      returnable: '0.00000000',
    },
  })
  expect(taken.result.moves.at(-1)).toMatchObject({ kind: 'TAKE_BACK', tick: { seq: newest.seq }, sale: null })
  expect(await balance()).toMatchObject({ free: before.free + returnable, held: before.held - returnable })
  expect((await findings())[0]?.detail).toEqual([])
})

test('of twenty at once, beside additions and repayments, only so much comes back as leaves half, and a key counts once', async () => {
  await priceAt(30_000n)
  await fixture.give(accountId, 'USDT', 100n * million)
  const key = randomUUID()
  const same = await Promise.all(Array.from({ length: 20 }, () => keyed(key, 10_000n)))
  expect(same.filter(({ code }) => code !== 200)).toEqual([])
  const before = await balance()
  const calls = await Promise.all([
    ...Array.from({ length: 20 }, () => take(before.held / 6n)),
    ...Array.from({ length: 10 }, () => fixture.post('loan/collateral', { id, amount: '0.0001' }, amy)),
    ...Array.from({ length: 10 }, () => fixture.post('loan/repay', { id, amount: '1' }, amy)),
    ...Array.from({ length: 5 }, () => holdCollateral(deps).then(() => ({ code: 200 }))),
  ])
  expect(calls.filter(({ code }) => code !== 200 && code !== 10016)).toEqual([])
  expect(calls.slice(20).every(({ code }) => code === 200)).toBe(true)
  const now = await held()
  const owed = 790n * million
  const left = BigInt(now.amount.replace('.', ''))
  expect(now).toMatchObject({ owed: '790.000000', pledged: now.amount })
  expect(left).toBeGreaterThanOrEqual(needs(owed))
  // One more of them would have been too much, but for what was added and repaid after the last of them.
  expect(left - needs(owed)).toBeLessThan(before.held / 6n + 100_000n + needs(10n * million))
  const taken = calls.slice(0, 20).filter(({ code }) => code === 200).length
  expect(left).toBe(before.held - (before.held / 6n) * BigInt(taken) + 100_000n)
  const { free, held: heldUnits } = await balance()
  expect([free + heldUnits, heldUnits]).toEqual([btc, left])
  expect((await keyed(key, 20_000n)).code).toBe(40028)
  expect((await findings())[0]?.detail).toEqual([])
})

test('what was taken back counts no more in the steps of a sale', async () => {
  const { held: pledged } = await balance()
  // What is owed is 86 % of the value: a part is sold, whatever the opening price was.
  const value = collateralValue({ coin: 'BTC', amount: pledged, price: newest })
  await priceAt((30_000n * 790n * million * 100n) / (86n * value))
  const sale = collateralSale({
    coin: 'BTC',
    amount: pledged,
    pledged,
    price: newest,
    owed: 790n * million,
    cause: 'LTV',
  })
  await Promise.all(Array.from({ length: 5 }, () => holdCollateral(deps)))
  expect(sale?.steps).toBeLessThan(20)
  expect(await balance()).toMatchObject({ held: pledged - (sale?.amount ?? 0n) })
  expect((await held()).moves.at(-1)).toMatchObject({ kind: 'SALE', sale: { steps: sale?.steps } })
  expect((await findings())[0]?.detail).toEqual([])
  // The product's own job must find nothing to sell while movements are forged.
  await priceAt(40_000n)
})

const moved = 'loans.collateral_moves'
test.each([
  ['more than was taken', moved, `update ${moved} set amount = amount + 1 where kind = 'TAKE_BACK'`],
  ['another price', moved, `update ${moved} set tick = jsonb_set(tick, '{price}', '"1.00"') where kind = 'TAKE_BACK'`],
  ['less owed', moved, `update ${moved} set owed = owed - 200000000 where kind = 'TAKE_BACK'`],
  [
    'a time after the repayment date',
    moved,
    `update ${moved} set at = at + interval '31 days' where kind = 'TAKE_BACK'`,
  ],
  ['a movement that is gone', moved, `delete from ${moved} where kind = 'TAKE_BACK'`],
])('%s, written past every trigger, is found with its location', async (_, table, statement) => {
  const locations = await forge(fixture.whole.database, { table, statement, findings })
  expect(locations.filter((location) => location.startsWith('loan LN')).length).toBeGreaterThan(0)
})

test('without a recent price, and from the repayment date on, nothing is taken back', async () => {
  await priceAt(40_000n)
  const known = deps.prices.newest
  deps.prices.newest = () => undefined
  expect((await take(10_000n)).code).toBe(10015)
  expect((await held()).returnable).toBeNull()
  deps.prices.newest = known
  const before = `- interval '30 days'`
  await fixture.whole.database.asOwner(`set session_replication_role = replica;
    update loans.loans set disbursed_at = disbursed_at ${before} where id = '${id}'`)
  expect((await fixture.get(`loan/${id}`, amy)).result).toMatchObject({ status: 'ACTIVE' })
  expect((await take(10_000n)).code).toBe(40039)
  await fixture.whole.database.asOwner(`set session_replication_role = replica;
    update loans.loans set disbursed_at = disbursed_at + interval '30 days' where id = '${id}'`)
})
