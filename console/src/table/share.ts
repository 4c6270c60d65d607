import { scaled } from './scaled.ts'

/** What a part is of a whole, in per cent with one decimal, from 0 to 100; both decimal text. */
export function shareOf(part: string, whole: string): number {
  const total = scaled(whole)
  if (total <= 0n) return 0
  const share = Number((scaled(part) * 1000n) / total) / 10
  return Math.min(100, Math.max(0, share))
}

/** The largest of some amounts; decimal text. */
export const largestOf = (amounts: readonly string[]): string =>
  amounts.reduce((largest, one) => (scaled(one) > scaled(largest) ? one : largest), '0')
