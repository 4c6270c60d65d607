import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionsFixture, refusalOf, usdt } from '../../../test/fixtures/options.ts'

let rig: Awaited<ReturnType<typeof optionsFixture>>
beforeAll(async () => {
  rig = await optionsFixture()
})
afterAll(() => rig.close())
beforeEach(async () => {
  rig.clock.advance(60_000)
  await rig.markets.tick('BTCUSDT', 5_210_000n)
})

const up = (stake: bigint) => ({ code: 'BTCUSDT', direction: 'UP' as const, limitTime: 60, amount: stake })

describe('one order that cannot be settled holds up no other', () => {
  const spoil = async (statement: (id: string) => string): Promise<void> => {
    const people = await Promise.all(Array.from({ length: 9 }, () => rig.customer()))
    const orders = await Promise.all(people.map((one) => rig.options.buy(up(usdt(100)), one.call())))
    await rig.database.asOwner(statement(orders[4]?.orderId ?? ''))
    await rig.run(64, () => 5_220_000n)
    const held = await Promise.all(people.map(async (one) => (await rig.virtualOf(one.accountId))?.held))
    expect(held).toEqual(people.map((_, index) => (index === 4 ? usdt(100) : 0n)))
    await rig.database.asOwner(`delete from options.open_orders where id = '${orders[4]?.orderId}'`)
  }

  it('whose instrument is not listed', () =>
    spoil((id) => `update options.open_orders set instrument_id = 999999 where id = '${id}'`))

  it('whose count does not add up', () =>
    spoil(
      (id) =>
        `update ledger.balances set open_orders = 0 where account_id = (select account_id from options.open_orders where id = '${id}')`,
    ))
})

describe('a clock that jumps', () => {
  it('an hour back stops new orders until the record has caught up, and settles nothing early', async () => {
    const [amy, ben] = [await rig.customer(), await rig.customer()]
    const { orderId } = await rig.options.buy(up(usdt(100)), amy.call())
    await rig.run(30, () => 5_210_000n)
    const before = rig.clock.now()
    rig.clock.advance(-3_600_000)
    await rig.options.settleNow()
    expect((await refusalOf(rig.options.buy(up(usdt(10)), ben.call()))).params).toEqual({ reason: 'stale' })
    expect((await rig.virtualOf(amy.accountId))?.held).toBe(usdt(100))
    rig.clock.set(before)
    await rig.run(34, () => 5_220_000n)
    expect((await rig.options.byId({ id: orderId }, amy.call())).order.status).toBe('WON')
  })

  it('an hour forward refunds once what expired in the hour without ticks', async () => {
    const amy = await rig.customer()
    const { orderId } = await rig.options.buy(up(usdt(100)), amy.call())
    await rig.run(30, () => 5_210_000n)
    rig.clock.advance(3_600_000)
    expect((await refusalOf(rig.options.buy(up(usdt(10)), amy.call()))).params).toEqual({ reason: 'stale' })
    await rig.run(3, () => 5_220_000n)
    expect((await rig.options.byId({ id: orderId }, amy.call())).order.voidReason).toBe('FEED_INVALID')
    expect(await rig.virtualOf(amy.accountId)).toMatchObject({ free: usdt(10_000), held: 0n })
  })
})

it('what falls due while settling is at work is decided when settling is asked for again', async () => {
  const amy = await rig.customer()
  const { orderId } = await rig.options.buy(up(usdt(100)), amy.call())
  await rig.run(58, () => 5_210_000n)
  const holder = new pg.Client({ connectionString: rig.database.url() })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table options.open_orders')
  const before = rig.options.settleNow()
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%due_from%'`
  await expect.poll(async () => (await rig.database.asOwner(waiting)).length).toBe(2)
  for (let second = 0; second < 6; second += 1) {
    rig.clock.advance(1000)
    await rig.markets.tick('BTCUSDT', 5_220_000n)
  }
  const after = rig.options.settleNow()
  await holder.query('commit')
  await holder.end()
  await Promise.all([before, after])
  expect((await rig.options.byId({ id: orderId }, amy.call())).order.status).toBe('WON')
})
