import type { InterestPause } from '@evenhand/proofs/loans/interest.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'
import { planGraceDays, planReminderDays, type RepaymentPlan } from '@evenhand/protocol/repayment-plan-rules.ts'
import { moneyText } from '@evenhand/protocol/money.ts'
import { msOfIso, utcDay } from '../../kernel/time/clock.ts'
import type { PlanRow } from './repayment-plans.store.ts'

/** An instalment in smallest units of USDT, and what of it is not paid. */
export type Instalment = { n: number; dueAt: number; amount: bigint; left: bigint }
/** A payment as plans count it: when, and how much in all, smallest units. */
type Paid = { at: number; principal: bigint; interest: bigint }

const usdtText = (units: bigint): string => moneyText({ asset: 'USDT', units })

/** When the instalment of a day is due: at the end of that day in UTC. Undefined for what is no day. */
export function dueAtOf(day: string): number | undefined {
  const from = msOfIso(`${day}T00:00:00.000Z`)
  return Number.isNaN(from) || utcDay(from) !== day ? undefined : from + dayMs - 1
}

/** What a plan comes to, smallest units. */
export const planTotal = ({ principal, interest }: Pick<PlanRow, 'principal' | 'interest'>): bigint =>
  principal + interest

/**
 * What was paid since a plan was prepared until it ended, smallest units; payments of its loan oldest first. What is repaid
 * after a plan was not kept settles no instalment of it.
 */
export const paidInPlan = (
  { payments: before, endedAt }: Pick<PlanRow, 'payments' | 'endedAt'>,
  payments: readonly Paid[],
): bigint =>
  payments
    .slice(before)
    .reduce((sum, { at, principal, interest }) => (at <= (endedAt ?? at) ? sum + principal + interest : sum), 0n)

/** The instalments of a plan, each with what is left of it: what was paid settles the oldest first. */
export function instalmentsOf(plan: PlanRow, payments: readonly Paid[]): Instalment[] {
  let paid = paidInPlan(plan, payments)
  return plan.instalments.map(({ dueAt, amount }, at) => {
    const settled = paid < amount ? paid : amount
    paid -= settled
    return { n: at + 1, dueAt, amount, left: amount - settled }
  })
}

/** The plan that a loan runs by; undefined where there is none. */
export const planInForce = (plans: readonly PlanRow[]): PlanRow | undefined =>
  plans.find(({ status }) => status === 'ACCEPTED')

/** Spans in which the interest of a loan stands still: from the preparing of each plan that was accepted to its end. */
export const pausesOf = (plans: readonly PlanRow[]): InterestPause[] =>
  plans.flatMap(({ acceptedAt, preparedAt, endedAt }) =>
    acceptedAt === null ? [] : [{ from: preparedAt, to: endedAt }],
  )

/** When the last plan was not kept; undefined where none was. */
export const brokenAt = (plans: readonly PlanRow[]): number | undefined =>
  plans.findLast(({ status }) => status === 'BROKEN')?.endedAt ?? undefined

/** What of a plan is due at a time and not paid, smallest units. */
export const dueInPlan = (plan: PlanRow, payments: readonly Paid[], at: number): bigint =>
  instalmentsOf(plan, payments).reduce((sum, { dueAt, left }) => (dueAt <= at ? sum + left : sum), 0n)

/** When a plan ends of which an instalment is not paid that was due at a time. */
const endsAt = (dueAt: number): number => dueAt + planGraceDays * dayMs

/** When the clock checks a plan, in order: for its reminders, and whether an instalment was missed, or for too long. */
export function checkTimes({ instalments }: Pick<PlanRow, 'instalments'>): number[] {
  const times = instalments.flatMap(({ dueAt }) => [
    ...planReminderDays.map((days) => dueAt - days * dayMs),
    dueAt,
    endsAt(dueAt),
  ])
  return [...new Set(times)].toSorted((a, b) => a - b)
}

/** When the clock checks a plan next after a time; null after its last check. */
export const nextCheckAfter = (plan: Pick<PlanRow, 'instalments'>, at: number): number | null =>
  checkTimes(plan).find((checkAt) => checkAt > at) ?? null

/**
 * Instalments of which a check of the clock reminds at a time: those that are not paid, and only the latest reminder of each
 * where several became due while nothing ran.
 */
export const remindedAt = (
  instalments: readonly Instalment[],
  { checkAt, at }: { checkAt: number; at: number },
): Instalment[] =>
  instalments.filter(({ dueAt, left }) => {
    const latest = Math.max(0, ...planReminderDays.map((days) => dueAt - days * dayMs).filter((one) => one <= at))
    return left > 0n && latest === checkAt && at < dueAt
  })

/** What of a plan is due and not paid, and when the plan ends for it. */
export type Missed = { instalment: Instalment; owed: bigint; until: number }

/**
 * What a check of the clock finds to be missed at a time: the instalment that was due at the check and is not paid, with all
 * that is due by then. Undefined where it was paid, and where the plan ends by now, of which its customer is notified.
 */
export function missedAt(
  instalments: readonly Instalment[],
  { checkAt, at }: { checkAt: number; at: number },
): Missed | undefined {
  const due = instalments.filter(({ dueAt, left }) => dueAt <= at && left > 0n)
  const [oldest] = due
  const instalment = due.find(({ dueAt }) => dueAt === checkAt)
  if (oldest === undefined || instalment === undefined || at >= endsAt(oldest.dueAt)) return undefined
  return { instalment, owed: due.reduce((sum, { left }) => sum + left, 0n), until: endsAt(oldest.dueAt) }
}

/** A plan as customers and operators see it. */
export function viewPlan(plan: PlanRow, payments: readonly Paid[]): RepaymentPlan {
  const total = planTotal(plan)
  const paid = paidInPlan(plan, payments)
  const counted = paid < total ? paid : total
  return {
    id: plan.id,
    status: plan.status,
    preparedAt: plan.preparedAt,
    principal: usdtText(plan.principal),
    interest: usdtText(plan.interest),
    total: usdtText(total),
    paid: usdtText(counted),
    left: usdtText(total - counted),
    instalments: instalmentsOf(plan, payments).map(({ n, dueAt, amount, left }) => ({
      n,
      day: utcDay(dueAt),
      dueAt,
      amount: usdtText(amount),
      left: usdtText(left),
    })),
    until: plan.until,
    acceptedAt: plan.acceptedAt,
    endedAt: plan.endedAt,
  }
}

/** The plan that a customer is shown: the one in force, or the one that is offered still. */
export function shownPlan(plans: readonly PlanRow[], now: number): PlanRow | undefined {
  return planInForce(plans) ?? plans.find(({ status, until }) => status === 'OFFERED' && until > now)
}
