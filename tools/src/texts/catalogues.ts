import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { languages, type Lang } from '../../../protocol/src/languages.ts'
import { root } from '../source-files.ts'

/** One file's worth of texts in a language: the key inside the file, and the text. */
export type Texts = Readonly<Record<string, string>>
/** A catalogue that exists once a language: its name (`web/home`, `auth/mail-templates`) and its texts in one of them. */
export type Catalogue = { readonly name: string; readonly in: (lang: Lang) => Texts }

type Tree = { readonly [key: string]: string | Tree | readonly string[] }

/** Flattens nested objects and lists to keys joined with dots. */
export const flattenTree = (tree: Tree | readonly string[], under = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, text]: [string, string | Tree | readonly string[]]) =>
      typeof text === 'string' ? [[`${under}${key}`, text]] : Object.entries(flattenTree(text, `${under}${key}.`)),
    ),
  )

const readTree = (file: string): Tree => JSON.parse(readFileSync(join(root, file), 'utf8')) as Tree
const readTexts = (file: string): Texts => (existsSync(join(root, file)) ? flattenTree(readTree(file)) : {})
const nameOf = (path: string): string => path.replace(/^server\/src\/(domains\/)?/, '').replace('/src/', '/')

/** A folder a language, a file a namespace: the two apps, and what mails share with them. */
function catalogueFolders(app: string): Catalogue[] {
  const files = readdirSync(join(root, app, 'en')).filter((file) => file.endsWith('.json'))
  return files.map((file) => ({
    name: `${app.replace('/src/texts', '')}/${basename(file, '.json')}`,
    in: (lang) => readTexts(`${app}/${lang}/${file}`),
  }))
}

/** A file a language: mails, statements, questions, the command that verifies. */
const languageFiles = (): Catalogue[] =>
  globSync(['server/src/**/en.json', 'tools/src/**/en.json'], { cwd: root })
    .map((file) => dirname(file))
    .map((folder) => ({ name: nameOf(folder), in: (lang) => readTexts(`${folder}/${lang}.json`) }))

/** A file whose first keys are the languages. */
function sharedFiles(): Catalogue[] {
  const files = globSync('server/src/**/*-mail.json', { cwd: root })
  return files.map((file) => ({
    name: nameOf(file).replace(/\.json$/, ''),
    in: (lang) => flattenTree((readTree(file)[lang] ?? {}) as Tree),
  }))
}

/** What customers type to find an answer: their words, which need not be ours. */
const keywords = /^Keywords: .*$/gm

/** Pages of prose: the whole page is one text. */
const pages = (): Catalogue[] =>
  globSync('server/src/**/*.en.md', { cwd: root }).map((file) => ({
    name: nameOf(file).replace(/\.en\.md$/, ''),
    in: (lang) => {
      const page = join(root, file.replace(/\.en\.md$/, `.${lang}.md`))
      return existsSync(page) ? { page: readFileSync(page, 'utf8').replaceAll(keywords, '') } : {}
    },
  }))

/** Every catalogue of the product, by name. */
export const listCatalogues = (): Catalogue[] =>
  [
    ...['web/src/texts', 'console/src/texts', 'protocol/src/texts'].flatMap(catalogueFolders),
    ...languageFiles(),
    ...sharedFiles(),
    ...pages(),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** The languages that are translated from English, in the order in which stamps keep them. */
export const translations: readonly Lang[] = languages.map(({ value }) => value).filter((lang) => lang !== 'en')
