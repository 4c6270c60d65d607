import * as z from 'zod/mini'

/**
 * Signs that show nothing or turn what stands around them: controls, marks of direction, what has no width, and letters
 * that are drawn as a gap. A new line may stand where a text has lines.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]/u
/** The joiner inside one picture of several, such as a family; it joins nothing else. */
const joined = /([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu

/** Whether everything in a text can be seen where it is read. */
export const isPlain = (text: string): boolean => !hidden.test(text.replace(joined, '$1').replace(/\r?\n/g, ' '))

/** A text that others read as it was written: nothing in it is hidden. */
export const plain = z.refine<string>(isPlain)
/** The same on one line. */
export const plainLine = z.refine<string>((text) => !text.includes('\n') && isPlain(text))
