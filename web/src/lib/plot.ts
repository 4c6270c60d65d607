import { scaledInteger } from './format.tsx'

const scale = 12

/** Decimal texts as whole numbers of one scale, which `heights` draws; for those that draw the same texts again and again. */
export const plotValues = (texts: readonly string[]): bigint[] => texts.map((text) => scaledInteger(text, scale))

/**
 * Values → heights between 0 (lowest) and 1 (highest), for drawing. Pixels, not money: the only place where a price
 * becomes a floating-point number, after the exact difference has been taken.
 */
export function heights(values: readonly bigint[]): number[] {
  let low = values[0] ?? 0n
  let high = low
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const span = Number(high - low)
  if (span === 0) return values.map(() => 0.5)
  return values.map((value) => Number(value - low) / span)
}

/** A price as a chart places it; for pictures alone. `units` of the instrument's precision. */
export const plotPrice = (units: bigint, precision: number): number => Number(units) / 10 ** precision

/** A number of a chart as decimal text. */
export const plotText = (value: number, decimals: number): string => value.toFixed(decimals)
