import { defaultLang, langOf, languages, type Lang } from '@evenhand/protocol/languages.ts'
import { readStored, writeStored } from '@evenhand/ui/storage.ts'
import { createStore, useStore } from '@evenhand/ui/store.ts'

export type ColorScheme = 'system' | 'light' | 'dark'
type LayoutKind = 'desktop' | 'mobile'

const root = typeof document === 'undefined' ? undefined : document.documentElement
const schemeOf = (text: string | null): ColorScheme => (text === 'light' || text === 'dark' ? text : 'system')
const startLang = (): Lang => {
  const stored = readStored('lang')
  if (stored !== null) return langOf(stored)
  return languages.find(({ tag }) => tag === root?.lang)?.value ?? defaultLang
}
const layoutNow = (): LayoutKind => (root?.dataset['layout'] === 'mobile' ? 'mobile' : 'desktop')

const langStore = createStore<Lang>(startLang())
const schemeStore = createStore<ColorScheme>(schemeOf(readStored('colorScheme')))
const layoutStore = createStore<LayoutKind>(layoutNow())

// The script before the first paint decides the layout; here it is only read.
if (root)
  new MutationObserver(() => layoutStore.set(layoutNow())).observe(root, {
    attributes: true,
    attributeFilter: ['data-layout'],
  })

/** The language of the page, as the wire spells it (`protocol/languages.ts`). */
export const currentLang = (): Lang => langStore.get()
/** The same for a component, which renders again when it changes. */
export const useLang = (): Lang => useStore(langStore)
/** Which of the two layouts the window is given; the script before the first paint decides it. */
export const useLayout = (): LayoutKind => useStore(layoutStore)
/** The chosen colour scheme; `system` where this browser has chosen none. */
export const useColorScheme = (): ColorScheme => useStore(schemeStore)

/** BCP 47 tag and direction of a language of the wire. */
export const languageOf = (lang: Lang) => languages.find(({ value }) => value === lang) ?? languages[0]
/** BCP 47 tag of the page's language, for `Intl`. */
export const useTag = (): string => languageOf(useLang()).tag

/** Keeps the language here, and in a cookie for the page's next delivery. Texts: `switchLang`. */
export function rememberLang(lang: Lang): void {
  const { tag, dir } = languageOf(lang)
  writeStored('lang', lang)
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=strict`
  document.documentElement.lang = tag
  document.documentElement.dir = dir
  langStore.set(lang)
}

/** Applies a colour scheme at once and keeps it in this browser; `system` follows the device as it is now. */
export function setColorScheme(scheme: ColorScheme): void {
  writeStored('colorScheme', scheme === 'system' ? null : scheme)
  const dark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  schemeStore.set(scheme)
}

/** The server marks the page of a live installation; every other one is a sandbox. */
export const isSandbox = (): boolean => root?.dataset['mode'] !== 'live'
