import { expect, test } from 'vitest'
import { ownPath, parseSearch, stringifySearch } from './search.ts'

test('an address keeps codes as text, and leaves out what is not chosen', () => {
  expect(parseSearch('?id=007&q=a%20b')).toEqual({ id: '007', q: 'a b' })
  expect(stringifySearch({ id: '007', q: 'a b', sort: undefined, cols: '' })).toBe('?id=007&q=a+b')
  expect(stringifySearch({})).toBe('')
})

test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', ''])(
  'after the sign-in nobody is led to %s',
  (text) => expect(ownPath(text)).toBeUndefined(),
)
test('but back to where he was', () => expect(ownPath('/deposits?id=1')).toBe('/deposits?id=1'))
