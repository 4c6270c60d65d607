import { languages } from '@evenhand/protocol/languages.ts'
import type { PageList } from '@evenhand/protocol/page-list.ts'
import { addressIn, alternatesOf, escapeMarkup, type NamedPages } from './page-head.ts'

/** What programs that read sites may read: no account, no call; nothing at all of an app without a list of pages. */
export function robotsOf(pages: PageList | undefined, origin: string): string {
  if (pages === undefined) return 'User-agent: *\nDisallow: /\n'
  const paths = Object.entries(pages).flatMap(([path, { isPrivate }]) => (isPrivate ? [path] : []))
  const shortest = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
  const closed = [...shortest, '/swx/', '/sandbox/', '/api/']
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}Sitemap: ${origin}/sitemap.xml\n`
}

/**
 * The pages that anybody may read: every listed screen in every language with its other languages, and what the addresses
 * of screens name, such as each instrument, once; their own pages link their languages.
 */
export function sitemapOf(pages: PageList, named: NamedPages | undefined, origin: string): string {
  const places = named?.all() ?? []
  const listed = Object.entries(pages).flatMap(([path, { isListed }]) =>
    isListed && named?.paths.includes(path) !== true ? [path] : [],
  )
  const screens = listed.flatMap((path) => {
    const page = { origin, path, search: '' }
    const links = alternatesOf(page).map(
      ({ tag, href }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeMarkup(href)}"/>`,
    )
    return languages.map(
      ({ value }) => `<url><loc>${escapeMarkup(addressIn(value, page))}</loc>${links.join('')}</url>`,
    )
  })
  const things = places
    .filter(({ path }) => pages[path]?.isListed === true)
    .map(({ path, search }) => `<url><loc>${escapeMarkup(`${origin}${path}?${search}`)}</loc></url>`)
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${[...screens, ...things].join('\n')}\n</urlset>\n`
}
