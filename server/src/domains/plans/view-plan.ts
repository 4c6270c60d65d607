import { dailyYield, dueAt, maturesAt, wholeYield } from '@evenhand/proofs/plans/accrual.ts'
import { highDailyPpm, yearlyPpm } from '@evenhand/proofs/plans/terms.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import type { PlanPosition, PlanProduct } from '@evenhand/protocol/plans.ts'
import type { Position, Product } from './plans.deps.ts'
import { leftOf, percentText, planNo, subscriptionOf, timeOf, usdtText } from './plans.rules.ts'

/** A product as it goes over the wire; `reserveFree`: what the yield reserve has free, smallest units. */
export function viewProduct(product: Product, { lang, reserveFree }: { lang: Lang; reserveFree: bigint }): PlanProduct {
  const { terms } = product
  const left = leftOf(product, reserveFree)
  return {
    id: product.id,
    name: product.names[lang],
    sourceOfYield: product.sources[lang],
    days: terms.days,
    dailyRate: percentText(terms.dailyPpm),
    aprDisplay: percentText(yearlyPpm(terms)),
    isUnusuallyHigh: terms.dailyPpm > highDailyPpm,
    board:
      product.board === null || product.boardReason === null
        ? null
        : { names: product.board, reason: product.boardReason },
    min: usdtText(product.min),
    max: usdtText(product.max),
    capacity: usdtText(product.capacity),
    soldAmount: usdtText(product.sold),
    left: usdtText(left),
    earlyExit: { penaltyRate: percentText(terms.penaltyPpm), coolingHours: terms.coolingHours },
    termsHash: product.termsHash,
    status: product.status,
    isOpen: product.status === 'OPEN' && left >= product.min,
  }
}

/** A position as it goes over the wire at a time. */
export function viewPosition(position: Position, { lang, now }: { lang: Lang; now: number }): PlanPosition {
  const { terms, paidDays, penalty } = position
  const subscription = subscriptionOf(position)
  const paid = dailyYield(subscription) * BigInt(paidDays)
  return {
    id: position.id,
    orderNo: planNo(position.orderNo),
    productId: position.productId,
    name: position.names[lang],
    principal: usdtText(position.principal),
    days: terms.days,
    dailyRate: percentText(terms.dailyPpm),
    penaltyRate: percentText(terms.penaltyPpm),
    coolingHours: terms.coolingHours,
    termsHash: position.termsHash,
    startAt: position.startedAt,
    maturesAt: maturesAt(subscription),
    dailyYield: usdtText(dailyYield(subscription)),
    wholeYield: usdtText(wholeYield(subscription)),
    paidDays,
    paidYield: usdtText(paid),
    nextEarningTime: position.status === 'EARNING' ? dueAt(subscription, paidDays + 1) : null,
    runTime: (position.endedAt ?? timeOf(position, now)) - position.startedAt,
    totalRevenue: usdtText(paid - (penalty ?? 0n)),
    penalty: penalty === null ? null : usdtText(penalty),
    returned: position.returned === null ? null : usdtText(position.returned),
    endedAt: position.endedAt,
    status: position.status,
  }
}
