import { afterAll, beforeAll, expect, it } from 'vitest'
import { handWithdrawals, type Hand } from '../../../test/fixtures/withdrawals.ts'
import { owned } from '../../kernel/db/db.ts'
import { publishWithdrawalEvents } from './withdrawal-events.ts'
import type { WithdrawalEvent } from './withdrawals.deps.ts'

let hand: Hand
beforeAll(async () => {
  // Nothing is told but by the calls below.
  hand = await handWithdrawals({ tellWith: () => Promise.reject(new Error('nobody hears')) })
})
afterAll(() => hand.close())

it('a step whose telling failed is told the next time, and by one of several processes alone', async () => {
  const owner = await hand.ready('told')
  await hand.asked(owner, { amount: '100', addressId: owner.addressId })
  await hand.payout.runOnce()
  await expect(hand.withdrawals.publishEvents()).rejects.toThrow('nobody hears')
  const told: WithdrawalEvent[] = []
  const tell = () =>
    publishWithdrawalEvents({
      db: owned<'withdrawals'>(hand.database.pools.api),
      tellWith: async (_tx, events) => void told.push(...events),
      moved: () => {},
    })
  await Promise.all([tell(), tell(), tell()])
  await tell()
  expect(told.map(({ template }) => template)).toEqual(['withdrawal.requested', 'withdrawal.broadcast'])
})
