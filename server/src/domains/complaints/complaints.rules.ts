import { complaintBusinessDays, luhnDigit } from '@evenhand/protocol/complaints.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

// The first day of the epoch was a Thursday.
const weekdayOf = (day: number): number => (day + 4) % 7
const isBusinessDay = (day: number): boolean => weekdayOf(day) !== 0 && weekdayOf(day) !== 6

/** The last millisecond (UTC) of the last business day after that of a complaint. Epoch milliseconds; holidays are no excuse. */
export function dueAfter(receivedAt: number): number {
  let day = Math.floor(receivedAt / dayMs)
  for (let left = complaintBusinessDays; left > 0;) {
    day += 1
    if (isBusinessDay(day)) left -= 1
  }
  return (day + 1) * dayMs - 1
}

/** The number of a complaint, from the next of its sequence: with the digit that finds one misheard. */
export const numbered = (sequence: bigint): bigint => sequence * 10n + BigInt(luhnDigit(sequence.toString()))

/** The number as it is quoted. */
export const noText = (no: bigint): string => `C${no}`
/** A number as the database has it; undefined where its check digit is wrong. */
export function noOf(text: string): bigint | undefined {
  const digits = text.slice(1)
  const isWhole = luhnDigit(digits.slice(0, -1)) === (digits.codePointAt(digits.length - 1) ?? 0) - 48
  return isWhole ? BigInt(digits) : undefined
}
