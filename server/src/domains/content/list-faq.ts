import type { FaqEntry, faqFeedback, listFaq } from '@evenhand/protocol/faq.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import * as z from 'zod/mini'
import type { Call, Raw } from '../../kernel/http/http.ts'
import { ipBucketOf } from '../../kernel/http/rate-limits.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { encodeOnce } from '../../kernel/sockets/encode-once.ts'
import type { Catalogue } from './catalogue.ts'
import type { ReadDeps } from './content.deps.ts'
import { keepFeedback } from './content.store.ts'
import { createFaqSearch } from './faq-search.ts'
import { personHash } from './person-hash.ts'

type Index = { readonly search: (query: string) => string[]; readonly entries: ReadonlyMap<string, FaqEntry> }

/** Questions and answers in a language; what is not translated yet is in English, and marked so. */
export function faqEntries(catalogue: Catalogue, lang: Lang): FaqEntry[] {
  const answers = catalogue.itemsOf('faq').filter(({ isRetired }) => isRetired !== true)
  return answers.flatMap(({ slug, category = '', screen }) => {
    const text = catalogue.bestText(slug, lang)
    if (text === undefined) return []
    const { title: question, body, updatedAt, version, hash } = text
    return {
      slug,
      category,
      question,
      body,
      ...(screen !== undefined && { screen }),
      updatedAt,
      version: String(version),
      hash,
      lang: text.lang,
    }
  })
}

function indexOf(catalogue: Catalogue, lang: Lang): Index {
  const entries = faqEntries(catalogue, lang)
  const { search } = createFaqSearch(
    entries.map(({ slug, question, body }) => ({
      slug,
      question,
      body,
      keywords: catalogue.bestText(slug, lang)?.keywords ?? '',
    })),
  )
  return { search, entries: new Map(entries.map((entry) => [entry.slug, entry])) }
}

/** Questions and answers as anyone lists and searches them; an index a language is made when it is first searched. */
export function createFaqReader({ catalogue }: Pick<ReadDeps, 'catalogue'>) {
  const indexes = new Map<Lang, Index>()
  const index = (lang: Lang): Index => {
    const made = indexes.get(lang) ?? indexOf(catalogue, lang)
    indexes.set(lang, made)
    return made
  }
  return {
    forget: () => indexes.clear(),
    async listFaq({ q = '', cat, screen }: z.output<typeof listFaq.request>, { lang }: Call): Promise<Raw> {
      const { search, entries } = index(lang)
      const kept = (list: readonly FaqEntry[]) =>
        list.filter(
          (entry) => (cat === undefined || entry.category === cat) && (screen === undefined || entry.screen === screen),
        )
      if (q.trim() === '' && cat === undefined && screen === undefined)
        return catalogue.encode(`faq ${lang}`, () => [...entries.values()])
      if (q.trim() === '') return encodeOnce(kept([...entries.values()]))
      return encodeOnce(kept(search(q).flatMap((slug) => entries.get(slug) ?? [])))
    },
  }
}

const feedbackRule = { name: 'faq feedback', max: 30, perMs: hourMs } as const

/** Keeps whether a person finds an answer still correct; refuses 40039 a version that no customer could have read. */
export async function takeFeedback(
  { db, clock, limits, catalogue, personKey }: ReadDeps,
  { slug, version, lang, helpful, remark = '' }: z.output<typeof faqFeedback.request>,
  call: Call,
): Promise<Record<string, never>> {
  const read = catalogue.bestText(slug, lang as Lang)
  if (
    catalogue.item(slug)?.kind !== 'faq' ||
    read === undefined ||
    Number(version) < 1 ||
    Number(version) > read.version
  )
    throw refuse('notFound')
  limits.take(feedbackRule, call.session.customerId === '' ? ipBucketOf(call.ip) : call.session.customerId)
  const remarkText = remark.trim()
  await keepFeedback(db, {
    slug,
    version: Number(version),
    voter: personHash(personKey, call),
    lang: lang as Lang,
    helpful,
    remark: remarkText === '' ? null : remarkText,
    at: clock.now(),
  })
  return {}
}
