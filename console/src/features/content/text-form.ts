import { contentLimits } from '@evenhand/protocol/content.ts'
import type { SeenContent } from '@evenhand/protocol/content-console.ts'
import { seenOf } from '@evenhand/protocol/written-text.ts'

export type TextForm = {
  readonly title: string
  readonly keywords: string
  readonly summary: string
  readonly body: string
  readonly source: { readonly lang: 'en' | 'zh'; readonly version: number } | null
}

/** What the form begins with: the draft, else what is published, else nothing. */
export function formOf({ draft, published, source }: SeenContent): TextForm {
  const text = draft ?? published
  return {
    title: text?.title ?? '',
    keywords: text?.keywords ?? '',
    summary: text?.summary ?? '',
    body: text?.body ?? '',
    source: text === null ? source && { lang: source.lang, version: source.version } : text.source,
  }
}

/** Marks that keep a piece of Arabic text together; they are written by hand and kept. */
const isolates = /(\u2066[^\u2066-\u2069\n]*\u2069)/u

/** A pasted text without what shows nothing, but for the marks that Arabic texts are written with. */
export const cleanText = (text: string): string =>
  text
    .split(isolates)
    .map((part) => (isolates.test(part) ? part : seenOf(part)))
    .join('')

/** Whether the form differs from what it began with. */
export const isChanged = (form: TextForm, from: TextForm): boolean => JSON.stringify(form) !== JSON.stringify(from)

/** The fields that are longer than they may be. */
export const tooLong = (form: TextForm): ('title' | 'keywords' | 'summary' | 'body')[] =>
  (['title', 'keywords', 'summary', 'body'] as const).filter((field) => form[field].length > contentLimits[field])
