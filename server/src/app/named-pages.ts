import type { Content } from '../domains/content/index.ts'
import { nameOf, type Markets } from '../domains/markets/index.ts'
import type { NamedPages } from '../kernel/http/page-head.ts'

const [instrumentPath, contentPath] = ['/cruuency', '/detail']

/** The pages of the customers' app that are named by their address: each instrument's, and each page of text. */
export function namedPages({ markets, content }: { markets: Markets; content: Content }): NamedPages {
  return {
    paths: [instrumentPath, contentPath],
    all: () => [
      ...content.slugs().map((slug) => ({ path: contentPath, search: `id=${slug}` })),
      ...markets.instruments().map(({ code }) => ({ path: instrumentPath, search: `code=${code}` })),
    ],
    find(path, search, lang) {
      if (path === instrumentPath) {
        const instrument = markets.instrument((search.get('code') ?? '').trim().toUpperCase())
        return (
          instrument && { name: `${nameOf(instrument, lang)} (${instrument.code})`, search: `code=${instrument.code}` }
        )
      }
      const id = search.get('id') ?? ''
      const name = path === contentPath ? content.titleOf(id, lang) : undefined
      return name === undefined ? undefined : { name, search: `id=${id}` }
    },
  }
}
