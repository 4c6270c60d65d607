import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { contractsOn } from '../../../test/fixtures/contracts-on.ts'
import { marketsFixture } from '../../../test/fixtures/markets.ts'
import { optionsOn, refusalOf, usdt } from '../../../test/fixtures/options.ts'
import { withdrawalsFixture } from '../../../test/fixtures/withdrawals.ts'
import type { Call } from '../../kernel/http/http.ts'

const money = await withdrawalsFixture()
const { database, clock, ledger } = money
const markets = marketsFixture(clock)
const { contracts, second } = await contractsOn({ database, clock, ledger, markets })
const options = await optionsOn({ database, clock, ledger, markets })
afterAll(async () => {
  await options.stop()
  await contracts.stop()
  await money.close()
})

const btc = 5_210_000_000n
it('an account with options, contracts and a withdrawal spends each unit once, and ends with no less than nothing', async () => {
  const amy = await money.ready('amy', { USDT: '5000' })
  const session = { id: 's', customerId: amy.id, accountId: amy.accountId, country: 'JP', lang: 'en' }
  const call = {
    mode: 'real',
    lang: 'en',
    key: undefined,
    session,
    requestHash: () => Buffer.from('x'),
  } as never as Call
  await second(btc)
  const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 100n, leverage: 2 } as const
  const { orderId } = await contracts.buy(buy, call)
  await second(btc)
  await second((btc * 90n) / 100n)
  // Free are 2 392 USDT, of which the position may lose 523.
  const order = { amount: '2000', addressId: amy.addressId }
  expect((await money.quote(amy, order)).code).toBe(10026)
  const body = await money.prepare(amy, { ...order, amount: '1800' })
  await second((btc * 90n) / 100n)
  const up = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: usdt(60) } as const
  const settled = await Promise.allSettled([
    money.call('POST', 'user/withdrawal', body, { token: amy.token }).then(({ code }) => {
      if (code !== 200 && code !== 20003) throw new Error(String(code))
    }),
    options.buy(up, call),
    options.buy({ ...up, direction: 'DOWN' }, call),
    contracts.buy({ ...buy, lots: 50n }, call),
  ])
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  const { free, held } = await money.balance(amy)
  expect(free >= usdt(523)).toBe(true)
  expect(free + held).toBeLessThanOrEqual(usdt(5000))
  expect((await refusalOf(contracts.buy({ ...buy, lots: 90n }, call))).key).toBe('marginInsufficient')
  for (let n = 0; n < 4; n += 1) await second(10_000_000n)
  expect((await contracts.byId({ id: orderId }, call)).order).toMatchObject({
    status: 'CLOSED',
    closeReason: 'CLOSEOUT',
  })
  const after = await money.balance(amy)
  expect(after.free >= 0n && after.held >= 0n).toBe(true)
})

it('loan money is neither margin nor a stake', async () => {
  const ben = await money.ready('ben', { USDT: '10' })
  const call = {
    mode: 'real',
    lang: 'en',
    key: undefined,
    session: { id: 's', customerId: ben.id, accountId: ben.accountId, country: 'JP', lang: 'en' },
    requestHash: () => Buffer.from('y'),
  } as never as Call
  await ledger.post(database.owner, {
    kind: 'test',
    ref: randomUUID(),
    at: clock.now(),
    lines: [
      { accountId: ben.accountId, asset: 'USDT.loan', units: usdt(5_000) },
      { accountId: await ledger.accountNamed('house:capital'), asset: 'USDT.loan', units: -usdt(5_000) },
    ],
  })
  await second(btc)
  const lots = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 10n, leverage: 2 } as const
  const refused = { key: 'loanMoneyNotTradable', params: { free: '10.000000' } }
  expect(await refusalOf(contracts.buy(lots, call))).toMatchObject(refused)
  const up = { code: 'BTCUSDT', direction: 'UP', limitTime: 60, amount: usdt(60) } as const
  expect(await refusalOf(options.buy(up, call))).toMatchObject(refused)
  // With too little of both together it is the balance that is short.
  expect((await refusalOf(options.buy({ ...up, amount: usdt(6_000) }, call))).key).not.toBe('loanMoneyNotTradable')
  expect((await refusalOf(contracts.buy({ ...lots, lots: 1_000n }, call))).key).toBe('marginInsufficient')
})
