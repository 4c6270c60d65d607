import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One file under `db/`; `name` is its path there, with `/` between folders. */
export type SqlFile = { readonly name: string; readonly sql: string; readonly hash: string }

/** The whole database as files: see docs/decisions/057-the-database-as-files.md. */
export type SqlFiles = {
  /** The roles of a cluster and what holds for every domain. */
  readonly roles: SqlFile
  /** Tables of the domains; the first folder or the file's name is the domain and its Postgres schema. */
  readonly schema: readonly SqlFile[]
  /** One function a file, named after it; replaced when the file changes. */
  readonly functions: readonly SqlFile[]
  /** What brings an existing database to the schema, in the order of their numbers. */
  readonly migrations: readonly SqlFile[]
}

const projectFolder = fileURLToPath(new URL('../../../db/', import.meta.url))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const withoutComments = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')

/** A file of these contents. */
export const sqlFile = (name: string, sql: string): SqlFile => ({ name, sql, hash: sha256(sql) })

/** The files of the project, or of another folder of the same layout. */
export function readSqlFiles(folder: string = projectFolder): SqlFiles {
  const read = (name: string): SqlFile => sqlFile(name, readFileSync(join(folder, name), 'utf8'))
  const list = (part: string): SqlFile[] =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sql'))
      .map((path) => `${part}/${path.replaceAll('\\', '/')}`)
      .toSorted()
      .map((path) => read(path))
  return {
    roles: read('roles.sql'),
    schema: list('schema'),
    functions: list('functions'),
    migrations: list('migrations'),
  }
}

/** The hash of a set of tables. It leaves out comments: a better comment is no other database. */
export const schemaHash = ({ roles, schema }: SqlFiles): string =>
  sha256([roles, ...schema].map(({ name, sql }) => `${name}\n${withoutComments(sql)}\n`).join(''))

/** The Postgres schemas of the files: `schema/wallet/deposits.sql` and `schema/wallet.sql` are of `wallet`. */
export const schemasOf = (files: readonly SqlFile[]): string[] => [
  ...new Set(files.map(({ name }) => name.split('/')[1]?.replace('.sql', '') ?? '')),
]

/** `ledger.post` for `functions/ledger/post.sql`: the function that the file makes. */
export const functionOf = ({ name }: SqlFile): string =>
  `${name.split('/')[1] ?? ''}.${name.split('/').at(-1)?.replace('.sql', '') ?? ''}`

const created = (sql: string): string[] =>
  [...sql.matchAll(/^\s*create (?:or replace )?(?:table|view|sequence|type|function) ([a-z_]+\.[a-z_0-9]+)/gm)].map(
    ([, name = '']) => name,
  )
const namesIn = (sql: string): string[] => sql.match(/[a-z_]+\.[a-z_0-9]+/g) ?? []
/** What must be there before a file is applied; a function's body is not checked until it is called. */
const mentioned = (sql: string): string[] => namesIn(sql.replaceAll(/\bas (\$[a-z_]*\$|').*?\1/gs, ''))
/** Functions that a file calls as it is applied: what their bodies mention must be there as well. */
const called = (sql: string): string[] =>
  [...sql.matchAll(/^select ([a-z_]+\.[a-z_]+)\(/gm)].map(([, name = '']) => name)

/**
 * Files in an order in which each comes after the ones that create what it mentions, otherwise as given: no list of them
 * has to be kept. Throws when files need each other.
 */
export function inOrderOfNeed(files: readonly SqlFile[]): SqlFile[] {
  const texts = new Map(files.map((file) => [file, withoutComments(file.sql)]))
  const creators = new Map([...texts].flatMap(([file, sql]) => created(sql).map((name) => [name, file] as const)))
  const ordered = new Set<SqlFile>()
  const visit = (file: SqlFile, path: readonly SqlFile[]): void => {
    if (ordered.has(file)) return
    if (path.includes(file)) {
      throw new Error(`these files need each other: ${[...path, file].map(({ name }) => name).join(' → ')}`)
    }
    const text = texts.get(file) ?? ''
    const bodies = called(text).flatMap((name) => namesIn(creators.get(name)?.sql ?? ''))
    for (const name of [...mentioned(text), ...bodies]) {
      const creator = creators.get(name)
      if (creator !== undefined && creator !== file) visit(creator, [...path, file])
    }
    ordered.add(file)
  }
  for (const file of files) visit(file, [])
  return [...ordered]
}
