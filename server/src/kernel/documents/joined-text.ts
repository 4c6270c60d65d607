type Glyph = { readonly id: number; readonly codePoints: readonly number[]; readonly path: { toSVG(): string } }
type Position = { xAdvance: number; xOffset: number; yOffset: number; advanceWidth: number }
type Run = { readonly glyphs: readonly Glyph[]; readonly positions: readonly Position[] }
/** What is used of pdfkit's font and of the fontkit font in it, neither of which is declared. Positions are in thousandths of the size. */
type Font = {
  readonly font: {
    getGlyph(id: number, codePoints?: readonly number[]): Glyph
    readonly _layoutEngine: { readonly engine?: { readonly GPOSProcessor?: Placing | null } }
  }
  readonly subset: { readonly glyphs: number[] }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  readonly scale: number
  layout(text: string): Run
  encode(text: string): [codes: string[], positions: Position[]]
}
/** What positions signs: one rule of the font after another, until one applies. */
type Placing = {
  applyLookup(type: number, table: unknown): boolean
  applyAnchor(mark: unknown, anchor: object | null, index: number): void
}
/** A dot or vowel sign: its outline in units of the font, `scale` thousandths of the size each, and where it stands. */
export type Mark = { readonly outline: string; readonly x: number; readonly y: number; readonly scale: number }

/**
 * Makes a font of an Arabic script copy out as it reads. Such a font draws several letters as one shape with dots beside
 * it, and the table from shapes to characters has one letter for each shape. So every letter that uses a shape is given
 * one of its own, with the vowel signs on it as part of its text, and what stands on it is no character at all: `marksOf`
 * returns these, to be drawn as outlines.
 */
export function readable(given: unknown): { marksOf(text: string): Mark[] } {
  const font = given as Font
  passMissingAnchors(font.font._layoutEngine.engine?.GPOSProcessor)
  const codes = new Map<string, number>()
  // fontkit returns one object for a shape, with the letter that used it first.
  const { getGlyph } = font.font
  font.font.getGlyph = function withOwnLetter(id, codePoints = []) {
    const glyph = getGlyph.call(this, id, codePoints)
    if (String(glyph.codePoints) === String(codePoints)) return glyph
    return Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph
  }
  const codeOf = ({ glyph, position, text }: Letter): string => {
    const key = `${glyph.id} ${text.join(' ')}`
    let code = codes.get(key)
    if (code === undefined) {
      code = font.subset.glyphs.push(glyph.id) - 1
      codes.set(key, code)
      font.widths[code] = position.advanceWidth
      font.unicode[code] = text
    }
    return code.toString(16).padStart(4, '0')
  }
  font.encode = (text) => {
    const { letters } = partsOf(font.layout(text))
    return [letters.map(codeOf), letters.map(({ position }) => position)]
  }
  return {
    marksOf: (text) =>
      partsOf(font.layout(text)).marks.map(({ glyph, x, y }) => ({
        outline: glyph.path.toSVG(),
        x,
        y,
        scale: font.scale,
      })),
  }
}

type Letter = { glyph: Glyph; position: Position; text: readonly number[] }

const isMark = ({ codePoints }: Glyph): boolean => codePoints.every((one) => /\p{M}/u.test(String.fromCodePoint(one)))

/** Letters as they are seen from left to right, each with the signs on it, which come before it there. */
function partsOf({ glyphs, positions }: Run) {
  const letters: Letter[] = []
  const marks: { glyph: Glyph; x: number; y: number }[] = []
  let x = 0
  let signs: readonly number[] = []
  for (const [index, glyph] of glyphs.entries()) {
    const position = positions[index] as Position
    if (isMark(glyph)) {
      marks.push({ glyph, x: x + position.xOffset, y: position.yOffset })
      signs = [...signs, ...glyph.codePoints.toReversed()]
    } else {
      letters.push({ glyph, position, text: [...signs, ...glyph.codePoints.toReversed()] })
      signs = []
    }
    x += position.xAdvance
  }
  return { letters, marks }
}

/** Thrown by a rule that has no anchor for a sign on this letter. */
class NoAnchor extends Error {}

/**
 * A rule that has no place for a sign on a letter does not apply to it, and the next one does, by the font format.
 * fontkit reads the index that is not there instead (a kasra under a last feh), so that no document could be made of such a
 * word.
 */
function passMissingAnchors(placing: Placing | null | undefined): void {
  if (!placing) return
  const { applyLookup, applyAnchor } = placing
  placing.applyAnchor = function mustHaveAnchor(mark, anchor, index) {
    if (anchor === null) throw new NoAnchor()
    applyAnchor.call(this, mark, anchor, index)
  }
  placing.applyLookup = function appliedOrPassed(type, table) {
    try {
      return applyLookup.call(this, type, table)
    } catch (cause) {
      if (cause instanceof NoAnchor) return false
      throw cause
    }
  }
}
