import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defaultLang, languages } from '../../protocol/src/languages.ts'
import { listSources, root } from './source-files.ts'
import { compareLanguages, flatten, type LanguageTexts } from './texts-rules.ts'
import { unusedKeys } from './texts-unused.ts'

// The gate of the texts: in both apps every language has every key of zh, whole and in its own grammar.

const apps = ['web', 'console'] as const
// Named by a value: a refusal's key, a content item's slug.
const computed = ['acts', 'codes', 'push']

function read(folder: string, { value, tag }: { value: string; tag: string }): LanguageTexts {
  const own = join(root, folder, value)
  const files = existsSync(own) ? readdirSync(own).filter((name) => name.endsWith('.json')) : []
  const parts = files.map((name) => flatten(JSON.parse(readFileSync(join(own, name), 'utf8')), basename(name, '.json')))
  return { lang: value, tag, texts: Object.assign({}, ...parts) }
}

function look(app: (typeof apps)[number]): { keys: number; complaints: string[] } {
  const all = languages.map((language) => read(`${app}/src/texts`, language))
  const source = all.find(({ lang }) => lang === defaultLang)
  if (source === undefined) throw new Error(`no texts in ${defaultLang}`)
  const keys = Object.keys(source.texts)
  const others = all.filter((texts) => texts !== source)
  const unused = unusedKeys(keys, listSources([`${app}/src`, 'ui/src'], ['.ts', '.tsx']), computed)
  const complaints = [...compareLanguages(source, others), ...unused.map((key) => `${key} is used nowhere`)]
  if (keys.length === 0) complaints.push('no texts at all')
  return { keys: keys.length, complaints: complaints.map((complaint) => `${app} ${complaint}`) }
}

const looks = apps.map(look)
const complaints = looks.flatMap((one) => one.complaints)
for (const complaint of complaints.slice(0, 40)) console.log(complaint)
const keys = looks.reduce((sum, one) => sum + one.keys, 0)
console.log(`${keys} texts in ${languages.length} languages, ${complaints.length} complaints`)
process.exitCode = complaints.length > 0 ? 1 : 0
