import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeProduct, type WholeProduct } from './whole-product.ts'

// Two processes of one sandbox: the first records prices, the other stands by and serves calls.
let first: WholeProduct
let other: WholeProduct
const others: WholeProduct[] = []

/** A process beside the first, as it is started; it is not ready before the first has ended. */
async function beside(): Promise<WholeProduct> {
  const whole = await wholeProduct({}, first.database)
  others.push(whole)
  whole.product.start().catch(() => undefined)
  return whole
}
beforeAll(async () => {
  first = await wholeProduct()
  other = await beside()
})
afterAll(async () => {
  for (const one of others) await one.close()
  await first.close()
})

type Moved = { code: number; result: { now: number; movedMs: number } }
const clockOf = async ({ product }: WholeProduct): Promise<Moved['result']> =>
  ((await product.app.inject({ url: '/sandbox/clock' })).json() as Moved).result
const move = async ({ product }: WholeProduct, advanceMs: number): Promise<Moved> =>
  (
    await product.app.inject({
      method: 'POST',
      url: '/sandbox/clock',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ advanceMs }),
    })
  ).json()

test('a move in either process is a move of both, and of one that comes later', async () => {
  const hour = 3_600_000
  expect((await move(first, hour)).code).toBe(200)
  await expect.poll(async () => (await clockOf(other)).movedMs).toBe(hour)
  const moved = await move(other, hour)
  expect(moved).toMatchObject({ code: 200, result: { movedMs: 2 * hour } })
  await expect.poll(async () => (await clockOf(first)).movedMs).toBe(2 * hour)
  // The first recorded the prices of the time that the other moved to.
  expect(await first.product.markets.newestRecorded()).toBeGreaterThanOrEqual(moved.result.now - 1000)
  const later = await beside()
  await expect.poll(async () => (await clockOf(later)).movedMs).toBe(2 * hour)
})

test('of two moves at once in two processes one is carried out', async () => {
  const before = (await clockOf(first)).movedMs
  const codes = await Promise.all([move(first, 60_000), move(other, 60_000)])
  expect(codes.map(({ code }) => code).toSorted()).toEqual([200, 40029])
  await expect.poll(async () => (await clockOf(other)).movedMs).toBe(before + 60_000)
  expect((await clockOf(first)).movedMs).toBe(before + 60_000)
})
