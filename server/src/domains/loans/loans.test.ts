import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import type { Asset } from '@evenhand/protocol/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loansFixture, type LoansFixture } from '../../../test/fixtures/loans.ts'

let fixture: LoansFixture
let amy: string
let accountId: bigint

beforeAll(async () => {
  fixture = await loansFixture()
  amy = await fixture.verified('amy', 'E1234567P')
  accountId = await fixture.accountOf(amy)
})
afterAll(() => fixture.close())

const free = async (asset: Asset): Promise<bigint> =>
  (await fixture.whole.product.ledger.balances(accountId)).find((one) => one.asset === asset)?.free ?? 0n
const million = 1_000_000n

test('a loan is applied for, approved by one person, paid out and repaid to the unit', async () => {
  const { get, post } = fixture
  expect((await get('loan/products', '')).result).toMatchObject({ caller: null, min: '50.000000' })
  const products = (await get('loan/products', amy)).result
  expect(products.caller).toMatchObject({ score: 600, isVerified: true, isOffered: true, openLoanId: null })
  expect(products.products.map((one: { callerMax: string }) => one.callerMax)).toEqual(
    ['500', '1000', '1000', '0', '0', '0'].map((whole) => `${whole}.000000`),
  )
  // Anyone reads the same terms as a parameter.
  const callerMax = expect.anything() as unknown
  const terms = (await get('index/getParamByKey/loan_terms', '')).result as object[]
  expect(products.products).toEqual(terms.map((one) => ({ ...one, callerMax })))
  const quote = (await get('loan/quote?amount=1000&days=30', amy)).result
  expect(quote).toMatchObject({
    totalInterest: '6.900000',
    repaymentAmount: '1006.900000',
    apr: '8.73',
    dailyRate: '0.03',
  })
  expect(quote.schedule[7]).toEqual({ day: 7, interest: '0.000000', total: '1000.000000' })

  const otherDays = { code: 10017, params: { terms: [7, 15, 30, 60, 90, 180] } }
  for (const days of ['31', '7.5', 'x', ''])
    for (const call of ['quote', 'agreement'])
      expect(await get(`loan/${call}?amount=1000&days=${days}`, amy), `${call} ${days}`).toMatchObject(otherDays)
  const agreementHash = 'ab'.repeat(32)
  const typed = { amount: '1000', days: '30', agreementHash, typedName: 'Amy Tan' }
  expect(await post('loan/apply', typed, amy)).toMatchObject(otherDays)

  const applied = await fixture.apply(amy, { amount: '1000', days: 30 })
  expect(applied).toMatchObject({
    code: 200,
    notice: 20001,
    result: { status: 'PENDING_REVIEW', typedName: 'Amy Tan' },
  })
  const { id, orderNo } = applied.result
  // Nothing is left on the account, and yet it is not closed over what is owed.
  await post('user/proof', { password: 'amy-tries-things' }, amy)
  expect(await post('user/close', {}, amy)).toMatchObject({ code: 10008, params: { reason: 'LOAN_OPEN', orderNo } })
  const approved = await fixture.approve('sandbox-finance1', id)
  expect(approved, JSON.stringify(approved)).toMatchObject({ code: 200, result: { status: 'ACTIVE' } })
  expect(await free('USDT.loan')).toBe(1_000n * million)

  await fixture.advance(12 * dayMs)
  const part = await post('loan/repay', { id, amount: '400' }, amy)
  expect(part).toMatchObject({ code: 200, notice: 20005, result: { outstanding: '600.000000' } })
  expect(await free('USDT.loan')).toBe(600n * million)
  for (const amount of [5, null, {}, ['1'], true, undefined])
    expect(await post('loan/repay', { id, amount }, amy), JSON.stringify(amount)).toMatchObject({
      code: 10016,
      params: { min: '0.000001', max: '601.500000', step: '0.000001' },
    })
  await fixture.advance(18 * dayMs - hourMs)
  const seen = (await get(`loan/${id}`, amy)).result
  expect(seen.owed).toMatchObject({ principal: '600.000000', interest: '4.560000', total: '604.560000' })
  expect(seen.schedule).toContainEqual({ day: 30, interest: '4.740000', total: '604.740000' })
  // Interest is paid with USDT once loan money is gone.
  expect(await post('loan/repay', { id, amount: 'ALL' }, amy)).toMatchObject({
    code: 10026,
    params: { free: '600.000000' },
  })
  await fixture.give(accountId, 'USDT', 10n * million)
  const repaid = await post('loan/repay', { id, amount: 'ALL' }, amy)
  expect(repaid).toMatchObject({ code: 200, result: { status: 'REPAID', repaid: { interest: '4.560000' } } })
  expect([await free('USDT.loan'), await free('USDT')]).toEqual([0n, 10n * million - 4_560_000n])
  expect(repaid.result.events.map(({ kind }: { kind: string }) => kind)).toEqual(
    'APPLIED APPROVED DISBURSED REPAYMENT REPAYMENT REPAID'.split(' '),
  )
  const score = (await get('user/creditScore', amy)).result
  expect(score).toMatchObject({ score: 625, events: [{ kind: 'REPAID_IN_TIME', points: 25, score: 625 }] })
  expect(await post('loan/repay', { id, amount: 'ALL' }, amy)).toMatchObject({
    code: 10016,
    params: { max: '0.000000' },
  })
})
