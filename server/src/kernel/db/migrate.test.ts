import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { openFaultProxy } from '../../../test/fault-proxy.ts'
import { isAway } from './failure.ts'
import { migrate } from './migrate.ts'
import { functionOf, readSqlFiles, sqlFile, type SqlFiles } from './sql-files.ts'

const opened: TestDatabase[] = []
let database: TestDatabase
let url = ''
const request = async (text: string): Promise<unknown[]> => await database.asOwner(text)

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  opened.push(database)
  url = database.url()
})
afterAll(async () => void (await Promise.all(opened.map((one) => one.close()))))

const roles = sqlFile('roles.sql', 'revoke all on schema public from public')
const tables = sqlFile(
  'schema/shop/goods.sql',
  `create table shop.goods (price int);
create trigger guarded before insert on shop.goods for each row execute function shop.guard();
grant usage on schema shop to api;`,
)
const guard = sqlFile(
  'functions/shop/guard.sql',
  `create or replace function shop.guard() returns trigger language plpgsql as $$ begin return new; end $$`,
)
const total = (sum: string, grant = ''): ReturnType<typeof sqlFile> =>
  sqlFile(
    'functions/shop/total.sql',
    `create or replace function shop.total() returns int language sql as $$ ${sum} $$; ${grant}`,
  )
const files = (more: Partial<SqlFiles> = {}): SqlFiles => ({
  roles,
  schema: [tables],
  functions: [guard, total('select count(*)::int from shop.goods')],
  migrations: [],
  ...more,
})
const addName = sqlFile('migrations/0001-name.sql', 'alter table shop.goods add column name text')
const named = sqlFile(tables.name, tables.sql.replace('price int', 'price int, name text'))
const refusal = async (these: SqlFiles): Promise<[string, string]> =>
  await migrate(url, these).then(
    () => ['', 'was not refused'],
    (cause: Error) => [cause.name, cause.message],
  )

test('an empty database is given tables, triggers and functions, in the order they need, once', async () => {
  expect(await migrate(url, files())).toEqual(['schema', 'shop.guard', 'shop.total'])
  expect(await migrate(url, files())).toEqual([])
  expect(await request('insert into shop.goods values (1) returning price')).toEqual([{ price: 1 }])
  expect(await request('select shop.total() as n')).toEqual([{ n: 1 }])
})

test('starters at once apply everything once', async () => {
  const done = await Promise.all([migrate(url, files()), migrate(url, files()), migrate(url, files())])
  expect(done.flat()).toEqual(['schema', 'shop.guard', 'shop.total'])
})

test('a file that fails leaves nothing of anything, names its line, and can be repeated', async () => {
  const broken = sqlFile('schema/shop/orders.sql', 'create table shop.orders (x int);\n\nselect nonsense')
  await expect(migrate(url, files({ schema: [tables, broken] }))).rejects.toThrow(/^schema\/shop\/orders\.sql:3: /)
  expect(await migrate(url, files())).toHaveLength(3)
})

test('a function that changed is replaced, with its grants, another signature too, and one that is gone goes', async () => {
  await migrate(
    url,
    files({ functions: [guard, total('select 1', 'grant execute on function shop.total to api, feed')] }),
  )
  const changed = files({ functions: [guard, total('select 2', 'grant execute on function shop.total to feed')] })
  expect(await migrate(url, changed)).toEqual(['shop.total'])
  expect(await request('select shop.total() as n')).toEqual([{ n: 2 }])
  expect(
    await request(`select has_function_privilege('api', 'shop.total()', 'execute') as api,
      has_function_privilege('feed', 'shop.total()', 'execute') as feed`),
  ).toEqual([{ api: false, feed: true }])

  const returnsText = sqlFile(
    'functions/shop/total.sql',
    `create or replace function shop.total() returns text language sql as $$ select 'three' $$`,
  )
  await migrate(url, files({ functions: [guard, returnsText] }))
  expect(await request('select shop.total() as n')).toEqual([{ n: 'three' }])
  // Its grants name it without its parameters, which is ambiguous while the old one stands beside it.
  const takesOne = sqlFile(
    'functions/shop/total.sql',
    `create or replace function shop.total(p_more int) returns int language sql as $$ select 3 + p_more $$;
grant execute on function shop.total to api`,
  )
  await migrate(url, files({ functions: [guard, takesOne] }))
  expect(await request('select shop.total(1) as n')).toEqual([{ n: 4 }])
  await expect(request('select shop.total()')).rejects.toThrow('does not exist')

  expect(await migrate(url, files({ functions: [guard] }))).toEqual(['shop.total'])
  await expect(request('select shop.total(1)')).rejects.toThrow('does not exist')
})

test('an existing database is migrated to where a fresh one begins, with functions of both', async () => {
  await migrate(url, files())
  const label = sqlFile(
    'functions/shop/label.sql',
    'create or replace function shop.label(p_goods shop.goods) returns text language sql as $$ select p_goods.name $$',
  )
  const next = files({ schema: [named], functions: [guard, label], migrations: [addName] })
  expect(await migrate(url, next)).toEqual(['migrations/0001-name.sql', 'shop.label', 'shop.total'])
  expect(await migrate(url, next)).toEqual([])
  expect(await request(`insert into shop.goods values (1, 'tea') returning shop.label(goods) as label`)).toEqual([
    { label: 'tea' },
  ])

  const fresh = await testDatabase({ empty: true })
  opened.push(fresh)
  expect(await migrate(fresh.url(), next)).toEqual(['schema', 'shop.guard', 'shop.label', 'migrations/0001-name.sql'])
  expect(await fresh.asOwner('select price, name from shop.goods')).toEqual([])
})

test('refuses what the files do not lead on from with one sentence', async () => {
  await migrate(url, files())
  expect(await refusal(files({ schema: [named] }))).toEqual([
    'SetupError',
    expect.stringContaining('no migration leads'),
  ])
  const [first, second] = [addName, sqlFile('migrations/0003-y.sql', 'alter table shop.goods add column y int')]
  await migrate(url, files({ schema: [named], migrations: [first, second] }))
  expect(await refusal(files({ migrations: [sqlFile(first.name, 'select 2'), second] }))).toEqual([
    'SetupError',
    expect.stringContaining('0001-name.sql was changed'),
  ])
  expect(await refusal(files({ migrations: [first] }))).toEqual([
    'SetupError',
    expect.stringContaining('from a newer version'),
  ])
  expect(await refusal(files({ migrations: [first, sqlFile('migrations/0002-z.sql', 'select 1'), second] }))).toEqual([
    'SetupError',
    expect.stringContaining('comes before migrations/0003-y.sql'),
  ])
})

test('refuses an owner who may make no roles, or whose roles are those of another owner', async () => {
  const owner = `owner_${process.pid}`
  await request(`create role ${owner}`)
  const name = new URL(url).pathname.slice(1)
  await request(`alter database ${name} owner to ${owner}`)
  url = `${url}&options=${encodeURIComponent(`-c role=${owner}`)}`
  const ours = files({ roles: readSqlFiles().roles })
  const makesNone = await refusal(ours)
  await request(`alter role ${owner} createrole`)
  const hasOthers = await refusal(ours)
  await request(`alter database ${name} owner to current_user; drop role ${owner}`)
  const refused = ['SetupError', expect.stringMatching(/let the owner of the database make its roles .*createrole/)]
  expect([makesNone, hasOthers]).toEqual([refused, refused])
})

test('a comment in a schema file is no other database', async () => {
  await migrate(url, files())
  expect(await migrate(url, files({ schema: [sqlFile(tables.name, `-- Goods.\n\n${tables.sql}`)] }))).toEqual([])
})

test('refuses a database from before the first release', async () => {
  await request('create table public.migrations (name text primary key)')
  expect(await refusal(files())).toEqual(['SetupError', expect.stringContaining('remove its data folder')])
})

test('every function of the project stands alone in the file that is named after it, and its body holds', async () => {
  const ours = readSqlFiles()
  await migrate(url, ours)
  const names =
    await request(`select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proowner = (select oid from pg_roles where rolname = current_user) and n.nspname not in ('pg_catalog', 'information_schema')`)
  expect(names.map((row) => (row as { name: string }).name).toSorted()).toEqual(
    ours.functions.map((file) => functionOf(file)).toSorted(),
  )
  // Without this setting PostgreSQL compiles each body against the tables and functions that are there.
  await request(ours.functions.map(({ sql }) => sql).join('\n'))
})

test('the migrations of the project are numbered one after another', () => {
  const numbers = readSqlFiles().migrations.map(({ name }) => Number(/(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('a database that stops responding in the middle is not waited for, and is as it was', async () => {
  for (const pieces of [8, 12, 20]) {
    const network = await openFaultProxy(url)
    const frozen = network.freezeAfter(pieces)
    const cause: unknown = await migrate(network.url, files(), 400).catch((thrown: unknown) => thrown)
    await frozen
    expect(isAway(cause), String(cause)).toBe(true)
    network.cut()
    await network.close()
  }
  expect(await migrate(url, files())).toHaveLength(3)
})
