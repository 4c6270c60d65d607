import { afterAll, expect, test } from 'vitest'
import { noticesFixture } from '../../../test/fixtures/notices.ts'
import { optionsFixture, usdt } from '../../../test/fixtures/options.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import type { Notices } from '../notices/index.ts'
import { resultNotices } from './options.events.ts'

// The fixture settles and has no reader of events: what it leaves is what a process leaves that is killed right after.
const rig = await optionsFixture()
const people = await noticesFixture({ database: rig.database })
afterAll(async () => {
  await people.close()
  await rig.close()
})

const events = (): Promise<unknown[]> =>
  rig.database.asOwner(`select jsonb_array_length(payload -> 'ids') as orders from outbox.events order by id`)
const notices = (): Promise<unknown[]> =>
  rig.database.asOwner(`select account_id, template, ref from notices.notices order by ref`)
const reader = (write: Notices['write']) =>
  resultNotices({
    db: owned<'outbox'>(rig.database.pools.api),
    log: silentLog,
    markets: rig.markets as never,
    notices: { write },
  })

test('a result is published by the statement that settles it, and its notice is written once by the next process', async () => {
  const { markets, options, clock, customer, run } = rig
  clock.advance(60_000)
  await markets.tick('BTCUSDT', 5_210_000_000n)
  const [amy, ben] = [await customer(), await customer()]
  const ticket = { code: 'BTCUSDT', direction: 'UP' as const, limitTime: 60, amount: usdt(100) }
  const placed = [await options.buy(ticket, amy.call()), await options.buy(ticket, ben.call())]
  await run(64, (second) => (second > 55 ? 5_210_001_000n : 5_210_000_000n))
  const settled = (await events()) as { orders: number }[]
  expect(settled.reduce((sum, { orders }) => sum + orders, 0)).toBe(2)
  expect(await notices()).toEqual([])

  // Of one that ends while it handles the event nothing stays.
  const { write } = people.notices
  let deaths = 0
  const dying = reader(async (tx, some) => {
    const written = await write(tx, some)
    deaths += 1
    if (deaths === 1) throw new Error('ended before its commit')
    return written
  })
  await dying.drain()
  expect(deaths).toBeGreaterThan(1)
  await Promise.all([reader(write), reader(write)].map((one) => one.drain()))
  const ids = placed.map(({ orderId }) => orderId).toSorted()
  expect(((await notices()) as { ref: string }[]).map(({ ref }) => ref)).toEqual(ids)
  expect(await notices()).toMatchObject([{ template: 'option.result' }, { template: 'option.result' }])
})
