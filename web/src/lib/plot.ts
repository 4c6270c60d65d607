import { scaledInteger } from './format.tsx'

const scale = 12

/**
 * Decimal texts → heights between 0 (lowest) and 1 (highest), for drawing. Pixels, not money: the only place where a
 * price becomes a floating-point number, after the exact difference has been taken.
 */
export function heights(texts: readonly string[]): number[] {
  const values = texts.map((text) => scaledInteger(text, scale))
  let low = values[0] ?? 0n
  let high = low
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const span = high - low
  if (span === 0n) return values.map(() => 0.5)
  return values.map((value) => Number(((value - low) * 10_000n) / span) / 10_000)
}
