import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { booksFixture, type BooksFixture } from '../../../test/fixtures/books.ts'
import { createHttp, mountRoutes } from '../../kernel/http/http.ts'
import { silentLog } from '../../kernel/log.ts'
import { booksRoutes } from './index.ts'

let database: TestDatabase
let fixture: BooksFixture
const app = createHttp({})
beforeAll(async () => {
  database = await testDatabase()
  fixture = await booksFixture(database)
  const books = fixture.open()
  await books.seal()
  await fixture.run(59, () => 5_210_000n)
  fixture.clock.advance(5000)
  await books.seal()
  await books.audit()
  mountRoutes(app, booksRoutes(books), { log: silentLog, findSession: () => undefined, strict: true })
})
afterAll(async () => {
  await app.close()
  await fixture.close()
  await database.close()
})

const get = async (path: string): Promise<{ code: number; result: unknown; msg?: string }> =>
  JSON.parse((await app.inject(`/swx/customer/${path}`)).body) as never

test('what anyone may read is returned in the shape of the protocol', async () => {
  expect(await get('public/keys')).toMatchObject({
    code: 200,
    result: { keys: [{ id: fixture.signing.keyId, algorithm: 'Ed25519' }] },
  })
  expect(await get('public/heads?limit=1')).toMatchObject({
    code: 200,
    result: [{ size: 1, origin: fixture.signing.origin }],
  })
  expect(await get('public/heads/consistency?earlier=1&size=1')).toMatchObject({ code: 200, result: { path: [] } })
  expect(await get('public/ticks/BTCUSDT/2026-11-21')).toMatchObject({
    code: 200,
    result: { segments: [{ code: 'BTCUSDT' }], next: null },
  })
  expect(await get('public/listings?after=0')).toMatchObject({
    code: 200,
    result: { events: [], head: { size: 1 }, next: null },
  })
  expect(await get('public/checks')).toMatchObject({
    code: 200,
    result: [
      { kind: 'log', ok: true, state: 'ok', compared: 1, findings: [] },
      { kind: 'causes', ok: false, state: 'stale', at: null },
      { kind: 'settlements', ok: false, state: 'stale', at: null },
      { kind: 'ledger', ok: false, state: 'stale', at: null },
      { kind: 'sealing', ok: true, state: 'ok', compared: 1 },
    ],
  })
})

test.each([
  ['public/ticks/NONE/2026-11-21', 'notFound'],
  ['public/ticks/BTCUSDT/2026-02-31', 'notFound'],
  ['public/ticks/BTCUSDT/yesterday', 'dataIncomplete'],
  ['public/ticks/BTCUSDT/2026-11-21?from=-1', 'dataIncomplete'],
  ['public/heads?limit=100000', 'dataIncomplete'],
  ['public/heads?limit=1e1', 'dataIncomplete'],
  ['public/heads/consistency?earlier=1&size=2', 'notFound'],
  ['public/heads/consistency?earlier=9&size=1', 'notFound'],
  ['public/heads/consistency?earlier=0&size=1', 'dataIncomplete'],
  ['public/listings?after=-1', 'dataIncomplete'],
  ['order/receipt/019aa5b0-0000-7000-8000-000000000001', 'sessionEnded'],
])('%s is refused with %s', async (path, msg) => {
  expect(await get(path)).toMatchObject({ msg })
})
