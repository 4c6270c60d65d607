import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { describe, expect, it } from 'vitest'
import { forbiddenCopy } from './forbidden-copy.ts'
import { screenPaths, sectionIds } from '../../../test/fixtures/screen-paths.ts'
import { pageSlugs } from './content.pages.ts'
import type { ShippedFaq } from './content.texts.ts'
import { createFaqSearch } from './faq-search.ts'
import { parseFaq, readFaq } from './faq.pages.ts'
import { faqEntries } from './faq/entries.ts'

const faq = readFaq()
const entriesIn = (lang: Lang): readonly ShippedFaq[] => faq.filter((entry) => entry.lang === lang)
const english = new Map(entriesIn('en').map((entry) => [entry.slug, entry]))

/** Kinds of lines and what each links to. */
const shape = (body: string): string =>
  body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /^(- )?/.exec(line)?.[0] ?? '')
    .join('|')
const links = (body: string): string[] =>
  [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target).toSorted()
/** Figures without the marks of decimals and thousands, which follow the language; Korean counts two steps in a digit. */
const figures = (text: string): string[] =>
  [...text.replaceAll(/\]\([^)]*\)|2단계/g, ']').matchAll(/\d+(?:[.,\u00a0\u202f ]\d+)*/g)]
    .map(([figure]) => figure.replaceAll(/\D/g, ''))
    .toSorted()

it('has at least sixty questions, each once, of no name that a page has', () => {
  const slugs = faqEntries.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThanOrEqual(60)
  expect(new Set([...slugs, ...pageSlugs]).size).toBe(slugs.length + pageSlugs.length)
})

it('belongs to screens that exist, and leaves none without a question but where a text is itself shown', () => {
  const named = new Set<string>(faqEntries.map(({ screen }) => screen))
  const without = [...screenPaths].filter((path) => !named.has(path) && !path.startsWith('/api/'))
  expect([...named].filter((path) => !screenPaths.has(path))).toEqual([])
  expect(without.filter((path) => !['/currency', '/introduction'].includes(path) && !path.startsWith('/help'))).toEqual(
    [],
  )
})

describe.each(langValues)('questions in %s', (lang) => {
  const texts = entriesIn(lang)

  it('answer the same as in English, in the same shape, with the same links and figures', () => {
    expect(texts.map(({ slug }) => slug)).toEqual(faqEntries.map(({ slug }) => slug))
    for (const { slug, question, body } of texts) {
      const source = english.get(slug)
      const seen = { slug, shape: shape(body), links: links(body), figures: figures(`${question} ${body}`) }
      const { question: englishQuestion = '', body: text = '' } = source ?? {}
      expect(seen).toEqual({
        slug,
        shape: shape(text),
        links: links(text),
        figures: figures(`${englishQuestion} ${text}`),
      })
    }
  })

  it('hold Markdown alone, link only to what exists, and state nowhere what a fraudulent platform reports', () => {
    for (const { question, body } of texts) {
      expect(body).not.toMatch(/<[a-z!/]|javascript:|!\[|\t|^#/im)
      expect(`${question}\n${body}`).not.toMatch(forbiddenCopy[lang])
      for (const target of links(body)) {
        const [path, section] = target.split('#')
        expect([...pageSlugs.map((slug) => `/detail?id=${slug}`), ...screenPaths]).toContain(path)
        if (section !== undefined) expect([...sectionIds]).toContain(section)
      }
    }
  })

  it('are found by each of their keywords', () => {
    const { search } = createFaqSearch(texts)
    for (const { slug, keywords } of texts) {
      const words = keywords.split(', ')
      expect(words.length, slug).toBeGreaterThanOrEqual(3)
      for (const word of words) expect(search(word), `${slug}: ${word}`).toContain(slug)
    }
  })
})

it.each([
  ['en', 'how long until I get my money', 'withdraw-time'],
  ['en', 'why cant i trade', 'market-halted'],
  ['zh', '平台会不会作弊', 'manipulate'],
  ['zh', '爆仓', 'contract-close-out'],
  ['hk', '戶口被黑', 'freeze-account'],
  ['ja', '退会したい', 'close-account'],
  ['ko', '휴대폰 분실', 'lost-phone'],
  ['de', 'nachschusspflicht', 'contract-negative'],
  ['fr', 'telephone perdu', 'lost-phone'],
  ['it', 'quanto ci vuole per prelevare', 'withdraw-time'],
  ['es', 'llamada de margen', 'contract-close-out'],
  ['pt', 'apagar conta', 'close-account'],
  ['ar', 'نسيت كلمة السر', 'forgot-password'],
] as const)('in %s, “%s” finds %s first', (lang, words, slug) => {
  expect(createFaqSearch(entriesIn(lang)).search(words)[0]).toBe(slug)
})

it('gives each answer a hash that its text alone decides, and names what a file lacks', () => {
  expect(new Set(faq.map(({ hash }) => hash)).size).toBe(faq.length)
  const text = '---\nupdated: 2026-01-02\nversion: 7\n---\n\n## a-b: Q?\n\nKeywords: x, y\n\nAnswer.\n'
  const params = { category: 'c', lang: 'en' } as const
  expect(parseFaq(text, params)).toEqual([
    {
      slug: 'a-b',
      lang: 'en',
      question: 'Q?',
      keywords: 'x, y',
      body: 'Answer.',
      version: '7',
      updatedAt: 1_767_312_000_000,
      hash: '6afada2c7cf0c995a7d41aa7a54b4944ceff6c2e5a001f47ac19f78baabf54a7',
    },
  ])
  expect(() => parseFaq(text.replace('version: 7\n', ''), params)).toThrow('faq c.en.md states its version')
  expect(() => parseFaq(text.replace('Keywords: x, y\n', ''), params)).toThrow('faq c.en.md')
})
