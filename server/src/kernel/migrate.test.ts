import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { listMigrations, migrate, type Migration } from './migrate.ts'

const opened: TestDatabase[] = []
let url = ''
const ask = async (text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const of = (name: string, sql: string): Migration => ({ name, hash: `hash of ${sql}`, sql })

beforeEach(async () => {
  const database = await testDatabase()
  opened.push(database)
  url = database.url()
  await ask('delete from public.migrations')
})
afterAll(async () => void (await Promise.all(opened.map((database) => database.close()))))

const first = of('0001-a.sql', 'create table public.a (x int); create table public.b (x int)')
const second = of('0002-b.sql', 'insert into public.a values (1)')

test('applies what is due in order, once', async () => {
  expect(await migrate(url, [first, second])).toEqual(['0001-a.sql', '0002-b.sql'])
  expect(await migrate(url, [first, second])).toEqual([])
  expect(await ask('select x from public.a')).toEqual([{ x: 1 }])
})

test('two starters at once apply everything once', async () => {
  const done = await Promise.all([
    migrate(url, [first, second]),
    migrate(url, [first, second]),
    migrate(url, [first, second]),
  ])
  expect(done.flat().toSorted()).toEqual(['0001-a.sql', '0002-b.sql'])
  expect(await ask('select count(*)::int as n from public.a')).toEqual([{ n: 1 }])
})

test('a migration that fails leaves nothing of itself, names its line, and can be repeated', async () => {
  const broken = of('0002-b.sql', 'insert into public.a values (1);\n\nselect nonsense')
  await expect(migrate(url, [first, broken])).rejects.toThrow(/^0002-b\.sql:3: /)
  expect(await ask('select x from public.a')).toEqual([])
  expect(await migrate(url, [first, second])).toEqual(['0002-b.sql'])
})

test('refuses a changed, an unknown and a belated migration with one sentence', async () => {
  await migrate(url, [first, second])
  const refusal = async (migrations: Migration[]): Promise<Error> =>
    await migrate(url, migrations).then(
      () => new Error('was not refused'),
      (cause: Error) => cause,
    )
  const changed = await refusal([first, of('0002-b.sql', 'select 2')])
  expect([changed.name, changed.message]).toEqual(['SetupError', expect.stringContaining('0002-b.sql was changed')])
  const newer = await refusal([first])
  expect([newer.name, newer.message]).toEqual(['SetupError', expect.stringContaining('from a newer version')])
  const belated = await refusal([first, of('0001-b.sql', 'select 1'), second])
  expect([belated.name, belated.message]).toEqual(['SetupError', expect.stringContaining('comes before 0002-b.sql')])
})

test('the migrations of the project are numbered one after another', () => {
  const numbers = listMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
