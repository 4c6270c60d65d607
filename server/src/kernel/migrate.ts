import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { SetupError } from './config.ts'
import { speaksOfDamage } from './postgres-failure.ts'

export type Migration = { readonly name: string; readonly hash: string; readonly sql: string }

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))
// Any constant: the session lock that lets one starter migrate while the others wait.
const migrateKey = 7_215_804

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The migrations of the project in the order they are applied: by name, which begins with a number. */
export const listMigrations = (from: string = folder): Migration[] =>
  readdirSync(from)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(new URL(name, `file://${from.endsWith('/') ? from : `${from}/`}`), 'utf8')
      return { name, hash: sha256(sql), sql }
    })

type Applied = { name: string; hash: string }

async function listApplied(client: pg.Client): Promise<Applied[]> {
  await client.query(
    'create table if not exists public.migrations (name text primary key, hash text not null, at timestamptz not null default now())',
  )
  return (await client.query<Applied>('select name, hash from public.migrations order by name')).rows
}

function mustMatch(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, hash } of applied) {
    const ours = known.get(name)
    if (ours === undefined) {
      throw new SetupError(
        `The database is from a newer version of the program (it has ${name}, which this one lacks): start that version, or use another database.`,
      )
    }
    if (ours.hash !== hash) {
      throw new SetupError(
        `The migration ${name} was changed after this database was made with it: restore the file, or use another database.`,
      )
    }
  }
  const last = applied.at(-1)?.name
  const skipped = migrations.find(
    ({ name }) => last !== undefined && name < last && !applied.some((done) => done.name === name),
  )
  if (skipped !== undefined) {
    throw new SetupError(
      `The migration ${skipped.name} comes before ${last}, which this database already has: give it a later number, or use another database.`,
    )
  }
}

/** `:12` for a complaint about line 12, where PostgreSQL says where. */
function lineOf(migration: Migration, cause: unknown): string {
  if (!(cause instanceof pg.DatabaseError) || cause.position === undefined) return ''
  return `:${migration.sql.slice(0, Number(cause.position)).split('\n').length}`
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into public.migrations (name, hash) values ($1, $2)', [migration.name, migration.hash])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `${migration.name}${lineOf(migration, cause)}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

/**
 * Brings the database at `ownerUrl` to the newest shape, forward only, each migration in a transaction of its own.
 * Answers the names applied now. Refuses with a SetupError a database whose migrations were changed, are missing here,
 * or would have to be applied out of order. Two starters at once do not race: the second waits and finds nothing to do.
 */
export async function migrate(
  ownerUrl: string,
  migrations: readonly Migration[] = listMigrations(),
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrateKey])
    const applied = await listApplied(client)
    mustMatch(applied, migrations)
    const done = new Set(applied.map(({ name }) => name))
    const due = migrations.filter(({ name }) => !done.has(name))
    for (const migration of due) await apply(client, migration)
    return due.map(({ name }) => name)
  } catch (cause) {
    if (!speaksOfDamage(cause)) throw cause
    throw new SetupError(`The database is damaged (${cause.message}): restore it from a backup, or use another one.`, {
      cause,
    })
  } finally {
    await client.end().catch(() => {})
  }
}
