import pg from 'pg'
import { SetupError } from '../config/config.ts'
import { silentLog } from '../log.ts'
import { speaksOfDamage } from '../postgres/failure.ts'
import { patientMs, watchDatabase } from './database-watch.ts'
import { sqlState } from './failure.ts'
import {
  functionOf,
  inOrderOfNeed,
  readSqlFiles,
  schemaHash,
  schemasOf,
  type SqlFile,
  type SqlFiles,
} from './sql-files.ts'

// Any constant: the session lock that lets one starter migrate while the others wait.
const migrateKey = 7_215_804
/** The longest that one statement may take, and that a starter waits for another's migrations. */
const statementMs = 600_000

/** What a database has been given: `schema` and its hash, functions and migrations by name. */
type Applied = ReadonlyMap<string, string>

/** What a client has that its type lacks: the connection, which is cut where the server does not respond. */
type CutClient = pg.Client & { connection: { stream: { destroy(): void } } }

/** Null for a database that has nothing yet. */
async function readApplied(client: pg.Client): Promise<Applied | null> {
  const { rows: found } = await client.query<{ ours: boolean; earlier: boolean }>(
    `select to_regclass('public.applied_sql') is not null as ours, to_regclass('public.migrations') is not null as earlier`,
  )
  if (found[0]?.ours === true) {
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from public.applied_sql')
    return new Map(rows.map(({ name, hash }) => [name, hash]))
  }
  if (found[0]?.earlier === true) {
    throw new SetupError(
      'The database was made by a version from before the first release, and nothing leads from there to this one: remove its data folder (DATA_DIR), or use an empty database.',
    )
  }
  return null
}

const note = async (client: pg.Client, name: string, hash: string): Promise<unknown> =>
  await client.query(
    'insert into public.applied_sql (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, at = now()',
    [name, hash],
  )

/** `:12` for an error in line 12, where PostgreSQL reports the position. */
function lineOf(file: SqlFile, cause: unknown): string {
  if (!(cause instanceof pg.DatabaseError) || cause.position === undefined) return ''
  return `:${file.sql.slice(0, Number(cause.position)).split('\n').length}`
}

async function run(client: pg.Client, file: SqlFile): Promise<void> {
  try {
    await client.query(file.sql)
  } catch (cause) {
    throw new Error(`${file.name}${lineOf(file, cause)}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** Makes the roles. Where another owner of the cluster has made them, or the database's role may make none, it names both ways out. */
async function makeRoles(client: pg.Client, roles: SqlFile): Promise<void> {
  try {
    await run(client, roles)
  } catch (cause) {
    if (!(cause instanceof Error) || sqlState(cause.cause) !== '42501') throw cause
    throw new SetupError(
      `This PostgreSQL does not let the owner of the database make its roles (${cause.message}): let it create roles (alter role … createrole), in a cluster where no other owner has made roles of these names.`,
      { cause },
    )
  }
}

async function makeFresh(client: pg.Client, files: SqlFiles): Promise<string[]> {
  await client.query(
    'create table public.applied_sql (name text primary key, hash text not null, at timestamptz not null default now())',
  )
  await makeRoles(client, files.roles)
  for (const schema of schemasOf([...files.schema, ...files.functions]))
    await client.query(`create schema ${pg.escapeIdentifier(schema)}`)
  for (const file of inOrderOfNeed([...files.schema, ...files.functions])) await run(client, file)
  await note(client, 'schema', schemaHash(files))
  for (const file of files.functions) await note(client, functionOf(file), file.hash)
  // The schema is the newest already.
  for (const file of files.migrations) await note(client, file.name, file.hash)
  return ['schema', ...files.functions.map((file) => functionOf(file)), ...files.migrations.map(({ name }) => name)]
}

const isMigration = (name: string): boolean => name.startsWith('migrations/')

function mustMatch(applied: Applied, migrations: readonly SqlFile[]): void {
  const known = new Map(migrations.map((file) => [file.name, file]))
  const done = [...applied.keys()].filter((name) => isMigration(name)).toSorted()
  for (const name of done) {
    const file = known.get(name)
    if (file === undefined) {
      throw new SetupError(
        `The database is from a newer version of the program (it has ${name}, which this one lacks): start that version, or use another database.`,
      )
    }
    if (file.hash !== applied.get(name)) {
      throw new SetupError(
        `${name} was changed after this database was migrated with it: restore the file, or use another database.`,
      )
    }
  }
  const last = done.at(-1) ?? ''
  const skipped = migrations.find(({ name }) => name < last && !applied.has(name))
  if (skipped !== undefined) {
    throw new SetupError(
      `${skipped.name} comes before ${last}, which this database already has: give it a later number, or use another database.`,
    )
  }
}

type Found = { oid: string; signature: string; grantees: string[] }
const findFunctions = async (client: pg.Client, name: string): Promise<Found[]> =>
  (
    await client.query<Found>(
      `select p.oid::text, p.oid::regprocedure::text as signature, coalesce((select array_agg(distinct
         case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
         from aclexplode(p.proacl) a where a.grantee <> p.proowner), '{}') as grantees
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname || '.' || p.proname = $1`,
      [name],
    )
  ).rows

const dropAll = async (client: pg.Client, found: readonly Found[]): Promise<void> => {
  for (const { signature } of found) await client.query(`drop function ${signature}`)
}

/**
 * Replaces a function in place, so that triggers keep it; one of another signature takes the place of the old one, which
 * is dropped. Only the grants of the file remain.
 */
async function replaceFunction(client: pg.Client, file: SqlFile): Promise<void> {
  const before = await findFunctions(client, functionOf(file))
  for (const { signature, grantees } of before) {
    if (grantees.length > 0) await client.query(`revoke all on function ${signature} from ${grantees.join(', ')}`)
  }
  await client.query('savepoint before_function')
  try {
    await run(client, file)
  } catch (cause) {
    // 42P13: what it returns, or a parameter's name, is another now. 42725: its parameters are others, and the grants of
    // the file name a function that stands there twice.
    const error = cause instanceof Error ? cause.cause : undefined
    if (!(error instanceof pg.DatabaseError) || !['42P13', '42725'].includes(error.code ?? '')) throw cause
    await client.query('rollback to savepoint before_function')
    await dropAll(client, before)
    await run(client, file)
    return
  }
  const after = await findFunctions(client, functionOf(file))
  if (after.length > before.length) await dropAll(client, before)
}

async function bringUpToDate(client: pg.Client, files: SqlFiles, applied: Applied): Promise<string[]> {
  mustMatch(applied, files.migrations)
  const due = files.migrations.filter(({ name }) => !applied.has(name))
  if (applied.get('schema') !== schemaHash(files) && due.length === 0) {
    throw new SetupError(
      'The tables of this program are others than those of the database, and no migration leads there: use the version that made the database, or remove its data folder (DATA_DIR).',
    )
  }
  const changed = files.functions.filter((file) => applied.get(functionOf(file)) !== file.hash)
  for (const file of inOrderOfNeed([...due, ...changed])) {
    if (isMigration(file.name)) await run(client, file)
    else await replaceFunction(client, file)
    await note(client, isMigration(file.name) ? file.name : functionOf(file), file.hash)
  }
  const ours = new Set(files.functions.map((file) => functionOf(file)))
  const gone = [...applied.keys()].filter((name) => name !== 'schema' && !isMigration(name) && !ours.has(name))
  for (const name of gone) {
    await dropAll(client, await findFunctions(client, name))
    await client.query('delete from public.applied_sql where name = $1', [name])
  }
  if (due.length > 0) await note(client, 'schema', schemaHash(files))
  return [...due.map(({ name }) => name), ...changed.map((file) => functionOf(file)), ...gone]
}

/**
 * Brings the database at `ownerUrl` to the shape of the files: an empty one is given the whole schema; another is given
 * the migrations it has not had and the functions that changed. All of it happens or nothing. Returns the names of what
 * was applied. Refuses with a SetupError a database that the files do not lead on from. Two starters at once do not race:
 * the second waits and finds nothing to do. Rejects where the database gives no sign of life for `silentMs`.
 */
export async function migrate(
  ownerUrl: string,
  files: SqlFiles = readSqlFiles(),
  silentMs = patientMs,
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    statement_timeout: statementMs,
    query_timeout: statementMs + 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  const watch = watchDatabase({ url: ownerUrl, log: silentLog, silentMs })
  watch.onSilent(() => (client as CutClient).connection.stream.destroy())
  try {
    await client.query('select pg_advisory_lock($1)', [migrateKey])
    await client.query('begin')
    // Functions mention tables and one another in any order; a test has them all checked.
    await client.query('set local check_function_bodies = off')
    const applied = await readApplied(client)
    const done = applied === null ? await makeFresh(client, files) : await bringUpToDate(client, files, applied)
    await client.query('commit')
    return done
  } catch (cause) {
    if (!speaksOfDamage(cause)) throw cause
    throw new SetupError(`The database is damaged (${cause.message}): restore it from a backup, or use another one.`, {
      cause,
    })
  } finally {
    await client.end().catch(() => {})
    await watch.close()
  }
}
