import { closePlan, listPlans } from '@evenhand/protocol/plans-console.ts'
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
import { allProducts, closeProduct } from './plans.store.ts'
import { viewProduct } from './view-plan.ts'

export type PlansConsoleDeps = Pick<OperatorDeps, 'recordAuditEntry'> & {
  /** As the role `console`, which closes products and writes nothing else of plans by itself. */
  console: PlansDb
  plans: PlansDeps
}

/** What operators see of plans, and the one thing that one of them does alone: close a product to new positions. */
export const plansConsole = (deps: PlansConsoleDeps): MountedOperator[] => [
  handleOperator(listPlans, (_request, call) => overview(deps, call)),
  handleOperator(closePlan, (request, call) => close(deps, request, call)),
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

/** Closes a product, with its line in the record; refuses 40020 one that is not open. */
async function close(
  { console, recordAuditEntry }: PlansConsoleDeps,
  { id, reason }: z.output<typeof closePlan.request>,
  call: OperatorCall,
): Promise<z.input<typeof closePlan.result>> {
  const status = 'CLOSED_TO_NEW'
  try {
    return await console.transaction().execute(async (tx) => {
      const before = await closeProduct(tx, id)
      if (before === undefined) throw refuse('notFound')
      if (before !== status)
        await recordAuditEntry(tx, call, {
          act: 'plan.close',
          subject: `plan:${id}`,
          reason,
          before: { status: before },
          after: { status },
        })
      return { status }
    })
  } catch (cause) {
    // restrict_violation: its guard.
    if (sqlState(cause) === '23001') throw refuse('dataIncomplete', { fields: [{ field: 'id', reason: 'state' }] })
    throw cause
  }
}
