import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { recordHash } from '@evenhand/proofs/head.ts'
import { appendLeaf, emptyLog } from '@evenhand/proofs/merkle-log.ts'
import { auditEntryPayload, type AuditEntry } from '@evenhand/proofs/audit-entry.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import { owned } from '../../kernel/db/db.ts'
import { auditEntriesAfter } from '../operators/index.ts'
import { listRecords } from './log-rows.store.ts'
import type { Books } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
const open = (): Books =>
  fixture.open({ auditEntriesAfter: (params) => auditEntriesAfter(owned<'operators'>(database.pools.api), params) })
const append = (reason: string) =>
  database.asOwner(
    `select operators.append_audit_entry(5, null, 'ops', '{risk}',
      row('user.restrict', 'user:1', null, $1::text, null, '{"a":1}')::operators.new_audit_entry)`,
    [reason],
  )
beforeEach(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  books = open()
  for (const reason of ['first', 'second', 'third']) await append(reason)
  await books.seal()
  for (const reason of ['fourth', 'fifth']) await append(reason)
  await books.seal()
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

const asSuperuser = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)
const locations = async () => (await open().audit()).findings.map(({ at }) => at)

test('every audit entry is sealed with the next head and proved by what is exported', async () => {
  const { acts: entries, head } = await books.sealedAuditEntries({})
  expect(entries.map(({ reason, record }) => [reason, record === null])).toEqual([
    ['first', false],
    ['second', false],
    ['third', false],
    ['fourth', false],
    ['fifth', false],
  ])
  expect(head?.size).toBe(5)
  expect(await locations()).toEqual([])
})

test('the record takes no change, not even from its owner', async () => {
  await expect(database.asOwner(`update operators.audit_entries set reason = 'other'`)).rejects.toThrow('never changed')
  await expect(database.asOwner('delete from operators.audit_entries')).rejects.toThrow('never changed')
  await expect(database.asOwner('truncate operators.audit_entries')).rejects.toThrow('never changed')
})

test('an audit entry that a superuser edits, and one that he deletes, is named', async () => {
  await asSuperuser(`update operators.audit_entries set reason = 'a better one' where seq = 2`)
  expect(await locations()).toEqual(['act 2 (record 1)'])
  await asSuperuser('delete from operators.audit_entries where seq = 4')
  expect(await locations()).toEqual(['act 2 (record 1)', 'act 4 (record 3)'])
})

test('a record that is cut at its end is shorter than the heads outside state', async () => {
  await asSuperuser('delete from operators.audit_entries where seq > 3')
  expect(await locations()).toEqual(['act 4 (record 3)', 'act 5 (record 4)'])
  // The log is cut with it, and its heads in the database too.
  await asSuperuser('delete from books.records where seq > 2')
  await asSuperuser('delete from books.heads where size > 3')
  expect((await locations()).some((location) => location === 'record 3')).toBe(true)
})

test('an edit whose every hash is made to fit is found by the heads outside', async () => {
  await asSuperuser(`update operators.audit_entries set reason = 'a better one' where seq = 2`)
  const edited = (
    await auditEntriesAfter(owned<'operators'>(database.pools.api), { after: 1, limit: 1 })
  )[0] as AuditEntry
  await asSuperuser(
    `update books.records set payload = decode('${auditEntryPayload(edited, nodeCrypto)}', 'hex') where type = 4 and source = 2`,
  )
  const log = emptyLog()
  for (const record of await listRecords(owned<'books'>(database.pools.api), { from: 0, limit: 100 }))
    for (const { level, index, hash } of appendLeaf(log, recordHash(record, nodeCrypto), nodeCrypto))
      await asSuperuser(
        `update books.nodes set hash = decode('${hash}', 'hex') where level = ${level} and index = ${index}`,
      )
  const found = await locations()
  expect(found).not.toContain('act 2 (record 1)')
  expect(found).toContain('records 0 to 2')
})
