import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A customer who reads "fund password" on a screen and another word for it in a mail wonders whether the mail is ours.
// These are the words that our screens do not use, by language: older terms, another register, another country's words.
const strangers: Readonly<Record<string, RegExp>> = {
  es: /\b([Tt]us?|pediste|retiros?)\b|phishing/,
  it: /\b([Tt]uo|[Tt]ua|sei)\b|[Cc]ongel|phishing/,
  pt: /registad|\bregisto|ficheiro|[Ll]evantamento|Comissão|Montante|phishing/,
}

const root = new URL('../src/domains/', import.meta.url)
const textsOf = (lang: string): string[] => [
  ...globSync([`*/mail-templates/${lang}.json`, `*/statement-words/${lang}.json`], { cwd: root }).map((file) =>
    readFileSync(new URL(file, root), 'utf8'),
  ),
  ...['auth/second-factor/factor-mail.json', 'auth/social/linked-mail.json'].map((file) =>
    JSON.stringify((JSON.parse(readFileSync(new URL(file, root), 'utf8')) as Record<string, unknown>)[lang]),
  ),
]

test.each(Object.entries(strangers))('mails and statements in %s speak as the screens do', (lang, stranger) => {
  const texts = textsOf(lang)
  expect(texts.length).toBeGreaterThanOrEqual(5)
  for (const text of texts) expect(text.match(stranger)?.[0]).toBeUndefined()
})
