import { afterAll, beforeAll, expect, it } from 'vitest'
import { rolledBackAtCommit } from '../../../test/fixtures/published-notices.ts'
import { withdrawalsFixture, type Fixture } from '../../../test/fixtures/withdrawals.ts'
import { owned } from '../../kernel/db/db.ts'
import { silentLog } from '../../kernel/log.ts'
import { withdrawalNotices } from './withdrawal-events.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await withdrawalsFixture()
})
afterAll(() => fixture.close())

it('a step and its event are committed together, and one of several processes alone writes its notice, once', async () => {
  const owner = await fixture.ready('notified')
  const { id } = await fixture.requested(owner, { amount: '100', addressId: owner.addressId })
  const published = async (): Promise<unknown[]> =>
    (
      await fixture.database.asOwner(
        `select payload ->> 'step' as step from outbox.events where type = 'withdrawals.stepped' order by id`,
      )
    ).map((row) => (row as { step: string }).step)
  expect(await published()).toEqual(['REQUESTED', 'AUTO_OK'])
  const cancel = () => fixture.call('POST', `user/withdrawal/${id}/cancel`, {}, { token: owner.token })
  await rolledBackAtCommit(fixture.database, async () => {
    expect((await cancel()).code).toBe(10092)
  })
  expect((await fixture.list(owner))[0]?.status).toBe('AUTO_OK')
  expect(await published()).toEqual(['REQUESTED', 'AUTO_OK'])
  expect((await cancel()).code).toBe(200)
  const written: string[] = []
  let isBroken = true
  const open = () =>
    withdrawalNotices({
      db: owned<'outbox'>(fixture.database.pools.api),
      log: silentLog,
      notices: {
        async write(_tx, notices) {
          if (isBroken) throw new Error('the process ended')
          return () => void written.push(...notices.map(({ template }) => template))
        },
        publish: () => {},
      },
    })
  const processes = [open(), open(), open()]
  await Promise.all(processes.map((one) => one.deliver()))
  expect(written).toEqual([])
  isBroken = false
  await Promise.all(processes.map((one) => one.drain()))
  expect(written).toEqual(['withdrawal.requested', 'withdrawal.cancelled'])
})
