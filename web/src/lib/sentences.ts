import { languageOf, useLang } from './settings.ts'

/** What stands between two sentences of the language `tag`: Chinese and Japanese leave no space behind their 。 */
const spaceOf = (tag: string): string => (/^(?:zh|ja)/.test(tag) ? '' : ' ')

/** Sentences behind one another as the language `tag` writes them. */
export const joinSentences = (sentences: readonly (string | false | undefined)[], tag: string): string =>
  sentences.filter((one) => one !== false && one !== undefined).join(spaceOf(tag))

/** The same in the page's language; what is false or undefined is left out. */
export function useSentences(): (...sentences: (string | false | undefined)[]) => string {
  const { tag } = languageOf(useLang())
  return (...sentences) => joinSentences(sentences, tag)
}

/** What stands between two sentences of the page's language, where they are no plain text. */
export const useSentenceSpace = (): string => spaceOf(languageOf(useLang()).tag)
