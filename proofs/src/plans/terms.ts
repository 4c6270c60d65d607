import { canonicalList } from '../canonical.ts'
import type { Crypto, Hex } from '../crypto.ts'

/** Terms that a plan is subscribed under and keeps to its end; rates in millionths. */
export type PlanTerms = {
  readonly days: number
  /** Yield of 24 hours, millionths of the principal: 110 is 0.011 %. */
  readonly dailyPpm: bigint
  /** What leaving early costs with all days ahead, millionths of the principal: 2 000 is 0.20 %. */
  readonly penaltyPpm: bigint
  /** Hours from the subscription in which leaving is free. */
  readonly coolingHours: number
}

/** Above this yield of a day a plan needs the signed reason of the board (0.03 %), and no penalty is above 2 %. */
export const highDailyPpm = 300n
export const maxPenaltyPpm = 20_000n

/** The yield of a year as it is displayed: 365 days, without compounding; millionths. */
export const yearlyPpm = ({ dailyPpm }: Pick<PlanTerms, 'dailyPpm'>): bigint => dailyPpm * 365n

/** The hash of what a position of a product keeps: SHA-256 of the written form of the product's id and its terms. */
export const planTermsHash = (
  productId: string,
  { days, dailyPpm, penaltyPpm, coolingHours }: PlanTerms,
  crypto: Pick<Crypto, 'sha256'>,
): Hex => crypto.sha256(canonicalList(['evenhand.plan.1', productId, days, dailyPpm, penaltyPpm, coolingHours]))
