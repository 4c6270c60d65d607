import { parseUnits } from '@evenhand/protocol/money.ts'
import type { Canonical } from '../canonical.ts'

/**
 * An open position as its account's close-out finds it: profit less financing, smallest units of USDT, at the newest tick of
 * its instrument.
 */
export type Valuation = {
  readonly id: string
  readonly seq: number
  /** Epoch milliseconds. */
  readonly ts: number
  readonly result: bigint
}

/** The one that closes first: the largest loss; of equal ones the first, in the order of opening. At least one valuation. */
export function largestLoss(valuations: readonly Valuation[]): Valuation {
  const [first, ...others] = valuations
  if (first === undefined) throw new RangeError('an account without a position has no loss')
  let largest = first
  for (const one of others) if (one.result < largest.result) largest = one
  return largest
}

/** The valuations that a record of a close-out states; undefined where it states none, or what are none. */
export function valuationsIn(value: Canonical | undefined): readonly Valuation[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const valuations = value.flatMap((item: Canonical): Valuation[] => {
    const { id, seq, ts, result } = (item ?? {}) as Record<string, Canonical>
    const amount = parseUnits(result, 6)
    if (typeof id !== 'string' || typeof seq !== 'number' || typeof ts !== 'number' || amount === undefined) return []
    return [{ id, seq, ts, result: amount }]
  })
  return valuations.length === value.length ? valuations : undefined
}
