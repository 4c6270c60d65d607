import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { openPool, roles, sql } from './db.ts'
import { asRole } from './role-address.ts'

const database = await testDatabase()
afterAll(() => database.close())

test.each(roles)('%s signs in as itself, and no statement makes it more', async (role) => {
  const pool = openPool({ url: database.url(), role, max: 1 })
  const { rows } = await sql<{ name: string }>`select session_user::text as name`.execute(pool)
  expect(rows).toEqual([{ name: role }])
  const others = roles.filter((one) => one !== role)
  for (const wanted of [...others, 'evenhand'])
    await expect(sql.raw(`set role ${wanted}`).execute(pool)).rejects.toThrow('permission denied')
  await sql`set role none`.execute(pool)
  await expect(sql`set session_replication_role = replica`.execute(pool)).rejects.toThrow('permission denied')
  await expect(sql`alter table ledger.entries disable trigger all`.execute(pool)).rejects.toThrow(
    /must be owner|permission denied/,
  )
  await pool.destroy()
})

test("an address of the operator's own is signed in with as it stands, and its sessions take the role", () => {
  for (const url of [
    'postgres://owner:secret@db.example:5432/evenhand',
    'postgresql:///evenhand?host=/var/run/postgresql',
  ])
    expect(asRole(url, 'api')).toEqual({ connectionString: url, options: '-c role=api -c timezone=UTC' })
})
