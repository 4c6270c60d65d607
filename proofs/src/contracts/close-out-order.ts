import { parseUnits } from '@evenhand/protocol/money.ts'
import type { Canonical } from '../canonical.ts'

/**
 * An open position as its account's close-out finds it: profit less financing, smallest units of USDT, at the newest tick of
 * its instrument.
 */
export type Standing = {
  readonly id: string
  readonly seq: number
  /** Epoch milliseconds. */
  readonly ts: number
  readonly result: bigint
}

/** The one that closes first: the largest loss; of equal ones the first, in the order of opening. At least one standing. */
export function largestLoss(standings: readonly Standing[]): Standing {
  const [first, ...others] = standings
  if (first === undefined) throw new RangeError('an account without a position has no loss')
  let largest = first
  for (const one of others) if (one.result < largest.result) largest = one
  return largest
}

/** The standings that a record of a close-out states; undefined where it states none, or what are none. */
export function standingsIn(value: Canonical | undefined): readonly Standing[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const standings = value.flatMap((item: Canonical): Standing[] => {
    const { id, seq, ts, result } = (item ?? {}) as Record<string, Canonical>
    const amount = parseUnits(result, 6)
    if (typeof id !== 'string' || typeof seq !== 'number' || typeof ts !== 'number' || amount === undefined) return []
    return [{ id, seq, ts, result: amount }]
  })
  return standings.length === value.length ? standings : undefined
}
