import { listCatalogues, translations, type Catalogue } from './catalogues.ts'
import { readStamps, readTranslatedTexts, writeStamps } from './stamp-files.ts'
import { confirmTexts, restamp, staleTexts } from './text-stamps.ts'

// `npm run texts`: stamps what was edited, and lists what is older than its English text.
//   npm run texts                              every language, by count
//   npm run texts -- de                        the stale texts of a language, with English and what stands
//   npm run texts -- confirm de web/home.title a translation that still means what the English text means; a catalogue's
//                                              name alone (web/home) confirms all that is stale in it

const isNamed = (named: readonly string[], name: string, key: string): boolean =>
  named.includes(name) || named.includes(`${name}.${key}`)

function stampCatalogue(catalogue: Catalogue, confirmed: { lang: string; names: readonly string[] } | undefined) {
  const texts = readTranslatedTexts(catalogue)
  const stamped = restamp(readStamps(catalogue.name), texts)
  const keys = Object.keys(stamped).filter((key) => isNamed(confirmed?.names ?? [], catalogue.name, key))
  const stamps = confirmed === undefined ? stamped : confirmTexts(stamped, confirmed.lang, keys)
  writeStamps(catalogue.name, stamps)
  return staleTexts(stamps).map(({ lang, key }) => ({
    lang,
    name: `${catalogue.name}.${key}`,
    source: texts.source[key] ?? '',
    text: texts.translated[lang]?.[key] ?? '',
  }))
}

const [command, ...rest] = process.argv.slice(2)
const [lang = '', ...names] = rest
const confirmed = command === 'confirm' ? { lang, names } : undefined
const shown = command === 'confirm' ? lang : command
if (shown !== undefined && !translations.some((language) => language === shown)) {
  console.error(`no translation is called ${shown}: ${translations.join(', ')}`)
  process.exit(1)
}
const stale = listCatalogues().flatMap((catalogue) => stampCatalogue(catalogue, confirmed))
for (const text of stale.filter((one) => one.lang === shown))
  console.log(`${text.name}\n  en: ${text.source}\n  ${text.lang}: ${text.text}`)
for (const language of translations)
  console.log(`${language}: ${stale.filter((one) => one.lang === language).length} stale`)
