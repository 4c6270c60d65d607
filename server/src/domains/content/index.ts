import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { PublicParameter } from '../../kernel/module/module.ts'
import { createCatalogue } from './catalogue.ts'
import type { ContentDeps } from './content.deps.ts'
import { readPages } from './content.pages.ts'
import { readPublished, readRevision } from './content.store.ts'
import { shippedContent } from './content.texts.ts'
import { createFaqReader, takeFeedback } from './list-faq.ts'
import { createNoticeReader } from './public-notices.ts'
import { createPageReader } from './read-pages.ts'

/** The version of the terms that ship, which a registration accepts while operators have published none. */
export const shippedTermsVersion = (): string => readPages().find((page) => page.slug === 'terms')?.version ?? ''

/** Pages, questions and answers, notices, and the product's public parameters, as anyone reads them. */
export function createContent(deps: ContentDeps) {
  // A key that is not here does not exist for a caller, whatever else is configured.
  const publicParameters = new Map<string, PublicParameter>()
  const catalogue = createCatalogue(shippedContent(deps.faq))
  const reading = { ...deps, catalogue }
  const faq = createFaqReader(reading)
  const notices = createNoticeReader(reading)
  let revision: bigint | undefined
  let readAt = 0

  return {
    deps: reading,

    /** The version of the terms that a registration accepts. */
    get termsVersion(): string {
      return String(catalogue.text('terms', 'en')?.version ?? '')
    },

    /** The names by which pages stand in an address. */
    slugs: (): readonly string[] => catalogue.itemsOf('page').map(({ slug }) => slug),

    /** The title of a page in a language; undefined where there is no such page. */
    titleOf: (id: string, lang: Lang): string | undefined =>
      catalogue.item(id)?.kind === 'page' ? catalogue.text(id, lang)?.title : undefined,

    /** Reads what operators published where that moved on, and counts of reading now and then; `now` reads in any case. */
    async refresh(now = false): Promise<void> {
      const at = deps.clock.monotonic()
      const [next, decided] = await Promise.all([readRevision(deps.db), deps.paramVersions()])
      const isSame = next === revision && decided.length === catalogue.params().length
      if (!now && isSame && at - readAt < countsEveryMs) return
      catalogue.replace(await readPublished(deps.db), decided)
      faq.forget()
      revision = next
      readAt = at
    },

    ...createPageReader(reading),
    listFaq: faq.listFaq,
    faqFeedback: (request: Parameters<typeof takeFeedback>[1], call: Call) => takeFeedback(reading, request, call),
    ...notices,

    /** Adds parameters of other domains that anyone may read, by key. */
    offer(parameters: Iterable<readonly [key: string, parameter: PublicParameter]>): void {
      for (const [key, parameter] of parameters) publicParameters.set(key, parameter)
    },

    async getParamByKey({ key }: { key: string }, call: Call): Promise<unknown> {
      const value = await publicParameters.get(key)?.(call)
      if (value === undefined) throw refuse('parameterUnknown')
      return value
    },
  }
}

const countsEveryMs = 60_000

export { contentModule } from './content.module.ts'
export { readFaq } from './faq.pages.ts'

export type Content = ReturnType<typeof createContent>
