import { dayMs } from '@evenhand/protocol/durations.ts'
import { moneyText, parseUnits } from '@evenhand/protocol/money.ts'

/** An instalment as it is typed: its day in UTC, `2026-12-27`, and its amount in USDT. */
export type TypedInstalment = { readonly day: string; readonly amount: string }

const usdtText = (units: bigint): string => moneyText({ asset: 'USDT', units })
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day in UTC so many days after a time. */
export const dayAfter = (ms: number, days: number): string => dayText(ms + days * dayMs)

/**
 * What is owed in equal parts of whole hundredths, the rest with the last one; from a day on, so many days apart. A day that
 * is none gives parts without days. Throws a RangeError for what is no amount.
 */
export function splitOwed({
  owed,
  count,
  first,
  every,
}: {
  owed: string
  count: number
  first: string
  every: number
}): TypedInstalment[] {
  const units = parseUnits(owed, 6)
  if (units === undefined) throw new RangeError('what is owed is no amount')
  const cent = 10_000n
  const part = (units / BigInt(count) / cent) * cent
  const from = Date.parse(`${first}T00:00:00Z`)
  return Array.from({ length: count }, (_, at) => ({
    day: Number.isNaN(from) ? '' : dayText(from + at * every * dayMs),
    amount: usdtText(at === count - 1 ? units - part * BigInt(count - 1) : part),
  }))
}

/** What of the sum owed the instalments leave out, smallest units of USDT; below zero where they are too much. */
export function unspread(owed: string, instalments: readonly TypedInstalment[]): bigint | undefined {
  const amounts = [owed, ...instalments.map(({ amount }) => amount)].map((text) => parseUnits(text.trim(), 6))
  const [whole, ...parts] = amounts
  if (whole === undefined || parts.some((units) => units === undefined || units <= 0n)) return undefined
  return parts.reduce<bigint>((left, units) => left - (units ?? 0n), whole)
}

/** Two amounts of USDT together; empty for what is no amount. */
export function sumOf(one: string, other: string): string {
  const [a, b] = [parseUnits(one, 6), parseUnits(other, 6)]
  return a === undefined || b === undefined ? '' : usdtText(a + b)
}
