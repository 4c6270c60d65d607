import { dailyYield } from '@evenhand/proofs/plans/accrual.ts'
import type { NotificationEvent } from '../notices/index.ts'
import type { Position } from './plans.deps.ts'
import { subscriptionOf, usdtText } from './plans.rules.ts'
import type { NewPosition } from './plans.store.ts'

/** A position has begun. */
export const subscribedNotice = ({ accountId, id, principal }: NewPosition): NotificationEvent => ({
  accountId,
  template: 'plan.subscribed',
  params: { planId: id, amount: usdtText(principal) },
  ref: `plan.subscribed ${id}`,
})

/** A position has ended: by itself, or because its customer left it. */
export function endedNotice(position: Position): NotificationEvent {
  const { accountId, id, principal, penalty, paidDays } = position
  const params = {
    planId: id,
    amount: usdtText(principal),
    earned: usdtText(dailyYield(subscriptionOf(position)) * BigInt(paidDays)),
  }
  return penalty === null
    ? { accountId, template: 'plan.completed', params, ref: `plan.completed ${id}` }
    : {
        accountId,
        template: 'plan.exited',
        params: { ...params, penalty: usdtText(penalty) },
        ref: `plan.exited ${id}`,
      }
}
