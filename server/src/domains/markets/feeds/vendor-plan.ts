import type { MarketType } from '@evenhand/protocol/markets.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** What an operator's contract with a vendor carries. Free contracts carry few symbols, and a vendor refuses the rest. */
export type VendorPlan = {
  /** Most symbols at one time; Infinity where the contract sets no bound. */
  readonly symbols: number
  /** The instruments to spend them on; without it the largest of the vendor's main market are taken. */
  readonly codes?: readonly string[]
}

/**
 * Whether a plan carries an instrument. Without a bound it carries all the vendor has; with one it carries the instruments
 * that were named, or else the first of the main market by rank, and nothing of the others.
 */
export function carries(plan: VendorPlan, main: MarketType, { code, type, rank }: Instrument): boolean {
  if (plan.codes !== undefined) return plan.codes.slice(0, plan.symbols).includes(code)
  return plan.symbols === Infinity || (type === main && rank <= plan.symbols)
}
