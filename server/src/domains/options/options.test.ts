import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { handMarkets, type HandMarkets } from '../../../test/hand-markets.ts'
import { handClock } from '../../kernel/clock.ts'
import { openLaneConnection, owned } from '../../kernel/db.ts'
import type { Call } from '../../kernel/http.ts'
import { silentLog } from '../../kernel/log.ts'
import { refuse, type Refusal } from '../../kernel/refusal.ts'
import { createLedger, type AnyDb, type Ledger } from '../ledger/index.ts'
import { createOptions, type Options } from './index.ts'

let database: TestDatabase
let ledger: Ledger
let options: Options
let markets: HandMarkets
const clock = handClock(1_770_000_000_000)
const { privateKey } = generateKeyPairSync('ed25519')
const signer = {
  keyId: '0123456789abcdef',
  sign: (message: string) => sign(null, Buffer.from(message), privateKey).toString('hex'),
}

beforeAll(async () => {
  database = await testDatabase()
  ledger = createLedger({ db: owned<'ledger'>(database.pools.api), clock, log: silentLog })
  markets = handMarkets(clock)
  options = await createOptions({
    db: owned<'options'>(database.pools.api),
    connect: () => openLaneConnection(database.url(), 'api'),
    ledger,
    markets: markets as never,
    mayTrade: ({ mode }) => {
      if (mode === 'real') throw refuse('quizNeeded', { product: 'options' })
    },
    signer,
    receiptDocument: async (of) => (await options.receiptParts(of))?.receipt as never,
    head: () => ({ size: 0, root: '' }),
    clock,
    log: silentLog,
    origin: 'evenhand/test',
    installation: 'sandbox',
    rateLimits: false,
  })
  await options.openSandboxReserves()
})
afterAll(async () => {
  await options.stop()
  await database.close()
})
beforeEach(async () => {
  clock.advance(60_000)
  await markets.tick('BTCUSDT', 5_210_000n)
})

type Customer = { accountId: bigint; call: (key?: string, ask?: object) => Call }

async function customer(): Promise<Customer> {
  const accountId = await ledger.openCustomer(database.pools.api as AnyDb, randomUUID())
  const session = { id: 's', customerId: randomUUID(), accountId, country: 'JP', lang: 'en' } as const
  return {
    accountId,
    call: (key, ask) =>
      ({
        ip: '::1',
        lang: 'en',
        mode: 'virtual',
        key,
        traceId: 't',
        token: '',
        session,
        userAgent: '',
        askHash: () => Buffer.from(JSON.stringify(ask ?? {})),
      }) as never,
  }
}

const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n
const up = (stake: bigint, limitTime = 60) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime, amount: stake })
const refusalOf = (asked: Promise<unknown>): Promise<Refusal> =>
  asked.then(
    () => expect.unreachable('it was not refused'),
    (cause: Refusal) => cause,
  )
const virtualOf = async (accountId: bigint) =>
  (await ledger.balances(accountId)).find((one) => one.asset === 'USDT.virtual')

/** Moves time second by second, a tick each, and settles. */
async function run(seconds: number, priceAt: (second: number) => bigint | undefined): Promise<void> {
  for (let second = 1; second <= seconds; second++) {
    clock.set(Math.floor(clock.now() / 1000) * 1000 + 1000)
    const price = priceAt(second)
    if (price !== undefined) await markets.tick('BTCUSDT', price)
    await options.settleNow()
  }
}

describe('an option from the buy to its result', () => {
  it.each([
    ['rises', 5_210_001n, 'WON', '94.000000'],
    ['falls', 5_209_999n, 'LOST', '-100.000000'],
    ['ends where it began', 5_210_000n, 'TIE', '0.000000'],
  ] as const)('that %s pays what the table says', async (_, last, status, profit) => {
    const amy = await customer()
    const before = await ledger.houseFree(await ledger.accountNamed('reserve:options'), 'USDT.virtual')
    const { orderId } = await options.buy(up(usdt(100)), amy.call())
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(9_900), held: usdt(100) })
    expect((await options.byId({ id: orderId }, amy.call())).order.status).toBe('ACCEPTED')
    await run(2, () => 5_210_000n)
    expect((await options.byId({ id: orderId }, amy.call())).order).toMatchObject({
      status: 'OPEN',
      openPrice: '52100.00',
    })
    await run(61, (second) => (second > 55 ? last : 5_300_000n))
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
    await run(64, (second) => (second > 55 ? 5_210_001n : 5_210_000n))
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
    await run(64, (second) => (second < 50 ? 5_210_000n : undefined))
    expect((await options.byId({ id: orderId }, amy.call())).order).toMatchObject({
      status: 'VOID',
      voidReason: 'FEED_INVALID',
    })
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000), held: 0n })
  })

  it('settles once, however often settling runs beside itself', async () => {
    const amy = await customer()
    await options.buy(up(usdt(100)), amy.call())
    await run(60, () => 5_210_000n)
    clock.advance(2_000)
    await markets.tick('BTCUSDT', 5_220_000n)
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
  it('answers the first answer again, also at the same time and when the market is closed since', async () => {
    const amy = await customer()
    const key = randomUUID()
    const ask = up(usdt(10))
    const answers = await Promise.all(Array.from({ length: 20 }, () => options.buy(ask, amy.call(key, { a: 1 }))))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await virtualOf(amy.accountId)).toMatchObject({ free: usdt(9_990), held: usdt(10) })
    clock.advance(30_000)
    expect(await options.buy(ask, amy.call(key, { a: 1 }))).toEqual(answers[0])
    expect(await options.byKey({ key }, amy.call())).toEqual(answers[0])
  })

  it('refuses another ask, and does not show it to another customer', async () => {
    const [amy, ben] = [await customer(), await customer()]
    const key = randomUUID()
    await options.buy(up(usdt(10)), amy.call(key, { a: 1 }))
    expect((await refusalOf(options.buy(up(usdt(20)), amy.call(key, { a: 2 })))).key).toBe('keyReused')
    expect((await refusalOf(options.byKey({ key }, ben.call()))).key).toBe('notFound')
    expect((await options.buy(up(usdt(20)), ben.call(key, { a: 2 }))).orderId).toBeTypeOf('string')
  })
})

describe('refusals', () => {
  it.each([
    ['an instrument that is not listed', { ...up(usdt(10)), code: 'NOPE' }, 'optionUnavailable'],
    ['a limit time outside the table', up(usdt(10), 30), 'termUnknown'],
    ['a stake below the minimum', up(usdt(4)), 'belowMinimumPurchase'],
    ['a stake above the maximum', up(usdt(201)), 'amountWrong'],
    ['a stake off the step', up(10_000_001n), 'amountWrong'],
    ['a payout rate that is not offered', { ...up(usdt(10)), minPayoutRate: 950_000n }, 'quoteChanged'],
  ] as const)('%s', async (_, ask, key) => {
    const amy = await customer()
    expect((await refusalOf(options.buy(ask, amy.call()))).key).toBe(key)
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
    const asked = await Promise.allSettled(Array.from({ length: 60 }, () => options.buy(up(usdt(5)), amy.call())))
    expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(20)
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
    await ledger.post(database.pools.api as AnyDb, {
      kind: 'test',
      ref: randomUUID(),
      at: clock.now(),
      lines: [
        { accountId: reserve, asset: 'USDT.virtual', units: left - free },
        { accountId: capital, asset: 'USDT.virtual', units: free - left },
      ],
    })
    await ledger.level({ accountId: reserve, asset: 'USDT.virtual', shard: 1, needed: left })
    const asked = await Promise.allSettled(
      customers.flatMap((one) => [options.buy(up(usdt(100)), one.call()), options.buy(up(usdt(100)), one.call())]),
    )
    expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(300)
    const why = asked.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refusal).key] : []))
    expect(new Set(why)).toEqual(new Set(['capacityReached']))
    expect(await ledger.houseFree(reserve, 'USDT.virtual')).toBe(30n)
    expect((await ledger.audit()).filter((finding) => !finding.ok)).toEqual([])
    await run(64, () => 5_210_000n)
    expect(await ledger.houseFree(reserve, 'USDT.virtual')).toBe(left)
  })
})

describe('an early sale', () => {
  it('pays the price of the next tick, never below the asked minimum, and ends the order', async () => {
    const amy = await customer()
    const { orderId } = await options.buy(up(usdt(100), 120), amy.call())
    await run(40, (second) => 5_210_000n + BigInt(second))
    const quoted = await options.quoteSale({ id: orderId }, amy.call())
    expect(Number(quoted.price)).toBeGreaterThan(0)
    // The tick that decides comes after the call, so the market goes on while it waits.
    const selling = async (minPrice: bigint) => {
      let waiting = true
      const sold = options.sell({ id: orderId, minPrice }, amy.call()).finally(() => void (waiting = false))
      sold.catch(() => {})
      for (let second = 0; waiting && second < 8; second++) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        await run(1, () => 5_210_100n)
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
