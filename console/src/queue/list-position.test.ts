import { expect, test } from 'vitest'
import { keptPosition, nextOpen, stepFrom } from './list-position.ts'

const ids = ['a', 'b', 'c', 'd']
const all = () => true

test('a step goes on from the case that is open, also when others came before it', () => {
  const position = keptPosition(undefined, ids, 'b')
  expect(stepFrom(position, ids, 1)).toBe('c')
  expect(stepFrom(keptPosition(position, ['new', ...ids], 'b'), ['new', ...ids], -1)).toBe('a')
})

test('a closed case keeps its place', () => {
  const position = keptPosition(keptPosition(undefined, ids, 'b'), ids, undefined)
  expect(stepFrom(position, ids, 1)).toBe('c')
  expect(stepFrom(position, ids, -1)).toBe('a')
})

test('a case that a decision took out of the list leaves its position to the one behind it', () => {
  const position = keptPosition(keptPosition(undefined, ids, 'b'), ['a', 'c', 'd'], 'b')
  expect(stepFrom(position, ['a', 'c', 'd'], 1)).toBe('c')
  expect(stepFrom(position, ['a', 'c', 'd'], -1)).toBe('a')
  expect(nextOpen(position, ['a', 'c', 'd'], all)).toBe('c')
})

test('the next case is one that waits for this operator; at the end there is none', () => {
  expect(nextOpen({ id: 'a', at: 0 }, ids, (id) => id !== 'b')).toBe('c')
  expect(nextOpen({ id: 'd', at: 3 }, ids, all)).toBeUndefined()
  expect(nextOpen({ id: 'd', at: 3 }, ['a', 'b', 'c'], all)).toBeUndefined()
})

test('a list begins at its first case and ends at its last', () => {
  expect(stepFrom(undefined, ids, 1)).toBe('a')
  expect(stepFrom(undefined, [], 1)).toBeUndefined()
  expect(stepFrom({ id: 'd', at: 3 }, ids, 1)).toBeUndefined()
  expect(stepFrom({ id: 'a', at: 0 }, ids, -1)).toBeUndefined()
})
