import { expect, test } from 'vitest'
import { findings } from './find-screens.ts'
import { screens } from './screens.ts'

const titleOf = (key: string) => key
const only =
  (...keys: string[]) =>
  (call: { path: string }) =>
    screens.some(({ key, needs }) => keys.includes(key) && needs.some(({ path }) => path === call.path))

test('a word leads to screens by name, then to where it can be looked for', () => {
  const found = findings('led', only('ledger', 'customers'), titleOf)
  expect(found.map(({ key }) => key)).toEqual(['ledger', 'findCustomer', 'findLedger'])
  expect(found[1]).toMatchObject({ to: '/customers', search: { q: 'led' } })
})

test('screens and searches of other roles do not exist', () =>
  expect(findings('audit', only('customers'), titleOf).map(({ key }) => key)).toEqual(['findCustomer']))

test('no word shows every screen that is open', () =>
  expect(findings(' ', only('deposits', 'customers'), titleOf).map(({ key }) => key)).toEqual([
    'deposits',
    'customers',
  ]))
