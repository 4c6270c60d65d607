import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { people } from '../../../test/people.ts'
import { toldOf } from './personal-data.ts'

const database = await testDatabase()
const at = people(database)
afterAll(async () => {
  await at.close()
  await database.close()
})

test('every table that names a customer is told of', async () => {
  const tables = (await database.asOwner(
    `select table_name from information_schema.columns where table_schema = 'auth' and column_name = 'customer_id' order by 1`,
  )) as { table_name: string }[]
  expect(Object.keys(toldOf).toSorted()).toEqual(tables.map(({ table_name }) => table_name))
})

test('it holds what is the customer’s and nobody else’s, and nothing to sign in with', async () => {
  const { token, user } = await at.customer('told')
  await at.customer('untold')
  await at.post('user/antiPhishing', { phrase: 'seven quiet herons' }, { token })
  const told = await at.auth.personalData(user.id)
  expect(told['auth.phrases']).toEqual([expect.objectContaining({ phrase: 'seven quiet herons' })])
  expect(told['auth.sessions']).toHaveLength(1)
  expect(told['auth.sign_ins']).toEqual([expect.objectContaining({ outcome: 'SIGNED_IN' })])
  const text = JSON.stringify(told)
  expect(text).not.toMatch(/argon2|hash|\\\\x|sealed|binding/)
  expect(text).not.toContain(token)
})
