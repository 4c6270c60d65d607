import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listSources, root } from '../source-files.ts'

type Texts = Record<'act' | 'request' | 'part', Record<string, string>>
const texts = JSON.parse(readFileSync(join(root, 'console/src/texts/zh/acts.json'), 'utf8')) as Texts
const finding = JSON.parse(readFileSync(join(root, 'protocol/src/texts/zh/finding.json'), 'utf8')) as Record<
  'kind',
  Texts['act']
>
const files = listSources(['server/src', 'server/db'], ['.ts', '.sql']).filter(({ path }) => !path.endsWith('.test.ts'))
const keyOf = (code: string): string => code.replaceAll('.', '_')
/** What stands in one of the groups of a pattern, in every file. */
const found = (pattern: RegExp, only = ''): string[] => [
  ...new Set(
    files
      .filter(({ path }) => path.includes(only))
      .flatMap(({ text }) => [...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter(Boolean))),
  ),
]

/** Acts as the server names them to its record: alone, or one of two by what came of it. */
const actions = [
  ...found(/\bact: '([a-z][A-Za-z]+\.[A-Za-z.]+)'/g),
  ...found(/\bact: [^,'\n]*\? '([a-z][A-Za-z.]+)' : '([a-z][A-Za-z.]+)'/g),
  ...found(/append_audit_entry\((?:[^;']|'[^.';]*')*'([a-z][A-Za-z]+\.[A-Za-z.]+)'/g, '.sql'),
]
const kinds = [
  ...found(/\bkind: '([a-z][A-Za-z.]+)'/g, '-causes.ts'),
  ...found(/ledger\.post\('([a-z][A-Za-z.]+)'/g, '.sql'),
  ...found(/ledger\.capture\([^)']*'([a-z][A-Za-z.]+)'/g, '.sql'),
]
const requests = readFileSync(join(root, 'protocol/src/operator-requests.ts'), 'utf8')
const holds = readFileSync(join(root, 'protocol/src/legal-holds.ts'), 'utf8')
const listed = (text: string, name: string): string[] =>
  [...(new RegExp(`${name} = \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    ([, kind]) => kind ?? '',
  )

test('every action that the server can write into the record has a text', () => {
  expect(actions.length).toBeGreaterThan(25)
  const isProposal = (act: string) =>
    keyOf(act.slice(0, act.lastIndexOf('.'))) in texts.request && act.slice(act.lastIndexOf('.') + 1) in texts.part
  expect(actions.filter((act) => !(keyOf(act) in texts.act) && !isProposal(act))).toEqual([])
})

test('whatever one operator proposes to another has a text for its actions', () => {
  const every = [...listed(requests, 'requestKinds'), ...listed(holds, 'legalHoldKinds')]
  expect(every.length).toBeGreaterThan(8)
  expect(every.filter((kind) => !(keyOf(kind) in texts.request))).toEqual([])
})

test('every kind of entry in the ledger has a text', () => {
  expect(kinds.length).toBeGreaterThan(12)
  expect(kinds.filter((kind) => !(keyOf(kind) in finding.kind))).toEqual([])
})
