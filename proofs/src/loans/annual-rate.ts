import { interestAtTerm } from './interest.ts'
import type { LoanTerms } from './terms.ts'

/** Decimals to which the root is taken before it is rounded. */
const scale = 10n ** 10n

/**
 * Annual rate of a loan that is repaid at its term, hundredths of a per cent, half-even: (repay ÷ amount)^(365 ÷ days) − 1
 * in whole numbers, so that every machine has the same.
 */
export function annualRateBps(principal: bigint, terms: LoanTerms): bigint {
  const repay = principal + interestAtTerm(principal, terms)
  const power = BigInt(terms.days)
  const [whole, part] = [repay ** 365n, principal ** 365n]
  // The largest root with (root / scale)^days ≤ (repay / principal)^365; interest is at most the principal of a term.
  let [low, high] = [scale, scale * 2n ** BigInt(Math.ceil(365 / terms.days))]
  const bound = whole * scale ** power
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** power * part <= bound) low = middle
    else high = middle
  }
  const bps = scale / 10_000n
  const rest = (low - scale) % bps
  const floor = (low - scale) / bps
  return rest * 2n > bps || (rest * 2n === bps && floor % 2n === 1n) ? floor + 1n : floor
}
