import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

const of = (was: string, is: string) => changedLines(was, is).map(({ kind, text }) => `${kind} ${text}`)

test('what a text lost and gained is named in its order, and what stays is not', () => {
  expect(of('a\n\nb\n\nc', 'a\nb\nc\n')).toEqual([])
  expect(of('a\n\nb\n\nc', 'a\n\nB\n\nc\n\nd')).toEqual(['gone b', 'new B', 'new d'])
  expect(of('', 'a')).toEqual(['new a'])
  expect(of('a\nb', '')).toEqual(['gone a', 'gone b'])
  expect(of('x\na\nb', 'a\nb\nx')).toEqual(['gone x', 'new x'])
})
