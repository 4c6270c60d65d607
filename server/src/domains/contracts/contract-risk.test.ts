import type { ContractRisk } from '@evenhand/protocol/contracts-console.ts'
import { afterAll, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import type { Customer } from '../../../test/fixtures/options.ts'

const rig = await contractsFixture()
const { contracts, customer, second, clock } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
const eur = 1_085_000_000n
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const
const customerOf = (accountId: bigint): string => `00000000-0000-7000-8000-${String(accountId).padStart(12, '0')}`
const [route] = contracts.consoleRoutes(async (ids) => new Map(ids.map((id) => [id, customerOf(id)])))
const risk = async (mode: 'real' | 'virtual' = 'virtual'): Promise<ContractRisk> =>
  (await route?.run({ mode } as never, {} as never)) as ContractRisk
const named = ({ accountId }: Customer) => ({ customerId: customerOf(accountId) })

it('shows what is open beside the limits, who is largest, whose margin was called and closed, and what it cost', async () => {
  await second({ BTCUSDT: btc, EURUSD: eur })
  expect(await risk()).toMatchObject({
    version: 1,
    limits: { instrument: '2000000.000000', total: '20000000.000000' },
    exposure: { positions: 0, counted: '0.000000', left: '20000000.000000', instruments: [] },
    accounts: { byNotional: [], byLoss: [] },
    today: { warnings: 0, closeOuts: 0, protections: 0, events: [] },
    reserves: [
      { name: 'reserve:contracts', holds: '1000000.000000', paid: '0.000000', received: '0.000000' },
      { name: 'reserve:nbp', holds: '100000.000000', paid: '0.000000' },
    ],
  })
  const [amy, ben] = [await customer(), await customer()]
  await contracts.buy({ ...buy, lots: 360n }, amy.call())
  await contracts.buy({ ...buy, side: 'SELL' }, ben.call())
  await contracts.buy({ ...buy, code: 'EURUSD', lots: 100n, leverage: 20 }, ben.call())
  await contracts.buy({ ...buy, orderType: 'LIMIT', price: '20000' }, ben.call())
  await second({ BTCUSDT: btc, EURUSD: eur })
  const open = await risk()
  // Long 0.36 BTC at the ask, short 0.03 at the bid, and 0.03 that wait at 20 000.
  expect(open.exposure.instruments[0]).toEqual({
    code: 'BTCUSDT',
    positions: 2,
    long: '18759.751200',
    short: '1562.687400',
    net: '17197.063800',
    waiting: '600.000000',
    counted: '20922.438600',
    left: '1979077.561400',
  })
  expect(open.exposure).toMatchObject({ positions: 3, short: '1562.687400', waiting: '600.000000' })
  expect(open.accounts.byNotional).toMatchObject([
    { ...named(amy), positions: 1 },
    { ...named(ben), positions: 2 },
  ])
  // Ben's fees were the smaller, so he has more left to lose.
  expect(open.accounts.byLoss.map(({ customerId }) => customerId)).toEqual([
    customerOf(ben.accountId),
    customerOf(amy.accountId),
  ])
  expect(Number(open.accounts.byLoss[1]?.mayLose)).toBeCloseTo(10_000 - 7.5039, 3)
  // Down by 30 %: called at 100 % and 75 % at once as one, then closed out below zero, which the reserve pays.
  await second({ BTCUSDT: (btc * 60n) / 100n })
  await second({ BTCUSDT: (btc * 30n) / 100n })
  const after = await risk()
  expect(after.today).toMatchObject({ warnings: 1, closeOuts: 1, protections: 1 })
  const [closeOut] = after.today.events.filter(({ is }) => is === 'closeOut')
  expect(closeOut).toMatchObject({ ...named(amy), code: 'BTCUSDT', orderNo: expect.stringMatching(/^EC\d+$/) })
  expect(Number(closeOut?.level)).toBeLessThan(50)
  const [warning] = after.today.events.filter(({ is }) => is === 'warning')
  expect(warning).toMatchObject({ ...named(amy), level: closeOut?.level, amount: null })
  const paid = after.today.events.find(({ is }) => is === 'protection')?.amount
  expect(Number(paid)).toBeGreaterThan(0)
  expect(after.reserves[1]).toMatchObject({ paid, holds: (100_000 - Number(paid)).toFixed(6), covered: '0.000000' })
  expect(Number(after.reserves[0]?.holds)).toBeCloseTo(
    1_000_000 + Number(after.reserves[0]?.received) - Number(after.reserves[0]?.paid),
    3,
  )
  // The other account mode has nothing of it, and neither has the next day.
  expect(await risk('real')).toMatchObject({ exposure: { positions: 0 }, today: { closeOuts: 0 } })
  clock.set(Math.ceil(clock.now() / 86_400_000) * 86_400_000 + 1_000)
  expect((await risk()).today).toMatchObject({ warnings: 0, closeOuts: 0, protections: 0, events: [] })
})
