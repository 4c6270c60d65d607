import { countryCodes, type CountryProduct } from '@evenhand/protocol/countries.ts'
import type { AccountMode } from '@evenhand/protocol/money.ts'

/** The groups of the country matrix; a country stands in exactly one. */
type Group = 'GB' | 'EEA' | 'AU' | 'US' | 'sanctioned' | 'others'

// Territories stand with the country whose law reaches them.
const members: Readonly<Record<Exclude<Group, 'others'>, string>> = {
  GB: 'GB',
  EEA: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO AX GF GP MF MQ RE YT',
  AU: 'AU CC CX HM NF',
  US: 'US AS GU MP PR UM VI',
  sanctioned: 'CU IR KP SY',
}
const groups = new Map(
  Object.entries(members).flatMap(([group, codes]) => codes.split(' ').map((code) => [code, group as Group])),
)
const known = new Set(countryCodes)

/** Where each product is closed. A product default, not legal advice; a stricter table is one person's change. */
const closedIn: Readonly<Record<CountryProduct, readonly Group[]>> = {
  register: ['sanctioned'],
  options: ['GB', 'EEA', 'AU', 'US', 'sanctioned'],
  contracts: ['US', 'sanctioned'],
  plans: ['GB', 'EEA', 'AU', 'US', 'sanctioned'],
  loans: ['GB', 'EEA', 'AU', 'US', 'sanctioned'],
  collectibles: ['sanctioned'],
  conversion: ['sanctioned'],
  inviteReward: ['GB', 'EEA', 'AU', 'US', 'sanctioned'],
}

/** Whether a text is a country of the matrix (ISO 3166-1 alpha-2). */
export const isCountry = (code: string): boolean => known.has(code)

export type Offered = { product: CountryProduct; mode: AccountMode; country: string }
/** The same with where the call came from, which can only close what the declared country leaves open. */
export type OfferedFrom = Offered & { ip?: string | undefined }

/**
 * Whether a product may be offered under a mode to a customer of a country (ISO 3166-1 alpha-2). A country that is not
 * known gets the virtual account with everything, and nothing real until one is declared.
 */
export function mayTrade({ product, mode, country }: Offered): boolean {
  if (!known.has(country)) return mode === 'virtual'
  return !closedIn[product].includes(groups.get(country) ?? 'others')
}
