import { languageOf, useLang } from './settings.ts'

/** A number as a sentence of the page's language writes it: 0.1 is 0,1 in German. Amounts and prices keep one style. */
export function useLocalNumber(): (decimal: string) => string {
  const { tag } = languageOf(useLang())
  return (decimal) =>
    new Intl.NumberFormat(tag, { maximumFractionDigits: 6, numberingSystem: 'latn' }).format(Number(decimal))
}
