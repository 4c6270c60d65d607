import type { Lang } from '@evenhand/protocol/languages.ts'
import { cutFont, isJoining, pieceFinder } from './font-pieces.ts'
import { readable, type Mark } from './joined-text.ts'
import { inReadingOrder, linesOf, merged, type Line, type Measure } from './lines.ts'
import { asDrawn, wordsOf, type Approval } from './text-runs.ts'

export type Style = { readonly size: number; readonly bold: boolean; readonly colour: string }
/** Points from the left and from the top; `atEnd` sets the line at the end of its width instead of its beginning. */
export type Spot = { x: number; y: number; width: number; style: Style; atEnd?: boolean }
export type Pen = {
  readonly rtl: boolean
  lines(text: string, width: number, style: Style): Line[]
  height(style: Style): number
  draw(line: Line, spot: Spot): void
  rule(params: { x: number; y: number; width: number }): void
}

const weights = { regular: 400, bold: 600 }
/** Stands for what no font draws. */
const unknown = '?'
const ascent = 1.05
const lineHeight = 1.45

type PenParams = {
  doc: PDFKit.PDFDocument
  lang: Lang
  rtl: boolean
  texts: { regular: string; bold: string }
  joins: boolean
}

/** Cuts the fonts that these texts need and writes with them: words joined as their script joins them, in their direction. */
export async function openPen({ doc, lang, rtl, texts, joins }: PenParams): Promise<Pen> {
  const pieceOf = pieceFinder(lang)
  const joining = new Map<string, ReturnType<typeof readable>>()
  for (const weight of ['regular', 'bold'] as const) {
    const wanted = new Map<string, { characters: Set<string>; piece: NonNullable<ReturnType<typeof pieceOf>> }>()
    for (const character of new Set(`${texts[weight]}${unknown} `)) {
      const piece = pieceOf(character.codePointAt(0) ?? 0)
      if (piece === undefined) continue
      const known = wanted.get(piece.id)
      if (known === undefined) wanted.set(piece.id, { characters: new Set(character), piece })
      else known.characters.add(character)
    }
    for (const [id, { characters, piece }] of wanted) {
      const name = `${id} ${weight}`
      doc.registerFont(name, await cutFont(piece, [...characters, '()[]'].join(''), weights[weight]))
      if (isJoining(piece)) joining.set(name, readable((doc.font(name) as unknown as { _font: unknown })._font))
    }
  }
  const western = pieceOf(32)?.id ?? ''
  const nameOf = (word: Approval | undefined, { bold }: Style): string =>
    `${word?.piece?.id ?? western} ${bold ? 'bold' : 'regular'}`
  const take = (word: Approval | undefined, style: Style): void =>
    void doc.font(nameOf(word, style)).fontSize(style.size)
  const shown = (word: Approval): string => (word.piece === undefined ? unknown : asDrawn(word))
  const measureIn = (style: Style): Measure => ({
    word(word) {
      take(word, style)
      return doc.widthOfString(shown(word))
    },
    space: style.size * 0.26,
  })
  return {
    rtl,
    lines: (text, width, style) => linesOf(wordsOf(text, { rtl, pieceOf, joins }), width, measureIn(style)),
    height: ({ size }) => size * lineHeight,
    draw({ parts, width }, { x, y, width: room, style, atEnd }) {
      doc.fillColor(style.colour)
      const baseline = y + style.size * ascent
      const begin = (atEnd === true) === rtl ? x : x + room - width
      for (const { word, left } of inReadingOrder(merged(parts, western), begin)) {
        if (word === undefined) continue
        take(word, style)
        const text = shown(word)
        doc.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
        for (const mark of joining.get(nameOf(word, style))?.marksOf(text) ?? [])
          drawMark(doc, mark, { x: left, y: baseline, size: style.size })
      }
    },
    rule({ x, y, width }) {
      doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .strokeColor('#d5dbe6')
        .stroke()
    },
  }
}

/** A point of a document and the size of the letters there, in points. */
type At = { x: number; y: number; size: number }

function drawMark(doc: PDFKit.PDFDocument, { outline, x, y, scale }: Mark, at: At): void {
  const point = at.size / 1000
  doc.save().translate(at.x + x * point, at.y - y * point)
  doc
    .scale(point * scale, -point * scale)
    .path(outline)
    .fill()
    .restore()
}
