import type { Subscription } from '@evenhand/proofs/plans/accrual.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { formatUnits, moneyText } from '@evenhand/protocol/money.ts'
import type { Position, Product } from './plans.deps.ts'

/** The calls under which idempotency keys are kept. */
export const keyRoutes = { buy: 'buySmart', exit: 'exitSmart' } as const

/** The number of a position as customers know it. */
export const planNo = (orderNo: bigint): string => `PL${orderNo.toString().padStart(9, '0')}`

export const usdtText = (units: bigint): string => moneyText({ asset: 'USDT', units })

/** Millionths as per cent: 110 is `0.0110`. */
export const percentText = (ppm: bigint): string => formatUnits(ppm, 4)

/** A position as the rules of accrual and exit take it. */
export const subscriptionOf = ({ principal, startedAt, terms }: Position): Subscription => ({
  principal,
  subscribedAt: startedAt,
  terms,
})

/** The time that counts for a position: now, but never before what was paid, however a clock was set. */
export const timeOf = ({ startedAt, paidDays }: Position, now: number): number =>
  Math.max(now, startedAt + paidDays * dayMs)

/** The largest principal whose whole yield a reserve with so much free can set aside. */
export function coveredBy(free: bigint, { days, dailyPpm }: Product['terms']): bigint {
  const daily = free / BigInt(days)
  return ((daily + 1n) * 1_000_000n - 1n) / dailyPpm
}

/** What can still be subscribed of a product: the lesser of its capacity left and what the free reserve covers. */
export function leftOf(product: Product, reserveFree: bigint): bigint {
  const capacity = product.capacity - product.sold
  const covered = coveredBy(reserveFree, product.terms)
  return capacity < covered ? capacity : covered
}
