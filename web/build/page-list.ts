import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Lang } from '../../protocol/src/languages.ts'
import type { ListedPage, PageList, PageTexts } from '../../protocol/src/page-list.ts'

/** What is read of a screen of a feature. */
export type DescribedScreen = {
  readonly path: string
  readonly title: string
  readonly texts: readonly string[]
  readonly isForCustomers?: boolean
  readonly chrome: { readonly top: string }
}
type Tree = { readonly [key: string]: string | Tree }

/** The catalogue that only the page list is made of: the description of a page where its screen has no lead. */
const ownCatalogue = 'pages'
const firstPath = '/'

/** Finds a text by its whole key, namespace first; undefined where there is none. */
export function textFinder(root: string): (lang: Lang, key: string) => string | undefined {
  const read = new Map<string, Tree>()
  const folders = ['src/texts', '../protocol/src/texts']
  const catalogue = (lang: Lang, namespace: string): Tree => {
    const known = read.get(`${lang}/${namespace}`)
    if (known) return known
    const file = folders.map((folder) => join(root, folder, lang, `${namespace}.json`)).find((one) => existsSync(one))
    const tree = file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Tree)
    read.set(`${lang}/${namespace}`, tree)
    return tree
  }
  return (lang, key) => {
    const [namespace = '', ...names] = key.split('.')
    let found: string | Tree | undefined = catalogue(lang, namespace)
    for (const name of names) found = typeof found === 'object' ? found[name] : undefined
    return typeof found === 'string' ? found : undefined
  }
}

const keyOf = (path: string): string => (path === firstPath ? 'home' : path.slice(1).replaceAll('/', '-'))

/** A description of a page of its own; undefined where it has none and is described as the whole site is. */
export function descriptionOf(
  text: ReturnType<typeof textFinder>,
  { path, texts }: Pick<DescribedScreen, 'path' | 'texts'>,
  lang: Lang,
): string | undefined {
  return text(lang, `${ownCatalogue}.${keyOf(path)}`) ?? text(lang, `${texts[0]}.lead`)
}

/** Whether a screen is for everybody: not an account's, not a step of signing in, not an alias. */
export const isListed = ({ isForCustomers, chrome }: DescribedScreen): boolean =>
  isForCustomers !== true && ['brand', 'page', 'chat'].includes(chrome.top)

/** The descriptions of the screens for readers that run no script, in every language. */
export function pageListOf(root: string, screens: readonly DescribedScreen[]): PageList {
  const text = textFinder(root)
  const textsOf = (screen: DescribedScreen, lang: Lang): PageTexts => {
    const title = text(lang, screen.path === firstPath ? 'home.title' : screen.title) ?? ''
    const named = text(lang, `${ownCatalogue}.${keyOf(screen.path)}-named`)
    const description = descriptionOf(text, screen, lang) ?? text(lang, 'home.lead') ?? ''
    return { title, description, ...(named !== undefined && { named }) }
  }
  const pageOf = (screen: DescribedScreen): ListedPage => ({
    isListed: isListed(screen),
    isPrivate: screen.isForCustomers === true,
    texts: Object.fromEntries(
      languages.map(({ value }) => [value, textsOf(screen, value)]),
    ) as unknown as ListedPage['texts'],
  })
  return Object.fromEntries(screens.map((screen) => [screen.path, pageOf(screen)]))
}
