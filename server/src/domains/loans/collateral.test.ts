import { randomUUID } from 'node:crypto'
import { collateralSale, collateralValue, ltvBps, neededCollateral } from '@evenhand/proofs/loans/collateral.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import { formatUnits, type Asset } from '@evenhand/protocol/money.ts'
import type { Notification } from '@evenhand/protocol/notices.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forge } from '../../../test/fixtures/forge.ts'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'
import { publishedNotices } from '../../../test/fixtures/published-notices.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditCauses } from '../ledger/index.ts'
import type { PricedTick } from './collateral.rules.ts'
import { sellCollateral } from './collateral.store.ts'
import { holdCollateral } from './hold-collateral.ts'
import type { LoansDeps } from './loans.deps.ts'
import { findLoan } from './loans.store.ts'

const million = 1_000_000n
const btc = 100_000_000n
let fixture: LoansFixture
let amy: string
let accountId: bigint
let deps: LoansDeps
let newest: PricedTick
const recorded = new Map<number, PricedTick>()
/** What a bitcoin was at the beginning, in units of its instrument. */
let opening: bigint

beforeAll(async () => {
  fixture = await loansFixture()
  const { product } = fixture.whole
  deps = product.loans.deps
  amy = await fixture.verified('amy', 'E1234567P')
  accountId = await fixture.accountOf(amy)
  await vi.waitFor(() => expect(deps.prices.newest('BTC')).toBeDefined(), { timeout: 10_000 })
  newest = deps.prices.newest('BTC') as PricedTick
  opening = newest.price
  const real = { ...deps.prices }
  deps.prices.newest = (coin) => (coin === 'BTC' ? newest : real.newest(coin))
  deps.prices.recorded = async (tick) => (tick.coin === 'BTC' ? recorded.get(tick.seq) : real.recorded(tick))
  await fixture.give(accountId, 'BTC', btc)
})
beforeEach(() => priceAt(10_000n))
afterAll(async () => {
  expect((await fixture.whole.product.ledger.audit()).filter(({ ok }) => !ok)).toEqual([])
  await fixture.close()
})

/** The price as hundredths of a per cent of the opening one; the record of the last minute follows. */
async function priceAt(bps: bigint): Promise<void> {
  newest = { ...newest, seq: newest.seq + 1, ts: deps.clock.now(), price: (opening * bps) / 10_000n }
  recorded.set(newest.seq, newest)
  await fixture.whole.database.asOwner(`update markets.instruments set last_price = $1 where code = 'BTCUSDT'`, [
    newest.price,
  ])
}
const balanceOf = async (asset: Asset): Promise<{ free: bigint; held: bigint }> =>
  (await fixture.whole.product.ledger.balances(accountId)).find((one) => one.asset === asset) ?? { free: 0n, held: 0n }
const text = (units: bigint): string => formatUnits(units, 8)
const needs = (units: bigint): bigint => neededCollateral(units * million, { coin: 'BTC', price: newest })
const collateral = async (id: string) => (await fixture.get(`loan/collateral?id=${id}`, amy)).result.held
const kindsOf = async (id: string) => (await collateral(id)).moves.map(({ kind }: { kind: string }) => kind)
const notices = async (template: string) => publishedNotices(fixture.whole.database, { template })
const findings = async () => {
  const { findings: found } = await auditCauses(owned<'ledger'>(fixture.whole.database.owner), allCauses)
  // What this test gives is no entry of the product, and what it made older was signed later.
  return [{ invariant: '', detail: found.filter(({ at }) => !/, test|approval of|^credit score/.test(at)) }]
}

type Shown = { agreementHash: string; collateral: { tick: { seq: number; ts: number } } }
/** What is shown of a loan with so much of a coin; `days` from 60 on need a better score than amy has. */
const shown = (amount: string, units: bigint, days: number) =>
  fixture.get(
    `loan/agreement?amount=${amount}&days=${days}&lang=en&collateralCoin=BTC&collateralAmount=${text(units)}`,
    amy,
  )
const send = (amount: string, units: bigint, days: number, { agreementHash, collateral: { tick } }: Shown) => {
  const pledged = { coin: 'BTC', amount: text(units), seq: tick.seq, ts: tick.ts }
  return fixture.post('loan/apply', { amount, days, agreementHash, typedName: 'Amy Tan', collateral: pledged }, amy)
}
async function applied(amount: string, units: bigint, days = 180) {
  const agreement = await shown(amount, units, days)
  return agreement.code === 200 ? send(amount, units, days, agreement.result) : agreement
}

/** Adds collateral under an idempotency key. */
const keyed = async (key: string, body: object): Promise<{ code: number }> =>
  (
    await fixture.whole.product.app.inject({
      method: 'POST',
      url: '/swx/customer/loan/collateral',
      headers: { authorization: amy, virtually: 'NO', 'content-type': 'application/json', 'idempotency-key': key },
      payload: JSON.stringify(body),
    })
  ).json()

/** A loan that is paid out and whose money was spent. */
async function spentLoan(amount: bigint, days = 180): Promise<string> {
  const { id } = (await applied(String(amount), needs(amount), days)).result as { id: string }
  expect((await fixture.approve('sandbox-finance1', id)).result).toMatchObject({ status: 'ACTIVE' })
  await fixture.give(accountId, 'USDT.loan', -amount * million)
  return id
}
async function repaid(id: string): Promise<void> {
  await fixture.give(accountId, 'USDT', 20_000n * million)
  expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).result).toMatchObject({ status: 'REPAID' })
  await fixture.give(accountId, 'USDT', -(await balanceOf('USDT')).free)
}

test('collateral opens every term whatever the score, up to half its value, and is held with the application alone', async () => {
  expect((await fixture.get('loan/quote?amount=900&days=180', amy)).code).toBe(30001)
  const needed = needs(900n)
  expect(await applied('900', needed - 1n)).toMatchObject({ code: 10016, params: { min: text(needed) } })
  expect(await applied('10000.000001', btc)).toMatchObject({ code: 10016 })
  const offer = (await fixture.get('loan/collateral?amount=900', amy)).result
  expect(offer.coins[0]).toMatchObject({ coin: 'BTC', free: '1.00000000', needed: text(needed) })
  expect(offer.held).toBeNull()
  const codes = await Promise.all(Array.from({ length: 20 }, async () => (await applied('900', needed)).code))
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code !== 200 && code !== 40038)).toEqual([])
  expect(await balanceOf('BTC')).toMatchObject({ free: btc - needed, held: needed })
  const [{ id, agreementHash }] = (await fixture.get('user/listLoanRecord', amy)).result
  expect(agreementHash).toMatch(/^[0-9a-f]{64}$/)
  expect(await collateral(id)).toMatchObject({ amount: text(needed), owed: '900.000000', ltv: '50.00' })
  await fixture.post('loan/withdrawApplication', { id }, amy)
  expect(await balanceOf('BTC')).toMatchObject({ free: btc, held: 0n })
  expect(await kindsOf(id)).toEqual(['PLEDGE', 'RELEASE'])
  expect((await findings())[0]?.detail).toEqual([])
})

test('what was not there, was priced too long ago, or would begin with a warning is refused, and nothing is held', async () => {
  await fixture.give(accountId, 'BTC', -btc)
  expect(await applied('900', needs(900n))).toMatchObject({ code: 10026, params: { free: '0.00000000' } })
  await fixture.give(accountId, 'BTC', btc)
  const units = needs(900n)
  const agreement = (await shown('900', units, 60)).result
  const { seq, ts } = agreement.collateral.tick
  const sendAt = (tick: { seq: number; ts: number }) => send('900', units, 60, { ...agreement, collateral: { tick } })
  for (const tick of [
    { seq, ts: ts - 31 * minuteMs },
    { seq: seq + 1_000, ts },
    { seq, ts: ts + 60 * minuteMs },
  ])
    expect((await sendAt(tick)).code).toBe(40006)
  await priceAt(7_142n)
  expect((await sendAt({ seq, ts })).code).toBe(40006)
  expect(await balanceOf('BTC')).toMatchObject({ free: btc, held: 0n })
})

test('a loan is paid out only while its collateral stands, and each share is notified once', async () => {
  const { id } = (await applied('600', needs(600n))).result as { id: string }
  await priceAt(7_100n)
  expect((await fixture.approve('sandbox-finance1', id)).code).toBe(40006)
  await priceAt(10_000n)
  expect((await fixture.approve('sandbox-finance1', id)).result).toMatchObject({ status: 'ACTIVE' })
  const seen: string[][] = []
  for (const bps of [7_200n, 7_142n, 7_000n, 6_600n, 6_700n, 6_240n, 7_000n, 6_240n]) {
    await priceAt(bps)
    await Promise.all(Array.from({ length: 5 }, () => holdCollateral(deps)))
    seen.push((await notices('loan.collateral')).map(({ params }) => (params as { ltv: string }).ltv))
  }
  expect(seen.at(-1)?.toSorted()).toEqual(['70', '75', '80', '80'])
  expect(seen.map((all) => all.length)).toEqual([0, 1, 1, 2, 2, 3, 3, 4])
  expect((await notices('loan.collateral_sold')).length).toBe(0)
  // Each leads to the loan itself, where collateral can be added and a part repaid.
  const links = async () => {
    const { rows } = (await fixture.get('notification/list?cat=RISK', amy)).result as { rows: Notification[] }
    return rows.filter(({ templateKey }) => templateKey === 'loan.collateral').map(({ link }) => link)
  }
  await expect.poll(links).toEqual(Array.from({ length: 4 }, () => '/loan/account'))
  // Loan money that is left repays before anything is sold.
  await priceAt(6_000n)
  await holdCollateral(deps)
  expect((await fixture.get(`loan/${id}`, amy)).result).toMatchObject({ status: 'REPAID' })
  expect(await balanceOf('BTC')).toMatchObject({ free: btc, held: 0n })
  expect(await balanceOf('USDT.loan')).toMatchObject({ free: 0n })
})

test('without a recent price nothing is sold; from 83 % on as few steps as help, at the recorded tick, to the unit', async () => {
  const id = await spentLoan(1_000n)
  const { customerId = '' } = (await findLoan(deps.db, { id })) ?? {}
  const pledged = (await balanceOf('BTC')).held
  await priceAt(6_020n)
  const known = deps.prices.newest
  deps.prices.newest = () => undefined
  await holdCollateral(deps)
  expect((await collateral(id)).ltv).toBeNull()
  deps.prices.newest = known
  expect((await balanceOf('BTC')).held).toBe(pledged)
  const expected = collateralSale({
    coin: 'BTC',
    amount: pledged,
    pledged,
    price: newest,
    owed: 1_000n * million,
    cause: 'LTV',
  })
  if (expected === undefined) throw new Error('no sale is due')
  expect(expected.steps).toBe(4)
  // What was computed by another repayment plan than the one in force sells nothing.
  const stale = { id: randomUUID(), loanId: id, customerId, payments: 0, planId: randomUUID(), moves: 1 }
  const sale = {
    ...stale,
    owed: 1_000n * million,
    cause: 'LTV',
    tick: newest,
    at: deps.clock.now(),
    ...expected,
  } as const
  expect((await sellCollateral(deps.db, sale)).outcome).toBe('changed')
  await Promise.all(Array.from({ length: 20 }, () => holdCollateral(deps)))
  const { amount, received, paid } = expected
  expect(await balanceOf('BTC')).toMatchObject({ held: pledged - amount, free: btc - pledged })
  expect((await fixture.get(`loan/${id}`, amy)).result.repaid.principal).toBe(formatUnits(paid, 6))
  const { moves, ltv } = await collateral(id)
  expect(moves.at(-1)).toMatchObject({
    kind: 'SALE',
    tick: { seq: newest.seq },
    sale: { owed: '1000.000000', steps: 4, received: formatUnits(received, 6), cause: 'LTV' },
  })
  const left = collateralValue({ coin: 'BTC', amount: pledged - amount, price: newest })
  expect(ltv).toBe(formatUnits(ltvBps(1_000n * million - paid, left) ?? 0n, 2))
  expect(Number(ltv)).toBeLessThan(80)
  expect((await fixture.get('user/listConvert?page=1', amy)).result.rows[0]).toMatchObject({
    from: 'BTC',
    received: formatUnits(received, 6),
  })
  expect((await notices('loan.collateral_sold')).map(({ params }) => params)).toMatchObject([
    { paid: formatUnits(paid, 6), sold: `${text(amount)} BTC` },
  ])
  expect((await findings())[0]?.detail).toEqual([])
  await fixture.give(accountId, 'BTC', amount)
  await repaid(id)
  expect(await balanceOf('BTC')).toMatchObject({ free: btc, held: 0n })
})

test('of twenty sales, additions and repayments at once each counts once, and the books agree', async () => {
  const id = await spentLoan(800n)
  const pledged = (await balanceOf('BTC')).held
  await fixture.give(accountId, 'USDT', 100n * million)
  await priceAt(5_900n)
  const key = randomUUID()
  const added = await Promise.all([
    ...Array.from({ length: 10 }, () => keyed(key, { id, amount: '0.0002' })),
    ...Array.from({ length: 10 }, () => fixture.post('loan/collateral', { id, amount: '0.0001' }, amy)),
    ...Array.from({ length: 20 }, () => fixture.post('loan/repay', { id, amount: '10' }, amy)),
    ...Array.from({ length: 20 }, () => holdCollateral(deps).then(() => ({ code: 200 }))),
  ])
  expect(added.filter(({ code }) => code !== 200 && code !== 10026)).toEqual([])
  const { moves } = await collateral(id)
  expect((await kindsOf(id)).filter((kind: string) => kind === 'ADD')).toHaveLength(11)
  expect((await keyed(key, { id, amount: '0.0003' })).code).toBe(40028)
  const { free, held } = await balanceOf('BTC')
  const sold = moves
    .filter(({ kind }: { kind: string }) => kind === 'SALE')
    .reduce((sum: bigint, { amount }: { amount: string }) => sum + BigInt(amount.replace('.', '')), 0n) as bigint
  expect(free + held + sold).toBe(btc)
  expect(held).toBe(pledged + 120_000n - sold)
  expect((await findings())[0]?.detail).toEqual([])
  await fixture.give(accountId, 'BTC', sold)
  await repaid(id)
})

test('a loan that would be written off is repaid out of its collateral before, and the rest comes back', async () => {
  const id = await spentLoan(500n, 7)
  const { asOwner } = fixture.whole.database
  const before = `- interval '188 days'`
  await asOwner(`set session_replication_role = replica;
    update loans.loans set signed_at = signed_at ${before}, decided_at = decided_at ${before}, moved_at = moved_at ${before},
      disbursed_at = disbursed_at ${before}, due_at = due_at ${before} where id = '${id}';
    update loans.steps set at = at ${before} where loan_id = '${id}';
    update loans.collateral_moves set at = at ${before} where loan_id = '${id}';
    update ledger.entries set at = at ${before} where seq = (select entry from loans.loans where id = '${id}')`)
  await fixture.whole.product.loans.runDue()
  expect((await fixture.get(`loan/${id}`, amy)).result).toMatchObject({ status: 'IN_ARREARS' })
  await Promise.all(Array.from({ length: 5 }, () => holdCollateral(deps)))
  expect((await fixture.get(`loan/${id}`, amy)).result).toMatchObject({ status: 'REPAID' })
  const { free, held } = await balanceOf('BTC')
  expect(held).toBe(0n)
  expect(await kindsOf(id)).toEqual(['PLEDGE', 'SALE', 'RELEASE'])
  // What the last step brought beyond what was owed is the customer's.
  expect((await balanceOf('USDT')).free).toBeGreaterThan(0n)
  await fixture.give(accountId, 'BTC', btc - free)
})

const moved = 'loans.collateral_moves'
test.each([
  ['collateral that is gone', 'loans.collateral', `update loans.collateral set pledged = pledged + 1`],
  ['another account', 'loans.collateral', `update loans.collateral set account_id = 1`],
  ['another pledge', moved, `update ${moved} set amount = amount + 1 where kind = 'PLEDGE'`],
  ['another price', moved, `update ${moved} set tick = jsonb_set(tick, '{price}', '"1.00"') where kind = 'SALE'`],
  ['fewer steps', moved, `update ${moved} set steps = steps + 1 where kind = 'SALE'`],
  ['less owed', moved, `update ${moved} set owed = owed - 200000000 where kind = 'SALE'`],
  ['a release before its time', moved, `update ${moved} set at = at - interval '1 hour' where kind = 'RELEASE'`],
  ['a payment by no sale', 'loans.payments', `update loans.payments set kind = 'COLLATERAL' where kind = 'REPAYMENT'`],
])('%s, written past every trigger, is found with its location', async (_, table, statement) => {
  const locations = await forge(fixture.whole.database, { table, statement, findings })
  expect(locations.filter((location) => location.startsWith('loan LN')).length).toBeGreaterThan(0)
})
