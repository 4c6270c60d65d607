import { countryCodes } from '@evenhand/protocol/countries.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { AddressCountry } from '../../kernel/http/address-country.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { isCountry, mayTrade, type OfferedFrom } from './country-matrix.ts'

export { createCustomerSafeguards, type CustomerSafeguards } from './customer-safeguards.ts'
export { safeguardCauses } from './safeguard-causes.ts'
export { safeguardsAfter } from './signed-changes.ts'
export { spent } from './spent.store.ts'
export type { Trades } from './safeguards.deps.ts'
export { safeguardsModule } from './safeguards.module.ts'

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

/** Which product may be offered to whom, by country. What a customer needs or chose beside it: customer-safeguards.ts. */
export function createSafeguards({ countryOf = () => undefined }: { countryOf?: AddressCountry } = {}) {
  const openCountries = countryCodes
    .filter((code) => mayTrade({ product: 'register', mode: 'virtual', country: code }))
    .map((code) => ({ code, options: mayTrade({ product: 'options', mode: 'virtual', country: code }) }))
  /** The country that closes a product: the declared one, or that of the address. */
  const closing = ({ ip, ...requested }: OfferedFrom): string | undefined => {
    if (!mayTrade(requested)) return requested.country
    const from = ip === undefined ? undefined : countryOf(ip)
    return from !== undefined && isCountry(from) && !mayTrade({ ...requested, country: from }) ? from : undefined
  }
  return {
    /** Where a caller counts as being: the declared country, and that of the address where it is known. The strictest decides. */
    countriesOf({ country, ip }: Pick<OfferedFrom, 'country' | 'ip'>): readonly string[] {
      const from = ip === undefined ? undefined : countryOf(ip)
      return from === undefined || from === country ? [country] : [country, from]
    },
    mayTrade: (requested: OfferedFrom): boolean => closing(requested) === undefined,
    isCountry,
    /** Refuses `notInYourCountry` with product and country where the matrix closes it. */
    mustBeOffered(requested: OfferedFrom): void {
      const country = closing(requested)
      if (country !== undefined) throw refuse('notInYourCountry', { product: requested.product, country })
    },
    /** Every country a person may register from, each with whether options are offered there. */
    openCountries: () => openCountries,
    /** A country where options are offered, for the form of a sandbox in this language. */
    proposedCountry: (lang: Lang): string => proposals[lang],
  }
}

export type Safeguards = ReturnType<typeof createSafeguards>
