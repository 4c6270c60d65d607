import { defaultLang, langOf, languages, type Lang } from '@evenhand/protocol/languages.ts'
import { createStore, useStore } from './store.ts'
import { readStored, writeStored } from './storage.ts'

export type ColorScheme = 'system' | 'light' | 'dark'
export type RiseColor = 'red' | 'green' | 'cvd'
export type LayoutKind = 'desktop' | 'mobile'

const root = typeof document === 'undefined' ? undefined : document.documentElement
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches

const schemeOf = (text: string | null): ColorScheme => (text === 'light' || text === 'dark' ? text : 'system')
const riseOf = (text: string | null): RiseColor => (text === 'green' || text === 'cvd' ? text : 'red')

/** Without a choice the page keeps the language of the shell it was served in. */
const startLang = (): Lang => {
  const stored = readStored('lang')
  if (stored !== null) return langOf(stored)
  return languages.find((language) => language.tag === root?.lang)?.value ?? defaultLang
}

export const langStore = createStore<Lang>(startLang())
const schemeStore = createStore<ColorScheme>(schemeOf(readStored('colorScheme')))
const riseStore = createStore<RiseColor>(riseOf(readStored('riseColor')))
const layoutStore = createStore<LayoutKind>(root?.dataset['layout'] === 'mobile' ? 'mobile' : 'desktop')

/** Rises with every change of theme or rise colour, for what is drawn on a canvas. */
const appearanceStore = createStore(0)

// The script before the first paint decides the layout and follows the system's theme; here both are only read.
if (root)
  new MutationObserver(() => {
    layoutStore.set(root.dataset['layout'] === 'mobile' ? 'mobile' : 'desktop')
    appearanceStore.set(appearanceStore.get() + 1)
  }).observe(root, { attributes: true, attributeFilter: ['data-layout', 'data-theme', 'data-rise'] })

/** The language of the page, as the wire spells it (`protocol/languages.ts`). */
export const currentLang = (): Lang => langStore.get()
/** Which of the two layouts the window is given. */
export const currentLayout = (): LayoutKind => layoutStore.get()
/** For the shell alone, which is made without a window. */
export const forceLayout = layoutStore.set
/** The language for a component, which renders again when it changes. */
export const useLang = (): Lang => useStore(langStore)
/** The same for a component, which renders again when the window crosses the breakpoint. */
export const useLayout = (): LayoutKind => useStore(layoutStore)
/** The chosen colour scheme; `system` where this browser has chosen none. */
export const useColorScheme = (): ColorScheme => useStore(schemeStore)
/** Which colour means a rise: `red` (the default, as in China), `green`, or `cvd` for colour vision deficiency. */
export const useRiseColor = (): RiseColor => useStore(riseStore)
export const subscribeAppearance = appearanceStore.subscribe

/** What follows a customer from device to device. */
export const chosenSettings = () => ({
  lang: langStore.get(),
  colorScheme: schemeStore.get(),
  riseColor: riseStore.get(),
})
/** Calls the listener after every change of what `chosenSettings` returns, as long as the page lives. */
export const subscribeSettings = (listener: () => void): void => {
  for (const store of [langStore, schemeStore, riseStore]) store.subscribe(listener)
}
/** Set while something chosen in this browser is not kept with an account yet. */
export const unsavedKey = 'settingsUnsaved'
const choose = (key: string, text: string | null): void => {
  writeStored(key, text)
  writeStored(unsavedKey, '1')
}

const suggested = languages.find(({ value }) => value === root?.dataset['suggest'])
const suggestionStore = createStore(suggested)
const riseQuestionEndedStore = createStore(root?.dataset['rises'] !== 'ask')

/** The browser's own language where the page is shown in another and none was chosen; until it is answered. */
export const useSuggestedLanguage = () => useStore(suggestionStore)
/** Whether the colours of rise and fall were chosen in this browser, or the question put away. */
export const useRiseQuestionEnded = (): boolean => useStore(riseQuestionEndedStore)

/** Takes a question of the first visit away for good. */
export function endQuestion(question: 'lang' | 'rise'): void {
  writeStored(`${question}Asked`, '1')
  delete root?.dataset[question === 'lang' ? 'suggest' : 'rises']
  if (question === 'lang') suggestionStore.set(undefined)
  else riseQuestionEndedStore.set(true)
}

/** BCP 47 tag and direction of a language of the wire. */
export const languageOf = (lang: Lang) => languages.find((language) => language.value === lang) ?? languages[0]

/** Keeps the language here and in a cookie, so that the server can return the right shell. Texts: `switchLang`. */
export function rememberLang(lang: Lang): void {
  const { tag, dir } = languageOf(lang)
  choose('lang', lang)
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.lang = tag
  document.documentElement.dir = dir
  langStore.set(lang)
  endQuestion('lang')
}

/** Applies a colour scheme at once and keeps it in this browser; `system` follows the device as it is now. */
export function setColorScheme(scheme: ColorScheme): void {
  choose('colorScheme', scheme === 'system' ? null : scheme)
  document.documentElement.dataset['theme'] = scheme === 'system' ? (prefersDark() ? 'dark' : 'light') : scheme
  schemeStore.set(scheme)
}

/** Applies the colour of a rise at once, keeps it in this browser, and takes the question of the first visit away. */
export function setRiseColor(rise: RiseColor): void {
  choose('riseColor', rise === 'red' ? null : rise)
  document.documentElement.dataset['rise'] = rise
  riseStore.set(rise)
  endQuestion('rise')
}
