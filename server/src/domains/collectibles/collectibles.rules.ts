import { bidStepUnits, type AuctionState } from '@evenhand/proofs/collectibles/auction.ts'
import { charityPayoutDays } from '@evenhand/protocol/charities.ts'
import { bidStep, type CollectibleFunds } from '@evenhand/protocol/collectibles.ts'
import { dayMs, secondMs } from '@evenhand/protocol/durations.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { Item } from './collectibles.deps.ts'

/** The calls under which idempotency keys are kept. */
export const keyRoutes = { bid: 'bidNft', buy: 'buyNft', offer: 'offerNft', buyResold: 'buyResoldNft' } as const

/** An end is settled so long after it, so that a bid that came in time and waited for others is still decided. */
export const settleGraceMs = 2 * secondMs
/** Bids were not taken for longer than this: the installation was stopped. */
export const stoppedMs = 60 * secondMs
export const payoutMs = charityPayoutDays * dayMs

/** A billion USDT: no price or bid is above it. */
const maxPrice = 1_000_000_000_000_000n
/** Whether an amount is one that may be bid or offered: whole steps, above zero, within bounds. */
const isPrice = (units: bigint): boolean => units > 0n && units <= maxPrice && units % bidStepUnits === 0n
/** Refuses 10016, with the step and the highest there is, an amount that is no price. */
export function mustBePrice(units: bigint): void {
  if (!isPrice(units)) throw refuse('amountWrong', { step: bidStep, max: usdtText(maxPrice) })
}

/** The number of a purchase as customers know it. */
export const saleNo = (orderNo: bigint): string => `NF${orderNo.toString().padStart(9, '0')}`

export const usdtText = (units: bigint): string => moneyText({ asset: 'USDT', units })
export const usdtTextOrNull = (units: bigint | null): string | null => (units === null ? null : usdtText(units))

/** The assets of the ledger that a sale is paid from. */
export const assetOfFunds = { REAL: 1, LOAN: 3 } as const satisfies Record<CollectibleFunds, 1 | 3>
export const fundsOfAsset = (asset: 1 | 3): CollectibleFunds => (asset === 3 ? 'LOAN' : 'REAL')

/** What everybody calls a bidder: a number, in the order of first bids. */
export const maskedBidder = (no: number): string => `#${no}`

/** An auction as the rules take it; undefined where it has no times yet. `ceiling` is the leader's maximum. */
export function auctionOf(item: Item, ceiling: bigint | null): AuctionState | undefined {
  const { startPrice, price, startAt, endAt, extendedCount, currentBid, leader } = item
  if (startPrice === null || startAt === null || endAt === null) return undefined
  return { startPrice, buyNow: price, startAt, endAt, extendedCount, current: currentBid, leader, ceiling }
}
