import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approversFixture, type Approvers } from '../../../test/fixtures/approvers.ts'
import { withdrawalsFixture, type Fixture } from '../../../test/fixtures/withdrawals.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
let approvers: Approvers
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  approvers = await approversFixture(fixture)
})
afterAll(async () => {
  expect(await fixture.broken()).toEqual([])
  await fixture.close()
})

const statusOf = async (id: string) =>
  (
    (await fixture.database.asOwner('select status from wallet.withdrawals where id = $1', [id]))[0] as {
      status: string
    }
  ).status

it('freezing an account cancels withdrawals that have not left yet: an earlier session does not get them out', async () => {
  const owner = await fixture.ready('frozen', { USDT: '60000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  const waits = await fixture.requested(owner, { amount: '5000', addressId: owner.addressId })
  const approved = await fixture.requested(owner, { amount: '20000', addressId: owner.addressId })
  for (const name of ['sandbox-finance1', 'sandbox-finance2']) await approvers.approve(name, approved.id)
  expect([await statusOf(waits.id), await statusOf(approved.id)]).toEqual(['REVIEW', 'APPROVED'])
  expect((await fixture.people.post('user/freeze', {}, { token: owner.token })).code).toBe(200)
  await fixture.payout.runOnce()
  fixture.clock.advance(dayMs)
  await fixture.payout.runOnce()
  expect([await statusOf(waits.id), await statusOf(approved.id)]).toEqual(['CANCELLED', 'CANCELLED'])
  expect(fixture.sent()).toEqual([])
  const [usdt] = await fixture.ledger.balances(owner.accountId)
  expect(usdt).toMatchObject({ asset: 'USDT', free: 60_000_000_000n, held: 0n })
})

it('a request that a freeze overtakes has no session any more, and one that it meets is cancelled', async () => {
  const owner = await fixture.ready('overtaken', { USDT: '5000' })
  const body = await fixture.prepare(owner, { amount: '300', addressId: owner.addressId })
  const freezing = new pg.Client({ connectionString: fixture.database.url() })
  await freezing.connect()
  try {
    await freezing.query('begin')
    await freezing.query(`update accounts.customers set status = 'FROZEN_BY_USER' where id = $1`, [owner.id])
    const requested = fixture.call('POST', 'user/withdrawal', body, { token: owner.token })
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%request_withdrawal%'
      and datname = current_database()`
    await expect.poll(async () => (await fixture.database.asOwner(waits)).length).toBe(1)
    await freezing.query('commit')
    expect((await requested).code).toBe(401)
  } finally {
    await freezing.end()
  }
  expect((await fixture.ledger.balances(owner.accountId))[0]).toMatchObject({ free: 5_000_000_000n, held: 0n })
})
