import type { TextProblem } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { forbiddenCopy } from './forbidden-copy.ts'

export type Written = {
  readonly title: string
  readonly keywords: string
  readonly summary: string
  readonly body: string
}

const fields = ['title', 'keywords', 'summary', 'body'] as const
const longestWord = 60

const markup = /<[a-z!/?][^\n]{0,40}|(?:javascript|vbscript)\s*:|data:text\/html/i
const link = /\]\(\s*([^)]*)\)/g
/** A path of this product, or the web over TLS. A path that begins with two slashes of either kind leads elsewhere. */
const allowedTarget = /^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+)$/

/**
 * What keeps a text from being published: markup, images, links that lead neither into the product nor to the web over TLS,
 * a field that is empty, and sentences that the product never uses. Empty where nothing does.
 */
export function problemsOf(text: Written, lang: Lang): TextProblem[] {
  const empty = (['title', 'body'] as const)
    .filter((field) => text[field].trim() === '')
    .map((field): TextProblem => ({ field, kind: 'empty', word: '' }))
  return [...empty, ...fields.flatMap((field) => problemsIn(field, text[field], lang))]
}

function problemsIn(field: TextProblem['field'], text: string, lang: Lang): TextProblem[] {
  const found: TextProblem[] = []
  const add = (kind: TextProblem['kind'], word: string | undefined): void => {
    if (word !== undefined) found.push({ field, kind, word: word.slice(0, longestWord) })
  }
  add('html', markup.exec(text)?.[0])
  add('image', /!\[[^\]]*\]?/.exec(text)?.[0])
  for (const [, target = ''] of text.matchAll(link)) if (!allowedTarget.test(target)) add('link', target)
  add('forbidden', forbiddenCopy[lang].exec(text)?.[0])
  return found
}

/** Problems for which not even a draft is kept: what could do more than be read. */
export const mayNotBeKept = ({ kind }: TextProblem): boolean => kind === 'html' || kind === 'image' || kind === 'link'
