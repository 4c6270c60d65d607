import { afterAll, beforeAll, expect, it } from 'vitest'
import { handNotices, type HandNotices } from '../../../test/fixtures/notices.ts'
import { createAccounts } from './index.ts'
import { owned } from '../../kernel/db/db.ts'
import { tellOfTermsOfUse } from './notify-terms-of-use.ts'

let hand: HandNotices
beforeAll(async () => void (hand = await handNotices()))
afterAll(() => hand.close())

it('tells of new terms whoever accepted earlier ones and has not left, once a version', async () => {
  const [amy, ben, carl] = [await hand.signedIn(), await hand.signedIn(), await hand.signedIn()]
  await hand.database.asOwner(`update accounts.customers set terms_version = '2' where account_id = $1`, [
    ben.session.accountId,
  ])
  await hand.database.asOwner(
    `update accounts.customers set status = 'CLOSED', closed_at = now() where account_id = $1`,
    [carl.session.accountId],
  )
  const accounts = createAccounts({ db: owned<'accounts'>(hand.database.pools.api) } as never)
  for (const version of ['2', '2', '3']) await tellOfTermsOfUse({ notices: hand.notices, accounts, version }).run()
  const told = await hand.database.asOwner(
    `select account_id::text as id, params ->> 'version' as version, category from notices.notices
     where template = 'terms.updated' order by 2, 1`,
  )
  const [a, b] = [amy, ben].map(({ session }) => String(session.accountId))
  expect(told).toEqual([
    { id: a, version: '2', category: 'LEGAL' },
    { id: a, version: '3', category: 'LEGAL' },
    { id: b, version: '3', category: 'LEGAL' },
  ])
})

it('holds no connection while it asks who is next', async () => {
  const { session } = await hand.signedIn()
  const holding: unknown[] = []
  const all = await hand.notices.tellMany({
    what: 'terms:held',
    next: async (after) => {
      holding.push(
        ...(await hand.database.asOwner(
          `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        )),
      )
      const { accountId } = session
      return after >= accountId ? [] : [{ accountId, template: 'terms.updated', params: { version: '9' }, ref: '9' }]
    },
  })
  expect([all, holding]).toEqual([true, []])
})
