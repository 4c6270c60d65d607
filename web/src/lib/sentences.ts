import { languageOf, useLang } from './settings.ts'

/** Sentences behind one another as the language `tag` writes them: Chinese and Japanese leave no space behind their 。 */
export const joinSentences = (sentences: readonly (string | false | undefined)[], tag: string): string =>
  sentences.filter((one) => one !== false && one !== undefined).join(/^(?:zh|ja)/.test(tag) ? '' : ' ')

/** The same in the page's language; what is false or undefined is left out. */
export function useSentences(): (...sentences: (string | false | undefined)[]) => string {
  const { tag } = languageOf(useLang())
  return (...sentences) => joinSentences(sentences, tag)
}
