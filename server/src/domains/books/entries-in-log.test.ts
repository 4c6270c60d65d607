import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { booksFixture, sealEntries, type BooksFixture } from '../../../test/fixtures/books.ts'
import type { Books } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
beforeEach(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database, { entries: true })
  books = fixture.open()
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

const runs = async () =>
  (await database.asOwner(`
    select r.seqs::text[] as seqs from books.entry_runs r join books.records l on l.source = r.upto and l.type = 6 order by l.seq`)) as {
    seqs: string[]
  }[]
const sealed = async (): Promise<number[]> => (await runs()).flatMap(({ seqs }) => seqs.map(Number))
const written = async (): Promise<number[]> =>
  ((await database.asOwner('select seq::int from ledger.entries order by seq')) as { seq: number }[]).map(
    ({ seq }) => seq,
  )
const session = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.url() })
  await client.connect()
  return client
}
/** An entry that waits for no other's row. */
const writeEntry = (client: pg.Client): Promise<unknown> =>
  client.query(`
    insert into ledger.entries (at, kind, ref, accounts, assets, amounts)
    select now(), 'custody.move', gen_random_uuid(), array_agg(id order by id), '{1,1}', '{5,-5}' from ledger.accounts where id <= 2`)

describe('entries of the ledger', () => {
  test('that were there before the first seal are sealed in their order, and then each once', async () => {
    for (let n = 0; n < 5; n += 1) await fixture.customer()
    await sealEntries(database, books)
    const first = await sealed()
    expect(first).toEqual(await written())
    await fixture.customer()
    await sealEntries(database, books)
    expect(await sealed()).toEqual(await written())
    const before = (await runs()).length
    await books.seal()
    expect((await runs()).length).toBe(before)
    expect((await books.audit()).findings).toEqual([])
  })

  test('wait for a transaction with a lower number that is still open', async () => {
    await sealEntries(database, books)
    const slow = await session()
    await slow.query('begin')
    await writeEntry(slow)
    await fixture.customer()
    for (const _ of [1, 2, 3]) {
      await books.seal()
      fixture.clock.advance(60_000)
    }
    const before = await sealed()
    await slow.query('commit')
    await slow.end()
    await sealEntries(database, books)
    const all = await written()
    expect(all.length).toBe(before.length + 2)
    expect(await sealed()).toEqual(all)
  })

  test('go on after a number that was rolled back, and after a restart in the middle of a wait', async () => {
    const slow = await session()
    await slow.query('begin')
    await writeEntry(slow)
    await fixture.customer()
    await books.seal()
    await slow.query('rollback')
    await slow.end()
    await sealEntries(database, fixture.open())
    expect(await sealed()).toEqual(await written())
  })

  test('that wait too long are an alarm with their time', async () => {
    await sealEntries(database, books)
    const slow = await session()
    await slow.query('begin')
    await writeEntry(slow)
    await fixture.customer()
    await books.seal()
    expect(books.sealing()).toMatchObject({ state: 'ok' })
    for (let minute = 0; minute < 6; minute += 1) {
      fixture.clock.advance(60_000)
      await books.seal()
    }
    expect(books.sealing()).toMatchObject({
      state: 'behind',
      why: expect.stringContaining('entries wait for a transaction that was open at 2026-11-21T12:00') as string,
    })
    await slow.query('rollback')
    await slow.end()
    await sealEntries(database, books)
    expect(books.sealing()).toMatchObject({ state: 'ok', why: null })
  })

  test('of twenty writers at once are sealed while they write, by two processes, none skipped', async () => {
    const other = fixture.open()
    const writers = Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        const client = await session()
        for (let n = 0; n < 15; n += 1) {
          await client.query('begin')
          await writeEntry(client)
          await client.query(`select pg_sleep(${(writer % 5) / 200})`)
          await client.query((writer + n) % 7 === 0 ? 'rollback' : 'commit')
        }
        await client.end()
      }),
    )
    let writing = true
    const done = writers.finally(() => (writing = false))
    while (writing) {
      // The loser of a race between two processes reads again, as it does every second.
      await Promise.allSettled([books.seal(), other.seal()])
      expect((await sealed()).every((seq, index, all) => index === 0 || seq > (all[index - 1] ?? 0))).toBe(true)
    }
    await done
    await Promise.allSettled([books.seal(), other.seal()])
    await sealEntries(database, fixture.open())
    expect(await sealed()).toEqual(await written())
    expect((await fixture.open().audit()).findings).toEqual([])
  })
})
