import { afterAll, expect, it } from 'vitest'
import { contractsOn } from '../../test/fixtures/contracts-on.ts'
import { marketsFixture } from '../../test/fixtures/markets.ts'
import { withdrawalsFixture } from '../../test/fixtures/withdrawals.ts'
import type { Call } from '../kernel/http/http.ts'
import { withdrawalRiskSources } from './withdrawal-risk.ts'

const money = await withdrawalsFixture()
const { database, clock, ledger } = money
const markets = marketsFixture(clock)
const { contracts, second } = await contractsOn({ database, clock, ledger, markets })
afterAll(async () => {
  await contracts.stop()
  await money.close()
})

it('the result of trading beside a withdrawal counts contracts that were closed', async () => {
  const amy = await money.ready('amy', { USDT: '5000' })
  const { tradedBy } = withdrawalRiskSources({ pools: database.pools, clock } as never, {} as never)
  expect(await tradedBy(amy.accountId)).toBe(0n)
  const session = { id: 's', customerId: amy.id, accountId: amy.accountId, country: 'JP', lang: 'en' }
  const fields = { mode: 'real', lang: 'en', key: undefined, session, requestHash: () => Buffer.from('x') }
  const call = fields as never as Call
  await second(5_210_000_000n)
  const { orderId } = await contracts.buy(
    { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 100n, leverage: 2 },
    call,
  )
  await second(5_210_000_000n)
  // A fall closes it out.
  for (let n = 0; n < 4; n += 1) await second(10_000_000n)
  expect((await contracts.byId({ id: orderId }, call)).order.status).toBe('CLOSED')
  expect(await tradedBy(amy.accountId)).toBeLessThan(0n)
})
