import { afterAll, beforeAll, expect, it } from 'vitest'
import { approversFixture, type Approvers } from '../../../test/fixtures/approvers.ts'
import { withdrawalsFixture, type Fixture } from '../../../test/fixtures/withdrawals.ts'
import { owned } from '../../kernel/db/db.ts'
import { withdrawalQueue } from './withdrawals.queues.ts'
import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'

let fixture: Fixture
let approvers: Approvers
beforeAll(async () => {
  fixture = await withdrawalsFixture()
  approvers = await approversFixture(fixture)
})
afterAll(() => fixture.close())

/** Three withdrawals in review, each requested a minute after the one before it. */
async function three(name: string) {
  const owner = await fixture.ready(name, { USDT: '20000' })
  await fixture.database.asOwner(`update accounts.customers set tier = 'VERIFIED' where id = $1`, [owner.id])
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) {
    ids.push((await fixture.requested(owner, { amount: '2000', addressId: owner.addressId })).id)
    fixture.clock.advance(minuteMs)
  }
  return { owner, ids }
}
const listed = async (status: string): Promise<string[]> =>
  ((await approvers.at('sandbox-risk', '', { status })).result as { rows: { id: string }[] }).rows.map(({ id }) => id)

it('what waits for persons is listed by its clock, and what has ended the newest first', async () => {
  const { owner, ids } = await three('listed')
  expect(await listed('REVIEW')).toEqual(ids)
  for (const id of ids) await fixture.call('POST', `user/withdrawal/${id}/cancel`, {}, { token: owner.token })
  expect(await listed('REVIEW')).toEqual([])
  expect(await listed('CANCELLED')).toEqual(ids.toReversed())
})

it('one that a rule approved and nothing paid within a day waits for operators, and is overdue', async () => {
  const owner = await fixture.ready('unpaid', { USDT: '1000' })
  const { id, status } = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  expect(status).toBe('AUTO_OK')
  const waiting = async () => withdrawalQueue(owned<'withdrawals'>(fixture.database.pools.console), fixture.clock.now())
  const before = await waiting()
  expect(await listed('WAITING')).not.toContain(id)
  fixture.clock.advance(dayMs + minuteMs)
  expect(await listed('WAITING')).toContain(id)
  expect(await waiting()).toMatchObject({ open: (before?.open ?? 0) + 1, overdue: (before?.open ?? 0) + 1 })
  await fixture.call('POST', `user/withdrawal/${id}/cancel`, {}, { token: owner.token })
  expect(await listed('WAITING')).not.toContain(id)
})

it('a page that reads itself anew is one access in the record, and who opens it later has checked again', async () => {
  const { ids } = await three('looked')
  const views = () =>
    fixture.database.asOwner(`select from operators.audit_entries where act = 'withdrawal.view' and subject = $1`, [
      `withdrawal:${ids[0]}`,
    ])
  for (let read = 0; read < 3; read += 1) await approvers.view(ids[0] ?? '')
  expect(await views()).toHaveLength(1)
  fixture.clock.advance(11 * minuteMs)
  await approvers.view(ids[0] ?? '')
  expect(await views()).toHaveLength(2)
})
