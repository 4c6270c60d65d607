import { hourMs } from '@evenhand/protocol/durations.ts'
import { mulDiv } from '@evenhand/protocol/money.ts'
import { completedDays, dailyYield, maturesAt, type Subscription } from './accrual.ts'

/** What leaving comes to, smallest units of USDT. */
export type EarlyExit = {
  readonly completedDays: number
  /** Yields of completed days, which stay paid; none within the free hours. */
  readonly yieldPaid: bigint
  readonly penalty: bigint
  /** Principal less the penalty. */
  readonly returned: bigint
  /** What was set aside for days that do not come any more. */
  readonly released: bigint
}

/**
 * Leaving a plan at a time before its end: free within the cooling hours, without a yield; after them penalty = principal ×
 * penaltyRate × (days − completedDays) ÷ days, rounded up. Throws a RangeError from its end on: nothing is left early then.
 */
export function earlyExit(subscription: Subscription, at: number): EarlyExit {
  const { principal, terms, subscribedAt } = subscription
  if (at >= maturesAt(subscription)) throw new RangeError('a plan that has ended')
  const done = completedDays(subscription, at)
  const left = terms.days - done
  const isFree = at < subscribedAt + terms.coolingHours * hourMs
  const penalty = isFree
    ? 0n
    : mulDiv(principal * terms.penaltyPpm, BigInt(left), 1_000_000n * BigInt(terms.days), 'ceil')
  const each = dailyYield(subscription)
  return {
    completedDays: done,
    yieldPaid: each * BigInt(done),
    penalty,
    returned: principal - penalty,
    released: each * BigInt(left),
  }
}
