import { expect, test } from 'vitest'
import { features } from '../features.ts'
import { gather } from '../lib/feature.ts'
import { findings } from './find-screens.ts'

const all = gather(features)
const titleOf = (key: string) => key
const only =
  (...paths: string[]) =>
  (call: { path: string }) =>
    all.screens.some((screen) => paths.includes(screen.path) && screen.needs.some(({ path }) => path === call.path))

test('a word leads to screens by name, and to those that search for it', () => {
  const { named, searches } = findings(all, 'led', { may: only('/ledger', '/customers'), titleOf })
  expect(named.map(({ key }) => key)).toEqual(['/ledger'])
  expect(searches).toEqual([{ key: 'ledger.find', to: '/ledger', search: { q: 'led' }, find: 'ledger.find' }])
})

test('screens and searches of other roles do not exist', () =>
  expect(findings(all, 'audit', { may: only('/customers'), titleOf })).toEqual({ named: [], searches: [] }))

test('no word shows every screen that is open', () => {
  const { named, searches } = findings(all, ' ', { may: only('/deposits', '/customers'), titleOf })
  expect(named.map(({ key }) => key)).toEqual(['/deposits', '/customers'])
  expect(searches).toEqual([])
})
