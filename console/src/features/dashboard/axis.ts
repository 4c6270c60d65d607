const steps = [1, 2, 2.5, 5, 10]

/** The round number that an axis ends at: the smallest of 1, 2, 2.5, 5 × 10ⁿ that is not below a value ≥ 0; 0 for 0. */
export function axisEnd(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  const step = steps.find((one) => one * power >= value) ?? 10
  return step * power
}
