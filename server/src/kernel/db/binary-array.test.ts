import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { dateOf } from '../time/clock.ts'
import { binaryArray } from './binary-array.ts'
import { sentArray } from './sent-array.ts'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

test('PostgreSQL reads what was meant', async () => {
  const ids = ['01910000-0000-7000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
  const at = 1_790_000_040_123
  const rows = await database.asOwner(
    `select $1::bigint[]::text as big, $2::int[]::text as whole, $3::smallint[]::text as small, $4::uuid[]::text as ids,
      $5::timestamptz[] = array[$6::timestamptz, null, $7::timestamptz] as times, $8::bigint[] as none`,
    [
      binaryArray.bigint([1n, -(2n ** 63n), null, 2n ** 63n - 1n, 7]),
      binaryArray.integer([-(2 ** 31), null, 2 ** 31 - 1]),
      binaryArray.smallint([-(2 ** 15), 2 ** 15 - 1]),
      binaryArray.uuid(ids),
      binaryArray.timestamptz([at, null, 0]),
      dateOf(at),
      dateOf(0),
      binaryArray.bigint([]),
    ],
  )
  expect(rows).toEqual([
    {
      big: '{1,-9223372036854775808,NULL,9223372036854775807,7}',
      whole: '{-2147483648,NULL,2147483647}',
      small: '{-32768,32767}',
      ids: `{${ids.join(',')}}`,
      times: true,
      none: [],
    },
  ])
})

test.each([
  ['a number beyond its type', () => binaryArray.smallint([2 ** 15])],
  ['a bigint beyond eight bytes', () => binaryArray.bigint([2n ** 63n])],
  ['a fraction', () => binaryArray.bigint([1.5])],
  ['a fraction in four bytes', () => binaryArray.integer([1.5])],
  ['a text that is no uuid', () => binaryArray.uuid(['01910000-0000-7000-8000-00000000000g'])],
  ['a uuid cut short', () => binaryArray.uuid(['01910000-0000-7000-8000'])],
])('%s is refused', (_, encode) => {
  expect(encode).toThrow(/range|cannot be converted|is no (uuid|whole number)/i)
})

test('arrays come back as they went', async () => {
  const at = 1_790_000_040_123
  const [row] = await database.asOwner(
    `select array_send(array[1, -9223372036854775808]::bigint[]) as big, array_send(array[-2147483648, 7]) as whole,
      array_send(array[-32768, 1]::smallint[]) as small, array_send(array['simulated', 'ü', '']) as texts,
      array_send(array['01910000-0000-7000-8000-0000000000ff']::uuid[]) as ids,
      array_send(array[$1::timestamptz, '1999-12-31 23:59:59.999Z']) as times, array_send('{}'::int[]) as none,
      array_send(array[1, null]) as gap`,
    [dateOf(at)],
  )
  const sent = row as Record<string, Buffer>
  const read = (name: string): Buffer => sent[name] as Buffer
  expect(sentArray.bigint(read('big'))).toEqual([1n, -(2n ** 63n)])
  expect(sentArray.integer(read('whole'))).toEqual([-(2 ** 31), 7])
  expect(sentArray.smallint(read('small'))).toEqual([-(2 ** 15), 1])
  expect(sentArray.text(read('texts'))).toEqual(['simulated', 'ü', ''])
  expect(sentArray.uuid(read('ids'))).toEqual(['01910000-0000-7000-8000-0000000000ff'])
  expect(sentArray.timestamptz(read('times'))).toEqual([at, Date.parse('1999-12-31T23:59:59.999Z')])
  expect(sentArray.integer(read('none'))).toEqual([])
  expect(() => sentArray.integer(read('gap'))).toThrow('null')
  expect(() => sentArray.bigint(read('whole'))).toThrow('no array of bigint')
})
