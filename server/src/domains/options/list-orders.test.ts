import { afterAll, beforeAll, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt } from '../../../test/fixtures/options.ts'

let rig: Awaited<ReturnType<typeof optionsFixture>>
beforeAll(async () => {
  rig = await optionsFixture()
  await rig.markets.tick('BTCUSDT', 5_210_000n)
})
afterAll(() => rig.close())

const up = (stake: bigint, limitTime = 60) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime, amount: stake })
type Page = { rows: { id: string; status: string }[]; total: number }

it('names the limit that is reached: open orders, or open stake', async () => {
  const [amy, ben] = [await rig.customer(), await rig.customer()]
  for (let count = 0; count < 20; count += 1) await rig.options.buy(up(usdt(5)), amy.call())
  expect(await refusalOf(rig.options.buy(up(usdt(5)), amy.call()))).toMatchObject({
    key: 'openLimitReached',
    params: { limit: 'orders', max: 20 },
  })
  for (let count = 0; count < 2; count += 1) await rig.options.buy(up(usdt(2_000), 3600), ben.call())
  expect((await refusalOf(rig.options.buy(up(usdt(1_500), 3600), ben.call()))).params).toEqual({
    limit: 'stake',
    max: '5000',
  })
})

it('shows each order once on whatever page, newest first, also while orders settle between two requests', async () => {
  const amy = await rig.customer()
  for (let count = 0; count < 7; count += 1) await rig.options.buy(up(usdt(5)), amy.call())
  await rig.run(30, () => 5_210_000n)
  for (let count = 0; count < 5; count += 1) await rig.options.buy(up(usdt(5)), amy.call())
  await rig.run(32, () => 5_220_000n)
  const reads = Array.from({ length: 12 }, async (_, index) => {
    if (index === 4) await rig.run(1, () => 5_220_000n)
    return (await rig.options.list({ page: 1, size: 100 }, amy.call())) as Page
  })
  for (const { rows, total } of await Promise.all(reads)) {
    expect(total).toBe(12)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(12)
  }
  const pages: Page[] = []
  for (const page of [1, 2, 3]) pages.push((await rig.options.list({ page, size: 5 }, amy.call())) as Page)
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(pages.map(({ rows }) => rows.length)).toEqual([5, 5, 2])
  expect(ids).toEqual(ids.toSorted().toReversed())
  const closed = (await rig.options.list({ status: 'closed' }, amy.call())) as Page['rows']
  const open = (await rig.options.list({ status: 'open' }, amy.call())) as Page['rows']
  expect([closed.length, open.length]).toEqual([7, 5])
  expect(await rig.options.list({ status: 'open', code: 'ETHUSDT' }, amy.call())).toEqual([])
})
