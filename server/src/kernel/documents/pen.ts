import type { Lang } from '@evenhand/protocol/languages.ts'
import { cutFont, pieceFinder } from './font-pieces.ts'
import { linesOf, merged, type Line, type Measure } from './lines.ts'
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

type PenParams = { doc: PDFKit.PDFDocument; lang: Lang; rtl: boolean; texts: { regular: string; bold: string } }

/** Cuts the fonts that these texts need and writes with them: words joined as their script joins them, in their direction. */
export async function openPen({ doc, lang, rtl, texts }: PenParams): Promise<Pen> {
  const pieceOf = pieceFinder(lang)
  for (const weight of ['regular', 'bold'] as const) {
    const wanted = new Map<string, { characters: Set<string>; piece: NonNullable<ReturnType<typeof pieceOf>> }>()
    for (const character of new Set(`${texts[weight]}${unknown} `)) {
      const piece = pieceOf(character.codePointAt(0) ?? 0)
      if (piece === undefined) continue
      const known = wanted.get(piece.id)
      if (known === undefined) wanted.set(piece.id, { characters: new Set(character), piece })
      else known.characters.add(character)
    }
    for (const [id, { characters, piece }] of wanted)
      doc.registerFont(`${id} ${weight}`, await cutFont(piece, [...characters, '()[]'].join(''), weights[weight]))
  }
  const western = pieceOf(32)?.id ?? ''
  const take = (word: Approval | undefined, { size, bold }: Style): void => {
    doc.font(`${word?.piece?.id ?? western} ${bold ? 'bold' : 'regular'}`).fontSize(size)
  }
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
    lines: (text, width, style) => linesOf(wordsOf(text, { rtl, pieceOf }), width, measureIn(style)),
    height: ({ size }) => size * lineHeight,
    draw({ parts, width }, { x, y, width: room, style, atEnd }) {
      let left = (atEnd === true) === rtl ? x : x + room - width
      doc.fillColor(style.colour)
      for (const { word, width: wide } of merged(parts, western)) {
        if (word !== undefined) {
          take(word, style)
          // What is copied or read aloud is the text; shapes of joined letters do not give it.
          const joined = word.level % 2 === 1
          if (joined) doc.markContent('Span', { actual: word.text })
          doc.text(shown(word), left, y + style.size * ascent, { lineBreak: false, baseline: 'alphabetic' })
          if (joined) doc.endMarkedContent()
        }
        left += wide
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
