import { expect, test } from 'vitest'
import { requestInShares } from './request-shares.ts'

const request = (...symbols: string[]) =>
  requestInShares({ symbols, max: 2, emit: (share, id) => `${id}: ${share.join(' ')}` })

test('symbols are requested in shares, numbered from 1', () => {
  expect(request('A', 'B', 'C').opening).toEqual(['1: A B', '2: C'])
  expect(request().opening).toEqual([])
})

test('the rest of a refused share is requested again without the symbol that is named, each at most once', () => {
  const { refuse } = request('ABC', 'B', 'C')
  const unknownSymbol = (text: string, symbol: string) => ({ refused: { text, fatal: false, unknown: [symbol] } })
  expect(refuse('1', 'unknown ABC')).toEqual({ replies: ['1: B'], ...unknownSymbol('unknown ABC', 'ABC') })
  expect(refuse(2, 'unknown C')).toEqual(unknownSymbol('unknown C', 'C'))
  expect(refuse(1, 'unknown B')).toEqual(unknownSymbol('unknown B', 'B'))
})

test('a refusal that names nothing of its share is of the request itself', () => {
  const { refuse } = request('ABC', 'B', 'C')
  for (const [id, text] of [
    [1, 'too many'],
    [1, 'unknown AB'],
    [1, 'unknown C'],
    [0, 'unknown B'],
    [3, 'unknown B'],
    [undefined, 'unknown B'],
    [['1', 'x'], 'unknown B'],
    [['1'], 'unknown B'],
    [{ toString: null }, 'unknown B'],
  ] as const)
    expect(refuse(id, text), text).toEqual({ refused: { text, fatal: false } })
})

test('what is requested again has ids of its own, so that its refusal is understood', () => {
  const { requestAgain, refuse } = request('ABC', 'B', 'C')
  expect(requestAgain(['C', 'B'])).toEqual(['3: C B'])
  expect(refuse(3, 'unknown C').replies).toEqual(['3: B'])
  expect(refuse(3, 'B is busy').refused).toEqual({ text: 'B is busy', fatal: false })
})
