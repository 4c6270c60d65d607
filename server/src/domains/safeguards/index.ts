import { countryCodes } from '@evenhand/protocol/countries.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isCountry, mayTrade, type Asked } from './country-matrix.ts'

export { createOwnSafeguards } from './own-safeguards.ts'
export { safeguardsRoutes } from './safeguards.routes.ts'

// A country per language in which every product of a sandbox can be tried. English, German, French, Italian, Spanish and
// Portuguese speakers live in many; these are ones where options are offered.
const proposals: Readonly<Record<Lang, string>> = {
  zh: 'SG',
  en: 'NZ',
  ja: 'JP',
  ko: 'KR',
  de: 'CH',
  fr: 'CH',
  it: 'CH',
  ar: 'AE',
  hk: 'HK',
  es: 'MX',
  pt: 'BR',
}

/** Which product may be offered to whom, by country. What a customer needs or chose beside it: own-safeguards.ts. */
export function createSafeguards() {
  const openCountries = countryCodes
    .filter((code) => mayTrade({ product: 'register', mode: 'virtual', country: code }))
    .map((code) => ({ code, options: mayTrade({ product: 'options', mode: 'virtual', country: code }) }))
  return {
    mayTrade,
    isCountry,
    /** Refuses `notInYourCountry` with product and country where the matrix closes it. */
    mustBeOffered(asked: Asked): void {
      if (!mayTrade(asked)) throw refuse('notInYourCountry', { product: asked.product, country: asked.country })
    },
    /** Every country a person may register from, each with whether options are offered there. */
    openCountries: () => openCountries,
    /** A country where options are offered, for the form of a sandbox in this language. */
    proposedCountry: (lang: Lang): string => proposals[lang],
  }
}

export type Safeguards = ReturnType<typeof createSafeguards>
