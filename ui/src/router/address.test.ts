import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './address.ts'
import { hrefOf } from './target.ts'

test('an address keeps codes as text, and leaves out what is not chosen', () => {
  expect(stringifySearch({ code: '00700', type: 3, id: '7', title: undefined, cols: '' })).toBe(
    '?code=00700&type=3&id=7',
  )
  expect(parseSearch('?code=00700&q=a%20b')).toEqual({ code: '00700', q: 'a b' })
  expect(stringifySearch({})).toBe('')
})

test('a target is an address with its parameters, its search and its position on the page', () => {
  const target = { to: '/things/$id', params: { id: 'a b' }, search: { tab: 'all' }, hash: 'ä' }
  expect(hrefOf(target)).toBe('/things/a%20b?tab=all#%C3%A4')
  expect(hrefOf({ href: '/x?y=1' })).toBe('/x?y=1')
})
