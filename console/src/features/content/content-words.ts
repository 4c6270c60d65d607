import type { ContentRow, LangState } from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'

export const contentTabs = ['page', 'faq', 'notice', 'feedback'] as const
export type ContentTab = (typeof contentTabs)[number]
/** What of a list is to be done. */
export const workFilters = ['stale', 'missing', 'draft', 'review', 'scheduled', 'shipped'] as const
export type WorkFilter = (typeof workFilters)[number]

/** What the address of the screen keeps. */
export type ContentSearch = {
  tab?: ContentTab | undefined
  work?: WorkFilter | undefined
  slug?: string | undefined
  lang?: Lang | undefined
}
export type ContentProps = { search: ContentSearch; onSearch: (change: ContentSearch) => void }

/** Where a text stands in one language, by what is next to be done about it. */
export type LangStatus = 'review' | 'scheduled' | 'draft' | 'missing' | 'stale' | 'shipped' | 'published'

/** What is next about a text: a draft that waits comes before what is published. */
export function langStatusOf({ draft, version, stale, shippedDiffers }: LangState): LangStatus {
  if (draft === 'REVIEW') return 'review'
  if (draft === 'SCHEDULED') return 'scheduled'
  if (draft === 'DRAFT') return 'draft'
  if (version === null) return 'missing'
  if (stale) return 'stale'
  return shippedDiffers ? 'shipped' : 'published'
}

/** Whether something of an item is to be done in any language. */
export const needsWork = (row: ContentRow, work: WorkFilter | undefined): boolean =>
  work === undefined || row.langs.some((state) => langStatusOf(state) === work || (work === 'stale' && state.stale))
