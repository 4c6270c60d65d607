import { readFileSync } from 'node:fs'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import type { Receipt, SettledReceipt } from '@evenhand/proofs/receipt.ts'
import { isSettledReceipt, verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'
import { verifyTicks } from '@evenhand/proofs/verify-ticks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { code, booksFixture, start, type BooksFixture } from '../../../test/fixtures/books.ts'
import type { Books } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
let keys: PublicKeys
beforeAll(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  books = fixture.open()
  keys = readPublicKeys(readFileSync(fixture.signing.publicKeyFile, 'utf8'), nodeCrypto) as PublicKeys
  await books.seal()
})
afterAll(async () => {
  await fixture.close()
  await database.close()
})

const buy = { code, direction: 'UP', limitTime: 60, amount: 100_000_000n } as const
const check = (document: Receipt | SettledReceipt) => verifyReceipt(JSON.stringify(document), keys)
const settled = (document: Receipt | SettledReceipt): SettledReceipt =>
  isSettledReceipt(document) ? document : expect.unreachable('the order is settled')

/** A customer's order that is bought, runs and is settled while prices rise second by second. */
async function settledOrder(priceAt: (second: number) => bigint | undefined = (second) => 5_210_000n + BigInt(second)) {
  const { accountId, call } = await fixture.customer()
  await fixture.run(1, () => 5_210_000n)
  const { orderId, receipt } = await fixture.options.buy(buy, call())
  await fixture.run(75, priceAt)
  return { accountId, orderId, receipt, read: () => books.orderReceipt({ accountId, orderId }) }
}

describe('the receipt of an order', () => {
  test('returns the order, is right before the entry tick, and names the head of then', async () => {
    const { receipt, read } = await settledOrder()
    expect(check(receipt as never)).toMatchObject({ ok: true, findings: [] })
    const { order, proof } = settled(await read())
    expect({ v: 1, order, proof }).toEqual(receipt)
    expect(order.headRoot).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is signed over its result at once, and proved from the log after the minute', async () => {
    const { read } = await settledOrder()
    const early = settled(await read())
    expect(early.seals).toBeNull()
    expect(check(early)).toMatchObject({ ok: true, findings: [] })
    fixture.clock.advance(70_000)
    await books.seal()
    const sealed = settled(await read())
    expect(sealed.seals?.ticks.length).toBeGreaterThanOrEqual(1)
    expect(check(sealed)).toMatchObject({ ok: true, findings: [] })
    expect(sealed.settlement).toMatchObject({ status: 'WON', gain: '94.000000' })
  })

  test('proves one document at every length of the log', async () => {
    const { read } = await settledOrder()
    for (let times = 0; times < 9; times += 1) {
      fixture.clock.advance(70_000)
      await fixture.run(1, () => 5_210_000n)
      await books.seal()
      expect(check(await read())).toMatchObject({ ok: true, findings: [] })
    }
  })

  test('of a void order shows that no tick came', async () => {
    const { read } = await settledOrder((second) => (second > 20 ? undefined : 5_210_000n))
    fixture.clock.advance(70_000)
    await books.seal()
    const document = settled(await read())
    expect(document.settlement).toMatchObject({ status: 'VOID', voidReason: 'FEED_INVALID', exitTicks: [] })
    expect(check(document)).toMatchObject({ ok: true, findings: [] })
  })

  test('is not found by another customer', async () => {
    const { orderId } = await settledOrder()
    const { accountId } = await fixture.customer()
    await expect(books.orderReceipt({ accountId, orderId })).rejects.toMatchObject({ key: 'notFound' })
  })

  test('shows a price that was rewritten after it was sealed', async () => {
    const { read } = await settledOrder()
    fixture.clock.advance(70_000)
    await books.seal()
    const before = settled(await read())
    const exit = before.settlement.exitTick?.seq ?? 0
    fixture.tamper((tick) => (tick.seq === exit ? { ...tick, price: 5_200_000n } : tick))
    const { ok, findings } = check(await read())
    expect(ok).toBe(false)
    expect(findings.some(({ is, at }) => is === 'seal' && at.includes(code))).toBe(true)
    fixture.tamper((tick) => tick)
  })
})

describe('published ticks', () => {
  const day = '2026-11-21'
  test('lead to the signed head, an hour at a time', async () => {
    await books.seal()
    const published = await books.publicTicks({ code, day })
    expect(published.segments.length).toBeGreaterThan(5)
    expect(verifyTicks(JSON.stringify(published), keys)).toMatchObject({ ok: true, findings: [] })
    const noonMinute = Math.floor(start / 60_000) % 1440
    const some = await books.publicTicks({ code, day, from: noonMinute, to: noonMinute + 1 })
    expect(some.segments).toHaveLength(1)
  })

  test('that were rewritten name the instrument and minute', async () => {
    const published = await books.publicTicks({ code, day })
    const { seq } = { seq: published.segments[2]?.ticks[0]?.[0] ?? 0 }
    fixture.tamper((tick) => (tick.seq === seq ? { ...tick, price: tick.price + 1n } : tick))
    const { findings } = verifyTicks(JSON.stringify(await books.publicTicks({ code, day })), keys)
    expect(findings).toEqual([{ is: 'seal', at: `segments[2] (${code}, ${published.segments[2]?.minute})` }])
    expect((await books.audit()).findings).toEqual([
      { at: expect.stringContaining(`ticks of minute ${published.segments[2]?.minute}`), found: code },
    ])
    fixture.tamper((tick) => tick)
    expect((await books.audit()).ok).toBe(true)
  })

  test('of an unknown instrument or day are refused', async () => {
    for (const request of [
      { code: 'NONE', day },
      { code, day: '2026-02-30' },
      { code, day: '2026-13-01' },
      { code, day: '0000-00-00' },
    ]) {
      await expect(books.publicTicks(request)).rejects.toMatchObject({ key: 'notFound' })
    }
    expect(await books.publicTicks({ code, day: '2020-02-29' })).toMatchObject({ segments: [], next: null })
  })
})
