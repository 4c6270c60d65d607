import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { describe, expect, it } from 'vitest'
import { screenPaths } from '../../../test/fixtures/screen-paths.ts'
import { forbiddenCopy } from './forbidden-copy.ts'
import { pageSlugs, parsePage, readPages, type Page, type PageSlug } from './content.pages.ts'

const pages = readPages()
const pageOf = (slug: PageSlug, lang: Lang): Page => {
  const page = pages.find((one) => one.slug === slug && one.lang === lang)
  if (page === undefined) throw new Error(`no page ${slug}.${lang}`)
  return page
}
const every = pages.map((page) => [`${page.slug}.${page.lang}`, page] as const)

const headings = (body: string): string[] => body.split('\n').filter((line) => line.startsWith('#'))
const shape = (body: string): string =>
  body
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('> '))
    .map((line) => /^(## |- )?/.exec(line)?.[0] ?? '')
    .join('|')

/** Figures every language has to state alike; the marks of decimals and thousands follow the language. */
const figures: Record<PageSlug, RegExp[]> = {
  about: [/10[,.\s]000 ?(仮想 )?USDT/, /−3\s?%/],
  terms: [
    /18/,
    /120 ?USDT/,
    /0[.,]015 ?BTC/,
    /0[.,]2\s?%/,
    /0[.,]0003/,
    /0[.,]1\s?%/,
    /50[,.\s]000/,
    /10[,.\s]000/,
    /94\s?%/,
    /51[.,]55\s?%/,
    /−3\s?%/,
    /20/,
    /5[,.\s]?000 ?USDT/,
    /15/,
  ],
  privacy: [/18/, /30/, /90/, /10/, /argon2id/],
  risk: [/94\s?%/, /51[.,]55\s?%/, /−3\s?%/, /100 USDT/, /97/, /300 USDT/, /15/],
  licence: [],
  introduction: [/10[,.\s]000 ?(仮想 )?USDT/, /24/],
  cookies: [/\b1|سنة واحدة/, /90/, /10/, /`__Host-`/],
  legal: [],
  disclaimer: [],
  advertising: [],
  complaints: [/15/],
  fees: [/24/],
  'price-sources': [/0[.,]5\s?%/, /60/, /5/],
}

it('ships every page in eleven languages', () => {
  expect(pages).toHaveLength(pageSlugs.length * langValues.length)
})

describe.each(every)('%s', (_name, page) => {
  it('has the paragraphs, headings and lists of the English page', () => {
    expect(shape(page.body)).toBe(shape(pageOf(page.slug, 'en').body))
    expect(headings(page.body).every((line) => /^## \S/.test(line))).toBe(true)
    expect(new Set(headings(page.body)).size).toBe(headings(page.body).length)
  })

  it('is of the version and date of the English page', () => {
    const english = pageOf(page.slug, 'en')
    expect({ version: page.version, updatedAt: page.updatedAt, type: page.type }).toEqual({
      version: english.version,
      updatedAt: english.updatedAt,
      type: english.type,
    })
  })

  it('holds Markdown alone, and links only to pages that exist', () => {
    expect(page.body).not.toMatch(/<[a-z!/]|javascript:|!\[|\t|\u00a0\u00a0/i)
    for (const [, target = ''] of page.body.matchAll(/\]\(([^)]*)\)/g))
      expect([...pageSlugs.map((slug) => `/detail?id=${slug}`), ...screenPaths]).toContain(target)
  })

  it('quotes with the marks of its language, none of them straight', () => {
    expect(page.body).not.toMatch(/["']/)
  })

  it('reports what a fraudulent platform reports nowhere', () => {
    expect(`${page.title}\n${page.body}`).not.toMatch(forbiddenCopy[page.lang])
  })

  it('states the same figures as every other language', () => {
    for (const figure of figures[page.slug]) expect(page.body).toMatch(figure)
  })

  it('reports it where a machine translated it, and nowhere else', () => {
    expect(page.body.startsWith('> ')).toBe(page.prevails === 'en')
  })
})

it('gives each text a hash of its own that only its text decides', () => {
  expect(new Set(pages.map((page) => page.hash)).size).toBe(pages.length)
  const text = '---\ntitle: T\nupdated: 2026-01-02\nversion: 7\n---\nbody\n'
  const params = { slug: 'terms', lang: 'en' } as const
  const page = parsePage(text, params)
  expect(page).toMatchObject({ title: 'T', version: '7', updatedAt: 1_767_312_000_000, prevails: undefined })
  expect(page.hash).toBe('9e2ec912af5dff2a72300863864fc4da04e81999339d9fac5c7590ba8a3f4e11')
  expect(parsePage(text.replace('title: T', 'title: U'), params).hash).toBe(page.hash)
  expect(parsePage(text.replace('body', 'Body'), params).hash).not.toBe(page.hash)
})

it.each(['title', 'updated', 'version'])('does not start with a page that does not state its %s', (field) => {
  const text = '---\ntitle: T\nupdated: 2026-01-02\nversion: 7\n---\nbody\n'.replace(new RegExp(`${field}:.*\n`), '')
  expect(() => parsePage(text, { slug: 'terms', lang: 'en' })).toThrow(`page terms.en.md states its ${field}`)
})
