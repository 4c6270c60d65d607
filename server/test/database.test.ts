import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../src/kernel/db/db.ts'
import { testDatabase } from './database.ts'

const mine = await testDatabase()
const other = await testDatabase()
afterAll(async () => {
  await mine.close()
  await other.close()
})

const filesIn = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from public.applied_sql')
  await client.end()
  return rows[0]?.n ?? 0
}

test('a test file gets a migrated database of its own', async () => {
  expect(await filesIn(mine.url())).toBeGreaterThan(0)
  const client = new pg.Client({ connectionString: mine.url() })
  await client.connect()
  await client.query('delete from public.applied_sql')
  await client.end()
  expect(await filesIn(mine.url())).toBe(0)
  expect(await filesIn(other.url())).toBeGreaterThan(0)
})

test('its pools and addresses act as the role', async () => {
  const response = await sql<{ role: string }>`select current_user as role`.execute(mine.pools.feed)
  expect(response.rows[0]?.role).toBe('feed')
  const client = new pg.Client({ connectionString: mine.url('api') })
  await client.connect()
  expect((await client.query('select current_user as role')).rows[0]).toEqual({ role: 'api' })
  await client.end()
})
