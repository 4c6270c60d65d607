import { readAuditText } from '@evenhand/protocol/audit-forms.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { fillLedger } from '../../../test/fill-ledger.ts'
import { ofCauses, ofEntries, ofHolds, ofTheLog } from '../../../test/forgeries.ts'
import { ofOperators } from '../../../test/operator-forgeries.ts'
import { ofSignatures } from '../../../test/signature-forgeries.ts'
import { booksFixture, sealEntries, type BooksFixture } from '../../../test/fixtures/books.ts'
import { rehashLog } from '../../../test/rehash-log.ts'
import type { Books } from './index.ts'

// The owner of the database writes past every trigger and makes everything fit that he can think of. Each forgery is tried on
// the same books, found with its location, and taken back.

let database: TestDatabase
let fixture: BooksFixture
let books: Books
const asSuperuser = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)

/** Every table that money or the log stands on. */
const tables = [
  ...['accounts', 'assets', 'balances', 'entries', 'holds', 'origins'].map((name) => `ledger.${name}`),
  ...['batches', 'open_orders', 'orders', 'reserve_openings'].map((name) => `options.${name}`),
  ...['conversions', 'credits', 'deposit_approvals', 'deposits', 'inventory_openings'].map((name) => `wallet.${name}`),
  ...['addresses', 'arrivals', 'debts', 'withdrawal_verdicts', 'withdrawals'].map((name) => `wallet.${name}`),
  ...['entry_runs', 'heads', 'minutes', 'nodes', 'records', 'types'].map((name) => `books.${name}`),
  ...['audit_entries', 'change_requests', 'debits', 'entry_debits', 'operators', 'params', 'passkeys', 'roles'].map(
    (name) => `operators.${name}`,
  ),
  'operators.restrictions',
  'complaints.complaints',
  'complaints.steps',
  'operators.restriction_log',
  'accounts.customers',
  'accounts.legal_holds',
  'files.files',
] as const

beforeAll(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database, { entries: true })
  books = fixture.open()
  await fillLedger(database, fixture)
  await sealEntries(database, books)
  await database.asOwner("select nextval('ledger.entry_seq')")
  await fixture.customer()
  fixture.clock.advance(60_000)
  await sealEntries(database, books)
  await database.asOwner('create schema kept')
  for (const table of tables) await database.asOwner(`create table kept.${table.replace('.', '_')} as table ${table}`)
  restoration = await restoring()
})
afterAll(async () => {
  await fixture.close()
  await database.close()
})

/** What puts every table back as it was kept. */
async function restoring(): Promise<string> {
  const rows = (await database.asOwner(`
    select table_schema || '.' || table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns where is_generated = 'NEVER' group by 1`)) as { table: string; columns: string }[]
  const columns = new Map(rows.map((row) => [row.table, row.columns]))
  const statements = tables.map(
    (table) => `delete from ${table}; insert into ${table} (${columns.get(table)}) overriding system value
      select ${columns.get(table)} from kept.${table.replace('.', '_')};`,
  )
  return statements.join('\n')
}
let restoration: string
const restore = async (): Promise<void> => void (await asSuperuser(restoration))

/** Where anything differs, by every check there is: those of the log, of causes and holds, and the sums of the books. */
async function locations(): Promise<string[]> {
  const fresh = fixture.open()
  const findings = [...(await fresh.audit()).findings, ...(await fresh.auditCauses()).findings]
  const sums = (await fixture.ledger.audit()).flatMap(({ detail }) => detail)
  const texts = findings.flatMap(({ at, expected, found }) => [at, expected ?? '', found ?? ''])
  expect([...texts, ...sums].filter((text) => !isTranslated(text))).toEqual([])
  return [...findings.map(({ at }) => at), ...sums]
}

/** Whether operators read it in their language: what is of no form, as a whole or part by part, is a value of one word. */
const isTranslated = (text: string): boolean =>
  readAuditText(text) !== undefined ||
  text.split(', ').every((part) => readAuditText(part) !== undefined || !part.includes(' '))

describe('a forgery as the superuser of the database', () => {
  test('is not there', async () => {
    expect(await locations()).toEqual([])
  })

  test.each([...ofEntries, ...ofHolds, ...ofCauses, ...ofSignatures, ...ofOperators, ...ofTheLog])(
    'that %s is found',
    async (_name, statement, location) => {
      await asSuperuser(statement)
      const found = await locations().finally(restore)
      expect(found).toContainEqual(expect.stringMatching(location))
    },
  )

  test('that makes every hash in the database fit is found by the heads outside', async () => {
    await asSuperuser(ofEntries[0]?.[1] ?? '')
    await rehashLog(database, fixture)
    const found = await locations().finally(restore)
    expect(found.filter((at) => at.startsWith('entry'))).toEqual([])
    expect(found).toContainEqual(expect.stringMatching(/^records \d+ to \d+$/))
  })

  test('leaves nothing behind here', async () => {
    expect(await locations()).toEqual([])
  })
})
