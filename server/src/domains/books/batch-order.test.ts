import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import { batchRow, openBooksTest, otherTransactionsEnded, type BooksFixture } from '../../../test/fixtures/books.ts'

let database: TestDatabase
let fixture: BooksFixture
beforeEach(() => openBooksTest((opened) => ({ database, fixture } = opened)))

const root = (digit: number): string => digit.toString(16).padStart(2, '0').repeat(32)
const sealedRoots = async (): Promise<string[]> => {
  const rows = await database.asOwner(
    `select encode(payload, 'hex') as root from books.records where type = 2 order by seq`,
  )
  return (rows as { root: string }[]).map((row) => row.root)
}

describe('the order of batches', () => {
  const session = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: database.url() })
    await client.connect()
    return client
  }

  test('waits for a transaction that is still open, and then follows seq', async () => {
    const books = fixture.open()
    await database.asOwner(batchRow(root(1)))
    await otherTransactionsEnded(database)
    const slow = await session()
    await slow.query(`begin; ${batchRow(root(2))}`)
    await database.asOwner(batchRow(root(3)))
    for (const _ of [1, 2, 3]) expect(await books.seal()).toMatchObject({ size: 1 })
    await slow.query('commit')
    await slow.end()
    await otherTransactionsEnded(database)
    expect(await books.seal()).toMatchObject({ size: 3 })
    expect(await sealedRoots()).toEqual([root(1), root(2), root(3)])
  })

  test('waits for one whose transaction began after that of a higher number', async () => {
    const books = fixture.open()
    await database.asOwner(batchRow(root(1)))
    await otherTransactionsEnded(database)
    const [older, younger] = [await session(), await session()]
    await older.query('begin; select pg_current_xact_id()')
    await younger.query(`begin; select pg_current_xact_id(); ${batchRow(root(2))}`)
    await older.query(`${batchRow(root(3))}; commit`)
    for (const _ of [1, 2, 3]) expect(await books.seal()).toMatchObject({ size: 1 })
    await younger.query('commit')
    await Promise.all([older.end(), younger.end()])
    await otherTransactionsEnded(database)
    await books.seal()
    expect(await sealedRoots()).toEqual([root(1), root(2), root(3)])
  })

  test('passes over a number whose transaction was rolled back', async () => {
    const books = fixture.open()
    await database.asOwner(batchRow(root(1)))
    await otherTransactionsEnded(database)
    const failing = await session()
    await failing.query(`begin; ${batchRow(root(2))}`)
    await database.asOwner(batchRow(root(3)))
    expect(await books.seal()).toMatchObject({ size: 1 })
    await failing.query('rollback')
    await failing.end()
    await otherTransactionsEnded(database)
    expect(await books.seal()).toMatchObject({ size: 2 })
    expect(await sealedRoots()).toEqual([root(1), root(3)])
  })
})
