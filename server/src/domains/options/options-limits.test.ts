import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt } from '../../../test/fixtures/options.ts'
import type { Refusal } from '../../kernel/http/refusal.ts'

const rig = await optionsFixture()
const { options, ledger, markets, database, clock, customer, virtualOf, run } = rig
afterAll(() => rig.close())
beforeEach(async () => {
  clock.advance(60_000)
  await markets.tick('BTCUSDT', 5_210_000n)
})

const up = (stake: bigint, limitTime = 60) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime, amount: stake })

describe('refusals', () => {
  it.each([
    ['an instrument that is not listed', { ...up(usdt(10)), code: 'NOPE' }, 'optionUnavailable'],
    ['a limit time outside the table', up(usdt(10), 30), 'termUnknown'],
    ['a stake below the minimum', up(usdt(4)), 'belowMinimumPurchase'],
    ['a stake above the maximum', up(usdt(201)), 'amountWrong'],
    ['a stake off the step', up(10_000_001n), 'amountWrong'],
    ['a payout rate that is not offered', { ...up(usdt(10)), minPayoutRate: 950_000n }, 'quoteChanged'],
  ] as const)('%s', async (_, request, key) => {
    const amy = await customer()
    expect((await refusalOf(options.buy(request, amy.call()))).key).toBe(key)
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000), held: 0n })
  })

  it('a price older than five seconds', async () => {
    clock.advance(6_000)
    const refusal = await refusalOf(options.buy(up(usdt(10)), (await customer()).call()))
    expect(refusal).toMatchObject({ key: 'notTradableNow', params: { reason: 'stale' } })
  })

  it("another customer's order, on every call that takes its id", async () => {
    const [amy, ben] = [await customer(), await customer()]
    const { orderId } = await options.buy(up(usdt(10), 120), amy.call())
    const id = orderId
    expect((await refusalOf(options.byId({ id }, ben.call()))).key).toBe('notFound')
    expect((await refusalOf(options.quoteSale({ id }, ben.call()))).key).toBe('notFound')
    expect((await refusalOf(options.sell({ id, minPrice: 0n }, ben.call()))).key).toBe('notFound')
  })

  it('more than twenty open orders, or more than the balance, one by one and all at once', async () => {
    const amy = await customer()
    const requested = await Promise.allSettled(Array.from({ length: 60 }, () => options.buy(up(usdt(5)), amy.call())))
    expect(requested.filter((one) => one.status === 'fulfilled')).toHaveLength(20)
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(9_900), held: usdt(100) })
    const ben = await customer()
    const large = await Promise.allSettled(
      Array.from({ length: 10 }, () => options.buy(up(usdt(2_000), 3600), ben.call())),
    )
    expect(large.filter((one) => one.status === 'fulfilled')).toHaveLength(2)
    expect(((await options.list({ status: 'open' }, ben.call())) as unknown[]).length).toBe(2)
  })
})

describe('the reserve', () => {
  it('is never promised twice: 1 000 parallel buys of 500 customers, one shard empty', async () => {
    await run(70, () => 5_210_000n)
    const customers = await Promise.all(Array.from({ length: 500 }, customer))
    const reserve = await ledger.accountNamed('reserve:options')
    const capital = await ledger.accountNamed('house:capital')
    // 300 payouts and 30 units more are left, all of it in the shard of the other lane.
    const free = await ledger.houseFree(reserve, 'USDT.virtual')
    await ledger.level({ accountId: reserve, asset: 'USDT.virtual', shard: 0, needed: free })
    const left = 94_000_000n * 300n + 30n
    await ledger.post(database.owner, {
      kind: 'test',
      ref: randomUUID(),
      at: clock.now(),
      lines: [
        { accountId: reserve, asset: 'USDT.virtual', units: left - free },
        { accountId: capital, asset: 'USDT.virtual', units: free - left },
      ],
    })
    await ledger.level({ accountId: reserve, asset: 'USDT.virtual', shard: 1, needed: left })
    const requested = await Promise.allSettled(
      customers.flatMap((one) => [options.buy(up(usdt(100)), one.call()), options.buy(up(usdt(100)), one.call())]),
    )
    expect(requested.filter((one) => one.status === 'fulfilled')).toHaveLength(300)
    const why = requested.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).key] : []))
    expect(new Set(why)).toEqual(new Set(['capacityReached']))
    expect(await ledger.houseFree(reserve, 'USDT.virtual')).toBe(30n)
    // Nor had a customer enough for it: that is what he can mend, and comes first.
    const poor = await customer()
    const spent = usdt(9_990)
    await ledger.post(database.owner, {
      kind: 'test',
      ref: randomUUID(),
      at: clock.now(),
      lines: [
        { accountId: poor.accountId, asset: 'USDT.virtual', units: -spent },
        { accountId: capital, asset: 'USDT.virtual', units: spent },
      ],
    })
    expect((await refusalOf(options.buy(up(usdt(100)), poor.call()))).key).toBe('insufficientBalance')
    expect((await ledger.audit()).filter((finding) => !finding.ok)).toEqual([])
    await run(64, () => 5_210_000n)
    expect(await ledger.houseFree(reserve, 'USDT.virtual')).toBe(left)
  })
})
