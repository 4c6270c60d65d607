import { expect, test } from 'vitest'
import { parseInline, parseMarkdown } from './markdown.ts'

const kinds = (text: string) => parseMarkdown(text).map((block) => block.kind)

test('reads the blocks our pages use', () => {
  expect(
    kinds(
      '## A\n\ntext\nmore\n\n- one\n- two\n  more\n\n1. a\n2. b\n\n> said\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n\nstays\n```',
    ),
  ).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'rule', 'table', 'code'])
})

test('a list right under its sentence is a list', () =>
  expect(kinds('We keep:\n- this\n- that')).toEqual(['paragraph', 'list']))

test('reads emphasis, code and links', () => {
  expect(parseInline('a **b** `c*d*` [e](/detail?id=risk)')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', parts: [{ kind: 'text', text: 'b' }] },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c*d*' },
    { kind: 'text', text: ' ' },
    { kind: 'link', href: '/detail?id=risk', parts: [{ kind: 'text', text: 'e' }] },
  ])
})

test.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', 'http://plain.example'])(
  'a link to %s stays text',
  (href) => expect(parseInline(`[x](${href})`).every((part) => part.kind === 'text')).toBe(true),
)

test('markup in the text stays text', () => {
  expect(parseMarkdown('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'paragraph', parts: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
  ])
})

test.each([
  ['brackets', '['.repeat(60_000)],
  ['stars', '*a'.repeat(30_000)],
  ['pairs of stars', '**a'.repeat(20_000)],
  ['ticks', '`a'.repeat(30_000)],
  ['links', '[a](/b)'.repeat(8000)],
  ['quotes', '> '.repeat(30_000)],
  ['headings', '# a\n'.repeat(15_000)],
])('reads the longest text of %s without losing its letters', (_name, text) => {
  expect(parseMarkdown(text).length).toBeGreaterThan(0)
})
