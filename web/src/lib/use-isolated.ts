import { isolated } from './isolated.ts'
import { languageOf, useLang } from './settings.ts'

/** Keeps an amount with its unit in its own order within a right-to-left sentence. */
export function useIsolated(): (text: string) => string {
  const rtl = languageOf(useLang()).dir === 'rtl'
  return (text) => (rtl ? isolated(text) : text)
}
