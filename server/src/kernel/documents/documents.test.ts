import { expect, test } from 'vitest'
import Pdf from 'pdfkit'
import { png } from '../../../test/fixtures/images.ts'
import { piecesByPage } from '../../../test/fixtures/pdf-pages.ts'
import { composePdf, type Block } from './document.ts'
import { cutFont, pieceFinder } from './font-pieces.ts'
import { readable } from './joined-text.ts'
import { inReadingOrder, linesOf } from './lines.ts'
import { asDrawn, leftToRight, wordsOf } from './text-runs.ts'

const measure = { word: ({ text }: { text: string }) => [...text].length, space: 1 }
type Seen = { rtl: boolean; width?: number; lang?: 'ar' | 'zh' | 'en'; joins?: boolean }
const seen = (text: string, { lang, ...params }: Seen): string[] =>
  linesOf(
    wordsOf(text, { ...params, pieceOf: pieceFinder(lang ?? (params.rtl ? 'ar' : 'en')) }),
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

test('a non-breaking space keeps a sign with its number where a document requests it, and breaks as before where not', () => {
  const text = 'zu 47.62\u00a0% und mehr'
  expect(seen(text, { rtl: false, width: 9, joins: true })).toEqual(['zu', '47.62 %', 'und mehr'])
  expect(seen(text, { rtl: false, width: 8 })).toEqual(['zu 47.62', '% und', 'mehr'])
  expect(seen(`${leftToRight('LTV 47.62\u00a0%')} هنا`, { rtl: true, joins: true })).toEqual(['هنا LTV 47.62 %'])
})

test('every script of the eleven languages and of customers’ names has a font in every document', () => {
  const names = 'Zoë Ångström Łukasz Ελένη Иван 张偉 山田たろう 김철수 أحمد 龘'
  for (const lang of ['zh', 'en', 'ja', 'ko', 'ar', 'hk', 'de'] as const) {
    const find = pieceFinder(lang)
    for (const character of names) expect(find(character.codePointAt(0) ?? 0), `${lang} ${character}`).toBeDefined()
  }
})

test('an Arabic document copies out as it reads: each letter, the signs on it, and the words of a line', async () => {
  // Letters that one shape draws (ب ت ث ن ي), dots apart from them, signs, and the ligature of lam and alef.
  const words = 'بتثني قرض يُقرض المُقرض شيئًا أولًا الأيام متأخرًا وُتُب السداد آلاف مؤسسة يكفِ مسجَّل'.split(' ')
  // Every letter alone, first, last and between others, with every sign: the font has no place for some of them.
  for (const letter of 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي')
    for (const sign of ['ً', 'ٌ', 'ٍ', 'َ', 'ُ', 'ِ', 'ّ', 'ْ', 'َّ', 'ِّ'])
      words.push(`${letter}${sign}`, `ك${letter}${sign}`, `${letter}${sign}ك`, `ك${letter}${sign}ك`)
  const piece = pieceFinder('ar')('ب'.charCodeAt(0))
  if (piece === undefined) throw new Error('no font')
  const doc = new Pdf().registerFont('arabic', await cutFont(piece, words.join(''), 400)).font('arabic')
  const font = (doc as unknown as { _font: { encode(text: string): [string[]]; unicode: number[][] } })._font
  const { marksOf } = readable(font)
  for (const word of words) {
    const shapes = font.encode(word)[0].flatMap((code) => font.unicode[Number.parseInt(code, 16)] ?? [])
    expect(String.fromCodePoint(...shapes.toReversed())).toBe(word)
  }
  expect(marksOf('ب').map(({ outline }) => outline.length > 0)).toEqual([true])

  const [line] = linesOf(wordsOf('قرض LN1 وديعة 24 ساعة', { rtl: true, pieceOf: pieceFinder('ar') }), 1000, measure)
  const drawn = inReadingOrder(line?.parts ?? [], 0).flatMap(({ word }) => word?.text ?? [])
  expect(drawn).toEqual(['قرض', 'LN1', 'وديعة', '24', 'ساعة'])
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

test('a heading goes to the next page with the picture or the lines under it, where a document requests it', async () => {
  const filled = Array.from({ length: 35 }, (): Block => ({ kind: 'text', text: 'line' }))
  const picture: Block = { kind: 'picture', bytes: await png(64, 64), width: 180, height: 70 }
  const lines = Array.from({ length: 3 }, (): Block => ({ kind: 'text', text: 'under' }))
  for (const under of [[picture], lines]) {
    const given: Block[] = [...filled, { kind: 'heading', text: 'heading' }, ...under]
    const pages = async (keepsTogether: boolean) =>
      piecesByPage(
        await composePdf({ lang: 'en', title: 't', at: 1, blocks: given, foot: () => 'foot', keepsTogether }),
      )
    const [first = 0] = await pages(false)
    expect(first).toBeGreaterThan(filled.length + 1)
    expect((await pages(true))[0]).toBe(filled.length + 1)
  }
})
