import type { Lang } from '@evenhand/protocol/languages.ts'
import { createStore, useStore } from '@evenhand/ui/store.ts'
import type { Messages } from 'use-intl'
import { currentLang, rememberLang } from './settings.ts'

type Loaded = { lang: Lang; messages: Partial<Messages> }

/** A catalogue that was changed while the page is worked on. */
type Changed = { lang: Lang; namespace: keyof Messages; messages: Messages[keyof Messages] }

// The words of findings are the protocol's, since customers read them as well; those of notices are not for operators.
const files = import.meta.glob<{ default: unknown }>([
  '../texts/*/*.json',
  '../../../protocol/src/texts/*/finding.json',
])
const store = createStore<Loaded>({ lang: currentLang(), messages: {} })

// A console stays open for a shift: all its texts come at once, and no screen waits for words.
async function load(lang: Lang): Promise<Partial<Messages>> {
  const ofZh = Object.keys(files).filter((path) => path.includes('/zh/'))
  const parts = await Promise.all(
    ofZh.map(async (path) => {
      const file = files[path.replace('/zh/', `/${lang}/`)] ?? files[path.replace('/zh/', '/en/')]
      return [/([a-z]+)\.json$/.exec(path)?.[1] ?? '', (await file?.())?.default] as const
    }),
  )
  return Object.fromEntries(parts) as Partial<Messages>
}

/** Loads every text of the present language; the page waits for it. */
export async function loadTexts(): Promise<void> {
  const lang = currentLang()
  store.set({ lang, messages: await load(lang) })
}

/** Changes the language of the whole page at once, and remembers it. */
export async function switchLang(lang: Lang): Promise<void> {
  const messages = await load(lang)
  rememberLang(lang)
  store.set({ lang, messages })
}

if (import.meta.hot)
  import.meta.hot.on('texts', ({ lang, namespace, messages }: Changed) => {
    const loaded = store.get()
    if (lang === loaded.lang) store.set({ lang, messages: { ...loaded.messages, [namespace]: messages } })
  })

/** The language whose texts are loaded, and its messages by namespace; a component renders again when they change. */
export const useLoadedTexts = (): Loaded => useStore(store)
