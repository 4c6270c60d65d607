import { expect, test } from 'vitest'
import { askInShares } from './request-shares.ts'

const ask = (...symbols: string[]) => askInShares({ symbols, most: 2, say: (share, id) => `${id}: ${share.join(' ')}` })

test('symbols are asked for in shares, numbered from 1', () => {
  expect(ask('A', 'B', 'C').opening).toEqual(['1: A B', '2: C'])
  expect(ask().opening).toEqual([])
})

test('the rest of a refused share is asked for again without the symbol that is named, each at most once', () => {
  const { refuse } = ask('ABC', 'B', 'C')
  const told = (text: string, fatal: boolean) => ({ refused: { text, fatal } })
  expect(refuse('1', 'unknown ABC')).toEqual({ replies: ['1: B'], ...told('unknown ABC', false) })
  expect(refuse(2, 'unknown C')).toEqual(told('unknown C', false))
  expect(refuse(1, 'unknown B')).toEqual(told('unknown B', true))
})

test('a refusal that names nothing of its share is of the request itself', () => {
  const { refuse } = ask('ABC', 'B', 'C')
  for (const [id, text] of [
    [1, 'too many'],
    [1, 'unknown AB'],
    [1, 'unknown C'],
    [0, 'unknown B'],
    [3, 'unknown B'],
    [undefined, 'unknown B'],
    [['1', 'x'], 'unknown B'],
  ] as const)
    expect(refuse(id, text), text).toEqual({ refused: { text, fatal: true } })
})
