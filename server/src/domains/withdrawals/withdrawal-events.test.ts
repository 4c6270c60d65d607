import { afterAll, beforeAll, expect, it } from 'vitest'
import { withdrawalsFixture, type Fixture } from '../../../test/fixtures/withdrawals.ts'
import { owned } from '../../kernel/db/db.ts'
import { publishWithdrawalEvents } from './withdrawal-events.ts'
import type { WithdrawalEvent } from './withdrawals.deps.ts'

let fixture: Fixture
beforeAll(async () => {
  // Nothing is told but by the calls below.
  fixture = await withdrawalsFixture({ enqueueNotices: () => Promise.reject(new Error('nobody hears')) })
})
afterAll(() => fixture.close())

it('a step whose telling failed is told the next time, and by one of several processes alone', async () => {
  const owner = await fixture.ready('told')
  await fixture.asked(owner, { amount: '100', addressId: owner.addressId })
  await fixture.payout.runOnce()
  await expect(fixture.withdrawals.publishEvents()).rejects.toThrow('nobody hears')
  const notified: WithdrawalEvent[] = []
  const notify = () =>
    publishWithdrawalEvents({
      db: owned<'withdrawals'>(fixture.database.pools.api),
      enqueueNotices: async (_tx, events) => void notified.push(...events),
      moved: () => {},
    })
  await Promise.all([notify(), notify(), notify()])
  await notify()
  expect(notified.map(({ template }) => template)).toEqual(['withdrawal.requested', 'withdrawal.broadcast'])
})
