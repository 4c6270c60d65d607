import type { ContractInstrument } from './classes.ts'
import { worthOf, type QuoteRate } from './price.ts'
import { termsOf } from './terms.ts'

const dayMs = 86_400_000

/** The UTC day of a moment, counted from the epoch. Days of UTC have no daylight saving, and here no leap second. */
export const utcDay = (ms: number): number => Math.floor(ms / dayMs)

/** The midnights (epoch milliseconds) in (from, to]: each is charged once, also those of a downtime. */
export function midnightsBetween(from: number, to: number): readonly number[] {
  const first = utcDay(from) + 1
  return Array.from({ length: Math.max(0, utcDay(to) - first + 1) }, (_, index) => (first + index) * dayMs)
}

/**
 * Financing of one midnight, smallest units of USDT, rounded up: units × price × quoteToUSDT × rate of the class, at the
 * index of the last tick recorded at or before that midnight.
 */
export function financingOf(
  instrument: ContractInstrument,
  params: { readonly units: bigint; readonly price: bigint; readonly rate: QuoteRate },
): bigint {
  const { financingPpm } = termsOf(instrument)
  const { numerator, denominator } = params.rate
  const rate = { numerator: numerator * financingPpm, denominator: denominator * 1_000_000n }
  return worthOf({ units: params.units, price: params.price, precision: instrument.precision, rate }, 'ceil')
}
