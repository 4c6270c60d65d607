import type { Lang } from '@evenhand/protocol/languages.ts'
import type { Messages } from 'use-intl'
import { currentLang, rememberLang } from './settings.ts'
import { createStore, useStore } from './store.ts'

export type Namespace = keyof Messages
type Loaded = { lang: Lang; messages: Partial<Messages> }
type Catalogue = { default: Messages[Namespace] }

const files = import.meta.glob<Catalogue>('../texts/*/*.json')
const store = createStore<Loaded>({ lang: currentLang(), messages: {} })

const wanted = new Set<Namespace>()
let inFlight = new Map<string, Promise<Messages[Namespace]>>()

/** One catalogue; a failed load is forgotten, so that the next try asks the network again. */
function catalogue(lang: Lang, namespace: Namespace): Promise<Messages[Namespace]> {
  const path = `../texts/${lang}/${namespace}.json`
  const running = inFlight.get(path)
  if (running) return running
  const file = files[path] ?? files[`../texts/en/${namespace}.json`]
  if (!file) return Promise.reject(new Error(`no texts ${path}`))
  const loading = file().then((module) => module.default)
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

/** Brings the texts of another language: every catalogue in use is fetched first, then all texts change at once. */
export async function switchTexts(lang: Lang, before: () => void = () => {}): Promise<void> {
  const messages = await load(lang, [...wanted])
  before()
  store.set({ lang, messages })
}

/** Changes the language of the whole page, and remembers it. */
export const switchLang = (lang: Lang): Promise<void> => switchTexts(lang, () => rememberLang(lang))

export const useLoadedTexts = (): Loaded => useStore(store)
