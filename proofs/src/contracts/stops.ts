import { mulDiv } from '@evenhand/protocol/money.ts'
import { unitScale } from './classes.ts'
import type { QuoteRate, Side, Sides } from './price.ts'

/** Prices in units of the instrument's precision; null where the switch is off. */
export type Stops = { readonly stopLoss: bigint | null; readonly takeProfit: bigint | null }
export type StopsRefusal = 'stopLossUnreasonable' | 'takeProfitUnreasonable' | 'stopAndTakeUnreasonable'

/** Bounds of what is allowed, both included, in units of the price; null where there is none on that side. */
export type StopsBounds = {
  readonly stopLoss: { readonly from: bigint | null; readonly to: bigint | null }
  readonly takeProfit: { readonly from: bigint | null; readonly to: bigint | null }
}

type StopsContext = {
  readonly side: Side
  readonly sides: Sides
  /** Close-out price of the position; null where no price closes it out. */
  readonly closeOut: bigint | null
}

/**
 * BUY: closeOutPrice < SL < bid and TP > ask; SELL: ask < SL < closeOutPrice and TP < bid; each at least two half-spreads
 * (ask − bid) away from the side it is compared with. Prices are positive.
 */
export function stopsBounds({ side, sides, closeOut }: StopsContext): StopsBounds {
  const gap = sides.ask - sides.bid > 0n ? sides.ask - sides.bid : 1n
  if (side === 'BUY') {
    return {
      stopLoss: { from: closeOut === null ? 1n : closeOut + 1n, to: sides.bid - gap },
      takeProfit: { from: sides.ask + gap, to: null },
    }
  }
  return {
    stopLoss: { from: sides.ask + gap, to: closeOut === null ? null : closeOut - 1n },
    takeProfit: { from: 1n, to: sides.bid - gap },
  }
}

const within = (price: bigint, { from, to }: StopsBounds['stopLoss']): boolean =>
  (from === null || price >= from) && (to === null || price <= to)

/** The key of the refusal, null where both may stand: one of the two is unreasonable, or both are. */
export function refusedStops(stops: Stops, context: StopsContext): StopsRefusal | null {
  const bounds = stopsBounds(context)
  const isStopWrong = stops.stopLoss !== null && !within(stops.stopLoss, bounds.stopLoss)
  const isTakeWrong = stops.takeProfit !== null && !within(stops.takeProfit, bounds.takeProfit)
  if (isStopWrong && isTakeWrong) return 'stopAndTakeUnreasonable'
  if (isStopWrong) return 'stopLossUnreasonable'
  return isTakeWrong ? 'takeProfitUnreasonable' : null
}

/** Long: SL when bid ≤ SL, TP when bid ≥ TP; short mirrored on ask. A stop comes before a target. */
export function triggeredStop(side: Side, sides: Sides, { stopLoss, takeProfit }: Stops): 'SL' | 'TP' | null {
  if (side === 'BUY') {
    if (stopLoss !== null && sides.bid <= stopLoss) return 'SL'
    return takeProfit !== null && sides.bid >= takeProfit ? 'TP' : null
  }
  if (stopLoss !== null && sides.ask >= stopLoss) return 'SL'
  return takeProfit !== null && sides.ask <= takeProfit ? 'TP' : null
}

type StopScale = {
  readonly side: Side
  readonly open: bigint
  readonly units: bigint
  readonly precision: number
  readonly rate: QuoteRate
}

/** A distance from the opening price, in units of the price: a positive one is in the customer's favour. */
export const priceAtDistance = ({ side, open }: Pick<StopScale, 'side' | 'open'>, distance: bigint): bigint =>
  side === 'BUY' ? open + distance : open - distance
export const distanceOfPrice = ({ side, open }: Pick<StopScale, 'side' | 'open'>, price: bigint): bigint =>
  side === 'BUY' ? price - open : open - price

/**
 * The price at which a position has this profit before fees (smallest units of USDT, negative for a loss): of the prices
 * of the grid the last one at which `profitOf` is not below the money, so that a stop never loses more than was entered.
 */
export function priceAtMoney(scale: StopScale, money: bigint): bigint {
  const divisor = scale.rate.denominator * 10n ** BigInt(unitScale + scale.precision - 6)
  return priceAtDistance(scale, mulDiv(money, divisor, scale.units * scale.rate.numerator, 'ceil'))
}
