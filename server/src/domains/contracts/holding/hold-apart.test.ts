import { afterAll, expect, it } from 'vitest'
import { contractsFixture } from '../../../../test/fixtures/contracts.ts'

const rig = await contractsFixture()
const { contracts, clock, customer, database, markets, second } = rig
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
