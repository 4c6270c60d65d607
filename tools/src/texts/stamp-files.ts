import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../source-files.ts'
import { translations, type Catalogue } from './catalogues.ts'
import { formatStamp, parseStamp, type Stamps, type TranslatedTexts } from './text-stamps.ts'

const fileOf = (name: string): string => join(root, 'tools/texts/stamps', `${name}.json`)

/** The stamps of a catalogue, empty for a new one. */
export function readStamps(name: string): Stamps {
  if (!existsSync(fileOf(name))) return {}
  const lines = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Record<string, string>
  return Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, parseStamp(line, translations)]))
}

/** The stamps of a catalogue as the file keeps them: one line a key, so that two edits seldom meet. */
export function formatStamps(stamps: Stamps): string {
  const lines = Object.entries(stamps).map(([key, stamp]) => [key, formatStamp(stamp, translations)])
  return `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`
}

/** Writes the stamps of a catalogue. */
export function writeStamps(name: string, stamps: Stamps): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true })
  writeFileSync(fileOf(name), formatStamps(stamps))
}

/** The texts of a catalogue in all languages. */
export const readTranslatedTexts = (catalogue: Catalogue): TranslatedTexts => ({
  source: catalogue.in('en'),
  translated: Object.fromEntries(translations.map((lang) => [lang, catalogue.in(lang)])),
})
