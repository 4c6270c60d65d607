import { dayMs } from '@evenhand/protocol/durations.ts'
import { afterAll, expect, it } from 'vitest'
import { contractsFixture } from '../../../../test/fixtures/contracts.ts'

const rig = await contractsFixture()
const { contracts, clock, customer, database, second } = rig
afterAll(() => rig.close())

const heldTo = async (): Promise<number> => {
  const [row] = (await database.asOwner('select done_to as at from contracts.progress')) as { at: Date }[]
  return row?.at.getTime() ?? 0
}

it('a leap of half a year is one step where nothing is open, and is left at the next step when the product ends', async () => {
  await second({ BTCUSDT: 5_210_000_000n })
  const began = await heldTo()
  clock.advance(200 * dayMs)
  await contracts.holdNow()
  expect(await heldTo()).toBe(Math.floor(clock.now() / 1000) * 1000)
  expect(await heldTo()).toBeGreaterThan(began + 199 * dayMs)

  const amy = await customer()
  await second({ BTCUSDT: 5_210_000_000n })
  const order = { code: 'BTCUSDT', side: 'BUY', orderType: 'LIMIT', lots: 10n, leverage: 2, price: '40000' } as const
  await contracts.buy(order, amy.call())
  await contracts.holdNow()
  const progress = await heldTo()
  clock.advance(200 * dayMs)
  const round = contracts.holdNow()
  await contracts.stop()
  await round
  // Somewhere on the way: thousands of steps are left to the next start.
  expect(await heldTo()).toBeGreaterThanOrEqual(progress)
  expect(await heldTo()).toBeLessThan(progress + 100 * dayMs)
})
