import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handApprovers, type Approvers } from '../../../test/fixtures/approvers.ts'
import { dayMs, handWithdrawals, type Hand } from '../../../test/fixtures/withdrawals.ts'

let hand: Hand
let approvers: Approvers
beforeAll(async () => {
  hand = await handWithdrawals()
  approvers = await handApprovers(hand)
})
afterAll(async () => {
  expect(await hand.broken()).toEqual([])
  await hand.close()
})

const statusOf = async (id: string) =>
  ((await hand.database.asOwner('select status from wallet.withdrawals where id = $1', [id]))[0] as { status: string })
    .status

it('freezing an account takes back what has not left yet: nobody who signed in before gets it out', async () => {
  const owner = await hand.ready('frozen', { USDT: '60000' })
  await hand.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  const waits = await hand.asked(owner, { amount: '5000', addressId: owner.addressId })
  const approved = await hand.asked(owner, { amount: '20000', addressId: owner.addressId })
  for (const name of ['sandbox-finance1', 'sandbox-finance2']) await approvers.approve(name, approved.id)
  expect([await statusOf(waits.id), await statusOf(approved.id)]).toEqual(['REVIEW', 'APPROVED'])
  expect((await hand.people.post('user/freeze', {}, { token: owner.token })).code).toBe(200)
  await hand.payout.runOnce()
  hand.clock.advance(dayMs)
  await hand.payout.runOnce()
  expect([await statusOf(waits.id), await statusOf(approved.id)]).toEqual(['CANCELLED', 'CANCELLED'])
  expect(hand.sent()).toEqual([])
  const [usdt] = await hand.ledger.balances(owner.accountId)
  expect(usdt).toMatchObject({ asset: 'USDT', free: 60_000_000_000n, held: 0n })
})

it('an ask that a freeze overtakes is nobody’s any more, and one that it meets is taken back', async () => {
  const owner = await hand.ready('overtaken', { USDT: '5000' })
  const body = await hand.prepare(owner, { amount: '300', addressId: owner.addressId })
  const freezing = new pg.Client({ connectionString: hand.database.url() })
  await freezing.connect()
  try {
    await freezing.query('begin')
    await freezing.query(`update accounts.customers set status = 'FROZEN_BY_USER' where id = $1`, [owner.id])
    const asked = hand.call('POST', 'user/withdrawal', body, { token: owner.token })
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%request_withdrawal%'
      and datname = current_database()`
    await expect.poll(async () => (await hand.database.asOwner(waits)).length).toBe(1)
    await freezing.query('commit')
    expect((await asked).code).toBe(401)
  } finally {
    await freezing.end()
  }
  expect((await hand.ledger.balances(owner.accountId))[0]).toMatchObject({ free: 5_000_000_000n, held: 0n })
})
