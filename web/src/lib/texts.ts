import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Messages } from 'use-intl'
import { currentLang, rememberLang } from './settings.ts'
import { createStore, useStore } from './store.ts'

export type Namespace = keyof Messages
type Loaded = { lang: Lang; messages: Partial<Messages> }
type Catalogue = { default: Messages[Namespace] }
/** A catalogue that was changed while the page is worked on. */
type Changed = { lang: Lang; namespace: Namespace; messages: Messages[Namespace] }
type Language = { files: Readonly<Record<string, () => Promise<Catalogue>>> }

// The names of a language's files travel when the language is used: those of all eleven would be a tenth of the first page.
const languages = import.meta.glob<Language>('../texts/??.ts')
const store = createStore<Loaded>({ lang: currentLang(), messages: {} })

const wanted = new Set<Namespace>()
let inFlight = new Map<string, Promise<Messages[Namespace]>>()

async function fetchCatalogue(lang: Lang, namespace: Namespace): Promise<Messages[Namespace]> {
  const language = await languages[`../texts/${lang}.ts`]?.()
  const file = Object.entries(language?.files ?? {}).find(([path]) => path.endsWith(`/${lang}/${namespace}.json`))?.[1]
  if (!file) throw new Error(`no texts ${lang}/${namespace}`)
  return (await file()).default
}

/** One catalogue; a failed load is forgotten, so that the next try loads it again. */
function catalogue(lang: Lang, namespace: Namespace): Promise<Messages[Namespace]> {
  const path = `${lang}/${namespace}`
  const running = inFlight.get(path)
  if (running) return running
  const loading = fetchCatalogue(lang, namespace)
  loading.catch(() => inFlight.delete(path))
  inFlight.set(path, loading)
  return loading
}

async function load(lang: Lang, namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const parts = await Promise.all(
    namespaces.map(async (namespace) => [namespace, await catalogue(lang, namespace)] as const),
  )
  return Object.fromEntries(parts)
}

/** Loads the catalogues a screen needs in the present language; a route's loader awaits it. */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace)
  const lang = currentLang()
  const missing = namespaces.filter((namespace) => !(namespace in store.get().messages))
  if (missing.length === 0) return
  const messages = await load(lang, missing)
  if (lang !== currentLang()) return loadTexts(...namespaces)
  store.set({ lang, messages: { ...store.get().messages, ...messages } })
}

/**
 * Brings the texts of another language: every catalogue in use is fetched first, then all texts change at once, unless
 * what is called `before` that returns false.
 */
export async function switchTexts(lang: Lang, before?: () => boolean | void): Promise<void> {
  const messages = await load(lang, [...wanted])
  if (before?.() !== false) store.set({ lang, messages })
}

/** Changes the language of the whole page, and remembers it. */
export const switchLang = (lang: Lang): Promise<void> => switchTexts(lang, () => rememberLang(lang))

if (import.meta.hot)
  import.meta.hot.on('texts', ({ lang, namespace, messages }: Changed) => {
    inFlight.set(`${lang}/${namespace}`, Promise.resolve(messages))
    const loaded = store.get()
    if (lang === loaded.lang) store.set({ lang, messages: { ...loaded.messages, [namespace]: messages } })
  })

/** The language whose texts are loaded, and its messages by namespace; a component renders again when they change. */
export const useLoadedTexts = (): Loaded => useStore(store)
