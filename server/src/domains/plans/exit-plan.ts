import { dueAt } from '@evenhand/proofs/plans/accrual.ts'
import { earlyExit, type EarlyExit } from '@evenhand/proofs/plans/early-exit.ts'
import { hourMs } from '@evenhand/protocol/durations.ts'
import type { exitSmart, PlanPosition, previewExitSmart } from '@evenhand/protocol/plans.ts'
import * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { ownPosition, positionByKey } from './customer-plan.ts'
import { endedNotice } from './plan-notices.ts'
import type { PlansDeps, Position } from './plans.deps.ts'
import { keyRoutes, subscriptionOf, timeOf, usdtText } from './plans.rules.ts'
import { endPosition, findPosition, type Exited } from './plans.store.ts'
import { viewPosition } from './view-plan.ts'

/** Rolls back an exit whose key another call took in the meantime. */
class KeyTaken extends Error {}

/** Why there is nothing to leave. */
const ended = () => refuse('notTradableNow', { reason: 'ended' })

/** What leaving comes to at a time; refuses 10015 what has ended, or ends with the yield that is being paid. */
function exitOf(position: Position, at: number): EarlyExit {
  const subscription = subscriptionOf(position)
  if (position.status !== 'EARNING' || at >= dueAt(subscription, position.terms.days)) throw ended()
  return earlyExit(subscription, at)
}

/** What leaving a plan comes to now, and until when. */
export async function previewExit(
  deps: PlansDeps,
  request: z.output<typeof previewExitSmart.request>,
  call: Call,
): Promise<z.input<typeof previewExitSmart.result>> {
  const position = await ownPosition(deps, request.id, call)
  const at = timeOf(position, deps.clock.now())
  const exit = exitOf(position, at)
  return {
    completedDays: exit.completedDays,
    yieldPaid: usdtText(exit.yieldPaid),
    penalty: usdtText(exit.penalty),
    returned: usdtText(exit.returned),
    givenUp: usdtText(exit.released),
    freeUntil: position.startedAt + position.terms.coolingHours * hourMs,
    nextAt: dueAt(subscriptionOf(position), exit.completedDays + 1),
    at,
  }
}

/**
 * Leaves a plan at once, whatever the state of its product: yields of completed days, the principal less the penalty that
 * was shown. Refuses 40006 another penalty, with the one of now; 10015 what has ended. The same key returns the same again.
 */
export async function exitPlan(
  deps: PlansDeps,
  request: z.output<typeof exitSmart.request>,
  call: Call,
): Promise<PlanPosition> {
  const { db, clock, ledger } = deps
  const { accountId } = call.session
  const view = (position: Position): PlanPosition => viewPosition(position, { lang: call.lang, now: clock.now() })
  const before = await positionByKey(deps, keyRoutes.exit, call)
  if (before !== undefined) return view(before)
  const params = { accountId, id: request.id, expected: request.expectedPenalty, now: clock.now() }
  const result = await db
    .transaction()
    .execute(async (tx): Promise<Exited> => {
      const exited = await endPosition(tx, params)
      if (exited.outcome !== 'done') return exited
      if (call.key !== undefined) {
        const kept = { accountId, key: call.key, route: keyRoutes.exit, request: call.requestHash(), ref: request.id }
        if (!(await ledger.remember(tx, kept))) throw new KeyTaken()
      }
      const left = await findPosition(tx, params)
      if (left !== undefined) await deps.enqueueNotices(tx, [endedNotice(left)])
      return exited
    })
    .catch((cause: unknown): Exited => {
      if (cause instanceof KeyTaken) return { outcome: 'ended', penalty: null }
      throw cause
    })
  if (result.outcome === 'done') deps.moved([accountId])
  else {
    const first = await positionByKey(deps, keyRoutes.exit, call)
    if (first !== undefined) return view(first)
    if (result.outcome === 'missing') throw refuse('notFound')
    if (result.outcome === 'ended') throw ended()
    throw refuse('quoteChanged', { quote: { penalty: usdtText(result.penalty ?? 0n) } })
  }
  return view(await ownPosition(deps, request.id, call))
}
