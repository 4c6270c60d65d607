import { isNumber } from './figure-value.ts'

/** How market orders were filled against the price that was seen; distances in hundredths of a per cent, positive: worse. */
export type Slippage = { orders: number; mean: number; low: number; high: number; counts: number[] }
/** Close-outs of a UTC day, and what was paid beyond balances, in smallest units of USDT; `house`: of that by the capital. */
export type CloseOutDay = { day: number; positions: number; accounts: number; paid: bigint; house: bigint }

/** Ends of the ranges on either side of none, hundredths of a per cent; the last has no end. */
export const rangeEnds = [0.5, 1, 2, 5, 10] as const
const ranges = 2 * (rangeEnds.length + 1) + 1
const units = /^\d{1,30}$/

/** The figure `contractSlippage`; undefined where there is none yet, or one that is not understood. */
export function slippageIn(value: string | null): Slippage | undefined {
  const read: unknown = value === null ? null : JSON.parse(value)
  if (typeof read !== 'object' || read === null) return undefined
  const { orders, mean, low, high, counts } = read as Record<string, unknown>
  if (!isNumber(orders) || !isNumber(mean) || !isNumber(low) || !isNumber(high)) return undefined
  if (!Array.isArray(counts) || counts.length !== ranges || !counts.every(isNumber)) return undefined
  return { orders, mean, low, high, counts }
}

/** The figure `contractCloseOuts` as the days up to `today` (since 1970), one each; undefined where there is no figure. */
export function closeOutDaysIn(value: string | null, { today, days }: { today: number; days: number }) {
  const read: unknown = value === null ? null : JSON.parse(value)
  if (!Array.isArray(read)) return undefined
  const known = new Map<unknown, unknown[]>(
    (read as unknown[]).filter(Array.isArray).map((row: unknown[]) => [row[0], row]),
  )
  return Array.from({ length: days }, (_, at): CloseOutDay => {
    const day = today - days + 1 + at
    const [, positions, accounts, paid, house] = known.get(day) ?? []
    const amount = (text: unknown): bigint => (typeof text === 'string' && units.test(text) ? BigInt(text) : 0n)
    return {
      day,
      positions: isNumber(positions) ? positions : 0,
      accounts: isNumber(accounts) ? accounts : 0,
      paid: amount(paid),
      house: amount(house),
    }
  })
}
