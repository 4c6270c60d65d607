import type { Lang } from '@evenhand/protocol/languages.ts'
import type { MarketType } from '@evenhand/protocol/markets.ts'

/** What can be traded: the facts that do not move. Prices are bigint units of 10^-precision. */
export type Instrument = {
  /** Stable for ever: the record keys its rows by it. */
  readonly id: number
  readonly code: string
  readonly type: MarketType
  readonly subType?: 'metal' | 'etf'
  /** Latin name, where a language has none of its own. */
  readonly name: string
  readonly names: Partial<Record<Lang, string>>
  readonly base: string
  readonly quote: string
  readonly venue: string
  /**
   * Decimals in which its price is recorded and decides: ten significant digits of the reference, so that a price that
   * falls to a thousandth of it still has seven. Never changes, because the record counts in it.
   */
  readonly precision: number
  /** Decimals in which lists and charts show its price; at most `precision`. */
  readonly displayPrecision: number
  /** The step in which its market quotes, in units. */
  readonly tickUnits: bigint
  readonly lotStep: string
  /** Units of the base in one contract. */
  readonly contractMultiplier: string
  /** Name of its trading calendar. */
  readonly calendar: string
  /** The published price around which a simulated feed moves, in units, and the day it was published. */
  readonly refUnits: bigint
  readonly refDate: string
  readonly refSource: string
  /** Licence of the source: A open data, B permissive repository, C and D single figures only, P fixed by the product. */
  readonly refTier: 'A' | 'B' | 'C' | 'D' | 'P'
  /** Measured volatility: standard deviation of log returns over a year, as a fraction. */
  readonly volAnnual: number
  /** Path of its bundled picture, or "" where there is none with an open licence. */
  readonly logo: string
  /** Place within its market by size, 1 largest; 9999 where no ranking lists it. */
  readonly rank: number
}

/** The instrument's name in a language, or its Latin name where that is what people of that language write. */
export const nameOf = (instrument: Instrument, lang: Lang): string => instrument.names[lang] ?? instrument.name
