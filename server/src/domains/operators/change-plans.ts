import { productProblem } from '@evenhand/proofs/plans/product.ts'
import { parseUnits } from '@evenhand/protocol/money.ts'
import type { Assertion } from '@evenhand/protocol/operator-route.ts'
import type { proposePlan as proposeRoute, proposePlanState as stateRoute } from '@evenhand/protocol/plans-console.ts'
import { planProductStates } from '@evenhand/protocol/states.ts'
import type * as z from 'zod/mini'
import { sql, sqlState } from '../../kernel/db/db.ts'
import type { OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { badField } from './operators.rules.ts'
import { approve, propose } from './requests.ts'

export const planKinds = ['plan.product', 'plan.state'] as const

type Proposed = z.output<typeof proposeRoute.request>

/** Refuses 40020 values out of their bounds, naming the first. */
function mustBeOfferable({ days, dailyRate, penaltyRate, min, max, capacity, board, boardReason }: Proposed): void {
  const usdt = (text: string) => parseUnits(text, 6) ?? 0n
  const ppm = (text: string) => parseUnits(text, 4) ?? 0n
  if ((board === undefined) !== (boardReason === undefined)) throw badField('boardReason', 'missing')
  const problem = productProblem({
    terms: { days: Number(days), dailyPpm: ppm(dailyRate), penaltyPpm: ppm(penaltyRate), coolingHours: 24 },
    min: usdt(min),
    max: usdt(max),
    capacity: usdt(capacity),
    hasBoardReason: boardReason !== undefined,
  })
  if (problem !== undefined) throw badField(problem === 'yield' ? 'min' : problem, 'malformed')
}

/**
 * Proposes a product of plans, or other values of an open one for new positions. Refuses 40039 an unknown product to
 * replace, 40020 one that is not open and values out of their bounds: above 0.03 % a day those include a reason of the board.
 */
export async function proposePlan(deps: ConsoleDeps, request: Proposed, call: OperatorCall) {
  mustBeOfferable(request)
  const { id, reason, assertion, ...values } = request
  if (values.replaces !== undefined) {
    const state = await deps.plans.stateOf(values.replaces)
    if (state === undefined) throw refuse('notFound')
    if (state !== 'OPEN') throw badField('replaces', 'state')
  }
  return propose(deps, { kind: 'plan.product', id, values: given(values), reason, assertion }, call)
}

/** What was given of the values, which is what both passkeys sign. */
const given = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Proposes to open or retire a product; refuses 40039 an unknown one, 40020 a state that does not follow its own. */
export async function proposePlanState(
  deps: ConsoleDeps,
  { id, reason, assertion, plan, state }: z.output<typeof stateRoute.request>,
  call: OperatorCall,
) {
  const before = await deps.plans.stateOf(plan)
  if (before === undefined) throw refuse('notFound')
  if (!(planProductStates[before] as readonly string[]).includes(state)) throw badField('state', 'state')
  return propose(deps, { kind: 'plan.state', id, values: { plan, state }, reason, assertion }, call)
}

/** The second signature: it holds with the commit. Refuses 40020 what does not follow from how the product is by now. */
export const approvePlan = (
  deps: ConsoleDeps,
  request: { id: string; reason: string; assertion: Assertion },
  call: OperatorCall,
) =>
  approve(
    deps,
    {
      kinds: planKinds,
      request,
      async apply(tx, { id, kind, values }) {
        const { names, sources } = deps.plans.textsFor(Number(values['days'] ?? '0'))
        try {
          await sql`select operators.apply_plan(${id}::uuid, ${kind}, ${JSON.stringify(names)}::jsonb,
            ${JSON.stringify(sources)}::jsonb, ${dateOf(deps.clock.now())})`.execute(tx)
        } catch (cause) {
          if (['P0001', '23001'].includes(sqlState(cause) ?? '')) throw badField('id', 'state')
          throw cause
        }
      },
    },
    call,
  )
