import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Lang } from '@evenhand/protocol/languages.ts'

const require = createRequire(import.meta.url)
type Wanted = { targetFormat: 'sfnt'; variationAxes: Readonly<Record<string, number>> }
// It comes without types.
type SubsetFont = (font: Buffer, characters: string, wanted: Wanted) => Promise<Buffer>
let loaded: SubsetFont | undefined
/** Loaded with the first document: it takes a tenth of a second and 35 MB, which most processes never need. */
const subsetFont = (): SubsetFont => (loaded ??= require('subset-font') as SubsetFont)

/** One file of a font family and the characters it draws. Families are cut into files by use, rare characters apart. */
export type FontPiece = { readonly id: string; readonly path: string; readonly ranges: readonly Range[] }
type Range = readonly [from: number, to: number]

const western = 'noto-sans'
const own: Readonly<Partial<Record<Lang, string>>> = {
  zh: 'noto-sans-sc',
  hk: 'noto-sans-hk',
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  ar: 'noto-sans-arabic',
}
const others = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-hk', 'noto-sans-arabic']

function rangesOf(text: string): Range[] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

const families = new Map<string, readonly FontPiece[]>()

function piecesOf(family: string): readonly FontPiece[] {
  const known = families.get(family)
  if (known !== undefined) return known
  const folder = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const unicode = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  const pieces = Object.entries(unicode).map(([name, ranges]) => {
    const id = `${family}-${name.replaceAll(/[[\]]/g, '')}`
    return { id, path: join(folder, 'files', `${id}-wght-normal.woff2`), ranges: rangesOf(ranges) }
  })
  families.set(family, pieces)
  return pieces
}

/**
 * Which piece draws a character of a document in a language: the western family first, then the language's own shapes,
 * then any other, so that a name in any of these scripts is drawn. Undefined where none draws it.
 */
export function pieceFinder(lang: Lang): (codePoint: number) => FontPiece | undefined {
  const language = own[lang]
  const order = [western, ...(language === undefined ? [] : [language]), ...others.filter((name) => name !== language)]
  const found = new Map<number, FontPiece | undefined>()
  return (codePoint) => {
    if (!found.has(codePoint)) {
      const draws = ({ ranges }: FontPiece): boolean =>
        ranges.some(([from, to]) => codePoint >= from && codePoint <= to)
      let piece: FontPiece | undefined
      for (const family of order) if ((piece = piecesOf(family).find(draws)) !== undefined) break
      found.set(codePoint, piece)
    }
    return found.get(codePoint)
  }
}

/** A font file with these characters alone, in one weight, with what joins and places them. */
export const cutFont = (piece: FontPiece, characters: string, weight: number): Promise<Buffer> =>
  subsetFont()(readFileSync(piece.path), characters, { targetFormat: 'sfnt', variationAxes: { wght: weight } })

/** Whether its letters join, and share shapes. */
export const isJoining = ({ id }: FontPiece): boolean => id.startsWith('noto-sans-arabic-arabic')
