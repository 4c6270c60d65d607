import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Raw } from '../../kernel/http/http.ts'
import { encodeOnce } from '../../kernel/sockets/encode-once.ts'
import type { ParamVersion } from './announced/param-changes.ts'
import type { FeedbackCount, NoticeSettings, Published } from './content.store.ts'
import type { ContentItem, ContentKind, ContentText, Shipped } from './content.texts.ts'

const nothing: Published = { texts: [], notices: [], answers: [], feedback: [], reads: new Map() }
/** Responses kept encoded; past it all are encoded anew. */
const maxEncoded = 2000

const keyOf = (slug: string, lang: string): string => `${slug} ${lang}`

/**
 * What is published, in memory: the texts that ship, and over them those of operators. `replace` puts other texts of operators
 * in their place and forgets every response that was encoded.
 */
export function createCatalogue(shipped: Shipped) {
  const shippedTexts = new Map(shipped.texts.map((text) => [keyOf(text.slug, text.lang), text]))
  const shippedItems = new Map(shipped.items.map((item) => [item.slug, item]))
  let items: ReadonlyMap<string, ContentItem> = shippedItems
  const encoded = new Map<string, Raw>()
  let texts = new Map(shippedTexts)
  let published = nothing
  let params: readonly ParamVersion[] = []
  let counts = new Map<string, FeedbackCount>()
  const text = (slug: string, lang: Lang): ContentText | undefined => texts.get(keyOf(slug, lang))
  return {
    /** The text that ships, whatever operators published over it. */
    shippedText: (slug: string, lang: Lang): ContentText | undefined => shippedTexts.get(keyOf(slug, lang)),
    shippedTexts: shipped.texts,
    text,
    /** The text in the language, else in English, else in Chinese. */
    bestText: (slug: string, lang: Lang): ContentText | undefined =>
      text(slug, lang) ?? text(slug, 'en') ?? text(slug, 'zh'),
    item: (slug: string): ContentItem | undefined => items.get(slug),
    /** Items that ship, in their order, then answers that operators began; retired ones are among them. */
    itemsOf: (kind: ContentKind): ContentItem[] => [...items.values()].filter((item) => item.kind === kind),
    notices: (): readonly NoticeSettings[] => published.notices,
    /** Every version of the parameters that were decided, of which notices are made. */
    params: (): readonly ParamVersion[] => params,
    reads: (slug: string): number => published.reads.get(slug) ?? 0,
    feedback: (slug: string, version: number): Pick<FeedbackCount, 'yes' | 'no'> =>
      counts.get(`${slug}:${version}`) ?? { yes: 0, no: 0 },
    replace(by: Published, decided: readonly ParamVersion[]): void {
      published = by
      params = decided
      texts = new Map(shippedTexts)
      items = withAnswers(shippedItems, by.answers)
      for (const one of by.texts) texts.set(keyOf(one.slug, one.lang), one)
      counts = new Map(by.feedback.map((count) => [`${count.slug}:${count.version}`, count]))
      encoded.clear()
    },
    /** The response under a key, made and encoded once while what is published stands. */
    encode(key: string, make: () => unknown): Raw {
      const kept = encoded.get(key)
      if (kept !== undefined) return kept
      if (encoded.size >= maxEncoded) encoded.clear()
      const made = encodeOnce(make())
      encoded.set(key, made)
      return made
    },
  }
}

/** What ships, with the operators' changes to answers: those they began, and which are retired. */
function withAnswers(
  shipped: ReadonlyMap<string, ContentItem>,
  answers: Published['answers'],
): ReadonlyMap<string, ContentItem> {
  const items = new Map(shipped)
  for (const { slug, category, screen, isRetired } of answers) {
    const known = shipped.get(slug)
    items.set(
      slug,
      known === undefined
        ? { slug, kind: 'faq', isLegal: false, category, screen: screen ?? undefined, isRetired }
        : { ...known, isRetired },
    )
  }
  return items
}

export type Catalogue = ReturnType<typeof createCatalogue>
