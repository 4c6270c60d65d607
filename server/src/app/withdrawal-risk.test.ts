import { afterAll, expect, it } from 'vitest'
import { marketsFixture } from '../../test/fixtures/markets.ts'
import { withdrawalsFixture } from '../../test/fixtures/withdrawals.ts'
import { createContracts, firstContractTerms } from '../domains/contracts/index.ts'
import { owned } from '../kernel/db/db.ts'
import type { Call } from '../kernel/http/http.ts'
import { silentLog } from '../kernel/log.ts'
import { withdrawalRiskSources } from './withdrawal-risk.ts'

const money = await withdrawalsFixture()
const { database, clock, ledger } = money
const markets = marketsFixture(clock)
const contracts = createContracts({
  db: owned<'contracts'>(database.pools.api),
  ledger,
  markets: markets as never,
  mayTrade: () => undefined,
  identityRefusal: async () => undefined,
  terms: firstContractTerms,
  signer: { keyId: '0123456789abcdef', sign: () => '00' },
  clock,
  log: silentLog,
  origin: 'evenhand/test',
  installation: 'sandbox',
})
afterAll(async () => {
  await contracts.stop()
  await money.close()
})

async function second(price = 5_210_000_000n): Promise<void> {
  clock.set(Math.floor(clock.now() / 1000) * 1000 + 1000)
  await markets.tick('BTCUSDT', price)
  await contracts.holdNow()
}

it('the result of trading beside a withdrawal counts contracts that were closed', async () => {
  await contracts.openSandboxReserves(owned<'contracts'>(database.owner))
  const amy = await money.ready('amy', { USDT: '5000' })
  const { tradedBy } = withdrawalRiskSources({ pools: database.pools, clock } as never, {} as never)
  expect(await tradedBy(amy.accountId)).toBe(0n)
  const session = { id: 's', customerId: amy.id, accountId: amy.accountId, country: 'JP', lang: 'en' }
  const fields = { mode: 'real', lang: 'en', key: undefined, session, requestHash: () => Buffer.from('x') }
  const call = fields as never as Call
  await second()
  const { orderId } = await contracts.buy(
    { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 100n, leverage: 2 },
    call,
  )
  await second()
  // A fall closes it out.
  for (let n = 0; n < 4; n += 1) await second(10_000_000n)
  expect((await contracts.byId({ id: orderId }, call)).order.status).toBe('CLOSED')
  expect(await tradedBy(amy.accountId)).toBeLessThan(0n)
})
