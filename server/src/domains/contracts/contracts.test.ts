import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { refusalOf, usdt } from '../../../test/fixtures/options.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { leaseKeys, tryLease } from '../../kernel/db/lease.ts'
import { formatUnits } from '@evenhand/protocol/money.ts'
import { auditWhole } from '../ledger/index.ts'

const rig = await contractsFixture()
const { contracts, ledger, markets, clock, customer, virtualOf, second, during, noticesOf } = rig
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
  it('opens at the next tick on its side, costs what the preview reports, and pays the move when it is closed', async () => {
    const amy = await customer()
    const shown = await contracts.preview(buy, amy.call())
    expect(shown).toMatchObject({
      openPrice: '52110.42000',
      requiredMargin: '781.656300',
      cost: { feeOpen: '0.625326' },
    })
    const { orderId } = await contracts.buy(buy, amy.call())
    expect((await orderOf(orderId, amy)).status).toBe('ACCEPTED')
    expect((await contracts.accountMargin({}, amy.call())).equity).toBe('10000.000000')
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
    const { orderId } = await contracts.buy(
      { ...buy, side: 'SELL', code: 'EURUSD', lots: 100n, leverage: 5 },
      amy.call(),
    )
    await second({ EURUSD: eur })
    const whole = await orderOf(orderId, amy)
    const { order: part } = await during(contracts.close({ id: orderId, lots: 33n }, amy.call()), { EURUSD: eur })
    expect(part).toMatchObject({ status: 'CLOSED', lots: '0.33', parentId: orderId })
    const rest = await orderOf(orderId, amy)
    expect(rest).toMatchObject({ status: 'OPEN', lots: '0.67' })
    // Less of it stands further away from its close-out.
    expect(Number(rest.closeOutPrice)).toBeGreaterThan(Number(whole.closeOutPrice))
    expect(Number(part.requiredMargin) + Number(rest.requiredMargin)).toBeCloseTo(Number(whole.requiredMargin), 6)
    expect(Number(part.feeOpen) + Number(rest.feeOpen)).toBeCloseTo(Number(whole.feeOpen), 6)
  })

  it('opens and closes a coin of which a cent is a hundred million', async () => {
    const amy = await customer()
    const { refUnits } = markets.instrument('BABYDOGEUSDT') as { refUnits: bigint }
    await second({ BABYDOGEUSDT: refUnits })
    const { orderId } = await contracts.buy({ ...buy, code: 'BABYDOGEUSDT', lots: 1500n }, amy.call())
    await second({ BABYDOGEUSDT: refUnits })
    expect(await orderOf(orderId, amy)).toMatchObject({ status: 'OPEN', lots: '15.00' })
    const closing = contracts.close({ id: orderId }, amy.call())
    expect((await during(closing, { BABYDOGEUSDT: refUnits })).order).toMatchObject({ status: 'CLOSED' })
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
    const filled = { orderId, mode: 'virtual', code: 'BTCUSDT', lots: '0.30', price: '50910.18' }
    expect(noticesOf(amy.accountId)).toMatchObject([{ template: 'contract.filled', params: filled }])
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
    expect(noticesOf(amy.accountId).map(({ template }) => template)).toEqual([
      'contract.margin',
      'contract.closed',
      'contract.closed',
      'contract.protected',
    ])
    expect(await ledger.houseFree(await ledger.accountNamed('reserve:nbp'), 'USDT.virtual')).toBeLessThan(reserve)
  })
})

describe('an order that cannot be', () => {
  it.each([
    ['belowMinimumPurchase', { lots: 0n }],
    ['amountWrong', { leverage: 5 }],
    ['optionUnavailable', { code: 'NONE' }],
    ['marginInsufficient', { lots: 1_000n }],
    ['openLimitReached', { lots: 99_999_999_999n, orderType: 'LIMIT' as const, price: '50000' }],
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
    const ben = await customer('GB')
    const refused = { key: 'notInYourCountry', params: { product: 'contracts', country: 'GB' } }
    expect(await refusalOf(contracts.preview(buy, ben.call()))).toMatchObject(refused)
    expect(await refusalOf(contracts.buy(buy, ben.call()))).toMatchObject(refused)
    markets.close('XAUUSD', 'closed')
    const amy = await customer()
    const gold = { ...buy, code: 'XAUUSD', leverage: 20 }
    expect((await refusalOf(contracts.buy(gold, amy.call()))).key).toBe('notTradableNow')
  })
})

it('in a closed market stops can still be changed and orders cancelled, and nothing is closed', async () => {
  const amy = await customer()
  const gbp = markets.instrument('GBPUSD')?.refUnits ?? 0n
  const text = (ppm: bigint) => formatUnits((gbp * ppm) / 1_000_000n, markets.instrument('GBPUSD')?.precision ?? 0)
  await second({ GBPUSD: gbp })
  const pound = { ...buy, code: 'GBPUSD', leverage: 5, lots: 100n } as const
  const held = await contracts.buy(pound, amy.call())
  const waits = await contracts.buy({ ...pound, orderType: 'LIMIT', price: text(970_000n) }, amy.call())
  await second({ GBPUSD: gbp })
  markets.close('GBPUSD', 'closed')
  const change = { id: held.orderId, stopLoss: text(980_000n), takeProfit: null }
  const { order } = await during(contracts.update(change, amy.call()), {})
  expect(order).toMatchObject({ status: 'OPEN', stopLoss: text(980_000n) })
  await during(contracts.cancel({ id: waits.orderId }, amy.call()), {})
  expect((await orderOf(waits.orderId, amy)).status).toBe('CANCELLED')
  expect((await refusalOf(contracts.close({ id: held.orderId }, amy.call()))).params).toMatchObject({
    reason: 'closed',
  })
})

it('an order is taken while another process holds the leases of feed and clock', async () => {
  const amy = await customer()
  const { pools } = rig.database
  const leases = await Promise.all(Object.values(leaseKeys).map((key) => tryLease(pools.api as never, key)))
  try {
    expect(leases.every((lease) => lease !== undefined)).toBe(true)
    expect(await contracts.buy(buy, amy.call())).toHaveProperty('orderId')
  } finally {
    for (const lease of leases) await lease?.release()
  }
})

it('a key returns the first order again, twenty at once take one', async () => {
  const amy = await customer()
  const responses = await Promise.all(Array.from({ length: 20 }, () => contracts.buy(buy, amy.call('same', buy))))
  expect(new Set(responses.map(({ orderId }) => orderId)).size).toBe(1)
  expect(await contracts.responseByKey({ key: 'same', call: amy.call() })).toMatchObject({
    orderId: responses[0]?.orderId,
  })
  expect(await contracts.responseByKey({ key: 'none', call: amy.call() })).toBe(undefined)
  expect((await refusalOf(contracts.buy(buy, amy.call('same', { other: true })))).key).toBe('keyReused')
})

it('what open positions may lose is not there for anything else, and is again when they have closed', async () => {
  const amy = await customer()
  const { orderId } = await contracts.buy({ ...buy, lots: 200n }, amy.call())
  await second({ BTCUSDT: btc })
  const free = (await virtualOf(amy.accountId))?.free ?? 0n
  const tradable = () => ledger.tradable({ accountId: amy.accountId, asset: 'USDT.virtual' })
  await second({ BTCUSDT: (btc * 90n) / 100n })
  // 52 110.42 − 46 880.622 on 0.2 BTC.
  expect(free - (await tradable())).toBe(1_045_959_600n)
  await during(contracts.close({ id: orderId }, amy.call()), { BTCUSDT: btc })
  expect(await tradable()).toBe((await virtualOf(amy.accountId))?.free)
})

it('of two processes that both hold the record each tick counts once', async () => {
  const beside = rig.openBeside()
  const amy = await customer()
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1)
    ids.push((await contracts.buy({ ...buy, lots: 1n, stopLoss: '51000' }, amy.call())).orderId)
  await second({ BTCUSDT: btc })
  const closing = ids.map((id) => contracts.close({ id }, amy.call()).catch(() => undefined))
  for (let n = 0; n < 4; n += 1) {
    clock.set(Math.floor(clock.now() / 1000) * 1000 + 1000)
    await markets.tick('BTCUSDT', 5_000_000_000n)
    await Promise.allSettled([contracts.holdNow(), beside.holdNow(), contracts.holdNow(), beside.holdNow()])
  }
  await Promise.all(closing)
  const { rows } = (await contracts.list({ status: 'closed', page: 1, size: 50 }, amy.call())) as { rows: Listed[] }
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(await virtualOf(amy.accountId)).toMatchObject({ held: 0n })
  await beside.stop()
})

it('a process that begins anew goes on where the record was held, and leaves no tick out', async () => {
  const amy = await customer()
  const { orderId } = await contracts.buy({ ...buy, stopLoss: '51000' }, amy.call())
  await second({ BTCUSDT: btc })
  // Recorded while no process held the record: the stop was passed and the price is back.
  for (const price of [btc, 5_000_000_000n, btc]) {
    clock.advance(1000)
    await markets.tick('BTCUSDT', price)
  }
  const next = rig.openBeside()
  await next.holdNow()
  expect(await orderOf(orderId, amy)).toMatchObject({ closeReason: 'SL', closePrice: '49990.00000' })
  expect(noticesOf(amy.accountId)).toMatchObject([
    { template: 'contract.closed', params: { reason: 'SL', profit: '-63.61', result: '-64.21' } },
  ])
  await next.stop()
})

it('financing is charged at each midnight of UTC and paid when the position closes', async () => {
  const amy = await customer()
  const { orderId } = await contracts.buy({ ...buy, code: 'EURUSD', lots: 100n, leverage: 20 }, amy.call())
  await second({ EURUSD: eur })
  const hour = 3_600_000
  clock.set(Math.ceil(clock.now() / (24 * hour)) * 24 * hour + 26 * hour)
  await second({ EURUSD: eur })
  // Two midnights of 10 000 × 1.085 × 0.01 %.
  expect((await orderOf(orderId, amy)).financing).toBe('2.170000')
  const { order } = await during(contracts.close({ id: orderId }, amy.call()), { EURUSD: eur })
  expect(order.financing).toBe('2.170000')
})

it('a pending order ends with its date', async () => {
  const amy = await customer()
  const limit = { ...buy, orderType: 'LIMIT', price: '40000', expiresAt: clock.now() + 60_000 } as const
  const { orderId } = await contracts.buy(limit, amy.call())
  clock.advance(70_000)
  await second({ BTCUSDT: btc })
  expect((await orderOf(orderId, amy)).status).toBe('EXPIRED')
})

it('the books hold after all of it', async () => {
  expect((await auditWhole(rig.database.pools.console as never, allCauses)).filter(({ ok }) => !ok)).toEqual([])
})
