import type { FaqEntry } from '@evenhand/protocol/faq.ts'
import { useTranslations } from 'use-intl'

export type FaqCategory = { readonly name: string; readonly count: number }

/** The categories of some entries, in the order in which they first come. */
export function categoriesOf(entries: readonly FaqEntry[]): readonly FaqCategory[] {
  const counts = new Map<string, number>()
  for (const { category } of entries) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count }))
}

/** The words of a category; one that is newer than this page keeps its own name. */
export function useCategoryText(): (name: string) => string {
  const t = useTranslations('help')
  return (name) => {
    const key = `category.${name}` as 'category.account'
    return t.has(key) ? t(key) : name
  }
}
