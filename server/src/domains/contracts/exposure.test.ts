import { afterAll, expect, it } from 'vitest'
import { contractsFixture } from '../../../test/fixtures/contracts.ts'
import { refusalOf } from '../../../test/fixtures/options.ts'
import { sql } from '../../kernel/db/db.ts'
import { limitsNow } from './contracts.rules.ts'
import { firstContractTerms } from './terms-book.ts'

// One order is 0.03 BTC, 1 563.3126 USDT at the ask.
const notional = 1_563_312_600n
const rig = await contractsFixture({
  limits: { ...limitsNow({ terms: firstContractTerms }), instrument: 7n * notional + 1_000_000n },
})
const { contracts, clock, customer, database, during, second } = rig
afterAll(() => rig.close())

const btc = 5_210_000_000n
const buy = { code: 'BTCUSDT', side: 'BUY', orderType: 'MARKET', lots: 30n, leverage: 2 } as const
const exposed = async (): Promise<unknown> => {
  const { rows } = await sql`select sum(e.notional) filter (where e.part = 'open')::text as kept,
    (select coalesce(sum(p.notional), 0)::text from contracts.positions p) as open,
    sum(case e.part when 'accepted' then e.notional when 'left' then -e.notional else 0 end)::text as waiting,
    (select coalesce(sum(o.notional), 0)::text from contracts.orders o) as ordered from contracts.exposure e`.execute(
    database.owner,
  )
  return rows[0]
}

it('forty orders at once from two processes take what is left of the exposure, the others are refused with what that is', async () => {
  clock.advance(60_000)
  await second({ BTCUSDT: btc })
  const people = await Promise.all(Array.from({ length: 40 }, () => customer()))
  const beside = rig.openBeside()
  const settled = await Promise.allSettled(
    people.map((one, index) => (index % 2 === 0 ? contracts : beside).buy(buy, one.call())),
  )
  const taken = settled.flatMap((one, index) =>
    one.status === 'fulfilled' ? [{ id: one.value.orderId, buyer: people[index] as (typeof people)[0] }] : [],
  )
  expect(taken).toHaveLength(7)
  for (const one of settled)
    if (one.status === 'rejected')
      expect(await refusalOf(Promise.reject(one.reason))).toMatchObject({
        key: 'capacityReached',
        params: { left: '1.000000' },
      })
  await second({ BTCUSDT: btc })
  expect(await exposed()).toEqual({
    kept: String(7n * notional),
    open: String(7n * notional),
    waiting: '0',
    ordered: '0',
  })

  // A part that closes makes room for as much.
  const first = taken[0] as (typeof taken)[0]
  await during(contracts.close({ id: first.id, lots: 10n }, first.buyer.call()), { BTCUSDT: btc })
  expect(await exposed()).toEqual({
    kept: String(7n * notional - notional / 3n),
    open: String(7n * notional - notional / 3n),
    waiting: '0',
    ordered: '0',
  })
  const late = people.find((one) => !taken.some(({ buyer }) => buyer === one)) as (typeof people)[0]
  await expect(contracts.buy({ ...buy, lots: 10n }, late.call())).resolves.toMatchObject({})
  const waits = String(notional / 3n)
  expect(await exposed()).toMatchObject({ waiting: waits, ordered: waits })
  // One that finds no tick in time leaves what it took.
  clock.advance(10_000)
  await contracts.holdNow()
  expect(await exposed()).toMatchObject({ waiting: '0', ordered: '0' })
  await second({ BTCUSDT: btc })
  await expect(contracts.buy({ ...buy, lots: 10n }, late.call())).resolves.toMatchObject({})
  await beside.stop()
})
