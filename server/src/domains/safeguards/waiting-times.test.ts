import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerQuiz, cameTo, safeguardsFixture } from '../../../test/fixtures/safeguards.ts'
import type { SafeguardsFixture } from '../../../test/fixtures/safeguards.ts'
import type { Call } from '../../kernel/http/http.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'

let fixture: SafeguardsFixture
let amy: Call
beforeAll(async () => void (fixture = await safeguardsFixture()))
afterAll(() => fixture.close())
beforeEach(async () => {
  Object.assign(fixture.orders, { open: 0n, staked: 0n, lost: 0n, balance: 0n })
  amy = await fixture.customer()
})

const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n
const order = (mode: 'real' | 'virtual' = 'real', stake = usdt(10), product: GuardedProduct = 'options') =>
  cameTo(() => fixture.safeguards.mayTrade({ session: amy.session, product, mode, stake }))
const ack = (confirm?: boolean, product: GuardedProduct = 'options') =>
  cameTo(() => fixture.safeguards.acknowledge({ product, ...(confirm === undefined ? {} : { confirm }) }, amy))
const set = (limits: Parameters<typeof fixture.safeguards.changeLimits>[0]) =>
  cameTo(() => fixture.safeguards.changeLimits(limits, amy))
const limit = async (name: string) =>
  (await fixture.safeguards.readLimits({}, amy)).limits.find((one) => one.name === name)
/** Everything that the real account needs, with a day to think it over in between. */
async function prepare(): Promise<void> {
  await answerQuiz(fixture, amy, { right: 12 })
  await ack()
  fixture.clock.advance(dayMs)
  await ack(true)
}

describe('the order of checks', () => {
  it('is country, pause, questionnaire, cooling-off, own limits', async () => {
    const prepared = { ...amy, session: { ...amy.session, country: 'GB' } }
    await set({ maxOpen: 0 })
    const { until } = await fixture.safeguards.takeTimeout({ days: 1 }, amy)
    const inBritain = () =>
      fixture.safeguards.mayTrade({ session: prepared.session, product: 'options', mode: 'real', stake: 1n })
    expect(await cameTo(inBritain)).toMatchObject({ code: 40001, product: 'options', country: 'GB' })
    expect(await order()).toEqual({ code: 40005, until })
    fixture.clock.advance(dayMs)
    expect(await order()).toEqual({ code: 40002, product: 'options' })
    await answerQuiz(fixture, amy, { right: 12 })
    expect(await order()).toEqual({ code: 40003, product: 'options' })
    await ack()
    expect(await order()).toEqual({ code: 40003, product: 'options', until: fixture.clock.now() + dayMs })
    fixture.clock.advance(dayMs)
    expect(await order()).toMatchObject({ code: 40003 })
    await ack(true)
    expect(await order()).toEqual({ code: 40004, limit: 'maxOpen', value: '0' })
    await set({ maxOpen: 5 })
    expect(await order()).toMatchObject({ code: 40004 })
    fixture.clock.advance(dayMs)
    await set({ maxOpen: 5, confirm: true })
    expect(await order()).toMatchObject([{ what: 'open', max: 5n }])
    const products = [{ needs: [] }, { product: 'contracts', needs: ['quizNeeded', 'coolingOff'] }]
    expect(await fixture.safeguards.readAll({}, amy)).toMatchObject({ products, pause: null })
  })

  it('requires questionnaire and cooling-off of each product: what one opened leaves the other closed', async () => {
    const contract = (mode: 'real' | 'virtual' = 'real') => order(mode, usdt(10), 'contracts')
    await prepare()
    expect(await order()).toEqual([])
    expect(await contract()).toEqual({ code: 40002, product: 'contracts' })
    expect(await contract('virtual')).toEqual([])
    await answerQuiz(fixture, amy, { right: 12, product: 'contracts' })
    expect(await contract()).toEqual({ code: 40003, product: 'contracts' })
    await ack(undefined, 'contracts')
    const until = fixture.clock.now() + dayMs
    expect(await contract()).toEqual({ code: 40003, product: 'contracts', until })
    fixture.clock.advance(dayMs)
    // Leaving one product changes nothing of the other.
    await ack(false, 'options')
    expect(await order()).toEqual({ code: 40003, product: 'options' })
    await ack(true, 'contracts')
    expect(await contract()).toEqual([])
  })

  it('reports when the questionnaire can be tried again', async () => {
    await answerQuiz(fixture, amy, { right: 0 })
    expect(await order()).toEqual({ code: 40002, product: 'options' })
    await answerQuiz(fixture, amy, { right: 0 })
    expect(await order()).toEqual({ code: 40002, product: 'options', nextAt: fixture.clock.now() + dayMs })
  })
})

describe('cooling-off', () => {
  it('lasts a day from the first showing and has to be confirmed', async () => {
    expect(await ack(true)).toEqual({ code: 40003, product: 'options' })
    const until = fixture.clock.now() + dayMs
    expect(await ack()).toEqual({ status: 'RUNNING', until })
    fixture.clock.advance(dayMs - 60_000)
    expect(await ack()).toEqual({ status: 'RUNNING', until })
    expect(await ack(true)).toEqual({ code: 40003, product: 'options', until })
    fixture.clock.advance(60_000)
    expect(await ack()).toEqual({ status: 'READY', until })
    expect(await ack(true)).toEqual({ status: 'CONFIRMED', until })
    expect(await ack()).toEqual({ status: 'CONFIRMED', until })
  })

  it('begins anew for who left', async () => {
    await ack()
    fixture.clock.advance(dayMs)
    expect(await ack(false)).toEqual({ status: 'NONE', until: null })
    expect(await ack(true)).toEqual({ code: 40003, product: 'options' })
    expect(await ack()).toEqual({ status: 'RUNNING', until: fixture.clock.now() + dayMs })
  })
})

describe('a pause', () => {
  it('of days stops both accounts and ends by itself', async () => {
    await prepare()
    const { until } = await fixture.safeguards.takeTimeout({ days: 42 }, amy)
    expect(until).toBe(fixture.clock.now() + 42 * dayMs)
    expect(await order('virtual')).toEqual({ code: 40005, until })
    expect(await order('real')).toEqual({ code: 40005, until })
    fixture.clock.set(until - 1)
    expect(await order('virtual')).toEqual({ code: 40005, until })
    fixture.clock.set(until)
    expect([await order('virtual'), await order('real')]).toEqual([[], []])
  })

  it('of months counts by the calendar, and no shorter one ends it', async () => {
    const { until } = await fixture.safeguards.excludeSelf({ months: 6 }, amy)
    expect(until).toBe(Date.UTC(...half(fixture.clock.now())))
    expect(await fixture.safeguards.takeTimeout({ days: 1 }, amy)).toEqual({ until })
    expect(await fixture.safeguards.readLimits({}, amy)).toMatchObject({ pause: { kind: 'SELF_EXCLUSION', until } })
    const five = await fixture.safeguards.excludeSelf({ months: 60 }, amy)
    expect(five.until).toBeGreaterThan(until)
    fixture.clock.set(five.until - 1)
    expect(await order('virtual')).toEqual({ code: 40005, until: five.until })
    fixture.clock.set(five.until)
    expect(await order('virtual')).toEqual([])
  })

  it('requested twice by two taps is one', async () => {
    const first = await fixture.safeguards.takeTimeout({ days: 1 }, amy)
    fixture.clock.advance(59_000)
    expect(await fixture.safeguards.takeTimeout({ days: 1 }, amy)).toEqual(first)
    fixture.clock.advance(2_000)
    expect((await fixture.safeguards.takeTimeout({ days: 1 }, amy)).until).toBe(first.until + 61_000)
  })

  it('cannot be cancelled: the tables refuse it', async () => {
    await fixture.safeguards.takeTimeout({ days: 1 }, amy)
    await expect(fixture.database.asOwner(`update safeguards.pauses set until_at = from_at`)).rejects.toThrow(
      'added to, never changed',
    )
    await expect(fixture.database.asOwner(`delete from safeguards.pauses`)).rejects.toThrow('added to, never changed')
  })
})

/** The same moment six months later, UTC, as the parts of a date. */
function half(at: number): [number, number, number, number, number, number, number] {
  const date = new Date(at)
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 6,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ]
}

describe("a customer's own limit", () => {
  it('is tightened at once and loosened after a day, by confirming', async () => {
    await set({ loss1d: 10_000n })
    expect(await limit('loss1d')).toMatchObject({ value: '100.00', unit: 'USDT', wish: null })
    await set({ loss1d: 5_000n })
    expect(await limit('loss1d')).toMatchObject({ value: '50.00' })
    const from = fixture.clock.now() + dayMs
    await set({ loss1d: 20_000n })
    expect(await limit('loss1d')).toMatchObject({ value: '50.00', wish: { value: '200.00', from } })
    expect(await set({ loss1d: 20_000n, confirm: true })).toEqual({ code: 40003, limit: 'loss1d', until: from })
    fixture.clock.advance(dayMs - 1)
    // Requested again it keeps its day; another value begins one of its own.
    await set({ loss1d: 20_000n })
    expect(await set({ loss1d: 20_000n, confirm: true })).toEqual({ code: 40003, limit: 'loss1d', until: from })
    fixture.clock.advance(1)
    expect(await set({ loss1d: 30_000n, confirm: true })).toMatchObject({ code: 40003 })
    expect(await limit('loss1d')).toMatchObject({ value: '50.00' })
    await set({ loss1d: 20_000n, confirm: true })
    expect(await limit('loss1d')).toMatchObject({ value: '200.00', wish: null })
  })

  it('is not loosened by itself, and a wish lapses after a week', async () => {
    await set({ turnover7d: 10_000n })
    await set({ turnover7d: null })
    fixture.clock.advance(8 * dayMs)
    expect(await limit('turnover7d')).toMatchObject({ value: '100.00', wish: null })
    expect(await set({ turnover7d: null, confirm: true })).toMatchObject({ code: 40003 })
    await set({ turnover7d: null })
    fixture.clock.advance(dayMs)
    await set({ turnover7d: null, confirm: true })
    expect(await limit('turnover7d')).toMatchObject({ value: null, wish: null })
  })

  it('is changed with all others of the request or not at all, and raced it is never loosened early', async () => {
    await set({ loss1d: 5_000n, maxOpen: 3 })
    expect(await set({ maxOpen: 2, loss1d: 9_000n, confirm: true })).toMatchObject({ code: 40003 })
    expect(await limit('maxOpen')).toMatchObject({ value: '3' })
    await Promise.all(
      [9_000n, 4_000n, null, 1_000n, 9_000n, 2_000n].map((value) => set({ loss1d: value, confirm: value === null })),
    )
    expect(await limit('loss1d')).toMatchObject({ value: '10.00' })
    expect(await set({ maxBalance: 100_000_000_001n })).toMatchObject({ code: 10016 })
  })

  it.each([
    ['loss1d', 10_000n, { lost: usdt(90) }, usdt(10), usdt(11)],
    ['loss7d', 10_000n, { lost: usdt(90) }, usdt(10), usdt(11)],
    ['loss30d', 10_000n, { lost: -usdt(50) }, usdt(150), usdt(151)],
    ['turnover1d', 10_000n, { staked: usdt(95) }, usdt(5), usdt(6)],
    ['turnover7d', 10_000n, { staked: usdt(95) }, usdt(5), usdt(6)],
    ['turnover30d', 10_000n, { staked: usdt(95) }, usdt(5), usdt(6)],
  ] as const)(
    '%s of 100 USDT takes what fits and no more, on the real account',
    async (name, value, sums, fits, over) => {
      await prepare()
      await set({ [name]: value })
      Object.assign(fixture.orders, sums)
      expect(await order('real', fits)).toMatchObject([{ max: usdt(100) }])
      expect(await order('real', over)).toEqual({ code: 40004, limit: name, value: '100.00' })
      expect(await order('virtual', over)).toEqual([])
    },
  )

  it('of open orders and of the balance hold on the real account alone', async () => {
    await prepare()
    await set({ maxOpen: 2, maxBalance: 10_000n })
    fixture.orders.open = 1n
    expect(await order()).toMatchObject([{ what: 'open', max: 2n }])
    fixture.orders.open = 2n
    expect(await order()).toEqual({ code: 40004, limit: 'maxOpen', value: '2' })
    fixture.orders.balance = usdt(100)
    expect(await order()).toMatchObject({ limit: 'maxOpen' })
    fixture.orders.balance = usdt(100) + 1n
    expect(await order()).toEqual({ code: 40004, limit: 'maxBalance', value: '100.00' })
    expect(await order('virtual')).toEqual([])
    expect(await limit('maxBalance')).toMatchObject({ used: '100.000001' })
  })
})

describe('a session', () => {
  const minutes = async (count: number): Promise<void> => {
    for (let minute = 0; minute < count; minute++) {
      fixture.clock.advance(60_000)
      fixture.safeguards.noteUse(amy.session.customerId)
    }
  }
  const reality = () => fixture.safeguards.readReality({}, amy)

  it('lasts until a pause of fifteen minutes, and its limit holds on both accounts', async () => {
    await set({ sessionMinutes: 30 })
    fixture.safeguards.noteUse(amy.session.customerId)
    await minutes(29)
    expect(await order('virtual')).toEqual([])
    await minutes(1)
    expect(await order('virtual')).toEqual({ code: 40004, limit: 'sessionMinutes', value: '30' })
    fixture.clock.advance(15 * 60_000)
    expect(await order('virtual')).toEqual([])
    fixture.safeguards.noteUse(amy.session.customerId)
    expect(await reality()).toMatchObject({ sinceLastPause: 0 })
  })

  it('is shown in minutes beside its limit before one is set', async () => {
    fixture.safeguards.noteUse(amy.session.customerId)
    await minutes(29)
    const { limits } = await fixture.safeguards.readLimits({}, amy)
    expect(limits.find(({ name }) => name === 'sessionMinutes')).toMatchObject({ value: null, used: '29' })
  })

  it('is notified of after an hour, or sooner by choice, once each time', async () => {
    fixture.safeguards.noteUse(amy.session.customerId)
    await minutes(59)
    expect(await reality()).toMatchObject({ sinceLastPause: 59, everyMin: 60, due: false })
    await minutes(1)
    expect(await reality()).toMatchObject({
      sinceLastPause: 60,
      due: true,
      real: { buys: 3, sells: 1, profitLoss: '-5.500000', openPositions: 2 },
    })
    expect(await fixture.safeguards.seeReality({}, amy)).toMatchObject({ sinceLastPause: 60, due: false })
    await fixture.safeguards.chooseRealityCheck({ customerId: amy.session.customerId, minutes: 15 })
    await minutes(14)
    expect(await reality()).toMatchObject({ everyMin: 15, due: false })
    await minutes(1)
    expect(await reality()).toMatchObject({ sinceLastPause: 75, due: true })
    // A reality check does not prolong the play session.
    for (let minute = 0; minute < 15; minute++) {
      fixture.clock.advance(60_000)
      await reality()
    }
    expect(await reality()).toMatchObject({ sinceLastPause: 0, due: false })
  })
})
