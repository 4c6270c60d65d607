import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lang } from '@evenhand/protocol/languages.ts'

let loaded: ReadonlyMap<string, string> | undefined

/** How a name is read in the languages that are typed by their readings: syllables with spaces; undefined elsewhere. */
export function readingOf(name: string, lang: Lang): string | undefined {
  if (lang !== 'zh' && lang !== 'hk') return undefined
  loaded ??= new Map(
    Object.entries(
      JSON.parse(readFileSync(join(import.meta.dirname, 'pinyin.json'), 'utf8')) as Record<string, string>,
    ),
  )
  return loaded.get(name)
}
