import type { TickRecord } from './settle.ts'

const lambda = 0.94
const stepMs = 10_000
const spanMs = 30 * 60_000

/** Where the ticks begin that a volatility at `at` needs, epoch milliseconds: 30 minutes, and 5 s for the first price. */
export const volatilityFrom = (at: number): number => at - spanMs - 5_000

/**
 * σ per √second at the time `at`, as decimal text of 12 significant digits: the root of the EWMA (λ = 0.94) of squared
 * 10-second log returns over the 30 minutes before, oldest first, divided by √10. A price of a moment is the last tick,
 * not late, at or before it; `ticks` in order of seq. "0" when there are no two prices. Floats: this is a statistic, and
 * its text, not the float, enters the price.
 */
export function volatilityAt(at: number, ticks: readonly TickRecord[]): string {
  const inTime = ticks.filter((tick) => !tick.late)
  let next = 0
  let price: number | undefined
  let before: number | undefined
  let variance: number | undefined
  for (let moment = at - spanMs; moment <= at; moment += stepMs) {
    for (; next < inTime.length && (inTime[next] as TickRecord).ts <= moment; next += 1) {
      price = Number((inTime[next] as TickRecord).price)
    }
    if (price !== undefined && before !== undefined) {
      const squared = Math.log(price / before) ** 2
      variance = variance === undefined ? squared : lambda * variance + (1 - lambda) * squared
    }
    before = price
  }
  return sigmaText(Math.sqrt((variance ?? 0) / 10))
}

/** A float as plain decimal text of 12 significant digits, without an exponent. */
function sigmaText(sigma: number): string {
  if (!(sigma > 0)) return '0'
  const [digits = '0', exponent = '0'] = sigma.toExponential(11).split('e')
  const plain = digits.replace('.', '')
  const shift = Number(exponent)
  if (shift >= 0) return '0'.repeat(0) + sigma.toPrecision(12)
  return `0.${'0'.repeat(-shift - 1)}${plain}`.replace(/0+$/, '')
}
