import { dayMs } from '@evenhand/protocol/durations.ts'
import { mulDiv } from '@evenhand/protocol/money.ts'
import type { PlanTerms } from './terms.ts'

/** A subscription: its principal in smallest units of USDT, and when it began, epoch milliseconds. */
export type Subscription = { readonly principal: bigint; readonly subscribedAt: number; readonly terms: PlanTerms }

const onePpm = 1_000_000n

/** Yield of each day, smallest units: floor(principal · dailyRate). */
export const dailyYield = ({ principal, terms }: Pick<Subscription, 'principal' | 'terms'>): bigint =>
  mulDiv(principal, terms.dailyPpm, onePpm, 'floor')

/** All yields of a subscription, which are set aside when it begins. */
export const wholeYield = (subscription: Pick<Subscription, 'principal' | 'terms'>): bigint =>
  dailyYield(subscription) * BigInt(subscription.terms.days)

/** When the n-th yield is due, n from 1: the n-th multiple of 24 hours, whatever clocks on walls do. */
export const dueAt = ({ subscribedAt }: Pick<Subscription, 'subscribedAt'>, n: number): number =>
  subscribedAt + n * dayMs

/** Whole 24-hour periods from the subscription until `at`, at most its days. */
export const completedDays = ({ subscribedAt, terms }: Subscription, at: number): number =>
  Math.min(terms.days, Math.max(0, Math.floor((at - subscribedAt) / dayMs)))

/** When it ends and its principal returns, with the last yield. */
export const maturesAt = (subscription: Subscription): number => dueAt(subscription, subscription.terms.days)

/** When the next yield is due at `at`; null from its end on. */
export function nextEarningAt(subscription: Subscription, at: number): number | null {
  const next = completedDays(subscription, at) + 1
  return next > subscription.terms.days ? null : dueAt(subscription, next)
}
