import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { nodeCrypto } from '@evenhand/proofs/crypto-node.ts'
import { readPublicKeys, type PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import {
  batchRow,
  openBooksTest,
  otherTransactionsEnded,
  start,
  type BooksFixture,
} from '../../../test/fixtures/books.ts'
import { openSigning } from '../../kernel/crypto/signing.ts'
import { LogBroken } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
beforeEach(() => openBooksTest((opened) => ({ database, fixture } = opened)))

const root = (digit: number): string => digit.toString(16).padStart(2, '0').repeat(32)
const keys = (): PublicKeys =>
  readPublicKeys(readFileSync(fixture.signing.publicKeyFile, 'utf8'), nodeCrypto) as PublicKeys
const dayFile = (dir: string): string => join(dir, readdirSync(dir).at(-1) ?? '')
const fileText = (dir = fixture.headDirs[0] ?? ''): string => readFileSync(dayFile(dir), 'utf8')
const sealedRoots = async (): Promise<string[]> => {
  const rows = await database.asOwner(
    `select encode(payload, 'hex') as root from books.records where type = 2 order by seq`,
  )
  return (rows as { root: string }[]).map((row) => row.root)
}
const minuteOfTicks = (price = 5_210_000n): Promise<void> => fixture.run(60, () => price)

describe('sealing', () => {
  test('adds closed minutes and batches, signs heads that continue one another, and writes them to every folder', async () => {
    const books = fixture.open()
    expect(await books.seal()).toMatchObject({ size: 0, after: 0, origin: fixture.signing.origin })
    await minuteOfTicks()
    await database.asOwner(batchRow(root(1)))
    fixture.clock.advance(4000)
    await otherTransactionsEnded(database)
    expect(await books.seal()).toMatchObject({ size: 2, after: 0 })
    await minuteOfTicks()
    await database.asOwner(batchRow(root(2)))
    await otherTransactionsEnded(database)
    expect(await books.seal()).toMatchObject({ size: 4, after: 2 })
    expect(await sealedRoots()).toEqual([root(1), root(2)])
    for (const dir of fixture.headDirs) {
      expect(verifyHeads([fileText(dir)], keys())).toMatchObject({
        ok: true,
        heads: [{ size: 0 }, { size: 2 }, { size: 4 }],
      })
    }
    expect((await books.publicHeads({})).map(({ size }) => size)).toEqual([4, 2, 0])
  })

  test('leaves the present minute until it is closed', async () => {
    const books = fixture.open()
    await fixture.run(30, () => 5_210_000n)
    expect(await books.seal()).toMatchObject({ size: 0 })
  })

  test('signs a head also when nothing happened', async () => {
    const books = fixture.open()
    await books.seal()
    fixture.clock.advance(60_000)
    expect(await books.seal()).toMatchObject({ size: 0, time: start + 60_000 })
    expect(verifyHeads([fileText()], keys()).ok).toBe(true)
  })

  test('never signs a time before the last, whatever the clock does', async () => {
    const books = fixture.open()
    await books.seal()
    fixture.clock.set(start - 3_600_000)
    expect(await books.seal()).toMatchObject({ time: start })
  })

  test('of many at once runs one after another', async () => {
    const books = fixture.open()
    await database.asOwner(batchRow(root(1)))
    await otherTransactionsEnded(database)
    const heads = await Promise.all([books.seal(), books.seal(), books.seal()])
    expect(heads.map(({ no, size }) => [no, size])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
  })
})

describe('a process that was killed', () => {
  const rebuilt = async () => {
    const books = fixture.open()
    await fixture.run(59, () => 5_210_000n)
    fixture.clock.advance(5000)
    await books.seal()
    await database.asOwner(batchRow(root(1)))
    fixture.clock.advance(60_000)
    await books.seal()
    return books
  }
  const goesOn = async (size: number): Promise<void> => {
    await database.asOwner(batchRow(root(9)))
    fixture.clock.advance(60_000)
    expect(await fixture.open().seal()).toMatchObject({ size })
    for (const dir of fixture.headDirs) expect(verifyHeads([fileText(dir)], keys())).toMatchObject({ ok: true })
    const [first, second] = fixture.headDirs.map((dir) => fileText(dir))
    expect(first).toBe(second)
  }

  test('goes on where it stood, without a gap', async () => {
    await rebuilt()
    await goesOn(3)
  })

  test('after its records but before their head signs them with the next', async () => {
    await rebuilt()
    await database.asOwner(batchRow(root(2)))
    const killed = fixture.open({
      signing: {
        ...fixture.signing,
        sign: () => {
          throw new Error('killed')
        },
      },
    })
    await expect(killed.seal()).rejects.toThrow('killed')
    await goesOn(4)
  })

  test('after its head but before its line writes the line at the next start', async () => {
    await rebuilt()
    const [dir = ''] = fixture.headDirs
    const lines = fileText(dir).split('\n').slice(0, -1)
    writeFileSync(dayFile(dir), `${lines[0]}\n`)
    await goesOn(3)
  })

  test('in the middle of its line cuts the rest off and writes it again', async () => {
    await rebuilt()
    const [dir = ''] = fixture.headDirs
    truncateSync(dayFile(dir), statSync(dayFile(dir)).size - 20)
    await goesOn(3)
  })

  test('whose folder was lost writes all heads again', async () => {
    await rebuilt()
    rmSync(fixture.headDirs[1] ?? '', { recursive: true })
    await goesOn(3)
  })
})

describe('a log that does not contain what its heads prove', () => {
  const asSuperuser = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)
  const prepare = async (): Promise<void> => {
    const books = fixture.open()
    for (const digit of [1, 2, 3]) {
      await database.asOwner(batchRow(root(digit)))
      await books.seal()
    }
  }
  const isBroken = async (): Promise<void> => {
    const books = fixture.open()
    await expect(books.seal()).rejects.toThrow(LogBroken)
    expect(books.status().broken).not.toBeNull()
    const [{ count }] = (await database.asOwner('select count(*)::int as count from books.heads')) as [
      { count: number },
    ]
    await expect(books.seal()).rejects.toThrow(LogBroken)
    expect(await database.asOwner('select count(*)::int as count from books.heads')).toEqual([{ count }])
  }

  test('signs no other head when the database is an older copy', async () => {
    await prepare()
    await asSuperuser(
      'delete from books.records where seq = 2; delete from books.nodes where (level, index) in ((0, 2)); delete from books.heads where no = 3',
    )
    await isBroken()
  })

  test('nor when a leaf was rewritten', async () => {
    await prepare()
    await asSuperuser(`update books.nodes set hash = decode('${root(7)}', 'hex') where level = 0 and index = 2`)
    await isBroken()
  })

  test('nor when the folder holds heads of another key', async () => {
    await prepare()
    const other = openSigning(join(fixture.folder, 'other-keys'))
    const books = fixture.open({ signing: other, headDirs: [fixture.headDirs[0] ?? ''] })
    await expect(books.seal()).rejects.toThrow(/not signed with a key of this installation/)
  })

  test('and reports it for a copy that was made on both sides, which only a head from elsewhere distinguisheses', async () => {
    await prepare()
    const [dir = '', elsewhere = ''] = fixture.headDirs
    const kept = fileText(elsewhere)
    await asSuperuser(
      'delete from books.records where seq >= 1; delete from books.nodes where level > 0 or index >= 1; delete from books.heads where no >= 2',
    )
    writeFileSync(dayFile(dir), `${kept.split('\n')[0]}\n`)
    // The intruder owns both the database and this folder: here the shorter log appears whole …
    await database.asOwner(`update options.batches set root = decode('${root(8)}', 'hex') where seq = 2`)
    await fixture.open({ headDirs: [dir] }).seal()
    // … and the copy that was kept elsewhere shows two histories.
    const { ok, findings } = verifyHeads([fileText(dir), kept], keys())
    expect(ok).toBe(false)
    expect(findings.some(({ is }) => is === 'fork' || is === 'broken')).toBe(true)
  })
})

test('a folder that cannot be written stops nothing and is made up for', async () => {
  const [dir = '', elsewhere = ''] = fixture.headDirs
  mkdirSync(dir, { recursive: true })
  mkdirSync(elsewhere, { recursive: true })
  const books = fixture.open()
  await books.seal()
  renameSync(elsewhere, `${elsewhere}.away`)
  appendFileSync(elsewhere, 'not a folder')
  fixture.clock.advance(60_000)
  await books.seal()
  rmSync(elsewhere)
  renameSync(`${elsewhere}.away`, elsewhere)
  fixture.clock.advance(60_000)
  await books.seal()
  expect(fileText(elsewhere)).toBe(fileText(dir))
})

test('a file of heads that is damaged is named', async () => {
  await fixture.open().seal()
  appendFileSync(dayFile(fixture.headDirs[0] ?? ''), 'something else\n')
  await expect(fixture.open().seal()).rejects.toThrow(/2026-11-21\.jsonl is not a head/)
})

test('a day that ends begins a new file', async () => {
  const books = fixture.open()
  await books.seal()
  fixture.clock.advance(86_400_000)
  await books.seal()
  expect(readdirSync(fixture.headDirs[0] ?? '')).toEqual(['2026-11-21.jsonl', '2026-11-22.jsonl'])
  await fixture.open().seal()
})
