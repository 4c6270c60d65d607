import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { batchRow, booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import type { Books } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
beforeEach(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  books = fixture.open()
  for (let digit = 1; digit <= 12; digit += 1) {
    await database.asOwner(batchRow(digit.toString(16).padStart(2, '0').repeat(32)))
    if (digit % 3 === 0) await books.seal()
  }
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

const asSuperuser = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)

describe('the tables of the log', () => {
  const tables = ['types', 'records', 'nodes', 'heads']
  test.each(tables)('books.%s takes no change, not even from its owner', async (table) => {
    const column = { types: 'about', records: 'actor', nodes: 'hash', heads: 'build' }[table]
    await expect(database.asOwner(`update books.${table} set ${column} = ${column}`)).rejects.toThrow(
      'added to, never changed',
    )
    await expect(database.asOwner(`delete from books.${table}`)).rejects.toThrow('added to, never changed')
    await expect(database.asOwner(`truncate books.${table} cascade`)).rejects.toThrow('added to, never changed')
  })

  test('are written by the role api alone, and only by adding', async () => {
    const rows = (await database.asOwner(`
      select grantee, table_name, string_agg(privilege_type, ' ' order by privilege_type) as may
      from information_schema.role_table_grants where table_schema = 'books' and grantee in ('api', 'feed', 'console', 'payout')
      group by 1, 2 order by 1, 2`)) as { grantee: string; table_name: string; may: string }[]
    const may = Object.fromEntries(rows.map((row) => [`${row.grantee} ${row.table_name}`, row.may]))
    for (const table of ['records', 'nodes', 'heads', 'checks', 'figures', 'figure_queries'])
      expect(may[`api ${table}`]).toBe('INSERT SELECT')
    expect(may['api types']).toBe('SELECT')
    for (const table of ['types', 'records', 'nodes', 'heads', 'checks']) expect(may[`console ${table}`]).toBe('SELECT')
    expect(rows.some(({ grantee }) => grantee === 'feed' || grantee === 'payout')).toBe(false)
  })
})

describe('a superuser who got past the triggers', () => {
  const findings = async () => (await fixture.open().audit()).findings
  const locations = async () => (await findings()).map(({ at }) => at)

  test('is not there', async () => {
    expect(await books.audit()).toMatchObject({ ok: true, compared: 12, findings: [] })
  })

  test('and edits a record is named with it', async () => {
    await asSuperuser(`update books.records set payload = decode(repeat('77', 32), 'hex') where seq = 4`)
    expect(await locations()).toContain('record 4 (receipts)')
    expect(await locations()).toContain('records 3 to 5')
  })

  test('and makes every hash in the database fit is found by the heads outside', async () => {
    await asSuperuser(`update books.records set payload = decode(repeat('77', 32), 'hex') where seq = 4`)
    await rehash()
    const found = await locations()
    expect(found).not.toContain('record 4 (receipts)')
    expect(found).toContain('records 3 to 5')
  })

  test('and moves two records is found', async () => {
    await asSuperuser(`
      update books.records set seq = 100 where seq = 7;
      update books.records set seq = 7 where seq = 8;
      update books.records set seq = 8 where seq = 100`)
    await rehash()
    expect(await locations()).toContain('records 6 to 8')
  })

  test('and takes a record out is found', async () => {
    await asSuperuser(`delete from books.records where seq = 5`)
    expect(await findings()).toContainEqual({ at: 'record 5', found: 'record 6' })
    await asSuperuser(`update books.records set seq = seq - 1 where seq > 5`)
    await rehash()
    expect(await locations()).toContain('records 3 to 5')
  })

  test('and cuts the end off is found', async () => {
    await asSuperuser(`delete from books.records where seq >= 10; delete from books.heads where size > 10`)
    expect(await findings()).toContainEqual({ at: 'record 10', expected: '12 records', found: '10 records' })
  })

  test('and empties everything is found', async () => {
    await asSuperuser('truncate books.records, books.nodes, books.heads cascade')
    expect((await findings()).length).toBeGreaterThan(0)
    await expect(fixture.open().seal()).rejects.toThrow(/proves 12 records, and the log has 0/)
  })

  test('and writes a forged line into the heads is found', async () => {
    const { auditLog } = await import('./audit-log.ts')
    const heads = (await books.publicHeads({})).map((head) =>
      head.size === 6 ? { ...head, root: '00'.repeat(32) } : head,
    )
    const deps = { db: database.pools.api, signing: fixture.signing } as never
    expect((await auditLog(deps, heads)).findings.map(({ at }) => at)).toEqual([
      'head of 6 records: signature',
      'records 3 to 5',
    ])
  })

  /** Writes every hash in the database anew from its records, as an intruder who knows the forms would. */
  async function rehash(): Promise<void> {
    const { recordHash } = await import('@evenhand/proofs/head.ts')
    const { appendLeaf, emptyLog } = await import('@evenhand/proofs/merkle-log.ts')
    const { nodeCrypto } = await import('@evenhand/proofs/crypto-node.ts')
    const rows = (await database.asOwner(
      `select seq::int, time::float8, actor, encode(payload, 'hex') as payload from books.records order by seq`,
    )) as { seq: number; time: number; actor: string; payload: string }[]
    const log = emptyLog()
    const nodes = rows.flatMap((row) =>
      appendLeaf(log, recordHash({ ...row, type: 'receipts' }, nodeCrypto), nodeCrypto),
    )
    const values = nodes.map(({ level, index, hash }) => `(${level}, ${index}, decode('${hash}', 'hex'))`)
    await asSuperuser(`delete from books.nodes; insert into books.nodes values ${values.join(',')}`)
  }
})
