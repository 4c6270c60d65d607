import { dayMs, hourMs } from '@evenhand/protocol/durations.ts'
import type { PlanPosition, PlanProduct } from '@evenhand/protocol/plans.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { forge } from '../../../test/fixtures/forge.ts'
import { keepMoney } from '../../../test/fixtures/keep-money.ts'
import { plansFixture, type CallResponse } from '../../../test/fixtures/plans.ts'
import { refuse } from '../../kernel/http/refusal.ts'

const rig = await plansFixture({ identityRefusal: async () => refuse('notVerifiedYet') })
const { clock, plans, customer, usdtOf, reserve, findings, notices } = rig
afterAll(() => rig.close())

type Customer = Awaited<ReturnType<typeof customer>>
let products: PlanProduct[]
let thirty: PlanProduct
beforeAll(async () => {
  products = (await (await customer(0)).get('smart/listProducts')).result
  thirty = products.find(({ days }) => days === 30) as PlanProduct
})
// Whatever a test did: every entry and every hold is required by a position.
afterEach(async () => expect(await findings()).toEqual([]))

const subscribe = (amy: Customer, change: object = {}, key?: string): Promise<CallResponse> =>
  amy.post(
    'order/buySmart',
    { productId: thirty.id, days: 30, amount: '1000', termsHash: thirty.termsHash, ...change },
    key === undefined ? {} : { key },
  )
const begin = async (amy: Customer): Promise<PlanPosition> => (await subscribe(amy)).result
const exit = (amy: Customer, id: string, expectedPenalty: string, key?: string): Promise<CallResponse> =>
  amy.post('order/exitSmart', { id, expectedPenalty }, key === undefined ? {} : { key })
const preview = async (amy: Customer, id: string): Promise<CallResponse> => amy.get(`order/previewExitSmart?id=${id}`)
const positions = async (amy: Customer): Promise<PlanPosition[]> => (await amy.get('order/listSmartOrder')).result
/** Days pass one by one, paid as they come. */
async function passDays(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    clock.advance(dayMs)
    await plans.payDue()
  }
}

it('offers three plans, the shortest first, with what is left of each', async () => {
  expect(
    products.map(({ days: of, dailyRate, aprDisplay, earlyExit }) => [of, dailyRate, aprDisplay, earlyExit]),
  ).toEqual([
    [7, '0.0080', '2.9200', { penaltyRate: '0.0500', coolingHours: 24 }],
    [30, '0.0110', '4.0150', { penaltyRate: '0.2000', coolingHours: 24 }],
    [90, '0.0140', '5.1100', { penaltyRate: '0.6000', coolingHours: 24 }],
  ])
  expect(products.every(({ isOpen, isUnusuallyHigh }) => isOpen && !isUnusuallyHigh)).toBe(true)
  const amy = await customer(0)
  expect((await amy.get(`smart/getProduct/${thirty.id}?lang=zh`)).result).toMatchObject({ name: '30 天智能交易' })
  // Arabic counts days in its own forms.
  const named = (await amy.get('smart/listProducts?lang=ar')).result as { name: string }[]
  expect(named.slice(0, 2).map(({ name }) => name)).toEqual(['التداول الذكي، 7 أيام', 'التداول الذكي، 30 يومًا'])
})

describe('golden vector V6', () => {
  it('leaving after 12 hours costs nothing and earns nothing', async () => {
    const amy = await customer()
    const before = await reserve()
    const { id, wholeYield } = await begin(amy)
    expect(wholeYield).toBe('3.300000')
    expect(await usdtOf(amy.accountId)).toEqual({ free: 9_000_000_000n, held: 1_000_000_000n })
    expect(await reserve()).toEqual({ free: before.free - 3_300_000n, held: before.held + 3_300_000n })
    clock.advance(12 * hourMs)
    expect((await exit(amy, id, '0')).result).toMatchObject({
      status: 'EXITED',
      returned: '1000.000000',
      paidYield: '0.000000',
    })
    expect(await usdtOf(amy.accountId)).toEqual({ free: 10_000_000_000n, held: 0n })
    expect(await reserve()).toEqual(before)
  })

  it.each([
    [10, '1.100000', '1.333334', '998.666666'],
    [29, '3.190000', '0.066667', '999.933333'],
  ])('after %i days', async (count, paidYield, penalty, returned) => {
    const amy = await customer()
    const before = await reserve()
    const { id } = await begin(amy)
    await passDays(count)
    expect((await preview(amy, id)).result).toMatchObject({
      completedDays: count,
      yieldPaid: paidYield,
      penalty,
      returned,
    })
    expect((await exit(amy, id, penalty)).result).toMatchObject({ paidYield, penalty, returned, paidDays: count })
    const units = (text: string): bigint => BigInt(text.replace('.', ''))
    expect(await usdtOf(amy.accountId)).toEqual({ free: 10_000_000_000n + units(paidYield) - units(penalty), held: 0n })
    expect(await reserve()).toEqual({ free: before.free - units(paidYield) + units(penalty), held: before.held })
  })

  it('at its end the principal is back with the last yield', async () => {
    const amy = await customer()
    const { id, maturesAt } = await begin(amy)
    await passDays(29)
    clock.set(maturesAt - 1)
    await plans.payDue()
    expect((await positions(amy))[0]).toMatchObject({ status: 'EARNING', paidDays: 29, nextEarningTime: maturesAt })
    clock.advance(1)
    // No customer leaves a plan that has ended, though its last yield is only about to be paid.
    expect((await preview(amy, id)).msg).toBe('notTradableNow')
    expect((await exit(amy, id, '0')).msg).toBe('notTradableNow')
    await plans.payDue()
    expect((await positions(amy))[0]).toMatchObject({
      status: 'COMPLETED',
      totalRevenue: '3.300000',
      returned: '1000.000000',
      nextEarningTime: null,
      endedAt: maturesAt,
    })
    expect(await usdtOf(amy.accountId)).toEqual({ free: 10_003_300_000n, held: 0n })
    expect(notices.filter(({ accountId }) => accountId === amy.accountId).map(({ template }) => template)).toEqual([
      'plan.subscribed',
      'plan.completed',
    ])
  })
})

test('a refusal reports why, in one order', async () => {
  const amy = await customer(700)
  const other = { productId: '00000000-0000-7000-8000-000000000000' }
  expect((await subscribe(amy, other)).msg).toBe('planUnavailable')
  expect((await subscribe(amy, { ...other, amount: 'x' })).msg).toBe('planUnavailable')
  for (const days of [31, 0, 30.5, '30', null, undefined])
    expect(await subscribe(amy, { days }), String(days)).toMatchObject({ msg: 'daysUnknown', params: { days: [30] } })
  expect((await subscribe(amy, { days: '30', amount: 'x' })).msg).toBe('daysUnknown')
  const { termsHash } = thirty
  expect(await subscribe(amy, { termsHash: '0'.repeat(64) })).toMatchObject({
    msg: 'quoteChanged',
    params: { quote: { termsHash } },
  })
  const range = { min: '500.000000', max: '20000.000000' }
  for (const amount of ['499.999999', '20000.000001', '1.0000001', '-5', 'x', '', '1'.repeat(41), 600, null, undefined])
    expect(await subscribe(amy, { amount }), String(amount)).toMatchObject({ msg: 'investmentWrong', params: range })
  expect(await subscribe(amy)).toMatchObject({
    msg: 'fundsShort',
    params: { free: '700.000000', needed: '1000.000000' },
  })
  await rig.give(amy.accountId, 400_000_000n, 'USDT.loan')
  expect((await subscribe(amy)).code).toBe(40032)
  expect((await amy.post('order/buySmart', {}, { virtually: 'YES' })).code).toBe(40012)
  const held = await subscribe(amy, { amount: '600' })
  expect(held).toMatchObject({ code: 200, notice: 20004 })
  const { orderNo } = held.result as PlanPosition
  expect(await subscribe(amy, { amount: '500' })).toMatchObject({ code: 10024, params: { orderNo } })
})

test('money that waits for its customer to be verified is refused by that, not as too little', async () => {
  const amy = await customer(3_000)
  await keepMoney(rig.database, amy.accountId, 2_500_000_000n)
  expect((await subscribe(amy)).msg).toBe('notVerifiedYet')
  expect((await subscribe(amy, { amount: '3000.01' })).msg).toBe('fundsShort')
  expect((await subscribe(amy, { amount: '500' })).code).toBe(200)
  await keepMoney(rig.database, amy.accountId, 0n)
})

describe('the owner of the database, past every trigger', () => {
  const earning = `where order_no = (select max(order_no) from plans.positions where status = 'EARNING')`
  it.each([
    ['raises what leaving costs', 'plans.positions', `set penalty_ppm = 20000 ${earning}`],
    ['gives a plan another length', 'plans.positions', `set days = 31 ${earning}`],
    [
      'began it a day earlier',
      'plans.positions',
      `set started_at = started_at - interval '1 day', ended_at = ended_at - interval '1 day' where status = 'COMPLETED'`,
    ],
    [
      'lowers its yield with its rate',
      'plans.positions',
      `set daily_ppm = 100, daily_yield = principal / 10000 ${earning}`,
    ],
    [
      'claims it had returned less',
      'plans.positions',
      `set penalty = penalty + 1, returned = returned - 1 where status = 'EXITED'`,
    ],
    ['changes the terms of a product', 'plans.products', 'set cooling_hours = 48'],
  ])('%s, and the audit names the location', async (_, table, change) => {
    await plans.payDue()
    const locations = await forge(rig.database, { table, statement: `update ${table} ${change}`, findings })
    expect(locations.filter((location) => /^(?:plan|product) /.test(location)).length).toBeGreaterThan(0)
  })
})
