import type { contentChanges, contentVersions } from '@evenhand/protocol/content.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type * as z from 'zod/mini'
import type { Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { encodeOnce } from '../../kernel/sockets/encode-once.ts'
import type { ReadDeps } from './content.deps.ts'
import { footerLinks, footerOrder, linksUpdatedAt } from './content.links.ts'
import type { ContentText } from './content.texts.ts'
import { legalVersion, legalVersions, listChanges } from './legal-versions.ts'

type CallLang = { readonly lang: Lang; readonly isLangRequested: boolean }

/** The specification's first clients name no language: to them type 1 is the Chinese list and type 2 the English one. */
const langOfType = (type: number | undefined, call: CallLang): Lang =>
  type === 2 && !call.isLangRequested ? 'en' : call.lang

/** Pages and the lists of the footer, as anyone reads them. */
export function createPageReader(deps: ReadDeps) {
  const { catalogue } = deps
  const itemOf = ({ slug, title, updatedAt, version }: ContentText) => ({
    id: slug,
    title,
    type: catalogue.item(slug)?.type ?? 1,
    slug,
    updatedAt,
    version: String(version),
  })
  const detailOf = (text: ContentText) => ({ ...itemOf(text), body: text.body, hash: text.hash })
  const listed = (slug: string, type: number, lang: Lang) => {
    const link = footerLinks.get(slug)
    const text = catalogue.text(slug, lang)
    if (link === undefined) return text === undefined ? [] : [itemOf(text)]
    const title = link.titles[lang]
    return [{ id: slug, title, type, slug, link: link.link, updatedAt: linksUpdatedAt, version: '1' }]
  }
  return {
    async listContents({ type }: { type: number }, call: CallLang): Promise<Raw> {
      const lang = langOfType(type, call)
      return catalogue.encode(`list ${type} ${lang}`, () =>
        (footerOrder[type] ?? []).flatMap((slug) => listed(slug, type, lang)),
      )
    },

    async getContentsById({ id, version }: { id: string; version?: string | undefined }, call: CallLang): Promise<Raw> {
      const item = catalogue.item(id)
      const lang = langOfType(item?.type, call)
      const text = item?.kind === 'page' ? catalogue.text(id, lang) : undefined
      if (text === undefined) throw refuse('notFound')
      if (version === undefined || version === String(text.version))
        return catalogue.encode(`page ${id} ${lang}`, () => detailOf(text))
      return encodeOnce(detailOf(await legalVersion(deps, id, { lang, version })))
    },

    async contentVersions({ id }: { id: string }, { lang }: CallLang): Promise<z.input<typeof contentVersions.result>> {
      const versions = await legalVersions(deps, id, lang)
      return versions.map(({ version, title, updatedAt, hash }) => ({
        version: String(version),
        title,
        updatedAt,
        hash,
      }))
    },

    contentChanges: (request: z.output<typeof contentChanges.request>, { lang }: CallLang) =>
      listChanges(deps, request, lang),
  }
}
