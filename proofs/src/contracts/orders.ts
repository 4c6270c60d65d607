import type { ContractInstrument } from './classes.ts'
import { openingPrice, pipOf, type Side, type Sides } from './price.ts'

export type PendingType = 'LIMIT' | 'STOP'

/**
 * Whether a tick triggers a pending order. A limit buys at ask ≤ price and sells at bid ≥ price, a stop buys at
 * ask ≥ price and sells at bid ≤ price. It fills at the side of that tick, better or worse than its price alike.
 */
export function isTriggered(order: { type: PendingType; side: Side; price: bigint }, sides: Sides): boolean {
  const price = openingPrice(order.side, sides)
  const isBelow = (order.type === 'LIMIT') === (order.side === 'BUY')
  return isBelow ? price <= order.price : price >= order.price
}

/** Whether a pending order waits on the right side of the market; one that would fill at once is a market order. */
export const isPendingPrice = (order: { type: PendingType; side: Side; price: bigint }, sides: Sides): boolean =>
  order.price > 0n && !isTriggered(order, sides)

/** Good till cancelled, or until a moment that is over (epoch milliseconds). */
export const isExpired = (expiresAt: number | null, now: number): boolean => expiresAt !== null && expiresAt <= now

/** How much worse the fill is than the price seen, in units of the price; negative where it is better. */
export const slippageOf = (side: Side, seen: bigint, filled: bigint): bigint =>
  side === 'BUY' ? filled - seen : seen - filled

/** Whether a fill is beyond the optional bound in pips. What is better passes, however far. */
export const isBeyondSlippage = (
  instrument: ContractInstrument,
  params: { readonly side: Side; readonly seen: bigint; readonly filled: bigint; readonly maxPips: bigint | null },
): boolean =>
  params.maxPips !== null && slippageOf(params.side, params.seen, params.filled) > params.maxPips * pipOf(instrument)
