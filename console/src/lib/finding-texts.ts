import { entryWords, type FindingTexts } from '@evenhand/protocol/audit-words.ts'
import { useTranslations } from 'use-intl'

/** The words of an audit's findings and of the kinds of entries, in the language of the page. */
export function useFindingTexts(): FindingTexts {
  const t = useTranslations('finding')
  return { has: (key) => t.has(key as never), textOf: (key, values) => t(key as never, values as never) }
}

/** What moved money in the books, in the language of the page; the kind itself where this page is older than it. */
export function useEntryText(): (kind: string) => string {
  const texts = useFindingTexts()
  return (kind) => entryWords(kind, texts)
}
