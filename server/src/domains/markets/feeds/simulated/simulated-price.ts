import type { Instrument } from '../../catalogue/instrument.ts'

/** Converts a log distance from the reference into a price in units, at least one. */
export type Pricing = (level: number) => bigint

/**
 * The pricing of an instrument, in the finest units of its record: a price rounded to the step of its market would come
 * back more often than it goes on. Ten digits stay far below 2^53, so that plain numbers hold them exactly.
 */
export function pricingOf({ refUnits }: Pick<Instrument, 'refUnits'>): Pricing {
  const reference = Number(refUnits)
  return (level) => BigInt(Math.max(1, Math.round(reference * exponential(level))))
}

/**
 * e^x by its series at x ÷ 256 and eight squarings, to about 13 digits for |x| < 20. `Math.exp` may differ in its last
 * bit between engines; this does not, and a regenerated price must be the same price.
 */
export function exponential(x: number): number {
  const y = x / 256
  let sum = 1 + y * (1 + (y / 2) * (1 + (y / 3) * (1 + (y / 4) * (1 + (y / 5) * (1 + y / 6)))))
  for (let squaring = 0; squaring < 8; squaring += 1) sum *= sum
  return sum
}
