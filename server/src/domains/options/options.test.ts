import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt } from '../../../test/fixtures/options.ts'

const rig = await optionsFixture()
const { options, ledger, markets, database, clock, customer, virtualOf, run } = rig
afterAll(() => rig.close())
beforeEach(async () => {
  clock.advance(60_000)
  await markets.tick('BTCUSDT', 5_210_000_000n)
})

const up = (stake: bigint, limitTime = 60) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime, amount: stake })

describe('an option from the buy to its result', () => {
  it.each([
    ['rises', 5_210_000_001n, 'WON', '94.000000'],
    ['falls', 5_209_999_999n, 'LOST', '-100.000000'],
    ['ends where it began', 5_210_000_000n, 'TIE', '0.000000'],
  ] as const)('that %s pays what the table has', async (_, last, status, profit) => {
    const amy = await customer()
    const before = await ledger.houseFree(await ledger.accountNamed('reserve:options'), 'USDT.virtual')
    const { orderId } = await options.buy(up(usdt(100)), amy.call())
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(9_900), held: usdt(100) })
    expect((await options.byId({ id: orderId }, amy.call())).order.status).toBe('ACCEPTED')
    await run(2, () => 5_210_000_000n)
    expect((await options.byId({ id: orderId }, amy.call())).order).toMatchObject({
      status: 'OPEN',
      openPrice: '52100.00000',
    })
    await run(61, (second) => (second > 55 ? last : 5_300_000_000n))
    const { order } = await options.byId({ id: orderId }, amy.call())
    expect(order).toMatchObject({
      status,
      profit,
      closePrice: `${last.toString().slice(0, 5)}.${last.toString().slice(5)}`,
    })
    const gain = { WON: 94_000_000n, LOST: -100_000_000n, TIE: 0n }[status]
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000) + gain, held: 0n })
    expect(await ledger.houseFree(await ledger.accountNamed('reserve:options'), 'USDT.virtual')).toBe(before - gain)
  })

  it('keeps its receipt when its ticks are not kept any more', async () => {
    const amy = await customer()
    const { orderId } = await options.buy(up(usdt(100)), amy.call())
    await run(64, (second) => (second > 55 ? 5_210_001_000n : 5_210_000_000n))
    const before = await options.receiptParts({ accountId: amy.accountId, orderId })
    markets.forget('BTCUSDT')
    const after = await options.receiptParts({ accountId: amy.accountId, orderId })
    expect(after?.receipt).toEqual(before?.receipt)
    expect(after?.settlement).toMatchObject({
      status: 'WON',
      gain: '94.000000',
      arithmetic: before?.settlement?.arithmetic,
    })
  })

  it('is void and refunded when no tick comes to enter at', async () => {
    const amy = await customer()
    const { orderId } = await options.buy(up(usdt(50)), amy.call())
    await run(9, () => undefined)
    expect((await options.byId({ id: orderId }, amy.call())).order).toMatchObject({
      status: 'VOID',
      voidReason: 'NO_ENTRY_TICK',
      profit: '0.000000',
    })
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000), held: 0n })
  })

  it('is void and refunded when the feed is silent around its expiry, within 2 s of it', async () => {
    const amy = await customer()
    const { orderId } = await options.buy(up(usdt(50)), amy.call())
    await run(64, (second) => (second < 50 ? 5_210_000_000n : undefined))
    expect((await options.byId({ id: orderId }, amy.call())).order).toMatchObject({
      status: 'VOID',
      voidReason: 'FEED_INVALID',
    })
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000), held: 0n })
  })

  it('settles once, however often settling runs beside itself', async () => {
    const amy = await customer()
    await options.buy(up(usdt(100)), amy.call())
    await run(60, () => 5_210_000_000n)
    clock.advance(2_000)
    await markets.tick('BTCUSDT', 5_220_000_000n)
    await Promise.all(Array.from({ length: 10 }, () => options.settleNow()))
    clock.advance(2_000)
    await options.settleNow()
    expect(await virtualOf(amy.accountId)).toMatchObject({ held: 0n })
    const entries = await sql<{
      count: bigint
    }>`select count(*) from ledger.entries where owner = ${amy.accountId} and kind like 'option.%'`.execute(
      database.pools.api,
    )
    expect(entries.rows[0]?.count).toBeLessThanOrEqual(1n)
  })
})

describe('an Idempotency-Key', () => {
  it('returns the first response again, also at the same time and when the market is closed since', async () => {
    const amy = await customer()
    const key = randomUUID()
    const request = up(usdt(10))
    const responses = await Promise.all(Array.from({ length: 20 }, () => options.buy(request, amy.call(key, { a: 1 }))))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(9_990), held: usdt(10) })
    clock.advance(30_000)
    expect(await options.buy(request, amy.call(key, { a: 1 }))).toEqual(responses[0])
    expect(await options.byKey({ key }, amy.call())).toEqual(responses[0])
  })

  it('refuses another request, and does not show it to another customer', async () => {
    const [amy, ben] = [await customer(), await customer()]
    const key = randomUUID()
    await options.buy(up(usdt(10)), amy.call(key, { a: 1 }))
    expect((await refusalOf(options.buy(up(usdt(20)), amy.call(key, { a: 2 })))).key).toBe('keyReused')
    expect((await refusalOf(options.byKey({ key }, ben.call()))).key).toBe('notFound')
    expect((await options.buy(up(usdt(20)), ben.call(key, { a: 2 }))).orderId).toBeTypeOf('string')
  })
})

describe('an early sale', () => {
  it('pays the price of the next tick, never below the requested minimum, and ends the order', async () => {
    const amy = await customer()
    const { orderId } = await options.buy(up(usdt(100), 120), amy.call())
    await run(40, (second) => 5_210_000_000n + BigInt(second))
    const quoted = await options.quoteSale({ id: orderId }, amy.call())
    expect(Number(quoted.price)).toBeGreaterThan(0)
    // The tick that decides comes after the call, so the market goes on while it waits.
    const selling = async (minPrice: bigint) => {
      let waiting = true
      const sold = options.sell({ id: orderId, minPrice }, amy.call()).finally(() => void (waiting = false))
      sold.catch(() => {})
      for (let second = 0; waiting && second < 8; second++) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        await run(1, () => 5_210_100_000n)
      }
      return sold
    }
    expect((await refusalOf(selling(usdt(1_000)))).key).toBe('belowYourPrice')
    const { order } = await selling(usdt(1))
    expect(order.status).toBe('SOLD')
    const balance = await virtualOf(amy.accountId)
    expect(balance).toMatchObject({ held: 0n })
    expect((balance?.free ?? 0n) - usdt(10_000)).toBe(BigInt(order.profit.replace('.', '')))
    expect((await refusalOf(options.quoteSale({ id: orderId }, amy.call()))).key).toBe('notTradableNow')
    expect((await ledger.audit()).filter((finding) => !finding.ok)).toEqual([])
  })
})
