import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { refusalOf, usdt } from '../../../test/fixtures/options.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { auditWhole } from '../ledger/index.ts'

const rig = await contractsFixture()
const { contracts, ledger, markets, clock, customer, virtualOf, second, during } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
const eur = 1_085_000_000n
beforeEach(async () => {
  clock.advance(60_000)
  await second({ BTCUSDT: btc, EURUSD: eur })
})

const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const
type Listed = Awaited<ReturnType<typeof contracts.byId>>['order']
const orderOf = async (id: string, amy: Awaited<ReturnType<typeof customer>>): Promise<Listed> =>
  (await contracts.byId({ id }, amy.call())).order

describe('a contract from the order to its end', () => {
  it('opens at the next tick on its side, costs what the preview says, and pays the move when it is closed', async () => {
    const amy = await customer()
    const shown = await contracts.preview(buy, amy.call())
    expect(shown).toMatchObject({
      openPrice: '52110.42000',
      requiredMargin: '781.656300',
      cost: { feeOpen: '0.625326' },
    })
    const { orderId } = await contracts.buy(buy, amy.call())
    expect((await orderOf(orderId, amy)).status).toBe('ACCEPTED')
    await second({ BTCUSDT: btc })
    const opened = await orderOf(orderId, amy)
    expect(opened).toMatchObject({
      status: 'OPEN',
      openPrice: '52110.42000',
      requiredMargin: '781.656300',
      fee: '0.625326',
    })
    expect(await virtualOf(amy.accountId)).toMatchObject({
      free: usdt(10_000) - 781_656_300n - 625_326n,
      held: 781_656_300n,
    })
    const { order } = await during(contracts.close({ id: orderId }, amy.call('k1')), { BTCUSDT: 5_314_200_000n })
    // Bid 53 131.3716 − 52 110.42 on 0.03 BTC.
    expect(order).toMatchObject({
      status: 'CLOSED',
      closeReason: 'USER',
      closePrice: '53131.37160',
      profit: '30.628548',
    })
    expect(await virtualOf(amy.accountId)).toMatchObject({
      free: usdt(10_000) + 30_628_548n - 625_326n - 637_577n,
      held: 0n,
    })
  })

  it('closes a part by the lots step, and fees and margin of the parts sum to the whole', async () => {
    const amy = await customer()
    const { orderId } = await contracts.buy({ ...buy, code: 'EURUSD', lots: 100n, leverage: 5 }, amy.call())
    await second({ EURUSD: eur })
    const whole = await orderOf(orderId, amy)
    const { order: part } = await during(contracts.close({ id: orderId, lots: 33n }, amy.call()), { EURUSD: eur })
    expect(part).toMatchObject({ status: 'CLOSED', lots: '0.33', parentId: orderId })
    const rest = await orderOf(orderId, amy)
    expect(rest).toMatchObject({ status: 'OPEN', lots: '0.67' })
    expect(Number(part.requiredMargin) + Number(rest.requiredMargin)).toBeCloseTo(Number(whole.requiredMargin), 6)
    expect(Number(part.feeOpen) + Number(rest.feeOpen)).toBeCloseTo(Number(whole.feeOpen), 6)
  })

  it('stops at the tick that triggers its stop loss', async () => {
    const amy = await customer()
    const { orderId } = await contracts.buy({ ...buy, stopLoss: '51000', takeProfit: '60000' }, amy.call())
    await second({ BTCUSDT: btc })
    await second({ BTCUSDT: 5_101_500_000n })
    expect((await orderOf(orderId, amy)).status).toBe('OPEN')
    await second({ BTCUSDT: 5_000_000_000n })
    expect(await orderOf(orderId, amy)).toMatchObject({
      status: 'CLOSED',
      closeReason: 'SL',
      closePrice: '49990.00000',
    })
  })

  it('takes new stops while it is open, and they hold from the next tick on', async () => {
    const amy = await customer()
    const { orderId } = await contracts.buy(buy, amy.call())
    await second({ BTCUSDT: btc })
    const change = { id: orderId, stopLoss: '52000', takeProfit: null }
    const { order } = await during(contracts.update(change, amy.call()), { BTCUSDT: btc })
    expect(order.stopLoss).toBe('52000.00000')
    await second({ BTCUSDT: 5_199_000_000n })
    expect((await orderOf(orderId, amy)).closeReason).toBe('SL')
  })

  it('waits as a limit order until its price, and can be cancelled before', async () => {
    const amy = await customer()
    const limit = { ...buy, orderType: 'LIMIT', price: '51000' } as const
    const { orderId } = await contracts.buy(limit, amy.call())
    const other = await contracts.buy(limit, amy.call())
    expect(await virtualOf(amy.accountId)).toMatchObject({ held: 0n })
    await during(contracts.cancel({ id: other.orderId }, amy.call()), { BTCUSDT: btc })
    await second({ BTCUSDT: 5_090_000_000n })
    expect(await orderOf(orderId, amy)).toMatchObject({ status: 'OPEN', openPrice: '50910.18000' })
    expect(await orderOf(other.orderId, amy)).toMatchObject({ status: 'CANCELLED' })
  })

  it('is closed out when the account falls to half its margin, and never ends below zero however far the price jumps', async () => {
    const amy = await customer()
    const ids: string[] = []
    for (const lots of [200n, 150n]) ids.push((await contracts.buy({ ...buy, lots }, amy.call())).orderId)
    await second({ BTCUSDT: btc })
    const reserve = await ledger.houseFree(await ledger.accountNamed('reserve:nbp'), 'USDT.virtual')
    // A hundredth of the price: far more is lost than there is.
    for (let n = 0; n < 4; n += 1) await second({ BTCUSDT: 10_000_000n })
    for (const id of ids) expect(await orderOf(id, amy)).toMatchObject({ status: 'CLOSED', closeReason: 'CLOSEOUT' })
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: 0n, held: 0n })
    expect(await ledger.houseFree(await ledger.accountNamed('reserve:nbp'), 'USDT.virtual')).toBeLessThan(reserve)
  })
})

describe('an order that cannot be', () => {
  it.each([
    ['belowMinimumPurchase', { lots: 0n }],
    ['amountWrong', { leverage: 5 }],
    ['optionUnavailable', { code: 'NONE' }],
    ['marginInsufficient', { lots: 1_000n }],
    ['stopLossUnreasonable', { stopLoss: '53000' }],
    ['takeProfitUnreasonable', { takeProfit: '52000' }],
    ['stopAndTakeUnreasonable', { stopLoss: '53000', takeProfit: '52000' }],
    ['amountWrong', { orderType: 'LIMIT' as const, price: '53000' }],
    ['amountWrong', { orderType: 'MARKET' as const, price: '52000' }],
  ])('is refused with its code (%#: %s)', async (key, change) => {
    const amy = await customer()
    expect((await refusalOf(contracts.buy({ ...buy, ...change }, amy.call()))).key).toBe(key)
  })

  it('in a closed market is refused, and where a country has none', async () => {
    expect((await refusalOf(contracts.buy(buy, (await customer('GB')).call()))).key).toBe('notInYourCountry')
    markets.close('XAUUSD', 'closed')
    const amy = await customer()
    const gold = { ...buy, code: 'XAUUSD', leverage: 20 }
    expect((await refusalOf(contracts.buy(gold, amy.call()))).key).toBe('notTradableNow')
  })
})

it('a key answers the first order again, twenty at once take one', async () => {
  const amy = await customer()
  const answers = await Promise.all(Array.from({ length: 20 }, () => contracts.buy(buy, amy.call('same', buy))))
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
  expect((await refusalOf(contracts.buy(buy, amy.call('same', { other: true })))).key).toBe('keyReused')
})

it('the books hold after all of it', async () => {
  expect((await auditWhole(rig.database.pools.console as never, allCauses)).filter(({ ok }) => !ok)).toEqual([])
})
