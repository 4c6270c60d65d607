import { defaultLang, languages, type Lang } from '@evenhand/protocol/languages.ts'
import type { PageList } from '@evenhand/protocol/page-list.ts'

/** Pages whose address names what they show, as an instrument's does. */
export type NamedPages = {
  /** The screens that show them. */
  readonly paths: readonly string[]
  /** All of them, by the path of their screen and what stands in its address. */
  readonly all: () => readonly { readonly path: string; readonly search: string }[]
  /** The one of an address by the name it has in a language; undefined where the address names none that is there. */
  readonly find: (
    path: string,
    search: URLSearchParams,
    lang: Lang,
  ) => { readonly name: string; readonly search: string } | undefined
}

/** The request for a page. */
export type PageAddress = { readonly path: string; readonly search: URLSearchParams; readonly lang: Lang }

const brand = 'Evenhand'
/** The words of Open Graph for a language. */
const localeOf: Readonly<Record<Lang, string>> = {
  zh: 'zh_CN', en: 'en_US', ja: 'ja_JP', ko: 'ko_KR', de: 'de_DE', fr: 'fr_FR',
  it: 'it_IT', ar: 'ar_AR', hk: 'zh_HK', es: 'es_ES', pt: 'pt_BR',
} // prettier-ignore

const marks = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])
/** A text as it may stand in an attribute or between tags of HTML and XML. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => marks.get(mark) ?? '')

/** A page's address in a language: the default one has the address without a language. */
export function addressIn(lang: Lang, { origin, path, search }: { origin: string; path: string; search: string }) {
  const parts = [search, lang === defaultLang ? '' : `lang=${lang}`].filter((part) => part !== '')
  return `${origin}${path}${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}

/** The languages of a page as a list of results links them: by BCP 47 tag, and the one for all others. */
export const alternatesOf = (page: { origin: string; path: string; search: string }) => [
  ...languages.map(({ value, tag }) => ({ tag: tag as string, href: addressIn(value, page) })),
  { tag: 'x-default', href: addressIn(defaultLang, page) },
]

/**
 * The metadata of a page for readers that run no script: title and description in its language, the same as a preview, its
 * one address, and those of its other languages. A path of no screen, or of no name, is described as the whole site, and
 * kept out of lists of results. Of the query nothing is repeated but what `named` knows.
 */
export function headOf(
  { pages, named, origin }: { pages: PageList; named: NamedPages | undefined; origin: string },
  { path, search, lang }: PageAddress,
): string {
  const page = pages[path]
  const found = named?.find(path, search, lang)
  const isNamed = named?.paths.includes(path) === true
  const texts = (page ?? pages['/'])?.texts[lang]
  const title = `${found?.name ?? texts?.title ?? brand} · ${brand}`
  const description = (found && texts?.named?.replaceAll('{name}', () => found.name)) ?? texts?.description ?? ''
  const isListed = page?.isListed === true && (!isNamed || found !== undefined)
  const place = { origin, path, search: found?.search ?? '' }
  const own = addressIn(lang, place)
  const meta = (kind: 'name' | 'property', key: string, content: string): string =>
    `<meta ${kind}="${key}" content="${escapeMarkup(content)}">`
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:site_name', brand),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', localeOf[lang]),
    meta('property', 'og:image', `${origin}/preview.png`),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(page === undefined ? [] : [meta('property', 'og:url', own)]),
    ...(isListed
      ? [
          `<link rel="canonical" href="${escapeMarkup(own)}">`,
          ...alternatesOf(place).map(
            ({ tag, href }) => `<link rel="alternate" hreflang="${tag}" href="${escapeMarkup(href)}">`,
          ),
        ]
      : [meta('name', 'robots', 'noindex')]),
  ].join('')
}
