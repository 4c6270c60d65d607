import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { startOfUtcDay } from '../../kernel/time/clock.ts'
import { invariant } from '../../kernel/http/refusal.ts'

/** The pages that ship, in the order of the footer, and the list each stands in: 1 company, 2 policy, 3 statements. */
export const pageTypes = {
  about: 1,
  licence: 1,
  introduction: 1,
  terms: 2,
  privacy: 2,
  cookies: 2,
  legal: 3,
  disclaimer: 3,
  risk: 3,
  advertising: 3,
  complaints: 3,
  fees: 3,
  'price-sources': 3,
} as const
export type PageSlug = keyof typeof pageTypes
export const pageSlugs = Object.keys(pageTypes) as readonly PageSlug[]

export type Page = {
  readonly slug: PageSlug
  readonly lang: Lang
  readonly type: number
  readonly title: string
  readonly version: string
  /** Epoch ms of the UTC day the version applies from. */
  readonly updatedAt: number
  /** The language that decides where a machine-made translation differs from it. */
  readonly prevails: Lang | undefined
  readonly body: string
  /** SHA-256 of the body in UTF-8, hex: what a customer accepted can be compared with the present text. */
  readonly hash: string
}

const frontMatter = /^---\n([\s\S]+?)\n---\n([\s\S]+)$/

/** One page from its file: front matter (title, updated, version, prevails?) and a body in Markdown. Throws naming what is missing. */
export function parsePage(text: string, params: { slug: PageSlug; lang: Lang }): Page {
  const name = `${params.slug}.${params.lang}.md`
  const [, head = '', body = ''] = frontMatter.exec(text) ?? []
  const fields = new Map(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const field = (key: string): string => {
    const value = fields.get(key)
    invariant(value, `page ${name} states its ${key}`)
    return value
  }
  const prevails = fields.get('prevails')
  return {
    ...params,
    type: pageTypes[params.slug],
    title: field('title'),
    version: field('version'),
    updatedAt: startOfUtcDay(field('updated')),
    prevails: langValues.find((lang) => lang === prevails),
    body,
    hash: createHash('sha256').update(body).digest('hex'),
  }
}

/** Every page in every language, read once at start; a page that is missing stops the start, not a customer. */
export const readPages = (): readonly Page[] =>
  pageSlugs.flatMap((slug) =>
    langValues.map((lang) =>
      parsePage(readFileSync(new URL(`./pages/${slug}.${lang}.md`, import.meta.url), 'utf8'), { slug, lang }),
    ),
  )
