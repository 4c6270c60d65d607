import { mulDiv } from '@evenhand/protocol/money.ts'

/** Share of the fair value that an early sale keeps, in hundredths: 1 − 0.02. */
const keptPercent = 98n
const ppm = 1_000_000n
/** 0.01 USDT in smallest units. */
const cent = 10_000n
const lowestP = 0.02
const highestP = 0.98
/** A verifier accepts a probability that differs by this many millionths: ln, exp and erf are not bit-equal in all engines. */
export const toleratedPpm = 1n

export type EarlySale = {
  /** S and K in units of the instrument's precision. */
  readonly S: bigint
  readonly K: bigint
  /** Seconds until T. */
  readonly tau: number
  /** Volatility per √second, as its decimal text: the form in which receipts carry it. */
  readonly sigma: string
  readonly direction: 'UP' | 'DOWN'
  /** Smallest units. */
  readonly stake: bigint
  readonly payoutPpm: bigint
}

/**
 * Φ, the standard normal distribution: ½ (1 + erf(x ÷ √2)), by the series ½ + φ(x)(x + x³/3 + x⁵/15 + …)
 * (Marsaglia 2004), exact to 1e-15 for |x| ≤ 6; beyond that it is 0 or 1 to nine decimals.
 */
export function normalCdf(x: number): number {
  if (x !== x) return 0.5
  if (Math.abs(x) > 6) return x > 0 ? 1 : 0
  let term = x
  let sum = x
  for (let k = 3; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= (x * x) / k
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

/** A float probability as millionths, half-even. */
function ppmHalfEven(p: number): bigint {
  const scaled = p * 1e6
  const floor = Math.floor(scaled)
  const rest = scaled - floor
  return BigInt(rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor)
}

/**
 * The probability that the order's direction wins, in millionths: p(UP) = Φ((ln(S ÷ K) − σ²τ ÷ 2) ÷ (σ√τ)), kept
 * within [0.02, 0.98] and rounded half-even to 6 decimals; p(DOWN) = 1 − p(UP). The only code where floats meet a price;
 * what follows is whole numbers again.
 */
export function winProbability(sale: Pick<EarlySale, 'S' | 'K' | 'tau' | 'sigma' | 'direction'>): bigint {
  const sigma = Number(sale.sigma)
  const moved = Math.log(Number(sale.S) / Number(sale.K))
  const spread = sigma * Math.sqrt(sale.tau)
  // A market that does not move makes the quotient ±∞, or 0 ÷ 0 at the strike, for which Φ is ½.
  const up = normalCdf((moved - (spread * spread) / 2) / spread)
  const upPpm = ppmHalfEven(Math.min(highestP, Math.max(lowestP, up)))
  return sale.direction === 'UP' ? upPpm : ppm - upPpm
}

/** stake × (1 + rate) × p × 0.98 in smallest units, half-even to 0.01 USDT. `pPpm` in millionths. */
export const priceAt = (sale: Pick<EarlySale, 'stake' | 'payoutPpm'>, pPpm: bigint): bigint =>
  mulDiv(sale.stake * (ppm + sale.payoutPpm) * pPpm, keptPercent, ppm * ppm * 100n * cent, 'half-even') * cent

/** What an early sale pays: the probability in millionths and the price in smallest units (options.md, early sale). */
export function earlySalePrice(sale: EarlySale): { pPpm: bigint; price: bigint } {
  const pPpm = winProbability(sale)
  return { pPpm, price: priceAt(sale, pPpm) }
}
