import { createHash } from 'node:crypto'

/**
 * What each translation was made from. A stamp holds a hash of the English text, and for every language a hash of the
 * translation that was made from it; a translation that is older than the English text keeps its hash behind a `!`
 * until it is written anew or confirmed.
 */
export type Stamp = { readonly source: string; readonly made: Readonly<Record<string, string>> }
export type Stamps = Readonly<Record<string, Stamp>>
/** The texts of a catalogue: English, and each translation by language. */
export type TranslatedTexts = {
  readonly source: Readonly<Record<string, string>>
  readonly translated: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const staleMark = '!'
/** The first 24 bits of a text's SHA-256, in hexadecimal: it recognizes an edit, not an attacker. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6)

/** A stamp as one line of a file: the hash of the source, then those of the languages in their order. */
export const formatStamp = ({ source, made }: Stamp, languages: readonly string[]): string =>
  [source, ...languages.map((lang) => made[lang] ?? '-')].join(' ')

/** Reads a line that `formatStamp` wrote. */
export function parseStamp(line: string, languages: readonly string[]): Stamp {
  const [source = '', ...hashes] = line.split(' ')
  return { source, made: Object.fromEntries(languages.map((lang, at) => [lang, hashes[at] ?? '-'])) }
}

function restampText(before: Stamp | undefined, source: string, texts: Readonly<Record<string, string>>): Stamp {
  const isSourceNew = before !== undefined && before.source !== source
  const made = Object.entries(texts).map(([lang, text]) => {
    const hash = hashText(text)
    const known = before?.made[lang]
    const isUntouched = known !== undefined && known.replace(staleMark, '') === hash
    const isStale = isUntouched && (isSourceNew || known.startsWith(staleMark))
    return [lang, isStale ? staleMark + hash : hash]
  })
  return { source, made: Object.fromEntries(made) as Record<string, string> }
}

/**
 * The stamps of a catalogue after an edit. A translation whose text changed is taken as made from the English text of
 * now; one that stayed while the English text changed becomes stale.
 */
export function restamp(before: Stamps, { source, translated }: TranslatedTexts): Stamps {
  const entries = Object.entries(source).map(([key, text]) => {
    const texts = Object.entries(translated).map(([lang, all]) => [lang, all[key] ?? ''])
    return [key, restampText(before[key], hashText(text), Object.fromEntries(texts) as Record<string, string>)]
  })
  return Object.fromEntries(entries) as Stamps
}

/** The stamps after a confirmation that the translations of `keys` in `lang` still mean what the English texts mean. */
export const confirmTexts = (stamps: Stamps, lang: string, keys: readonly string[]): Stamps =>
  Object.fromEntries(
    Object.entries(stamps).map(([key, stamp]) => {
      const hash = stamp.made[lang]
      if (!keys.includes(key) || hash === undefined) return [key, stamp]
      return [key, { ...stamp, made: { ...stamp.made, [lang]: hash.replace(staleMark, '') } }]
    }),
  )

/** The translations that are older than their English texts, as language and key. */
export const staleTexts = (stamps: Stamps): { lang: string; key: string }[] =>
  Object.entries(stamps).flatMap(([key, { made }]) =>
    Object.entries(made)
      .filter(([, hash]) => hash.startsWith(staleMark))
      .map(([lang]) => ({ lang, key })),
  )
