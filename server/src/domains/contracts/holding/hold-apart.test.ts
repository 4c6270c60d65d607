import { afterAll, expect, it } from 'vitest'
import { contractsFixture } from '../../../../test/fixtures/contracts.ts'
import type { Customer } from '../../../../test/fixtures/options.ts'

const rig = await contractsFixture()
const { contracts, clock, customer, database, markets, second, during, openBeside } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2, stopLoss: '51000' } as const

it('an account that cannot be written stops no other, and misses no tick once it can', async () => {
  clock.advance(60_000)
  await second({ BTCUSDT: btc })
  const people = await Promise.all(Array.from({ length: 5 }, () => customer()))
  const [amy, ...others] = people as [(typeof people)[0], ...typeof people]
  const bought = await Promise.all(people.map((one) => contracts.buy(buy, one.call())))
  await second({ BTCUSDT: btc })
  const orderOf = async (one: typeof amy) =>
    (await contracts.byId({ id: bought[people.indexOf(one)]?.orderId ?? '' }, one.call())).order
  await database.asOwner(`create function contracts.refuse_amy() returns trigger language plpgsql as
    $f$ begin if old.account_id = ${amy.accountId} then raise exception 'not amy'; end if; return old; end $f$`)
  await database.asOwner(
    'create trigger refuse_amy before delete on contracts.positions for each row execute function contracts.refuse_amy()',
  )
  clock.advance(1_000)
  await markets.tick('BTCUSDT', 5_000_000_000n)
  for (let round = 0; round < 3; round += 1) await expect(contracts.holdNow()).rejects.toThrow('not amy')
  await contracts.holdNow()
  for (const one of others) expect(await orderOf(one)).toMatchObject({ status: 'CLOSED', closeReason: 'SL' })
  expect(await orderOf(amy)).toMatchObject({ status: 'OPEN' })

  // The others trade on; the price recovers, which is of no use to her: her stop was passed.
  await second({ BTCUSDT: btc })
  await contracts.buy(buy, (others[0] as typeof amy).call())
  await second({ BTCUSDT: btc })
  await database.asOwner('drop trigger refuse_amy on contracts.positions')
  clock.advance(60_000)
  await second({ BTCUSDT: btc })
  expect(await orderOf(amy)).toMatchObject({ status: 'CLOSED', closeReason: 'SL', closePrice: '49990.00000' })
  expect(await contracts.accountMargin({}, (others[0] as typeof amy).call())).not.toMatchObject({ level: null })
})

const orderOf = async (id: string, amy: Customer) => (await contracts.byId({ id }, amy.call())).order

it('a process that begins anew leaves out no tick of a second that was held before all of it was recorded', async () => {
  const amy = await customer()
  await second({ BTCUSDT: btc })
  const { orderId } = await contracts.buy(buy, amy.call())
  await second({ BTCUSDT: btc })
  // The clock is in the next second, and its price is recorded after the round of that second.
  clock.advance(1000)
  await contracts.holdNow()
  await markets.tick('BTCUSDT', 5_000_000_000n)
  const next = openBeside()
  await next.holdNow()
  expect(await orderOf(orderId, amy)).toMatchObject({ closeReason: 'SL', closePrice: '49990.00000' })
  await next.stop()
})

it('a market that was closed for longer than the record reads at once stops no process that begins anew', async () => {
  const amy = await customer()
  const aud = markets.instrument('AUDUSD')?.refUnits ?? 0n
  await second({ AUDUSD: aud })
  const { orderId } = await contracts.buy(
    { ...buy, stopLoss: undefined, code: 'AUDUSD', leverage: 5, lots: 100n },
    amy.call(),
  )
  await second({ AUDUSD: aud })
  clock.advance(49 * 3_600_000)
  await contracts.holdNow()
  // It opens again before the process that begins has read where it stood.
  clock.advance(1000)
  await markets.tick('AUDUSD', aud)
  const next = openBeside()
  await next.holdNow()
  expect((await orderOf(orderId, amy)).status).toBe('OPEN')
  await next.stop()
})

it('a change of stops or a cancellation holds for the ticks after its call, however late it is taken', async () => {
  const amy = await customer()
  await second({ BTCUSDT: btc })
  const held = await contracts.buy(buy, amy.call())
  const greedy = await contracts.buy({ ...buy, stopLoss: undefined }, amy.call())
  const waits = await contracts.buy({ ...buy, stopLoss: undefined, orderType: 'LIMIT', price: '51500' }, amy.call())
  await second({ BTCUSDT: btc })
  // Recorded while no process holds the record: up over 55 000, down below the stop and the limit, and back.
  for (const price of [5_500_000_000n, 5_000_000_000n, btc]) {
    clock.advance(1000)
    await markets.tick('BTCUSDT', price)
  }
  const calls = Promise.allSettled([
    contracts.update({ id: held.orderId, stopLoss: null, takeProfit: null }, amy.call()),
    contracts.update({ id: greedy.orderId, stopLoss: null, takeProfit: '54000' }, amy.call()),
    contracts.cancel({ id: waits.orderId }, amy.call()),
  ])
  const [stops, target, cancelled] = await during(calls, { BTCUSDT: btc })
  expect(stops).toMatchObject({ status: 'rejected', reason: { params: { reason: 'notOpen' } } })
  expect(await orderOf(held.orderId, amy)).toMatchObject({ closeReason: 'SL', closePrice: '49990.00000' })
  expect(target).toMatchObject({ status: 'fulfilled' })
  expect(await orderOf(greedy.orderId, amy)).toMatchObject({ status: 'OPEN', takeProfit: '54000.00000' })
  expect(cancelled).toMatchObject({ status: 'rejected', reason: { params: { reason: 'notOpen' } } })
  expect(await orderOf(waits.orderId, amy)).toMatchObject({ status: 'OPEN' })
})
