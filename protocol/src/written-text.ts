import * as z from 'zod/mini'

/**
 * Signs that show nothing or turn what stands around them: controls, marks of direction, what has no width, and letters
 * that are drawn as a gap. A new line may stand where a text has lines.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]/u
/** Scripts in which a word is misspelt without a sign that joins its letters or keeps them apart. */
const joining =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}'
/** The signs of their kind that belong to what is seen: lines, the joiners of those scripts and of one picture of several. */
const seen = new RegExp(
  [
    '\\r?\\n',
    `(?<=[${joining}]\\p{Mn}*)[\\u200c\\u200d](?=[${joining}])`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  ].join('|'),
  'gu',
)
const seenOrHidden = new RegExp(`(${seen.source})|${hidden.source}`, 'gu')

/** Whether everything in a text can be seen where it is read. */
export const isPlain = (text: string): boolean => !hidden.test(text.replace(seen, ''))

/** What can be seen of a pasted text: tabs are blanks, and what shows nothing is left out. */
export const seenOf = (text: string): string =>
  text.replaceAll('\t', ' ').replace(seenOrHidden, (_, kept: string | undefined) => kept ?? '')

/** A text that others read as it was written: nothing in it is hidden. */
export const plain = z.refine<string>(isPlain)
/** The same on one line. */
export const plainLine = z.refine<string>((text) => !text.includes('\n') && isPlain(text))
