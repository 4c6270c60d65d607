import { listPlans, setPlanState } from '@evenhand/protocol/plans-console.ts'
import type * as z from 'zod/mini'
import { sqlState } from '../../kernel/db/db.ts'
import {
  handleOperator,
  type MountedOperator,
  type OperatorCall,
  type OperatorDeps,
} from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { reserveFree, viewReserve } from './list-plans.ts'
import { yieldsLag } from './pay-yields.ts'
import type { PlansDb, PlansDeps } from './plans.deps.ts'
import { allProducts, setProductState } from './plans.store.ts'
import { viewProduct } from './view-plan.ts'

export type PlansConsoleDeps = Pick<OperatorDeps, 'recordAuditEntry'> & {
  /** As the role `console`, which may set the state of a product and writes nothing else of plans. */
  console: PlansDb
  plans: PlansDeps
}

/** What operators see of plans, and the one thing that one of them does: open, close or retire a product. */
export const plansConsole = (deps: PlansConsoleDeps): MountedOperator[] => [
  handleOperator(listPlans, (_request, call) => overview(deps, call)),
  handleOperator(setPlanState, (request, call) => setState(deps, request, call)),
]

async function overview(
  { console, plans }: PlansConsoleDeps,
  { lang }: OperatorCall,
): Promise<z.input<typeof listPlans.result>> {
  const now = plans.clock.now()
  const [products, free, lagMs, { at, ...reserve }] = await Promise.all([
    allProducts(console),
    reserveFree(plans),
    yieldsLag(console, now),
    viewReserve(plans),
  ])
  return {
    at,
    lagMs,
    reserve,
    products: products.map((product) => {
      const { earlyExit, aprDisplay: _apr, ...viewed } = viewProduct(product, { lang, reserveFree: free })
      return { ...viewed, ...earlyExit }
    }),
  }
}

const acts = { OPEN: 'plan.open', CLOSED_TO_NEW: 'plan.close', RETIRED: 'plan.retire' } as const

/** Sets the state of a product, with its line in the record; refuses 40020 a state that does not follow its own. */
async function setState(
  { console, recordAuditEntry }: PlansConsoleDeps,
  { id, status, reason }: z.output<typeof setPlanState.request>,
  call: OperatorCall,
): Promise<z.input<typeof setPlanState.result>> {
  try {
    return await console.transaction().execute(async (tx) => {
      const before = await setProductState(tx, { id, status })
      if (before === undefined) throw refuse('notFound')
      if (before !== status)
        await recordAuditEntry(tx, call, {
          act: acts[status],
          subject: `plan:${id}`,
          reason,
          before: { status: before },
          after: { status },
        })
      return { status }
    })
  } catch (cause) {
    // restrict_violation: its guard.
    if (sqlState(cause) === '23001') throw refuse('dataIncomplete', { fields: [{ field: 'status', reason: 'unfit' }] })
    throw cause
  }
}
