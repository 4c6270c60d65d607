import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SealedEntries } from '@evenhand/proofs/verify-ledger.ts'
import { runVerify } from '../../tools/src/verify.ts'
import type { Books } from '../src/domains/books/index.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { fillLedger } from './fill-ledger.ts'
import { booksFixture, sealEntries, type BooksFixture } from './fixtures/books.ts'
import { rehashLog } from './rehash-log.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
let pages: SealedEntries[]
const folder = mkdtempSync(join(tmpdir(), 'evenhand-ledger-'))
const heads = join(folder, 'heads.jsonl')

beforeAll(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database, { entries: true })
  books = fixture.open()
  await fillLedger(database, fixture)
  await sealEntries(database, books)
  await fixture.customer()
  fixture.clock.advance(60_000)
  await sealEntries(database, books)
  const [dir = ''] = fixture.headDirs
  writeFileSync(heads, readFileSync(join(dir, readdirSync(dir)[0] ?? '')))
  pages = await exported(books)
})
afterAll(async () => {
  await fixture.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

async function exported(from: Books): Promise<SealedEntries[]> {
  const found: SealedEntries[] = []
  for (let after: number | null = 0; after !== null;) {
    const page: SealedEntries = await from.exportedEntries({ after })
    if (page.runs.length > 0) found.push(page)
    after = page.next
  }
  return found
}

function verify(params: readonly object[]) {
  const file = join(folder, 'export.jsonl')
  writeFileSync(file, params.map((page) => `${JSON.stringify(page)}\n`).join(''))
  return runVerify(['ledger', file, heads, '--key', fixture.signing.publicKeyFile, '--lang', 'en'], {})
}

/** The export with the entries of its first run changed. */
const withEntries = (change: (entries: SealedEntries['runs'][number]['entries']) => readonly object[]) =>
  pages.map((page, index) =>
    index > 0 ? page : { ...page, runs: page.runs.map((run) => ({ ...run, entries: change(run.entries) })) },
  )

describe('npm run verify -- ledger', () => {
  test('proves every entry against heads kept elsewhere', () => {
    const count = pages.flatMap(({ runs }) => runs.flatMap(({ entries }) => entries)).length
    expect(pages.length).toBe(2)
    expect(verify(pages)).toMatchObject({ code: 0, lines: [expect.stringContaining(`${count} ledger entries proved`)] })
    expect(verify(pages.map((result) => ({ code: 200, result })))).toMatchObject({ code: 0 })
  })

  test.each([
    [
      'a raised amount',
      'entry 3 is not what was signed',
      () =>
        withEntries((entries) =>
          entries.map((entry) =>
            entry.seq === 3
              ? { ...entry, lines: entry.lines.map(([account, asset, amount]) => [account, asset, `${amount}0`]) }
              : entry,
          ),
        ),
    ],
    [
      'another reference',
      'entry 3 is not what was signed',
      () => withEntries((entries) => entries.map((entry) => (entry.seq === 3 ? { ...entry, ref: 'x' } : entry))),
    ],
    ['an entry left out', 'entry 3 is missing', () => withEntries((entries) => entries.filter(({ seq }) => seq !== 3))],
    ['a run left out', 'entries 1 to', () => pages.slice(1)],
    ['another form', 'line 1.more does not belong here', () => [{ ...pages[0], more: 1 }, ...pages.slice(1)]],
    [
      'a head of no account',
      'does not match what it signs',
      () => pages.map((page) => ({ ...page, head: { ...page.head, build: 'other' } })),
    ],
  ])('names %s', (_name, finding, forged) => {
    const { code, lines } = verify(forged() as object[])
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain(finding)
  })

  test('finds what a superuser made fit, hashes and all, by the heads kept before', async () => {
    await database.asOwner(`set session_replication_role = replica;
      update ledger.entries set amounts = array[amounts[1] + 1000000000, amounts[2] - 1000000000] where kind = 'deposit'`)
    await rehashLog(database, fixture)
    const { code, lines } = verify(await exported(fixture.open()))
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain('does not lead to the signed head of the log')
  })
})
