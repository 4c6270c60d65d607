/** In what steps a price moves and how far, in units of the instrument's precision. */
export type Grain = {
  readonly step: number
  /** Standard deviation of its move over a minute. */
  readonly deviation: number
}
/** A price at a time in epoch milliseconds; units that plain numbers hold exactly. */
export type PriceAt = { readonly ts: number; readonly price: number }

/** The step must be under a tenth of the standard deviation over the term of an option. */
const maxOfDeviation = 0.1
const termMs = 60_000
/** A price of a minute later may be so much older, as an exit may. */
const exitAgeMs = 5_000
/** Fewer moves or minutes than this show nothing. */
const fewestMoves = 10
const fewestMinutes = 100
/** What share of moves must be multiples of a step for it to be the step. */
const shareOfMoves = 0.75
const rootOfTwoPi = Math.sqrt(2 * Math.PI)

/**
 * The largest step of 1, 2, 5 or 25 times a power of ten of which three moves of four are multiples; 1 where there is no
 * other, undefined where there are too few moves. The fourth is left to prices between two steps, as a median of sources has.
 */
export function stepOf(prices: readonly number[]): number | undefined {
  const moves = prices.flatMap((price, index) => {
    const move = Math.abs(price - (prices[index - 1] ?? price))
    return move === 0 ? [] : [move]
  })
  if (moves.length < fewestMoves) return undefined
  const isStep = (step: number): boolean =>
    moves.filter((move) => move % step === 0).length >= shareOfMoves * moves.length
  let found = 1
  for (let power = 1; power < Number.MAX_SAFE_INTEGER / 25 && isStep(power); power *= 10)
    for (const times of [1, 2, 5, 25]) if (isStep(times * power)) found = Math.max(found, times * power)
  return found
}

/**
 * The grain of a record, oldest price first; undefined where it is too short. A price that moves in steps of s stands after a
 * minute where it stood with a probability of s ÷ (σ√(2π)): a record that returns to the same price more often than its
 * decimals suggest moves in coarser steps than they suggest, and that step counts.
 */
export function grainOf(record: readonly PriceAt[]): Grain | undefined {
  let minutes = 0
  let equal = 0
  let squares = 0
  let exit = 0
  for (const [index, { ts, price }] of record.entries()) {
    const until = ts + termMs
    exit = Math.max(exit, index)
    while ((record[exit + 1]?.ts ?? Infinity) <= until) exit += 1
    const last = record[exit] as PriceAt
    if (last.ts < until - exitAgeMs) continue
    minutes += 1
    if (last.price === price) equal += 1
    squares += (last.price - price) ** 2
  }
  if (minutes < fewestMinutes) return undefined
  const deviation = Math.sqrt(squares / minutes)
  const byEquals = (equal / minutes) * rootOfTwoPi * deviation
  return { step: Math.max(stepOf(record.map(({ price }) => price)) ?? 1, byEquals), deviation }
}

/**
 * The seconds that the term of an option must exceed for the step to be small against the price's movement over it, which
 * grows with the square root of time. Infinity where the price does not move.
 */
export const termFloorOf = ({ step, deviation }: Grain): number =>
  deviation > 0 ? (termMs / 1000) * (step / (maxOfDeviation * deviation)) ** 2 : Infinity
