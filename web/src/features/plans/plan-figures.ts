import { dailyYield, dueAt, wholeYield, type Subscription } from '@evenhand/proofs/plans/accrual.ts'
import { earlyExit } from '@evenhand/proofs/plans/early-exit.ts'
import type { PlanTerms } from '@evenhand/proofs/plans/terms.ts'
import type { PlanPosition, PlanProduct } from '@evenhand/protocol/plans.ts'
import { ppmOf, usdtUnits } from '../../lib/usdt.ts'

type Rates = { days: number; dailyRate: string; penaltyRate: string; coolingHours: number }

const termsOf = ({ days, dailyRate, penaltyRate, coolingHours }: Rates): PlanTerms => ({
  days,
  dailyPpm: ppmOf(dailyRate),
  penaltyPpm: ppmOf(penaltyRate),
  coolingHours,
})

/** The terms that a product offers, for the arithmetic of `proofs`. */
export const termsOfProduct = ({ earlyExit: leaving, ...product }: PlanProduct): PlanTerms =>
  termsOf({ ...product, ...leaving })

/** A position as the arithmetic of `proofs` takes it. */
export const subscriptionOf = (plan: PlanPosition): Subscription => ({
  principal: usdtUnits(plan.principal),
  subscribedAt: plan.startAt,
  terms: termsOf(plan),
})

/** What a principal comes to under terms, smallest units of USDT. */
export type PlanFigures = { readonly daily: bigint; readonly whole: bigint; readonly back: bigint }

export function figuresOf(terms: PlanTerms, principal: bigint): PlanFigures {
  const whole = wholeYield({ principal, terms })
  return { daily: dailyYield({ principal, terms }), whole, back: principal + whole }
}

/** What leaving as soon as a day is complete comes to; `net` is what is gained or lost in all. */
export type Leaving = {
  readonly day: number
  readonly penalty: bigint
  readonly kept: bigint
  readonly returned: bigint
  readonly net: bigint
}

/** Leaving after 0 (at once), 1, … all days of a plan. The last is its end, when nothing is left early. */
export function leavings(terms: PlanTerms, principal: bigint): readonly Leaving[] {
  const subscription = { principal, subscribedAt: 0, terms }
  return Array.from({ length: terms.days + 1 }, (_, day) => {
    if (day === terms.days) {
      const kept = wholeYield(subscription)
      return { day, penalty: 0n, kept, returned: principal, net: kept }
    }
    const { penalty, yieldPaid, returned } = earlyExit(subscription, dueAt(subscription, day))
    return { day, penalty, kept: yieldPaid, returned, net: yieldPaid - penalty }
  })
}

/** The first day from which leaving always returns more than was put in. */
export const firstGain = (all: readonly Leaving[]): number =>
  (all.findLast(({ day, net }) => day > 0 && net < 0n)?.day ?? 0) + 1

/** Why nobody can subscribe to a product now: its operators closed it, its capacity is used up, or the reserve is short. */
export function closedBy(
  product: Pick<PlanProduct, 'isOpen' | 'status' | 'min' | 'capacity' | 'soldAmount'>,
): 'closed' | 'soldOut' | 'noCover' | undefined {
  if (product.isOpen) return undefined
  if (product.status !== 'OPEN') return 'closed'
  const unsold = usdtUnits(product.capacity) - usdtUnits(product.soldAmount)
  return unsold < usdtUnits(product.min) ? 'soldOut' : 'noCover'
}

/** The most bars that a chart of days has. */
const maxBars = 366

/** The days that a chart of a plan has a bar for: each, or of a longer plan every so many and the last. */
export function chartDays(days: number): readonly number[] {
  const step = Math.ceil(days / maxBars)
  return Array.from({ length: Math.ceil(days / step) }, (_, at) => Math.min(days, (at + 1) * step))
}

/** What can be subscribed to a product now, smallest units: its range cut at what is left of it. Undefined where nothing can. */
export function rangeLeft(
  product: Pick<PlanProduct, 'min' | 'max' | 'left'>,
): { min: bigint; max: bigint } | undefined {
  const [min, max, left] = [usdtUnits(product.min), usdtUnits(product.max), usdtUnits(product.left)]
  const top = left < max ? left : max
  return top < min ? undefined : { min, max: top }
}
