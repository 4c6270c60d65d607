import bidiFactory from 'bidi-js'
import type { FontPiece } from './font-pieces.ts'

// Its types speak of a default inside the module; Node exports the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** What stands unbroken on a line: its text as it is written and read, at one level of direction and in one font. */
export type Approval = { readonly text: string; readonly level: number; readonly piece: FontPiece | undefined }
/** Words that a line may not part, and the level of the space before them, if there is one. */
export type Cluster = { readonly words: readonly Approval[]; readonly space: number | undefined }

const ideograph = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆]/u
/** What may not begin a line, and what may not end one. */
const closing = /^[、。，．；：？！）」』】〉》〕］｝’”%‰,.;:?!)\]}、]/u
const opening = /[（「『【〈《〔［｛‘“([{]$/u
const strongRtl = /[\p{sc=Arabic}\p{sc=Hebrew}]/u

/** Marks that steer direction and are not drawn. */
const steering = /^[\u200e\u200f\u2066-\u2069]$/u
/** A text that runs from left to right wherever it stands: a number, a time, an address. */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`

const isSpace = (character: string): boolean => /^\s$/u.test(character)

/** Spaces that a line may not end at. */
const joining = /^[\u00a0\u202f]$/u

type Reading = {
  rtl: boolean
  pieceOf: (codePoint: number) => FontPiece | undefined
  /** Whether a non-breaking space keeps what stands beside it on one line. */
  joins?: boolean
}

/** The words of a paragraph in the order they are written, after the Unicode bidirectional algorithm. */
export function wordsOf(text: string, params: Reading): Cluster[] {
  const { levels } = bidi.getEmbeddingLevels(text, params.rtl ? 'rtl' : 'ltr')
  const clusters: { words: Approval[]; space: number | undefined; whole: string }[] = []
  let space: number | undefined
  let at = 0
  for (const written of text) {
    const level = levels[at] ?? 0
    at += written.length
    if (steering.test(written)) continue
    const isJoin = params.joins === true && joining.test(written) && clusters.length > 0 && space === undefined
    const character = isJoin ? ' ' : written
    if (!isJoin && isSpace(character)) {
      if (clusters.length > 0) space = level
      continue
    }
    const drawn = { text: character, level, piece: params.pieceOf(character.codePointAt(0) ?? 0) }
    const last = clusters.at(-1)
    if (last === undefined || space !== undefined || mayPart(last.whole, character))
      clusters.push({ words: [drawn], space, whole: character })
    else {
      last.whole += character
      const word = last.words.at(-1)
      // A mark belongs to the letter before it, whichever font has it first.
      const joins =
        word !== undefined && word.level === level && (word.piece === drawn.piece || /\p{M}/u.test(character))
      if (joins) last.words.splice(-1, 1, { ...word, text: word.text + character })
      else last.words.push(drawn)
    }
    space = undefined
  }
  return clusters
}

const mayPart = (before: string, next: string): boolean =>
  (ideograph.test(next) || ideograph.test([...before].at(-1) ?? '')) && !closing.test(next) && !opening.test(before)

/** Parts in the order they are seen from left to right: rule L2 of the bidirectional algorithm, over whole parts. */
export function inVisualOrder<P extends { readonly level: number }>(parts: readonly P[]): P[] {
  const seen = [...parts]
  const highest = Math.max(0, ...parts.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < seen.length; from++) {
      if ((seen[from]?.level ?? 0) < level) continue
      let to = from
      while (to < seen.length && (seen[to]?.level ?? 0) >= level) to++
      seen.splice(from, to - from, ...seen.slice(from, to).toReversed())
      from = to
    }
  }
  return seen
}

/**
 * The text as a shaper wants it: brackets mirrored where they are read from right to left, and signs without a script of
 * their own reversed, because a shaper takes the direction from letters alone.
 */
export function asDrawn({ text, level }: Approval): string {
  if (level % 2 === 0) return text
  const mirrored = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character)
  return strongRtl.test(text) ? mirrored.join('') : mirrored.toReversed().join('')
}
