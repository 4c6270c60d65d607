import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import { owned } from '../../kernel/db/db.ts'
import { conversionsAfter } from '../conversions/index.ts'
import type { Books } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
let books: Books
const open = (): Books =>
  fixture.open({ conversionsAfter: (params) => conversionsAfter(owned<'conversions'>(database.pools.api), params) })
const asSuperuser = (statement: string) => database.asOwner(`set session_replication_role = replica; ${statement}`)
/** A conversion as a row alone, whose tick is older than all that is kept. */
const converted = (seq: number) =>
  asSuperuser(
    `insert into wallet.conversions (id, seq, customer_id, account_id, quote_id, from_asset, to_asset, amount, fee, received, ticks,
       price, entry, accepted_at, done_at)
     values (gen_random_uuid(), ${seq}, gen_random_uuid(), 1, gen_random_uuid(), 1, 4, 100000000, 100000, 199800,
       '[{"code": "BTCUSDT", "seq": 7, "ts": -1, "price": "50000.00"}]', '50000.00', 1, now(), now())`,
  )
const findings = async () => (await open().audit()).findings
beforeEach(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  books = open()
  for (const seq of [1, 2]) await converted(seq)
  await books.seal()
  await converted(3)
  await books.seal()
})
afterEach(async () => {
  await fixture.close()
  await database.close()
})

test('every conversion is sealed with the next head', async () => {
  expect(books.head()?.size).toBe(3)
  expect(await findings()).toEqual([])
})

test('a conversion that a superuser edits, and one that he deletes, is named', async () => {
  await asSuperuser('update wallet.conversions set received = received + 1 where seq = 2')
  await asSuperuser('delete from wallet.conversions where seq = 3')
  expect((await findings()).map(({ at }) => at)).toEqual(['conversion 2 (record 1)', 'conversion 3 (record 2)'])
})

test('a conversion by a tick that was never recorded is named', async () => {
  await fixture.run(1, () => 5_000_000n)
  await asSuperuser(
    `insert into wallet.conversions (id, seq, customer_id, account_id, quote_id, from_asset, to_asset, amount, fee, received, ticks,
       price, entry, accepted_at, done_at)
     select gen_random_uuid(), 4, customer_id, 1, gen_random_uuid(), 1, 4, amount, fee, received,
       '[{"code": "BTCUSDT", "seq": 7, "ts": 9000000000000, "price": "25000.00"}]', '25000.00', 1, now(), now()
     from wallet.conversions where seq = 1`,
  )
  await books.seal()
  expect(await findings()).toContainEqual({ at: 'tick 7 of conversion 4', expected: '2500000', found: 'no such tick' })
})
