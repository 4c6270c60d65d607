import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { people } from '../../../test/fixtures/customers.ts'
import { owned } from '../../kernel/db/db.ts'
import { authExport } from './personal-data.ts'

const database = await testDatabase()
const at = people(database)
const sections = authExport(owned<'auth'>(database.pools.api))
afterAll(async () => {
  await at.close()
  await database.close()
})

test('every table that names a customer is exported', async () => {
  const tables = (await database.asOwner(
    `select table_name from information_schema.columns where table_schema = 'auth' and column_name = 'customer_id' order by 1`,
  )) as { table_name: string }[]
  // The networks that a customer is known from are exported under the name that customers know.
  const names = tables.map(({ table_name }) => `auth.${table_name}`.replace('auth.known_networks', 'auth.places'))
  expect(sections.flatMap((section) => section.tables).toSorted()).toEqual(names.toSorted())
})

test('it holds the customer’s data alone, and nothing to sign in with', async () => {
  const { token, user } = await at.customer('exported')
  await at.customer('untold')
  await at.post('user/antiPhishing', { phrase: 'seven quiet herons' }, { token })
  const who = { customerId: user.id, accountId: 0n }
  const pages = await Promise.all(sections.map((section) => section.read(who, { after: undefined, limit: 500 })))
  const exported: Record<string, object[]> = Object.assign({}, ...pages.map((page) => page.tables))
  expect(exported['auth.phrases']).toEqual([expect.objectContaining({ phrase: 'seven quiet herons' })])
  expect(exported['auth.sessions']).toHaveLength(1)
  expect(exported['auth.sign_ins']).toEqual([expect.objectContaining({ outcome: 'SIGNED_IN' })])
  const text = JSON.stringify(exported)
  expect(text).not.toMatch(/argon2|hash|\\\\x|sealed|binding/)
  expect(text).not.toContain(token)
})

test('more sign-ins than one page holds are all exported, each once', async () => {
  const { user } = await at.customer('often')
  await database.asOwner(
    `insert into auth.sign_ins (customer_id, id, at, outcome, place)
     select $1, gen_random_uuid(), now(), 'WRONG_PASSWORD', '' from generate_series(1, 1200)`,
    [user.id],
  )
  const section = sections.find(({ tables }) => tables.includes('auth.sign_ins'))
  const seen = new Set<string>()
  for (let after: string | undefined; ;) {
    const page = await section?.read({ customerId: user.id, accountId: 0n }, { after, limit: 500 })
    const rows = (page?.tables['auth.sign_ins'] ?? []) as { id: string }[]
    for (const { id } of rows) seen.add(id)
    after = page?.last
    if (rows.length < 500) break
  }
  expect(seen.size).toBe(1201)
})
