import pg from 'pg'
import { inject } from 'vitest'
import { openOwner, openPools, type Pools, type Role } from '../src/kernel/db/db.ts'

export type TestDatabase = {
  /** The database's address as its owner; with a role, every session of it acts as that role. */
  url(role?: Role): string
  /** Runs one statement as the owner of the tables: what an intruder with the database's own rights could do. */
  asOwner(text: string, values?: unknown[]): Promise<unknown[]>
  /** A handle as the owner of the tables, which may do what no role may: write an entry of any lines. */
  readonly owner: ReturnType<typeof openOwner>
  /** The pools of the product, opened when first requested. */
  readonly pools: Pools
  /**
   * Closes the pools and drops the database. Call it in afterAll. Throws where transactions waited for each other: the
   * database ends a deadlock after a second, and the caller it ended is refused for nothing.
   */
  close(): Promise<void>
}

const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function asOwner<R extends object>(statement: string, values: unknown[] = []): Promise<R[]> {
  // The template must have no session while it is cloned, so we stand in the cluster's own database.
  const client = new pg.Client({ connectionString: withDatabase(inject('templateUrl'), 'postgres') })
  await client.connect()
  try {
    return (await client.query<R>(statement, values)).rows
  } finally {
    await client.end()
  }
}

let made = 0

/**
 * A migrated database of the test file's own, cloned from the template of the run (about 30 ms in memory); or an empty
 * one, which nothing was applied to.
 */
export async function testDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = empty ? 'template0' : new URL(inject('templateUrl')).pathname.slice(1)
  made += 1
  const name = `test_${process.pid}_${made}`
  await asOwner(`create database ${name} template ${template} strategy file_copy`)
  const address = withDatabase(inject('templateUrl'), name)
  let pools: Pools | undefined
  let owner: ReturnType<typeof openOwner> | undefined
  return {
    url: (role) =>
      role === undefined ? address : `${address}&options=${encodeURIComponent(`-c role=${role} -c timezone=UTC`)}`,
    async asOwner(text, values = []) {
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      try {
        return (await client.query(text, values)).rows as unknown[]
      } finally {
        await client.end()
      }
    },
    get owner() {
      return (owner ??= openOwner(address))
    },
    get pools() {
      return (pools ??= openPools(address))
    },
    async close() {
      await Promise.all([pools?.close(), owner?.destroy()])
      const [row] = await asOwner<{ n: string }>('select deadlocks as n from pg_stat_database where datname = $1', [
        name,
      ])
      await asOwner(`drop database ${name} with (force)`)
      if (row !== undefined && row.n !== '0') throw new Error(`${row.n} deadlocks in the database of this test file`)
    },
  }
}
