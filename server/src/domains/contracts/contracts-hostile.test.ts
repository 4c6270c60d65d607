import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { refusalOf, usdt, type Customer } from '../../../test/fixtures/options.ts'
import { wholeProduct } from '../../../test/whole-product.ts'
import { allCauses } from '../../app/ledger-causes.ts'
import { LaneFull } from '../../kernel/concurrency/lanes.ts'
import { sql } from '../../kernel/db/db.ts'
import { auditWhole } from '../ledger/index.ts'

const whole = await wholeProduct()
const rig = await contractsFixture()
const { contracts, clock, customer, second, during, virtualOf } = rig
afterAll(() => Promise.all([whole.close(), rig.close()]))

const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const

describe('what a forged client sends', () => {
  type CallResponse = { code: number; params: Record<string, unknown>; result: Record<string, never> }
  const ticket = { code: 'BTCUSDT', side: 'BUY', orderType: 'LIMIT', price: '0.50', lots: '1', leverage: 2 }
  type By = { token?: string; virtually?: string; key?: string; method?: 'POST' | 'GET' | 'DELETE' }
  async function call(path: string, body: object | undefined, by: By = {}): Promise<CallResponse> {
    const response = await whole.product.app.inject({
      method: by.method ?? 'POST',
      url: `/swx/customer/${path}`,
      headers: {
        virtually: by.virtually ?? 'YES',
        lang: 'en',
        ...(by.token !== undefined && { authorization: by.token }),
        ...(by.key !== undefined && { 'idempotency-key': by.key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return response.json()
  }
  const signIn = async (account: string): Promise<string> =>
    (await call('login/login', { account, password: `${account}-tries-things` })).result['token'] ?? ''
  const order = async (change: object, by: By): Promise<CallResponse> =>
    call('order/buyContract', { ...ticket, ...change }, by)

  it.each([
    ['leverage', [0, 1.5, '20', 31, 1e9, -2, null, 3, true, [2], '2']],
    ['lots', ['-1', '0.001', '1e18', 'NaN', 'Infinity', '', ' 1', '1,5', '0x1', '١', 1, null, '9'.repeat(40), '1.']],
    ['price', ['-1', '0', 'NaN', '1e3', '', 5, '9'.repeat(60)]],
    ['side', ['buy', 'LONG', 1, null]],
    ['orderType', ['GTC', 'market', null]],
    ['stopLoss', ['NaN', '-5', 5, '0']],
    ['maxSlippage', [-1, 1.5, '1', 1e12]],
    ['expiresAt', [1, -1, '2030', 1e300]],
    ['openPrice', ['1']],
    ['margin', ['0']],
    ['accountId', ['1']],
  ])('is refused in %s by its code, and nothing is ordered or set aside', async (field, values) => {
    const token = await signIn('amy')
    for (const value of values) {
      const { code } = await order({ [field]: value }, { token })
      expect([10016, 40020, 40009, 40038], `${field} ${JSON.stringify(value)}: ${code}`).toContain(code)
    }
    const listed = await call('order/listContractOrder', undefined, { token, method: 'GET' })
    expect(listed.result).toEqual([])
  })

  it('no lot at all is below the least', async () => {
    expect(await order({ lots: '0' }, { token: await signIn('amy') })).toMatchObject({ code: 30002, params: { min: '0.01' } }) // prettier-ignore
  })

  it('another customer’s order is one that does not exist, and one of the other account is distinguished', async () => {
    const [amy, ben] = [await signIn('amy'), await signIn('ben')]
    const { orderId } = (await order({}, { token: amy, key: 'hostile-1' })).result as unknown as { orderId: string }
    const calls: [string, object | undefined, 'GET' | 'POST' | 'DELETE'][] = [
      [`order/getContractOrderById/${orderId}`, undefined, 'GET'],
      ['order/closeContract', { id: orderId }, 'POST'],
      ['order/updateContract', { id: orderId, stopLoss: '0.10', takeProfit: null }, 'POST'],
      [`order/cancelContract/${orderId}`, undefined, 'DELETE'],
    ]
    for (const [path, body, method] of calls) {
      expect((await call(path, body, { token: ben, method })).code, path).toBe(40039)
      expect((await call(path, body, { token: amy, virtually: 'NO', method })).code, path).toBe(40030)
    }
    for (const id of ['x', `${orderId}0`, '../1'])
      expect([40020, 40039], id).toContain((await call('order/closeContract', { id }, { token: amy })).code)
    // The same key returns the first order; for another order it is refused.
    expect((await order({}, { token: amy, key: 'hostile-1' })).result).toMatchObject({ orderId })
    expect((await order({ lots: '2' }, { token: amy, key: 'hostile-1' })).code).toBe(40028)
    expect((await call(`order/cancelContract/${orderId}`, undefined, { token: amy, method: 'DELETE' })).code).toBe(200)
    expect((await order({}, {})).code).toBe(401)
  })
})

describe('what an account requests of its own positions', () => {
  const btc = 5_210_000_000n
  beforeEach(async () => {
    clock.advance(60_000)
    await second({ BTCUSDT: btc })
  })
  async function opened(amy: Customer, change: object = {}): Promise<string> {
    const { orderId } = await contracts.buy({ ...buy, ...change }, amy.call())
    await second({ BTCUSDT: btc })
    return orderId
  }

  it('a position closes once: again, by more lots than it has, or twice at once it is refused', async () => {
    const amy = await customer()
    const id = await opened(amy)
    for (const lots of [0n, -1n, 31n, 10n ** 18n])
      expect((await refusalOf(contracts.close({ id, lots }, amy.call()))).key).toBe('amountWrong')
    const both = [contracts.close({ id }, amy.call()), contracts.close({ id }, amy.call())]
    const settled = await during(Promise.allSettled(both), { BTCUSDT: btc })
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await refusalOf(contracts.close({ id }, amy.call()))).key).toBe('notTradableNow')
    const change = { id, stopLoss: '50000', takeProfit: null }
    expect((await refusalOf(contracts.update(change, amy.call()))).key).toBe('notTradableNow')
    expect((await refusalOf(contracts.cancel({ id }, amy.call()))).key).toBe('notTradableNow')
  })

  it('one close that is sent several times at once under its key is one, and each has its response', async () => {
    const amy = await customer()
    const id = await opened(amy)
    const beside = rig.openBeside()
    const request = { id, lots: 10n }
    const sent = Array.from({ length: 14 }, (_, n) =>
      (n % 2 === 0 ? contracts : beside).close(request, amy.call('close-once', request)),
    )
    const responses = await during(Promise.all(sent), { BTCUSDT: btc })
    expect(new Set(responses.map(({ order }) => JSON.stringify(order))).size).toBe(1)
    expect(await contracts.list({ status: 'open' }, amy.call())).toMatchObject([{ id, lots: '0.20' }])
    await beside.stop()
  })

  it('a stop at the entry, inside the spread or beyond the close-out is refused with what is allowed, also later', async () => {
    const amy = await customer()
    // Margin of 9 120 of 10 000 USDT: the close-out is near.
    const near = { ...buy, lots: 350n }
    const { closeOutPrice, stopLoss } = await contracts.preview(near, amy.call())
    expect(stopLoss.from).not.toBeNull()
    const beyond = ['52100', '52089.58', '52110.42', closeOutPrice ?? '', '1']
    for (const price of beyond)
      expect(await refusalOf(contracts.buy({ ...near, stopLoss: price }, amy.call())), price).toMatchObject({
        key: 'stopLossUnreasonable',
        params: stopLoss,
      })
    const id = await opened(amy, { lots: 350n, stopLoss: stopLoss.from ?? '' })
    for (const price of beyond)
      expect((await refusalOf(contracts.update({ id, stopLoss: price, takeProfit: null }, amy.call()))).key).toBe(
        'stopLossUnreasonable',
      )
    // An order that waits is held against the close-out price that it will have.
    const ben = await customer()
    const waiting = { ...near, orderType: 'LIMIT', price: '52000' } as const
    const bounds = (await contracts.preview(waiting, ben.call())).stopLoss
    const waits = (await contracts.buy(waiting, ben.call())).orderId
    expect(await refusalOf(contracts.update({ id: waits, stopLoss: '1', takeProfit: null }, ben.call()))).toMatchObject(
      { key: 'stopLossUnreasonable', params: bounds },
    )
    const both = { id, stopLoss: '60000', takeProfit: '40000' }
    expect((await refusalOf(contracts.update(both, amy.call()))).key).toBe('stopAndTakeUnreasonable')
  })

  it('a stop that the price has passed on its way to the book is refused as one, with what is allowed', async () => {
    const amy = await customer()
    const id = await opened(amy)
    const { markets } = rig
    const calling = contracts.update({ id, stopLoss: '52000', takeProfit: null }, amy.call())
    const refused = refusalOf(during(calling, { BTCUSDT: 5_190_000_000n }))
    clock.advance(1000)
    await markets.tick('BTCUSDT', 5_190_000_000n)
    expect(await refused).toMatchObject({ key: 'stopLossUnreasonable', params: { to: '51868.86000' } })
    expect((await contracts.byId({ id }, amy.call())).order).toMatchObject({ status: 'OPEN', stopLoss: null })
  })

  it('a stop is not held against a close-out price beyond the market: what is refused then is the margin', async () => {
    const amy = await customer()
    for (const side of ['BUY', 'SELL'] as const) {
      const large = { ...buy, side, lots: 3_300n }
      const { stopLoss } = await contracts.preview(large, amy.call())
      const [from, to] = [Number(stopLoss.from), stopLoss.to === null ? Infinity : Number(stopLoss.to)]
      expect(from).toBeLessThan(to)
      const stop = side === 'BUY' ? '1' : '90000'
      expect((await refusalOf(contracts.buy({ ...large, stopLoss: stop }, amy.call()))).key).toBe('marginInsufficient')
      const wrong = side === 'BUY' ? '90000' : '1'
      const refused = await refusalOf(contracts.buy({ ...large, stopLoss: wrong }, amy.call()))
      expect(refused).toMatchObject({ key: 'stopLossUnreasonable', params: stopLoss })
    }
  })

  it('an order that waits is taken of an account whose positions may lose all that is free: it sets nothing aside', async () => {
    const amy = await customer()
    await opened(amy, { lots: 300n })
    await second({ BTCUSDT: (btc * 80n) / 100n })
    expect((await contracts.accountMargin({}, amy.call())).free).toBe('0.000000')
    expect((await refusalOf(contracts.buy({ ...buy, lots: 1n }, amy.call()))).key).toBe('marginInsufficient')
    const hedge = { ...buy, side: 'SELL', orderType: 'STOP', price: '40000', lots: 1n } as const
    const { orderId } = await contracts.buy(hedge, amy.call())
    expect((await contracts.byId({ id: orderId }, amy.call())).order.status).toBe('PENDING')
    await second({ BTCUSDT: 3_990_000_000n })
    expect((await contracts.byId({ id: orderId }, amy.call())).order.status).toBe('REJECTED_MARGIN')
    expect(rig.noticesOf(amy.accountId).map(({ params }) => params)).toContainEqual(
      expect.objectContaining({ reason: 'REJECTED_MARGIN' }),
    )
  })

  it('twenty closes from two processes against a stop that is reached close each lot once', async () => {
    const amy = await customer()
    const id = await opened(amy, { stopLoss: '51000' })
    const beside = rig.openBeside()
    const calls = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? contracts : beside).close({ id, ...(n % 4 < 2 && { lots: 7n }) }, amy.call()),
    )
    const settled = await during(Promise.allSettled(calls), { BTCUSDT: 5_000_000_000n })
    const parts = (await contracts.list({ status: 'closed' }, amy.call())) as { lots: string; closeReason: string }[]
    expect(parts.reduce((sum, { lots }) => sum + Math.round(Number(lots) * 100), 0)).toBe(30)
    const byHand = settled.filter(({ status }) => status === 'fulfilled').length
    expect(parts.filter(({ closeReason }) => closeReason === 'USER')).toHaveLength(byHand)
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ key: 'notTradableNow' })
    expect(await virtualOf(amy.accountId)).toMatchObject({ held: 0n })
    await beside.stop()
  })

  it('an order of all free margin calls no margin while it waits, and what it set aside pays a loss before the reserve', async () => {
    const amy = await customer()
    await second({ EURUSD: 1_085_000_000n })
    const id = await opened(amy, { lots: 300n })
    clock.advance(700)
    // Margin of 7 817 of 10 000 USDT; of the 2 171 that are free the order sets aside nearly all.
    const waits = await contracts.buy({ ...buy, code: 'EURUSD', lots: 99n, leverage: 5 }, amy.call())
    await second({ BTCUSDT: (btc * 98n) / 100n })
    expect(rig.noticesOf(amy.accountId)).toEqual([])
    const { equity, margin, level, free } = await contracts.accountMargin({}, amy.call())
    expect(Number(level)).toBeCloseTo((Number(equity) / Number(margin)) * 100, 1)
    expect([Number(level) > 120, Number(free) < 200]).toEqual([true, true])
    await second({ BTCUSDT: btc / 10n })
    await second({ BTCUSDT: btc / 10n })
    expect((await contracts.byId({ id }, amy.call())).order).toMatchObject({ closeReason: 'CLOSEOUT' })
    const { held = 0n } = (await virtualOf(amy.accountId)) ?? {}
    expect(held).toBeGreaterThan(usdt(2_000))
    for (let n = 0; n < 9; n += 1) await second({ BTCUSDT: btc })
    expect((await contracts.byId({ id: waits.orderId }, amy.call())).order.status).toBe('CANCELLED')
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: 0n, held: 0n })
    const { rows } = await sql<{ short: bigint; repaid: bigint; amount: bigint }>`
      select sum(h.short)::bigint as short, sum(h.repaid)::bigint as repaid, (select sum(p.amount) from contracts.protections p
        where p.account_id = h.account_id)::bigint as amount
      from contracts.history h where h.account_id = ${amy.accountId} group by h.account_id`.execute(rig.database.owner)
    expect(rows).toMatchObject([{ repaid: held, amount: BigInt(rows[0]?.short ?? 0n) - held }])
  })

  it('of sixty orders at once from two processes fifty are taken', async () => {
    const amy = await customer()
    const beside = rig.openBeside()
    // One customer's orders go one a batch; on a slow machine the last wait longer than a lane lets them, and are sent again.
    const send = (n: number): Promise<unknown> =>
      (n % 2 === 0 ? contracts : beside).buy({ ...buy, lots: 1n }, amy.call()).catch((cause: unknown) => {
        if (!(cause instanceof LaneFull)) throw cause
        return send(n)
      })
    const settled = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => send(n)))
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused).toHaveLength(10)
    for (const reason of refused)
      expect(reason).toMatchObject({ key: 'openLimitReached', params: { limit: 'positions', max: 50 } })
    await second({ BTCUSDT: btc })
    expect((await refusalOf(contracts.buy({ ...buy, lots: 1n }, amy.call()))).key).toBe('openLimitReached')
    await beside.stop()
  })

  it('no more than 200 000 USDT of notional is open, orders that wait included, twenty at once', async () => {
    const amy = await customer()
    // 0.5 BTC at 40 000 USDT each: 20 000 USDT, for which nothing is set aside.
    const limit = { ...buy, orderType: 'LIMIT', price: '40000', lots: 500n } as const
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => contracts.buy(limit, amy.call())))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const last = await refusalOf(contracts.buy({ ...limit, lots: 1n }, amy.call()))
    expect(last).toMatchObject({ key: 'openLimitReached', params: { limit: 'notional', max: '200000' } })
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000), held: 0n })
  })

  it('the books hold after all of it', async () => {
    expect((await auditWhole(rig.database.pools.console as never, allCauses)).filter(({ ok }) => !ok)).toEqual([])
  })
})
