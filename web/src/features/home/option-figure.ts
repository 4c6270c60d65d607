import { isNumber } from './figure-value.ts'

/** How decided options came out; money in smallest units of USDT. */
export type OptionResults = {
  orders: number
  won: number
  staked: bigint
  /** What the house earned, and what it earns where either direction is equally likely; negative: it lost. */
  result: bigint
  expected: bigint
  /** How far the result may lie from the expected one by chance: four standard errors. */
  chance: bigint
  isBeyondChance: boolean
}

const units = /^-?\d{1,30}$/
/** So many standard errors from what was expected are no chance any more: one in some ten thousand at most. */
const errors = 4n

const isUnits = (value: unknown): value is string => typeof value === 'string' && units.test(value)
const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)

/** The figure `optionResults`; undefined where there is none yet, or one that is not understood. */
export function optionResultsIn(value: string | null): OptionResults | undefined {
  const read: unknown = value === null ? null : JSON.parse(value)
  if (typeof read !== 'object' || read === null) return undefined
  const { orders, won, staked, result, expected, error } = read as Record<string, unknown>
  if (!isNumber(orders) || !isNumber(won) || orders === 0) return undefined
  if (!isUnits(staked) || !isUnits(result) || !isUnits(expected) || !isUnits(error)) return undefined
  const chance = errors * BigInt(error)
  return {
    orders,
    won,
    staked: BigInt(staked),
    result: BigInt(result),
    expected: BigInt(expected),
    chance,
    isBeyondChance: sizeOf(BigInt(result) - BigInt(expected)) > chance,
  }
}

/** Where the range of chance and the result lie on a line that shows both, in hundredths of its length from its beginning. */
export function positionsOf({ result, expected, chance }: OptionResults): { from: number; to: number; result: number } {
  const ends = [expected - chance, expected + chance, result].map(Number)
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const length = (high - low) * 1.2 || 1
  const positionOf = (value: bigint): number => Math.round(((Number(value) - low) / length + 1 / 12) * 1000) / 10
  return { from: positionOf(expected - chance), to: positionOf(expected + chance), result: positionOf(result) }
}
