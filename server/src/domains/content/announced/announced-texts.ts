import { readFileSync } from 'node:fs'
import { languages, langValues, type Lang } from '@evenhand/protocol/languages.ts'
import english from './en.json' with { type: 'json' }

/** The words of notices that are made from what was decided. */
export type AnnouncedTexts = typeof english

/** The language tag that figures and dates are written by. */
export const tagOf = (lang: Lang): string => languages.find(({ value }) => value === lang)?.tag ?? lang

const textsOf = (lang: Lang): AnnouncedTexts =>
  JSON.parse(readFileSync(new URL(`${lang}.json`, import.meta.url), 'utf8')) as AnnouncedTexts
const all = new Map(langValues.map((lang) => [lang, textsOf(lang)]))

export function announcedTexts(lang: Lang): AnnouncedTexts {
  const texts = all.get(lang)
  if (texts === undefined) throw new Error(`no texts in ${lang}`)
  return texts
}
