import { highDailyPpm, maxPenaltyPpm, type PlanTerms } from './terms.ts'

const usdt = 1_000_000n
/** The longest term in days, and the highest yield of a day that even a board may sign (1 %), millionths. */
export const longestDays = 3650
export const maxDailyPpm = 10_000n

/** What a product is offered as; amounts in smallest units of USDT. */
export type OfferedProduct = {
  readonly terms: PlanTerms
  readonly min: bigint
  readonly max: bigint
  readonly capacity: bigint
  /** Whether the board has signed a reason for it. */
  readonly hasBoardReason: boolean
}

/** What a product may not be offered for; undefined where its values hold. */
export type ProductProblem = 'days' | 'dailyRate' | 'penaltyRate' | 'min' | 'max' | 'capacity' | 'yield' | 'boardReason'

/**
 * The first value of a product that is out of bounds: its term, a yield above what even the board may sign, a penalty above
 * 2 %, an amount or capacity that do not follow each other, a least amount that earns nothing in a day, and a yield above
 * 0.03 % a day without a reason of the board, or a reason that none needs.
 */
export function productProblem({
  terms,
  min,
  max,
  capacity,
  hasBoardReason,
}: OfferedProduct): ProductProblem | undefined {
  const { days, dailyPpm, penaltyPpm } = terms
  if (days < 1 || days > longestDays) return 'days'
  if (dailyPpm < 1n || dailyPpm > maxDailyPpm) return 'dailyRate'
  if (penaltyPpm < 0n || penaltyPpm > maxPenaltyPpm) return 'penaltyRate'
  if (min <= 0n) return 'min'
  if (max < min) return 'max'
  if (capacity < max) return 'capacity'
  if (min * dailyPpm < usdt) return 'yield'
  return dailyPpm > highDailyPpm === hasBoardReason ? undefined : 'boardReason'
}
