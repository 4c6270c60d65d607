import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'
import type { Asset } from '@evenhand/protocol/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../../../test/fixtures/forge.ts'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditCauses } from '../ledger/index.ts'

let fixture: LoansFixture
let amy: string
let accountId: bigint
const million = 1_000_000n

beforeAll(async () => {
  fixture = await loansFixture()
  amy = await fixture.verified('amy', 'E1234567P')
  accountId = await fixture.accountOf(amy)
})
afterAll(async () => {
  const { whole } = fixture
  expect((await whole.product.ledger.audit()).filter(({ ok }) => !ok)).toEqual([])
  const { findings } = await auditCauses(owned<'ledger'>(whole.database.owner), allCauses)
  expect(findings.filter(({ at }) => !/, test/.test(at))).toEqual([])
  await fixture.close()
})

const balances = async (): Promise<Record<string, bigint>> =>
  Object.fromEntries(
    (await fixture.whole.product.ledger.balances(accountId)).map(({ asset, free, held }) => [asset, free + held]),
  )
const free = async (asset: Asset): Promise<bigint> =>
  (await fixture.whole.product.ledger.balances(accountId)).find((one) => one.asset === asset)?.free ?? 0n

async function lent(amount: string, days: number): Promise<string> {
  const { id } = (await fixture.apply(amy, { amount, days })).result
  expect((await fixture.approve('sandbox-finance1', id)).result).toMatchObject({ status: 'ACTIVE' })
  return id
}

test('twenty cancellations and repayments at once end a loan once', async () => {
  const id = await lent('500', 7)
  await fixture.advance(minuteMs)
  const calls = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0 ? fixture.post('loan/cancel14d', { id }, amy) : fixture.post('loan/repay', { id, amount: 'ALL' }, amy),
  )
  const codes = (await Promise.all(calls)).map(({ code }) => code)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code !== 200 && code !== 40039 && code !== 10016)).toEqual([])
  expect(await free('USDT.loan')).toBe(0n)
  expect(['REPAID', 'CANCELLED_14D']).toContain((await fixture.get(`loan/${id}`, amy)).result.status)
})

test('twenty repayments of a part at once each count, and never more than is owed', async () => {
  const id = await lent('500', 30)
  const parts = await Promise.all(
    Array.from({ length: 20 }, () => fixture.post('loan/repay', { id, amount: '30' }, amy)),
  )
  expect(parts.filter(({ code }) => code === 200)).toHaveLength(16)
  expect(parts.filter(({ code }) => code === 10016)).toHaveLength(4)
  const seen = (await fixture.get(`loan/${id}`, amy)).result
  expect(seen).toMatchObject({ outstanding: '20.000000', repaid: { principal: '480.000000', interest: '0.000000' } })
  expect(await free('USDT.loan')).toBe(20n * million)
  // One key is one payment.
  const done = await fixture.post('loan/cancel14d', { id }, amy)
  expect(done.result).toMatchObject({ status: 'CANCELLED_14D', owed: { total: '0.000000' } })
})

test('loan money leaves by a withdrawal as USDT of the house, and reaches no product', async () => {
  const id = await lent('500', 30)
  const before = await balances()
  expect(before['USDT.loan']).toBe(500n * million)
  const usdt = before['USDT'] ?? 0n
  const blocked = [
    await fixture.post('user/convert/quote', { from: 'USDT', to: 'BTC', amount: '400' }, amy),
    await fixture.post('order/buyOptions', { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: '400' }, amy),
  ]
  expect(blocked[0]).toMatchObject({ code: 40032, params: { free: '0.000000' } })
  // No approval counts for what may not be staked: an option requires its questionnaire first, and then own money.
  expect(blocked[1]?.code).not.toBe(200)
  const first = await fixture.withdrawLent(amy, 200n * million)
  expect(await free('USDT.loan')).toBe(300n * million)
  // Taken back, it is loan money again.
  await fixture.whole.database.asOwner(`select wallet.cancel_withdrawal($1, $2, now())`, [
    first.ref,
    await fixture.customerIdOf(amy),
  ])
  expect(await balances()).toEqual(before)
  const paid = await fixture.withdrawLent(amy, 200n * million)
  await fixture.payOut(paid.ref)
  expect(await balances()).toMatchObject({ 'USDT.loan': 300n * million, USDT: usdt })
  // What left is owed all the same, and is repaid with money of one's own.
  await fixture.give(accountId, 'USDT', 300n * million)
  await fixture.advance(dayMs)
  expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).result).toMatchObject({ status: 'REPAID' })
  expect(await balances()).toMatchObject({ 'USDT.loan': 0n, USDT: usdt + 100n * million })
})

test('loan money whose loan was repaid while it waited to leave is its customer’s own when it comes back', async () => {
  const start = await balances()
  const id = await lent('500', 30)
  const customerId = await fixture.customerIdOf(amy)
  const back = (ref: string) =>
    fixture.whole.database.asOwner(`select wallet.cancel_withdrawal($1, $2, now())`, [ref, customerId])
  const [kept, left] = [
    await fixture.withdrawLent(amy, 300n * million),
    await fixture.withdrawLent(amy, 100n * million),
  ]
  await fixture.give(accountId, 'USDT', 600n * million)
  // 100 of loan money and 350 of one's own: 50 are owed, and 400 are on their way out.
  expect((await fixture.post('loan/repay', { id, amount: '450' }, amy)).result).toMatchObject({
    outstanding: '50.000000',
  })
  const own = (start['USDT'] ?? 0n) + 250n * million
  expect(await balances()).toMatchObject({ 'USDT.loan': 400n * million, USDT: own })
  await back(kept.ref)
  await expect.poll(balances).toMatchObject({ 'USDT.loan': 100n * million, USDT: own + 300n * million })
  // What still waits is more than the 50 that are owed, so these are paid with USDT.
  expect((await fixture.post('loan/repay', { id, amount: 'ALL' }, amy)).result).toMatchObject({ status: 'REPAID' })
  expect(await balances()).toMatchObject({ 'USDT.loan': 100n * million, USDT: own + 250n * million })
  await back(left.ref)
  await expect.poll(balances).toMatchObject({ 'USDT.loan': 0n, USDT: own + 350n * million })
  const { rows } = (await fixture.get('user/transactions?kind=LOAN&coin=USDT', amy)).result
  expect(rows[0]).toMatchObject({ kind: 'LOAN', amount: '100.000000' })
})

test('a loan above what one person approves is paid out by two, and twenty approvals at once pay it once', async () => {
  const raise = `update accounts.customers set credit_score = 700 where id = $1`
  await fixture.whole.database.asOwner(raise, [await fixture.customerIdOf(amy)])
  const { id } = (await fixture.apply(amy, { amount: '2000', days: 180 })).result
  const one = await fixture.approve('sandbox-finance1', id)
  expect(one.result).toMatchObject({ status: 'PENDING_REVIEW', approvalsNeeded: 2, approvals: [{}] })
  expect((await fixture.approve('sandbox-finance1', id)).code).toBe(40033)
  expect((await balances())['USDT.loan'] ?? 0n).toBe(0n)
  const given = await Promise.all(Array.from({ length: 20 }, () => fixture.approve('sandbox-finance2', id)))
  expect(given.filter(({ code }) => code === 200)).toHaveLength(1)
  expect((await balances())['USDT.loan']).toBe(2_000n * million)
})

test.each([
  [
    'another agreement',
    'loans.loans',
    `update loans.loans set agreement = agreement || 'x', agreement_hash = sha256(convert_to(agreement || 'x', 'UTF8'))`,
  ],
  ['another time of payment', 'loans.loans', `update loans.loans set disbursed_at = disbursed_at - interval '1 day'`],
  ['a step less', 'loans.steps', `delete from loans.steps where step = 'APPROVED'`],
  ['another last step', 'loans.loans', `update loans.loans set moved_at = moved_at + interval '1 day'`],
  ['a payment before its time', 'loans.payments', `update loans.payments set at = at - interval '1 hour'`],
  ['money released later', 'loans.releases', `update loans.releases set at = at + interval '1 hour'`],
])('%s, written past every trigger, is found with its location', async (_, table, statement) => {
  const { database } = fixture.whole
  const findings = async () => [
    { invariant: '', detail: (await auditCauses(owned<'ledger'>(database.owner), allCauses)).findings },
  ]
  const locations = await forge(database, { table, statement, findings })
  expect(locations.filter((location) => location.startsWith('loan LN')).length).toBeGreaterThan(0)
})
