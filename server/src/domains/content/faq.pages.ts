import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'
import { invariant } from '../../kernel/http/refusal.ts'
import { startOfUtcDay } from '../../kernel/time/clock.ts'
import type { ShippedFaq } from './content.texts.ts'
import { faqEntries } from './faq/entries.ts'

type FaqText = Omit<ShippedFaq, 'category' | 'screen'>

const frontMatter = /^---\n([\s\S]+?)\n---\n([\s\S]+)$/
/** `## slug: question`, `Keywords: a, b`, and the answer up to the next question. */
const entry = /^## ([a-z-]+): (.+)\n+Keywords: (.+)\n\n([\s\S]+)$/

/**
 * The questions of one file: front matter (updated, version), then entries in the file's order. Hashes are SHA-256 of the
 * answer in UTF-8, hex. Throws naming the file where something is missing.
 */
export function parseFaq(text: string, { category, lang }: { category: string; lang: Lang }): FaqText[] {
  const name = `faq ${category}.${lang}.md`
  const [, head = '', body = ''] = frontMatter.exec(text) ?? []
  const field = (key: string): string => {
    const value = new RegExp(`^${key}: *(.+)$`, 'm').exec(head)?.[1]
    invariant(value, `${name} states its ${key}`)
    return value
  }
  const version = field('version')
  const updatedAt = startOfUtcDay(field('updated'))
  return body.split(/^(?=## )/m).flatMap((part) => {
    if (part.trim() === '') return []
    const [, slug, question, keywords, answer] = entry.exec(part.trim()) ?? []
    invariant(
      slug && question && keywords && answer,
      `${name} has a question with keywords and answer: ${part.slice(0, 40)}`,
    )
    const hash = createHash('sha256').update(answer).digest('hex')
    return [{ slug, lang, question, keywords, body: answer, version, updatedAt, hash }]
  })
}

/** Every question in every language, in the order of the entries; one that is missing stops the start, not a customer. */
export function readFaq(): readonly ShippedFaq[] {
  const categories = [...new Set(faqEntries.map(({ category }) => category))]
  return langValues.flatMap((lang) => {
    const texts = new Map(
      categories.flatMap((category) =>
        parseFaq(readFileSync(new URL(`./faq/${category}.${lang}.md`, import.meta.url), 'utf8'), {
          category,
          lang,
        }).map((text) => [text.slug, text] as const),
      ),
    )
    return faqEntries.map(({ slug, category, screen }) => {
      const text = texts.get(slug)
      invariant(text, `faq ${category}.${lang}.md has ${slug}`)
      return { ...text, category, screen }
    })
  })
}
