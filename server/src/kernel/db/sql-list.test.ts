import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { dateOf } from '../time/clock.ts'
import { fromSqlList, sqlList } from './sql-list.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

test('PostgreSQL reads what was meant', async () => {
  const id = '01910000-0000-7000-8000-000000000001'
  const bytes = Buffer.from([0, 1, 92, 34, 255])
  const rows = await database.asOwner(
    'select $1::bigint[]::text as big, $2::text[] as texts, $3::bytea[] as bytes, $4::uuid[]::text as ids, $5::int[] as none, $6::timestamptz[] = array[$7::timestamptz] as time',
    [
      sqlList([1n, -(2n ** 63n), null]),
      sqlList(['NULL', 'Ab_9-z', null]),
      sqlList([bytes, null]),
      sqlList([id]),
      sqlList([]),
      sqlList([dateOf(1_790_000_040_123)]),
      dateOf(1_790_000_040_123),
    ],
  )
  expect(rows).toEqual([
    {
      big: '{1,-9223372036854775808,NULL}',
      texts: ['NULL', 'Ab_9-z', null],
      bytes: [bytes, null],
      ids: `{${id}}`,
      none: [],
      time: true,
    },
  ])
})

test.each(['a,b', '"', '\\', 'a b', '', '{', 'ü'])('%j is refused, since it would have to be escaped', (text) => {
  expect(() => sqlList([text])).toThrow('escapes')
})

test('a returned list is read', () => {
  expect(fromSqlList('{1,NULL,3}')).toEqual(['1', null, '3'])
  expect([fromSqlList('{}'), fromSqlList(null)]).toEqual([[], []])
})
