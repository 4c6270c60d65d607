import { expect, test } from 'vitest'
import { composePdf, type Block } from './document.ts'
import { pieceFinder } from './font-pieces.ts'
import { linesOf } from './lines.ts'
import { asDrawn, leftToRight, wordsOf } from './text-runs.ts'

const measure = { word: ({ text }: { text: string }) => [...text].length, space: 1 }
const seen = (text: string, params: { rtl: boolean; width?: number; lang?: 'ar' | 'zh' | 'en' }): string[] =>
  linesOf(
    wordsOf(text, { rtl: params.rtl, pieceOf: pieceFinder(params.lang ?? (params.rtl ? 'ar' : 'en')) }),
    params.width ?? 1000,
    measure,
  ).map(({ parts }) => parts.map(({ word }) => (word === undefined ? ' ' : asDrawn(word))).join(''))

test('Arabic words stand from right to left, numbers and foreign words in them from left to right', () => {
  expect(seen('كشف الحساب 2026', { rtl: true })).toEqual(['2026 الحساب كشف'])
  expect(seen('رصيد (USDT 1.50) هنا', { rtl: true })).toEqual(['هنا (USDT 1.50) رصيد'])
  expect(seen(leftToRight('-0.50 USDT'), { rtl: true })).toEqual(['-0.50 USDT'])
  expect(seen('Name أحمد علي here', { rtl: false })).toEqual(['Name علي أحمد here'])
})

test('lines break at spaces, between ideographs, never before closing marks, and inside what is longer than a line', () => {
  expect(seen('one two three', { rtl: false, width: 7 })).toEqual(['one two', 'three'])
  expect(seen('一二三，四', { rtl: false, width: 3, lang: 'zh' })).toEqual(['一二', '三，四'])
  expect(seen('abcdefgh', { rtl: false, width: 3 })).toEqual(['abc', 'def', 'gh'])
})

test('every script of the eleven languages and of customers’ names has a font in every document', () => {
  const names = 'Zoë Ångström Łukasz Ελένη Иван 张偉 山田たろう 김철수 أحمد 龘'
  for (const lang of ['zh', 'en', 'ja', 'ko', 'ar', 'hk', 'de'] as const) {
    const find = pieceFinder(lang)
    for (const character of names) expect(find(character.codePointAt(0) ?? 0), `${lang} ${character}`).toBeDefined()
  }
})

const blocks: Block[] = [
  { kind: 'title', text: 'كشف 月度 Statement' },
  { kind: 'table', columns: [{ title: 'a', share: 1 }], rows: Array.from({ length: 120 }, (_, n) => [`row ${n} 🙂`]) },
]
const compose = (at: number) =>
  composePdf({ lang: 'ar', title: 'كشف', at, blocks, foot: (page, params) => `${page} / ${params}` })

test('the same content at the same time is the same bytes, over as many pages as it needs', async () => {
  const [first, again, later] = [await compose(1_000), await compose(1_000), await compose(2_000)]
  expect(first.equals(again)).toBe(true)
  expect(first.equals(later)).toBe(false)
  expect(first.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
})
