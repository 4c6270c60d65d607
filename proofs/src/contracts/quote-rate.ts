import type { QuoteRate } from './price.ts'

/** The instrument whose index converts a quote currency, and whether that currency is the pair's base. */
export type RateSource = { readonly code: string; readonly isBase: boolean }

const baseCurrencies: readonly string[] = ['EUR', 'GBP', 'AUD', 'NZD']
const dollars: readonly string[] = ['USD', 'USDT']

/** Where the rate of a quote currency comes from; null for US dollars, which count as USDT one to one. */
export function rateSourceOf(quote: string): RateSource | null {
  if (dollars.includes(quote)) return null
  const isBase = baseCurrencies.includes(quote)
  return { code: isBase ? `${quote}USD` : `USD${quote}`, isBase }
}

export const parity: QuoteRate = { numerator: 1n, denominator: 1n }

/**
 * The rate of an index price without spread: EURUSD 1.085 makes EUR 1.085, USDJPY 150 makes JPY 1/150. Throws a
 * RangeError for a price that is not positive.
 */
export function quoteRate(source: RateSource, tick: { readonly price: bigint; readonly precision: number }): QuoteRate {
  if (tick.price <= 0n) throw new RangeError(`no price of ${source.code}`)
  const one = 10n ** BigInt(tick.precision)
  return source.isBase ? { numerator: tick.price, denominator: one } : { numerator: one, denominator: tick.price }
}
