import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticesFixture, type NoticesFixture } from '../../../test/fixtures/notices.ts'
import { createAccounts } from './index.ts'
import { owned } from '../../kernel/db/db.ts'
import { notifyTermsOfUse } from './notify-terms-of-use.ts'

let fixture: NoticesFixture
beforeAll(async () => void (fixture = await noticesFixture()))
afterAll(() => fixture.close())

it('notifies customers who accepted earlier terms and have not left of new ones, once a version', async () => {
  const [amy, ben, carl] = [await fixture.signedIn(), await fixture.signedIn(), await fixture.signedIn()]
  await fixture.database.asOwner(`update accounts.customers set terms_version = '2' where account_id = $1`, [
    ben.session.accountId,
  ])
  await fixture.database.asOwner(
    `update accounts.customers set status = 'CLOSED', closed_at = now() where account_id = $1`,
    [carl.session.accountId],
  )
  const accounts = createAccounts({ db: owned<'accounts'>(fixture.database.pools.api) } as never)
  for (const version of ['2', '2', '3'])
    await notifyTermsOfUse({ notices: fixture.notices, accounts, version: () => version }).run()
  const notified = await fixture.database.asOwner(
    `select account_id::text as id, params ->> 'version' as version, category from notices.notices
     where template = 'terms.updated' order by 2, 1`,
  )
  const [a, b] = [amy, ben].map(({ session }) => String(session.accountId))
  expect(notified).toEqual([
    { id: a, version: '2', category: 'LEGAL' },
    { id: a, version: '3', category: 'LEGAL' },
    { id: b, version: '3', category: 'LEGAL' },
  ])
})

it('holds no connection while it reads who is next', async () => {
  const { session } = await fixture.signedIn()
  const holding: unknown[] = []
  const all = await fixture.notices.notifyBulk({
    what: 'terms:held',
    next: async (after) => {
      holding.push(
        ...(await fixture.database.asOwner(
          `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        )),
      )
      const { accountId } = session
      return after >= accountId ? [] : [{ accountId, template: 'terms.updated', params: { version: '9' }, ref: '9' }]
    },
  })
  expect([all, holding]).toEqual([true, []])
})
