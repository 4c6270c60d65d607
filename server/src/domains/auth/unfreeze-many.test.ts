import { hourMs } from '@evenhand/protocol/durations.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { people } from '../../../test/fixtures/customers.ts'
import { sql } from '../../kernel/db/db.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

test('gives back the last of many, where more fail than it takes at once', async () => {
  const { token } = await at.customer('waits_last')
  await at.post('user/freeze', {}, { token })
  at.clock.advance(60_000)
  const code = await at.codeFor('waits_last@example.com', 'unfreeze')
  await at.post('user/unfreeze', { account: 'waits_last', code })
  at.clock.advance(24 * hourMs)
  const [before, owner] = [new Date(at.clock.now() - 2 * hourMs), database.owner]
  await sql`insert into accounts.customers select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
      'account_id', 9000000 + n, 'username', 'fails_' || n, 'email', 'fails_' || n || '@example.com',
      'invite_code', 'ZZ' || translate((2000 + n)::text, '01', 'AB')))).*
    from accounts.customers c, generate_series(1, 120) n where c.username = 'waits_last'`.execute(owner)
  await sql`insert into auth.freezes select id, ${before}, ${before} from accounts.customers where username like 'fails_%'`.execute(
    owner,
  )
  await sql`alter table accounts.customers add constraint stuck check (username not like 'fails_%' or status <> 'ACTIVE') not valid`.execute(
    owner,
  )
  await at.auth.jobs.find(({ name }) => name === 'unfreeze accounts')?.run()
  await sql`delete from auth.freezes using accounts.customers c where customer_id = c.id and c.username like 'fails_%'`.execute(
    owner,
  )
  await sql`alter table accounts.customers drop constraint stuck`.execute(owner)
  const { rows } = await sql`select status from accounts.customers where username = 'waits_last'`.execute(owner)
  expect(rows).toEqual([{ status: 'ACTIVE' }])
})
