import { dayMs, minuteMs } from '@evenhand/protocol/durations.ts'
import { mulDiv } from '@evenhand/protocol/money.ts'

// The rules of an auction, pure: who leads, at what price, and when it ends. Amounts in smallest units of USDT, times in
// epoch milliseconds.

/** 0.01 USDT: the step of every bid and of every price. */
export const bidStepUnits = 10_000n
const oneUsdt = 1_000_000n
/** A bid in the last ten minutes moves the end to ten minutes after it. */
export const extensionMs = 10 * minuteMs
/** No extension leads beyond this after the start. */
export const longestAuctionMs = 30 * dayMs
/** Buying now ends when the bid reaches this part of its price, per cent. */
const buyNowUntilPercent = 80n

export type AuctionState = {
  readonly startPrice: bigint
  /** The price to buy now; null where the auction has none. */
  readonly buyNow: bigint | null
  readonly startAt: number
  /** The effective end. */
  readonly endAt: number
  readonly extendedCount: number
  readonly current: bigint | null
  /** The number of the bidder who leads, and up to what is bid for him. */
  readonly leader: number | null
  readonly ceiling: bigint | null
}

/** What a customer requests: to bid `amount` now, and to be kept ahead up to `ceiling` (at least `amount`). */
export type Bid = {
  readonly bidder: number
  readonly amount: bigint
  readonly ceiling: bigint
  readonly at: number
}
/** A visible bid; `automatic` where a maximum made it. */
export type BidStep = { readonly bidder: number; readonly amount: bigint; readonly automatic: boolean }

const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The smallest bid that follows this one: 5 % more, at least 1 USDT more, rounded up to 0.01 (golden vector V9). */
export function minNextAfter(current: bigint): bigint {
  const share = mulDiv(current, 105n, 100n, 'ceil')
  const next = share > current + oneUsdt ? share : current + oneUsdt
  return mulDiv(next, 1n, bidStepUnits, 'ceil') * bidStepUnits
}

/** The smallest bid that is taken now. */
export const minNextBid = ({ current, startPrice }: Pick<AuctionState, 'current' | 'startPrice'>): bigint =>
  current === null ? startPrice : minNextAfter(current)

/** Whether it can still be bought at its price: until a bid of 80 % of it. */
export const isBuyNowOpen = ({ buyNow, current }: Pick<AuctionState, 'buyNow' | 'current'>): boolean =>
  buyNow !== null && (current === null || current * 100n < buyNow * buyNowUntilPercent)

/** The end after a bid at a time; the only place that moves it. */
export function effectiveEnd({ startAt, endAt }: Pick<AuctionState, 'startAt' | 'endAt'>, bidAt: number): number {
  return Math.max(endAt, Math.min(bidAt + extensionMs, startAt + longestAuctionMs))
}

/**
 * The end of an auction that no customer could bid in from `stoppedAt` to `resumedAt`: where that time reaches into its last ten
 * minutes, ten minutes after bids are taken again. Its own end, where it ended before or goes on long enough.
 */
export function endAfterStop(
  { startAt, endAt }: Pick<AuctionState, 'startAt' | 'endAt'>,
  { stoppedAt, resumedAt }: { stoppedAt: number; resumedAt: number },
): number {
  return endAt <= stoppedAt ? endAt : effectiveEnd({ startAt, endAt }, resumedAt)
}

export type Decided =
  | { readonly taken: false; readonly why: 'ended' | 'notStarted' | 'tooLow' }
  | { readonly taken: true; readonly state: AuctionState; readonly steps: readonly BidStep[] }

/**
 * Decides a bid. Its bidder leads if his maximum is above the leading bidder's; of two alike the earlier one stays. The
 * price rises only as far as it takes: to what follows the lower of the two maxima, or the higher maximum itself. The one
 * who leads may raise his bid, or his maximum alone, and lower neither.
 */
export function decideBid(state: AuctionState, bid: Bid): Decided {
  if (bid.at < state.startAt) return { taken: false, why: 'notStarted' }
  if (bid.at >= state.endAt) return { taken: false, why: 'ended' }
  if (state.leader === bid.bidder && state.ceiling !== null && state.current !== null)
    return raise(state, bid, { ceiling: state.ceiling, current: state.current })
  if (bid.amount < minNextBid(state) || bid.ceiling < bid.amount) return { taken: false, why: 'tooLow' }
  return settled(state, bid, contest(state, bid))
}

function raise(state: AuctionState, bid: Bid, own: { ceiling: bigint; current: bigint }): Decided {
  const onlyCeiling = bid.amount === own.current
  if (bid.ceiling < own.ceiling || bid.ceiling < bid.amount) return { taken: false, why: 'tooLow' }
  if (onlyCeiling && bid.ceiling > own.ceiling)
    return { taken: true, state: { ...state, ceiling: bid.ceiling }, steps: [] }
  if (onlyCeiling || bid.amount < minNextAfter(own.current)) return { taken: false, why: 'tooLow' }
  return settled(state, bid, {
    leader: bid.bidder,
    ceiling: bid.ceiling,
    steps: [{ bidder: bid.bidder, amount: bid.amount, automatic: false }],
  })
}

type Contest = { leader: number; ceiling: bigint; steps: BidStep[] }

function contest({ leader, ceiling }: AuctionState, bid: Bid): Contest {
  const steps: BidStep[] = [{ bidder: bid.bidder, amount: bid.amount, automatic: false }]
  if (leader === null || ceiling === null) return { leader: bid.bidder, ceiling: bid.ceiling, steps }
  const automatic = (bidder: number, amount: bigint): void => void steps.push({ bidder, amount, automatic: true })
  if (bid.ceiling > ceiling) {
    if (bid.amount <= ceiling) {
      automatic(leader, ceiling)
      automatic(bid.bidder, lower(bid.ceiling, minNextAfter(ceiling)))
    }
    return { leader: bid.bidder, ceiling: bid.ceiling, steps }
  }
  if (bid.ceiling > bid.amount) automatic(bid.bidder, bid.ceiling)
  automatic(leader, lower(ceiling, minNextAfter(bid.ceiling)))
  return { leader, ceiling, steps }
}

function settled(state: AuctionState, { at }: Bid, { leader, ceiling, steps }: Contest): Decided {
  const endAt = effectiveEnd(state, at)
  const extendedCount = state.extendedCount + (endAt > state.endAt ? 1 : 0)
  const current = steps.at(-1)?.amount ?? state.current
  return { taken: true, state: { ...state, leader, ceiling, current, endAt, extendedCount }, steps }
}
