import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planKinds } from '../domains/operators/change-plans.ts'
import { allCauses } from './ledger-causes.ts'

const server = join(import.meta.dirname, '../..')
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(server, folder, name), 'utf8'))

/** Kinds of entries that functions of the database and the program write. */
function writtenKinds(): Set<string> {
  const calls = filesIn('db', '.sql').flatMap((text) =>
    [...text.matchAll(/(?:ledger\.post|ledger\.capture|operators\.post_against_capital)\(([^;]*);/g)].map(
      ([, args = '']) => args,
    ),
  )
  const named = calls
    .filter((args) => !args.startsWith('p_kind'))
    .map((args) => /'([a-z]+(?:\.[a-zA-Z]+)?)'/.exec(args)?.[1])
  const results = filesIn('db', '.sql').flatMap((text) =>
    [...text.matchAll(/'((?:option|contract|plan|invite)\.[a-z]+)'/g)].map(([, kind]) => kind),
  )
  const posted = filesIn('src', '.ts').flatMap((text) =>
    [...text.matchAll(/\.post\(\w+, \{ kind: '([^']+)'/g)].map(([, kind]) => kind),
  )
  // Kinds of requests of operators stand in the same form; a kind that is posted is found by its call as well.
  const requests: readonly string[] = planKinds
  const entries = results.filter((kind) => kind !== undefined && !requests.includes(kind))
  return new Set([...named, ...entries, ...posted].filter((kind) => kind !== undefined))
}

test('every kind of entry that is written has a declared cause, and no other', () => {
  const declared = allCauses.entries.map(({ kind }) => kind)
  expect(new Set(declared).size).toBe(declared.length)
  expect([...writtenKinds()].toSorted()).toEqual(declared.toSorted())
})
