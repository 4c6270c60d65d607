import { expect, test } from 'vitest'
import { findSins, houseRules } from './house-rules.ts'
import { listSources, packages } from './source-files.ts'

const sins: readonly (readonly [name: string, path: string, text: string])[] = [
  ['money-is-bigint', 'server/src/domains/options/buy-options.ts', 'const x = parseFloat(stake)'],
  ['money-is-bigint', 'web/src/features/options/ticket.tsx', 'value.toFixed(2)'],
  ['money-is-bigint', 'protocol/src/options.ts', 'Number(request.stake)'],
  ['ledger-counts-in-bigint', 'server/src/domains/ledger/ledger.store.ts', 'Number(row.n)'],
  ['no-physical-directions', 'web/src/routes/home.tsx', '<p className="ml-4">'],
  ['no-physical-directions', 'ui/src/button.tsx', "look ? 'text-left' : ''"],
  ['no-physical-directions', 'ui/src/button.tsx', '<p className="absolute right-0">'],
  ['nothing-is-promised', 'web/src/texts/en/home.json', '{"a": "Coming soon"}'],
  ['nothing-is-promised', 'server/src/main.ts', '// TODO later'],
  ['files-are-nouns', 'server/src/kernel/utils.ts', ''],
  ['files-are-kebab-case', 'web/src/feed/priceSocket.ts', ''],
  ['imports-carry-their-ending', 'server/src/main.ts', "import { x } from './kernel/clock'"],
  ['tables-by-a-word-are-maps', 'server/src/kernel/x.ts', 'const codes: Readonly<Record<string, number>> = {'],
  ['durations-stand-once', 'server/src/domains/books/figures.ts', 'const dayMs = 24 * 60 * 60_000'],
  ['durations-stand-once', 'web/src/feed/age.ts', 'const isOld = ageMs > 7 * 86_400_000'],
  ['names-by-vocabulary', 'protocol/src/funds.ts', 'export const mostKept = 3'],
  ['names-by-vocabulary', 'server/src/domains/options/order-cooldown.ts', 'export function createOrderGaps('],
  ['names-by-vocabulary', 'server/src/domains/markets/sources/shared-live.ts', 'export function hearLiveSources('],
  ['names-by-vocabulary', 'proofs/src/contracts/engine/effects.ts', '  readonly standings: readonly Valuation[]'],
  ['names-by-vocabulary', 'server/src/domains/operators/audit-log.store.ts', 'export const actsAfter = async ('],
  ['names-by-vocabulary', 'server/db/schema/operators/audit-log.sql', 'create table operators.acts ('],
  ['names-by-vocabulary', 'server/src/domains/loans/loans.causes.ts', 'const loanPlace = sql`'],
  ['names-by-vocabulary', 'web/src/features/content/help/contact-support.tsx', 'export function StillAsking() {'],
  ['comments-name-their-actor', 'server/src/main.ts', '// Whoever calls it has locked the row.'],
  ['comments-name-their-actor', 'server/db/functions/options/place.sql', '-- What somebody else holds.'],
  ['comments-by-vocabulary', 'server/src/main.ts', '/** Whether the server says that it is ready. */'],
  ['comments-by-vocabulary', 'server/db/schema/kyc.sql', '-- The form that a reviewer asked for.'],
  ['comments-by-vocabulary', 'server/src/domains/operators/audit-log.ts', '// What the record of acts holds.'],
  ['casts-are-qualified', 'server/src/kernel/outbox/outbox.store.ts', 'select xact::text as xact from outbox.events'],
  ['files-by-vocabulary', 'server/test/hand-clock.ts', ''],
  ['files-by-vocabulary', 'server/src/kernel/concurrency/turns.ts', ''],
  ['files-by-vocabulary', 'proofs/src/verify-acts.ts', ''],
  ['time-comes-from-the-clock', 'server/src/domains/options/buy-options.ts', 'const at = Date.now()'],
]

test.each(sins)('finds %s in %s', (name, path, text) => {
  expect(findSins([{ path, text }])).toEqual([expect.stringContaining(`${path}:1 ${name}:`)])
})

test('every rule is tried on a sin', () => {
  expect(new Set(sins.map(([name]) => name))).toEqual(new Set(houseRules.map(({ name }) => name)))
})

test.each([
  ['web/src/routes/home.tsx', '<p className="ms-4 pe-2 text-start start-0 leading-5 right">'],
  ['web/src/lib/format.tsx', '/** A figure that keeps its left-to-right order. */'],
  ['proofs/src/early-sale.ts', 'Math.log(Number(sale.price))'],
  ['server/src/kernel/time/clock.ts', 'now: () => Date.now()'],
])('passes over what is allowed in %s', (path, text) => {
  expect(findSins([{ path, text }])).toEqual([])
})

test('the house keeps its rules', () => {
  const files = listSources([...packages], ['.ts', '.tsx', '.mjs', '.css', '.sql', '.json'])
  expect(files.length).toBeGreaterThan(100)
  expect(findSins(files)).toEqual([])
})

test('nothing but sources lies among the sources', () => {
  const kinds = [
    'ts',
    'tsx',
    'mjs',
    'cjs',
    'json',
    'jsonl',
    'sql',
    'css',
    'html',
    'svg',
    'md',
    'txt',
    'pem',
    'snap',
    'sol',
    'bin',
  ]
  const found = listSources([...packages], ['']).map(({ path }) => path)
  expect(found.filter((path) => !kinds.includes(path.split('.').at(-1) ?? ''))).toEqual([])
})
