import { expect, test } from 'vitest'
import { listSources } from './source-files.ts'
import { findForeign, findUnneeded, objectsOf } from './sql-schemas.ts'

const objects = objectsOf(listSources(['server/db'], ['.sql']))
const files = listSources(['server/db', 'server/src', 'tools/src'], ['.sql', '.ts']).filter(
  ({ path }) => !/\.test\.ts$|db\.generated\.ts$|^tools\/src\/sql-schemas\.ts$/.test(path),
)

test('SQL names its own schema alone, but for the functions that are doors and what is declared', () => {
  expect(objects.size).toBeGreaterThan(200)
  expect(files.length).toBeGreaterThan(500)
  expect(findForeign(files, objects)).toEqual([])
})

test('nothing is declared that is not needed', () => {
  expect(findUnneeded(files, objects)).toEqual([])
})

test.each([
  ['server/src/domains/wallet/x.ts', 'sql`select 1 from accounts.customers`', 'accounts.customers'],
  ['server/src/payout/x.ts', "await query('select from ledger.entries')", 'ledger.entries'],
  ['tools/src/x.ts', 'sql`update options.orders set gain = 0`', 'options.orders'],
  ['server/db/functions/wallet/x.sql', 'select id from ledger.accounts', 'ledger.accounts'],
  ['server/db/functions/options/x.sql', 'select ledger.credit(1, 2, 3)', 'ledger.credit'],
])('finds what %s names', (path, text, name) => {
  expect(findForeign([{ path, text }], objects)).toEqual([expect.stringContaining(`${path}:1 names ${name}`)])
})

test.each([
  ['server/src/domains/wallet/x.ts', 'sql`select ledger.post(1)`'],
  ['server/src/domains/wallet/x.ts', 'options.orders.map(ledger.entries)'],
  ['server/src/domains/wallet/x.ts', '// reads accounts.customers\nsql`select from wallet.deposits`'],
  ['server/db/functions/wallet/x.sql', '-- ledger.accounts\nselect ledger.post()'],
])('passes over %s', (path, text) => {
  expect(findForeign([{ path, text }], objects)).toEqual([])
})
