import { randomUUID } from 'node:crypto'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { planTermsHash } from '@evenhand/proofs/plans/terms.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import type { PlanPosition, PlanProduct } from '@evenhand/protocol/plans.ts'
import { afterAll, afterEach, expect, it } from 'vitest'
import { plansFixture, type CallResponse } from '../../../test/fixtures/plans.ts'
import { refuseRow } from '../../../test/fixtures/refused-row.ts'

let isFailing = false
const rig = await plansFixture({
  enqueueNotices: async () => {
    if (isFailing) throw new Error('killed before the commit')
  },
})
const { clock, plans, customer, database, usdtOf, reserve, findings, give, ledger } = rig
const beside = rig.openBeside()
afterAll(() => rig.close())
// Whatever a test did: every entry and every hold is required by a position.
afterEach(async () => expect(await findings()).toEqual([]))

type Customer = Awaited<ReturnType<typeof customer>>
type Term = { days?: number; capacity?: bigint }
/** A product of a test's own. */
async function product({ days = 30, capacity = 10n ** 12n }: Term = {}): Promise<PlanProduct> {
  const id = randomUUID()
  const hash = planTermsHash(id, { days, dailyPpm: 110n, penaltyPpm: 2_000n, coolingHours: 24 }, nodeCrypto)
  await database.asOwner(
    `insert into plans.products (id, names, sources, days, daily_ppm, penalty_ppm, cooling_hours, min_amount, max_amount, capacity,
      terms_hash, status, at)
    select $1, names, sources, $2, 110, 2000, 24, 500000000, 20000000000, $3, decode($4, 'hex'), 'OPEN', at
    from plans.products where days = 30 limit 1`,
    [id, days, capacity, hash],
  )
  return (await (await customer(0)).get(`smart/getProduct/${id}`)).result
}
const subscribe = (
  amy: Customer,
  { id, days, termsHash }: PlanProduct,
  amount = '1000',
  key?: string,
): Promise<CallResponse> =>
  amy.post('order/buySmart', { productId: id, days, amount, termsHash }, key === undefined ? {} : { key })
const begin = async (amy: Customer, offer: PlanProduct): Promise<PlanPosition> => (await subscribe(amy, offer)).result
const leave = (amy: Customer, id: string, expectedPenalty: string, key?: string): Promise<CallResponse> =>
  amy.post('order/exitSmart', { id, expectedPenalty }, key === undefined ? {} : { key })
const own = async (amy: Customer): Promise<PlanPosition[]> => (await amy.get('order/listSmartOrder')).result
const codes = (responses: readonly CallResponse[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(responses.map(({ code }) => code))].map((code) => [
      code,
      responses.filter((one) => one.code === code).length,
    ]),
  )
const twenty = <T>(call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 20 }, call))
/** When the yields of a customer were due that were paid, in the order of their entries. */
const paidAt = async ({ accountId }: Customer): Promise<number[]> =>
  (
    (await database.asOwner(
      `select (extract(epoch from at) * 1000)::float8 as at from ledger.entries where owner = $1 and kind = 'plan.yield' order by seq`,
      [accountId],
    )) as { at: number }[]
  ).map(({ at }) => at)

it('twenty exits at once end one position once, and under one key all of them return it', async () => {
  const [amy, offer] = [await customer(), await product()]
  const { id } = await begin(amy, offer)
  clock.advance(10 * dayMs)
  expect(codes(await twenty(() => leave(amy, id, '1.333334')))).toEqual({ 200: 1, 10015: 19 })
  expect(await usdtOf(amy.accountId)).toEqual({ free: 10_000_000_000n + 1_100_000n - 1_333_334n, held: 0n })
  const second = await begin(amy, offer)
  const responses = await twenty(() => leave(amy, second.id, '0', 'leave'))
  expect(codes(responses)).toEqual({ 200: 20 })
  expect((await leave(amy, id, '0', 'leave')).msg).toBe('keyReused')
})

it('twenty subscriptions at once begin one position of a product, and under one key all of them return it', async () => {
  const [amy, offer] = [await customer(), await product()]
  expect(codes(await twenty(() => subscribe(amy, offer)))).toEqual({ 200: 1, 10024: 19 })
  const ben = await customer()
  const responses = await twenty(() => subscribe(ben, offer, '1000', 'mine'))
  expect(new Set(responses.map(({ result }) => (result as PlanPosition).id)).size).toBe(1)
  expect(await usdtOf(ben.accountId)).toEqual({ free: 9_000_000_000n, held: 1_000_000_000n })
  expect((await subscribe(ben, offer, '2000', 'mine')).msg).toBe('keyReused')
})

it('of two who want the last of a capacity one gets it, and the other is refused with what is left', async () => {
  const offer = await product({ capacity: 1_999_999_999n })
  const [amy, ben] = [await customer(), await customer()]
  const responses = await Promise.all([subscribe(amy, offer), subscribe(ben, offer)])
  expect(codes(responses)).toEqual({ 200: 1, 40008: 1 })
  expect(responses.find(({ code }) => code === 40008)?.params).toEqual({ left: '999.999999' })
})

it('a reserve that is one unit short begins nothing, closes what it cannot cover, and pays what runs', async () => {
  const [amy, ben, offer] = [await customer(), await customer(), await product()]
  const { id } = await begin(amy, offer)
  const account = await ledger.accountNamed('reserve:yield')
  const { free } = await reserve()
  await give(account, 3_299_999n - free)
  expect(await subscribe(ben, offer)).toMatchObject({ code: 40008, params: { left: '999.999999' } })
  expect(await usdtOf(ben.accountId)).toEqual({ free: 10_000_000_000n, held: 0n })
  // The unit that was missing sells it, and nothing is left for another.
  await give(account, 1n)
  expect(await subscribe(ben, offer)).toMatchObject({ code: 200 })
  expect((await reserve()).free).toBe(0n)
  expect((await ben.get(`smart/getProduct/${offer.id}`)).result).toMatchObject({
    status: 'OPEN',
    isOpen: false,
    left: '0.009090',
  })
  for (let day = 0; day < 30; day += 1) {
    clock.advance(dayMs)
    await plans.payDue()
  }
  expect((await own(amy)).find((one) => one.id === id)).toMatchObject({ status: 'COMPLETED', paidYield: '3.300000' })
  await give(account, free)
})

it('two days down, over a leap day: each day is paid by an entry of its own at its own time', async () => {
  const [amy, offer] = [await customer(), await product()]
  const { startAt } = await begin(amy, offer)
  clock.advance(3 * dayMs + 1)
  expect((await own(amy))[0]?.paidDays).toBe(0)
  await plans.payDue()
  expect(await paidAt(amy)).toEqual([1, 2, 3].map((day) => startAt + day * dayMs))
  // A clock that goes back pays nothing again, and what was paid stays.
  clock.advance(-2 * dayMs)
  await plans.payDue()
  const [position] = await own(amy)
  expect(position).toMatchObject({ paidDays: 3, nextEarningTime: startAt + 4 * dayMs })
  expect((await leave(amy, position?.id ?? '', '1.800000')).result).toMatchObject({
    paidDays: 3,
    paidYield: '0.330000',
  })
})

it.each([
  ['Europe/Berlin', '2029-03-24T23:30:00Z'],
  ['America/New_York', '2029-11-03T04:30:00Z'],
])('over a night in which the clocks of %s change, a day of a plan has 24 hours', async (zone, before) => {
  const outerZone = process.env['TZ']
  process.env['TZ'] = zone
  try {
    clock.set(Date.parse(before))
    const [amy, offer] = [await customer(), await product({ days: 2 })]
    const { startAt } = await begin(amy, offer)
    clock.set(startAt + 2 * dayMs - 1)
    await plans.payDue()
    expect(await paidAt(amy)).toEqual([startAt + dayMs])
    clock.advance(1)
    await plans.payDue()
    expect(await paidAt(amy)).toEqual([startAt + dayMs, startAt + 2 * dayMs])
  } finally {
    if (outerZone === undefined) delete process.env['TZ']
    else process.env['TZ'] = outerZone
  }
})

it('leaving pays what was due and not paid yet, and refuses once where the penalty fell meanwhile', async () => {
  const [amy, offer] = [await customer(), await product()]
  const { id, startAt } = await begin(amy, offer)
  clock.advance(5 * dayMs)
  const { penalty } = (await amy.get(`order/previewExitSmart?id=${id}`)).result as { penalty: string }
  clock.advance(dayMs)
  expect(await leave(amy, id, penalty)).toMatchObject({ code: 40006, params: { quote: { penalty: '1.600000' } } })
  expect((await leave(amy, id, '1.600000')).result).toMatchObject({
    paidDays: 6,
    paidYield: '0.660000',
    returned: '998.400000',
  })
  expect(await paidAt(amy)).toEqual([1, 2, 3, 4, 5, 6].map((day) => startAt + day * dayMs))
})

it('what is killed before its commit has paid nothing, and the next round pays it once', async () => {
  const [amy, offer] = [await customer(), await product({ days: 2 })]
  await begin(amy, offer)
  clock.advance(2 * dayMs)
  isFailing = true
  await expect(plans.payDue()).rejects.toThrow('killed')
  isFailing = false
  await plans.payDue()
  await plans.payDue()
  expect(await usdtOf(amy.accountId)).toEqual({ free: 10_000_220_000n, held: 0n })
})

it('a position whose yield is refused keeps no other from its own, and is paid when it can be', async () => {
  const offer = await product({ days: 2 })
  const many = await Promise.all(Array.from({ length: 9 }, () => customer(1000)))
  const ids = await Promise.all(many.map(async (one) => (await begin(one, offer)).id))
  const when = `old.id = '${ids[4]}'`
  const allow = await refuseRow(database, { table: 'plans.positions', on: 'update', when })
  const free = () => Promise.all(many.map(async ({ accountId }) => (await usdtOf(accountId)).free))
  clock.advance(2 * dayMs)
  await expect(plans.payDue()).rejects.toThrow('refused')
  expect(await free()).toEqual(ids.map((_, at) => (at === 4 ? 0n : 1_000_220_000n)))
  await expect(plans.payDue()).rejects.toThrow('refused')
  await allow()
  expect(await plans.payDue()).toBe(2)
  expect(await free()).toEqual(ids.map(() => 1_000_220_000n))
})

it('two processes that pay at once, while others leave and begin, pay each yield once', async () => {
  const offer = await product({ days: 3 })
  const many = await Promise.all(Array.from({ length: 40 }, () => customer(1000)))
  const ids = await Promise.all(many.map(async (one) => (await begin(one, offer)).id))
  clock.advance(dayMs)
  const leaving = many.slice(0, 10).map((one, index) => leave(one, ids[index] ?? '', '1.333334'))
  await Promise.all([plans.payDue(), beside.payDue(), ...leaving, plans.payDue(), beside.payDue()])
  expect(codes(await Promise.all(leaving))).toEqual({ 200: 10 })
  clock.advance(2 * dayMs)
  // They take the product, the reserve and balances, as the last yields and principals of a payday do.
  const fresh = await Promise.all(Array.from({ length: 10 }, () => customer(1000)))
  const [begun] = await Promise.all([
    Promise.all(fresh.map((one) => subscribe(one, offer))),
    plans.payDue(),
    beside.payDue(),
  ])
  expect(codes(begun)).toEqual({ 200: 10 })
  await plans.payDue()
  for (const [index, one] of many.entries())
    expect(await usdtOf(one.accountId)).toEqual({ free: index < 10 ? 998_776_666n : 1_000_330_000n, held: 0n })
})

it('no state of a product touches a position that runs', async () => {
  const offer = await product({ days: 3 })
  const [amy, ben, cleo] = [await customer(), await customer(), await customer()]
  await begin(amy, offer)
  const { id } = await begin(ben, offer)
  const status = (to: string) => database.asOwner('update plans.products set status = $2 where id = $1', [offer.id, to])
  await status('CLOSED_TO_NEW')
  expect((await subscribe(cleo, offer)).msg).toBe('planUnavailable')
  await status('RETIRED')
  const listed: PlanProduct[] = (await amy.get('smart/listProducts')).result
  expect(listed.find((one) => one.id === offer.id)).toMatchObject({ status: 'RETIRED', isOpen: false })
  expect((await leave(ben, id, '0')).result).toMatchObject({ status: 'EXITED', returned: '1000.000000' })
  clock.advance(3 * dayMs)
  await plans.payDue()
  expect((await own(amy))[0]).toMatchObject({ status: 'COMPLETED', totalRevenue: '0.330000' })
  await expect(status('OPEN')).rejects.toThrow('does not become')
  for (const change of ['daily_ppm = 1', 'penalty_ppm = 20000', 'days = 90', "terms_hash = sha256('x')"])
    await expect(database.asOwner(`update plans.products set ${change}`)).rejects.toThrow('never change')
  await expect(database.asOwner('update plans.positions set penalty_ppm = 20000')).rejects.toThrow('never changed')
})

it('plans of another are none, and no role but their functions writes them', async () => {
  const [amy, ben, offer] = [await customer(), await customer(), await product()]
  const { id } = await begin(amy, offer)
  expect((await leave(ben, id, '0')).msg).toBe('notFound')
  expect((await ben.get(`order/previewExitSmart?id=${id}`)).msg).toBe('notFound')
  for (const role of ['api', 'console'])
    for (const write of [
      'update plans.positions set paid_days = 1',
      'delete from plans.positions',
      'update plans.products set sold = 0',
      'update plans.totals set paid = 0',
    ])
      await expect(database.asOwner(`set role ${role}; ${write}`)).rejects.toThrow('permission denied')
})
