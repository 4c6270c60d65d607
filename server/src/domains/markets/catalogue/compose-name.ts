import { marketTypes } from '@evenhand/protocol/markets.ts'
import type { Instrument } from './instrument.ts'

/** The names one language has of its own: coins and instruments by code, currencies and metals to compose pairs from. */
export type Names = {
  /** What stands between the two of a pair. */
  separator: string
  /** By currency code; pairs are composed from them. */
  currencies: Record<string, string>
  /** Spot metals by their code, for pairs such as XAUEUR. */
  metals: Record<string, string>
  /** By instrument code. */
  instruments: Record<string, string>
}

/**
 * An instrument's own name in a language, or undefined where that language writes the Latin name. A forex pair reads
 * "base/quote"; a metal against the dollar is just the metal, as dealers quote it, and against another currency a pair.
 */
export function composeName(
  instrument: Pick<Instrument, 'code' | 'type' | 'subType' | 'base' | 'quote'>,
  names: Names,
): string | undefined {
  const own = names.instruments[instrument.code]
  if (own !== undefined) return own
  const quote = names.currencies[instrument.quote]
  if (instrument.subType === 'metal') {
    const metal = names.metals[instrument.base]
    if (metal === undefined || instrument.quote === 'USD') return metal
    return quote === undefined ? undefined : metal + names.separator + quote
  }
  if (instrument.type !== marketTypes.forex) return undefined
  const base = names.currencies[instrument.base]
  return base === undefined || quote === undefined ? undefined : base + names.separator + quote
}
