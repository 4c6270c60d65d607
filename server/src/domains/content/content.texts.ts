import type { Lang } from '@evenhand/protocol/languages.ts'
import { legalSlugs } from '@evenhand/protocol/content.ts'
import { pageTypes, readPages } from './content.pages.ts'

export type ContentKind = 'page' | 'faq' | 'notice'

/** A text of an item in one language, as it is published. */
export type ContentText = {
  readonly slug: string
  readonly lang: Lang
  readonly version: number
  readonly origin: 'shipped' | 'operator'
  readonly title: string
  readonly keywords: string
  readonly summary: string
  readonly body: string
  /** SHA-256 of the body in UTF-8, hex. */
  readonly hash: string
  /** Epoch ms. */
  readonly updatedAt: number
  /** The language and version it is a translation of; null in a text that was written first. */
  readonly sourceLang: Lang | null
  readonly sourceVersion: number | null
  /** Of the text that shipped when operators published this one over it; null in one that ships, and where none did. */
  readonly shippedHash: string | null
}

/** An item and where it stands. */
export type ContentItem = {
  readonly slug: string
  readonly kind: ContentKind
  readonly isLegal: boolean
  /** Of a page: the list of the footer, 1 to 3. */
  readonly type?: number
  /** Of an answer. */
  readonly category?: string
  readonly screen?: string | undefined
  /** Of an answer that customers no longer find. */
  readonly isRetired?: boolean
}

/** A question and its answer as they ship. */
export type ShippedFaq = {
  readonly slug: string
  readonly lang: Lang
  readonly category: string
  readonly screen: string | undefined
  readonly question: string
  readonly keywords: string
  readonly body: string
  readonly version: string
  readonly updatedAt: number
  readonly hash: string
}

export type Shipped = { readonly items: readonly ContentItem[]; readonly texts: readonly ContentText[] }

/** Whether every version of a text stays readable and operators publish it by two. */
export const isLegal = (slug: string): boolean => (legalSlugs as readonly string[]).includes(slug)

/** A text that ships was translated from the English one of the same version. */
const sourceOf = (lang: Lang, version: number): Pick<ContentText, 'sourceLang' | 'sourceVersion'> =>
  lang === 'en' ? { sourceLang: null, sourceVersion: null } : { sourceLang: 'en', sourceVersion: version }

/** Everything that ships, in its order: pages, then questions and answers. */
export function shippedContent(faq: readonly ShippedFaq[]): Shipped {
  const pages = readPages().map(({ type: _type, prevails: _prevails, version, ...page }): ContentText => {
    const own = { version: Number(version), origin: 'shipped', keywords: '', summary: '', shippedHash: null } as const
    return { ...page, ...own, ...sourceOf(page.lang, own.version) }
  })
  const answers = faq.map(({ question, category: _category, screen: _screen, version, ...entry }): ContentText => {
    const own = { version: Number(version), origin: 'shipped', summary: '', shippedHash: null } as const
    return { ...entry, ...own, title: question, ...sourceOf(entry.lang, own.version) }
  })
  const items = [
    ...Object.entries(pageTypes).map(([slug, type]): ContentItem => ({
      slug,
      kind: 'page',
      isLegal: isLegal(slug),
      type,
    })),
    ...[...new Map(faq.map((entry) => [entry.slug, entry])).values()].map(
      ({ slug, category, screen }): ContentItem => ({ slug, kind: 'faq', isLegal: false, category, screen }),
    ),
  ]
  return { items, texts: [...pages, ...answers] }
}
