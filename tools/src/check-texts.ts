import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defaultLang, languages } from '../../protocol/src/languages.ts'
import { listSources, root } from './source-files.ts'
import { compareLanguages, flatten, type LanguageTexts } from './texts-rules.ts'
import { unusedKeys } from './texts-unused.ts'

// The gate of the texts: every language has every key of zh, whole and in its own grammar.

const folder = join(root, 'web/src/texts')
// Named by a value: a refusal's key, a content item's slug.
const computed = ['codes']

function read(lang: string, tag: string): LanguageTexts {
  const own = join(folder, lang)
  const files = existsSync(own) ? readdirSync(own).filter((name) => name.endsWith('.json')) : []
  const parts = files.map((name) => flatten(JSON.parse(readFileSync(join(own, name), 'utf8')), basename(name, '.json')))
  return { lang, tag, texts: Object.assign({}, ...parts) }
}

const all = languages.map(({ value, tag }) => read(value, tag))
const source = all.find(({ lang }) => lang === defaultLang)
if (source === undefined) throw new Error(`no texts in ${defaultLang}`)
const keys = Object.keys(source.texts)
const others = all.filter((texts) => texts !== source)
const complaints = [
  ...compareLanguages(source, others),
  ...unusedKeys(keys, listSources(['web/src', 'ui/src'], ['.ts', '.tsx']), computed).map(
    (key) => `${key} is used nowhere`,
  ),
]
for (const complaint of complaints.slice(0, 40)) console.log(complaint)
console.log(`${keys.length} texts in ${all.length} languages, ${complaints.length} complaints`)
process.exitCode = complaints.length > 0 || keys.length === 0 ? 1 : 0
