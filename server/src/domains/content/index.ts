import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import type { Call, Raw } from '../../kernel/http/http.ts'
import { invariant, refuse } from '../../kernel/http/refusal.ts'
import type { PublicParameter } from '../../kernel/module/module.ts'
import { encodeOnce } from '../../kernel/sockets/encode-once.ts'
import { pageTypes, readPages, type Page } from './content.pages.ts'

type CallLang = { readonly lang: Lang; readonly isLangRequested: boolean }

/** The specification's first clients name no language: to them type 1 is the Chinese list and type 2 the English one. */
const langOfType = (type: number | undefined, call: CallLang): Lang =>
  type === 2 && !call.isLangRequested ? 'en' : call.lang

const typeOf: ReadonlyMap<string, number> = new Map(Object.entries(pageTypes))

const itemOf = ({ slug, title, type, updatedAt, version }: Page) => ({
  id: slug,
  title,
  type,
  slug,
  updatedAt,
  version,
})

/** The pages that ship with the product and its public parameters. */
export function createContent() {
  // A key that is not here does not exist for a caller, whatever else is configured.
  const publicParameters = new Map<string, PublicParameter>()
  const pages = readPages()
  const lists = new Map<string, Raw>()
  const details = new Map<string, Raw>()
  for (const lang of langValues) {
    const own = pages.filter((page) => page.lang === lang)
    for (const type of [1, 2, 3])
      lists.set(`${type}.${lang}`, encodeOnce(own.filter((page) => page.type === type).map(itemOf)))
    for (const page of own)
      details.set(`${page.slug}.${lang}`, encodeOnce({ ...itemOf(page), body: page.body, hash: page.hash }))
  }
  return {
    /** The version of the terms that a registration accepts. */
    termsVersion: pages.find((page) => page.slug === 'terms')?.version ?? '',

    async listContents({ type }: { type: number }, call: CallLang): Promise<Raw> {
      const list = lists.get(`${type}.${langOfType(type, call)}`)
      invariant(list, 'every type has its list, if an empty one')
      return list
    },

    async getContentsById({ id }: { id: string }, call: CallLang): Promise<Raw> {
      const detail = details.get(`${id}.${langOfType(typeOf.get(id), call)}`)
      if (detail === undefined) throw refuse('notFound')
      return detail
    },

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

export { contentModule } from './content.module.ts'

export type Content = ReturnType<typeof createContent>
