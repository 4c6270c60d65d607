import { defaultLang, languages } from '../../../protocol/src/languages.ts'
import { listSources } from '../source-files.ts'
import { listCatalogues, type Catalogue } from './catalogues.ts'
import { formatStamps, readStamps, readTranslatedTexts } from './stamp-files.ts'
import { forbiddenWords, overlongTexts, readGlossary, readNotes } from './text-glossary.ts'
import { restamp, staleTexts } from './text-stamps.ts'
import { compareLanguages } from './texts-rules.ts'
import { unusedKeys } from './texts-unused.ts'

// The gate of the texts: every language has every text of zh, whole, in its own grammar, made from the English text of
// now, and without a word that its glossary forbids.

const apps = ['web', 'console'] as const
// Named by a value: a refusal's key, a content item's slug, a page's path.
const computed = ['acts', 'codes', 'pages', 'push']

const catalogues = listCatalogues()
const qualified = (some: readonly Catalogue[], lang: (typeof languages)[number]['value']): Record<string, string> =>
  Object.assign(
    {},
    ...some.map(({ name, in: texts }) =>
      Object.fromEntries(Object.entries(texts(lang)).map(([key, text]) => [`${name}.${key}`, text])),
    ),
  ) as Record<string, string>
const byLanguage = languages.map(({ value, tag }) => ({ lang: value, tag, texts: qualified(catalogues, value) }))

function shapeComplaints(): string[] {
  const source = byLanguage.find(({ lang }) => lang === defaultLang)
  if (source === undefined) throw new Error(`no texts in ${defaultLang}`)
  return compareLanguages(
    source,
    byLanguage.filter((texts) => texts !== source),
  )
}

function unusedComplaints(app: (typeof apps)[number]): string[] {
  const keys = Object.keys(byLanguage[0]?.texts ?? {})
    .filter((key) => key.startsWith(`${app}/`))
    .map((key) => key.slice(app.length + 1))
  if (keys.length === 0) return [`${app} has no texts at all`]
  const unused = unusedKeys(keys, listSources([`${app}/src`, 'ui/src'], ['.ts', '.tsx']), computed)
  return unused.map((key) => `${app}/${key} is used nowhere`)
}

function staleComplaints(catalogue: Catalogue): string[] {
  const known = readStamps(catalogue.name)
  const now = restamp(known, readTranslatedTexts(catalogue))
  const stale = staleTexts(now).map(
    ({ lang, key }) => `${lang}: ${catalogue.name}.${key} is older than its English text`,
  )
  if (stale.length > 0) return stale
  return formatStamps(now) === formatStamps(known) ? [] : [`${catalogue.name} was edited: run npm run texts`]
}

const complaints = [
  ...shapeComplaints(),
  ...apps.flatMap(unusedComplaints),
  ...catalogues.flatMap(staleComplaints),
  ...byLanguage.flatMap(({ lang, texts }) =>
    [...forbiddenWords(readGlossary(lang), texts), ...overlongTexts(readNotes(), texts)].map(
      (complaint) => `${lang}: ${complaint}`,
    ),
  ),
]
for (const complaint of complaints.slice(0, 40)) console.log(complaint)
const keys = Object.keys(byLanguage[0]?.texts ?? {}).length
console.log(`${keys} texts in ${languages.length} languages, ${complaints.length} complaints`)
process.exitCode = complaints.length > 0 ? 1 : 0
