import { expect, test } from 'vitest'
import { changed, listOf, moved, noLists, watchedIn, type Lists } from './watch-lists.ts'

const lists: Lists = [
  { id: 'a', name: '', codes: ['X', 'Y', 'Z'] },
  { id: 'b', name: 'Coins', codes: ['Z'] },
]
const codesOf = (params: Lists, at = 0) => params[at]?.codes

test('a code is added once, at the end, and not beyond a full list', () => {
  expect(codesOf(changed(lists, { kind: 'add', listId: 'a', code: 'W' }))).toEqual(['X', 'Y', 'Z', 'W'])
  expect(changed(lists, { kind: 'add', listId: 'a', code: 'Y' })).toBe(lists)
  const full: Lists = [{ id: 'a', name: '', codes: Array.from({ length: 100 }, (_, at) => `C${at}`) }]
  expect(changed(full, { kind: 'add', listId: 'a', code: 'W' })).toBe(full)
})

test('before the server has made the first list, "" is its name; a list that is gone changes nothing', () => {
  expect(codesOf(changed(noLists, { kind: 'add', listId: '', code: 'X' }))).toEqual(['X'])
  expect(listOf(lists, '')?.id).toBe('a')
  expect(changed(lists, { kind: 'add', listId: 'gone', code: 'X' })).toBe(lists)
})

test('an order brings nothing and takes nothing away', () => {
  expect(codesOf(changed(lists, { kind: 'order', listId: 'a', codes: ['Z', 'Q', 'X'] }))).toEqual(['Z', 'X', 'Y'])
})

test('removing takes a code from its list alone; deleting takes a list, but never the first', () => {
  const without = changed(lists, { kind: 'remove', listId: 'a', code: 'Z' })
  expect([codesOf(without), codesOf(without, 1)]).toEqual([['X', 'Y'], ['Z']])
  expect([...watchedIn(without)]).toEqual(['X', 'Y', 'Z'])
  expect(changed(lists, { kind: 'delete', listId: 'b' }).map(({ id }) => id)).toEqual(['a'])
  expect(changed(lists, { kind: 'delete', listId: 'a' })).toBe(lists)
  expect(changed(lists, { kind: 'rename', listId: 'b', name: '币' })[1]?.name).toBe('币')
})

test.each([
  [0, 2, 'YZX'],
  [2, 0, 'ZXY'],
  [1, 1, 'XYZ'],
  [1, 9, 'XZY'],
  [1, -3, 'YXZ'],
])('moved from %i to %i: %s', (from, to, expected) => {
  expect(moved(['X', 'Y', 'Z'], from, to).join('')).toBe(expected)
})
