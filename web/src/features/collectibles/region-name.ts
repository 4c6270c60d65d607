import { languageOf, useLang } from '../../lib/settings.ts'

/** The name of a country in the page's language, by its two letters. */
export function useRegionName(): (country: string) => string {
  const { tag } = languageOf(useLang())
  return (country) => new Intl.DisplayNames(tag, { type: 'region' }).of(country) ?? country
}
